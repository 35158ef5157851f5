"""`scorekeeper keeper-link`: make a sign-in link for a keeper, for the server's administrator."""

from __future__ import annotations

import argparse
from datetime import timedelta
from typing import TYPE_CHECKING

from scorekeeper.cli.options import add_club_option, chosen_club, on_book, say

if TYPE_CHECKING:
    from scorekeeper.config import Settings
    from scorekeeper.storage.models import Club

LASTS = timedelta(hours=24)


def add_keeper_link(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "keeper-link",
        help="show a sign-in link for an organiser",
        description="Show a link that makes one browser an organiser of a club. It works once, "
        "within a day. Use it for an organiser with a lost phone, or for a club without one.",
    )
    add_club_option(parser)
    parser.set_defaults(run=on_book(_show_link))


def _show_link(options: argparse.Namespace, settings: Settings) -> int:
    show(chosen_club(options.club), settings)
    return 0


def show(club: Club, settings: Settings) -> None:
    from scorekeeper.clubs.invitations import make_server_link
    from scorekeeper.network import EVERY_ADDRESS, address, lan_host

    host = settings.host if settings.host not in EVERY_ADDRESS else lan_host() or "localhost"
    base = settings.public_url or address(host, settings.port).rstrip("/")
    made = make_server_link(club, LASTS)
    say("Open this link in the organiser’s browser. It works once, within a day.")
    say(f"  {base}/join/{made.token}")
    say("If the score book has another address, add the part from /join/ to that address.")
