"""`scorekeeper demo`: make a demo club with two years of games."""

from __future__ import annotations

import argparse
from datetime import timedelta
from typing import TYPE_CHECKING

from scorekeeper import clock
from scorekeeper.cli.options import (
    add_language_option,
    language_of_machine,
    on_book,
    say,
    translator,
)

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.config import Settings
    from scorekeeper.storage.models import Club

_LASTS = timedelta(days=365)


def add_demo(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "demo",
        help="create a demo club with two years of games",
        description="Create a club of six players with two years of evenings, and show a sign-in "
        "link for its organiser. The score book must not have a club yet.",
    )
    add_language_option(
        parser,
        "the language of places and notes (default: that of this machine)",
        language_of_machine(),
    )
    parser.set_defaults(run=on_book(_fill, may_be_new=True))


def _fill(options: argparse.Namespace, settings: Settings) -> int:
    """Make the club. Returns 1 if the score book has a club."""
    from scorekeeper.cli.keeper_link import show
    from scorekeeper.cli.starting import fail_with
    from scorekeeper.clubs.clubs import has_club

    if has_club():
        return fail_with(_HAS_CLUB, 1)
    show(_make(settings, options.lang), settings)
    return 0


def open_demo(app: Flask, settings: Settings, language: str) -> None:
    """Make the club in an empty score book, with an invitation for all visitors."""
    from scorekeeper.clubs.invitations import invite
    from scorekeeper.clubs.roles import Role

    # Browsers share cookies between ports. The demo's cookie must not replace a real score book's.
    app.config["SESSION_COOKIE_NAME"] = "scorekeeper_demo"
    with app.app_context():
        club = _make(settings, language)
        app.config["DEMO_INVITATION"] = invite(club, Role.KEEPER, _LASTS).token


def _make(settings: Settings, language: str) -> Club:
    from scorekeeper.demo.book import make_demo_club
    from scorekeeper.evenings import zone

    say("Creating two years of games. This takes a few seconds.", flush=True)
    return make_demo_club(clock.now(), zone(settings.time_zone), translator(language))


_HAS_CLUB = (
    "this score book has a club already; make the demo club in a folder of its own, with "
    "SCOREKEEPER_DATA_DIR, or look at it without keeping it: scorekeeper serve --demo"
)
