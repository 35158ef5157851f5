"""`scorekeeper keeper-link` makes a link that lets a keeper in, for whoever runs the server."""

from __future__ import annotations

import argparse
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.config import Settings
    from scorekeeper.storage.models import Club

LASTS = timedelta(hours=24)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `keeper-link` to the command line."""
    parser = subparsers.add_parser(
        "keeper-link",
        help="show a link that lets a keeper in",
        description="Make a link that makes one browser a keeper of a club, once, within a day, "
        "and show it: for a keeper who lost the phone, and for a club that has no keeper yet.",
    )
    parser.add_argument(
        "--club", type=int, metavar="NUMBER", help="which club, where there are several"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the link; returns 1 if there is no such club, 2 if a setting is invalid."""
    from scorekeeper.cli.starting import with_book

    return with_book(lambda settings: _show_link(options.club, settings))


def _show_link(number: int | None, settings: Settings) -> int:
    from scorekeeper.cli.starting import fail_with
    from scorekeeper.clubs.clubs import all_clubs

    chosen = _choose(all_clubs(), number)
    if isinstance(chosen, str):
        return fail_with(chosen, 1)
    show(chosen, settings)
    return 0


def _choose(clubs: Sequence[Club], number: int | None) -> Club | str:
    """The club to use, or an error message."""
    if not clubs:
        return "there is no club yet; open the score book, and the first game makes one"
    if number is None and len(clubs) == 1:
        return clubs[0]
    listed = "\n".join(f"  --club {club.id:<6} {club.name or 'without a name'}" for club in clubs)
    if number is None:
        return f"there are several clubs; say which one:\n{listed}"
    return next(
        (club for club in clubs if club.id == number),
        f"there is no club {number}; there are these:\n{listed}",
    )


def show(club: Club, settings: Settings) -> None:
    """Print a new link that lets a keeper into the club."""
    from scorekeeper.clubs.invitations import make_server_link
    from scorekeeper.network import EVERY_ADDRESS, address, lan_host

    host = settings.host if settings.host not in EVERY_ADDRESS else lan_host() or "localhost"
    base = settings.public_url or address(host, settings.port).rstrip("/")
    made = make_server_link(club, LASTS)
    print("Open this in the browser that is to keep the club. It works once, for a day.")
    print(f"  {base}/join/{made.token}")
    print("Where the score book has another address, put the part from /join/ on after that one.")
