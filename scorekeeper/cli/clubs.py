"""The option `--club`, for commands that are about one club."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.storage.models import Club


class NoSuchClubError(LookupError):
    """The option names no club, or not one; the message says which there are."""


def add_club_option(parser: argparse.ArgumentParser) -> None:
    """Add `--club` to a command."""
    parser.add_argument(
        "--club", metavar="CLUB", help="which club, by its number or name, where there are several"
    )


def chosen_club(wanted: str | None) -> Club:
    """The club that the option names, or the only one; raises `NoSuchClubError`."""
    from scorekeeper.clubs.clubs import all_clubs

    clubs = all_clubs()
    if not clubs:
        raise NoSuchClubError(
            "there is no club yet; open the score book, and the first game makes one"
        )
    named = [each for each in clubs if wanted in (None, str(each.id), each.name)]
    if len(named) == 1:
        return named[0]
    listed = "\n".join(f"  --club {club.id:<6} {club.name or 'without a name'}" for club in clubs)
    if not named:
        raise NoSuchClubError(f"there is no club {wanted}; there are these:\n{listed}")
    raise NoSuchClubError(f"there are several clubs; say which one:\n{listed}")
