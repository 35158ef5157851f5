"""`scorekeeper import` adds the games of a file to a club."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.cli.clubs import add_club_option
from scorekeeper.cli.standard_streams import opened
from scorekeeper.languages import DEFAULT, LANGUAGES

if TYPE_CHECKING:
    from scorekeeper.config import Settings
    from scorekeeper.rummy.messages import Translate
    from scorekeeper.transfer.imports import Imported
    from scorekeeper.transfer.sources import FaultyFileError


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `import` to the command line."""
    parser = subparsers.add_parser(
        "import",
        help="add the games of a file to a club",
        description="Check a file that `scorekeeper export` wrote, or the document of a game, and "
        "add its games to a club with their history: all of them, or none if anything is wrong. "
        "Games that the club has already are left as they are. In a score book without clubs it "
        "makes the club of the file, and shows a link that lets a keeper in.",
    )
    parser.add_argument("file", metavar="FILE", help="the file, or - for standard input")
    add_club_option(parser)
    parser.add_argument(
        "--lang", choices=tuple(LANGUAGES), default=DEFAULT, help="the language of what is wrong"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Import the file; returns 1 if that is not possible, 2 if a setting is invalid."""
    from scorekeeper.cli.starting import with_book

    return with_book(partial(_import, options))


def _import(options: argparse.Namespace, settings: Settings) -> int:
    from scorekeeper.cli.clubs import chosen_club
    from scorekeeper.cli.json_lines import translator
    from scorekeeper.cli.keeper_link import show
    from scorekeeper.cli.progress import Progress
    from scorekeeper.clubs.clubs import has_club
    from scorekeeper.evenings import zone
    from scorekeeper.transfer.imports import import_club, import_file
    from scorekeeper.transfer.sources import FaultyFileError, Limits, Source

    # Whoever runs the command can see how long it takes, and stop it.
    limits = Limits(unpacked=10_000_000_000, lines=10_000_000)
    club = chosen_club(options.club) if options.club or has_club() else None
    made, progress, time_zone = None, Progress("bytes"), zone(settings.time_zone)
    with opened(options.file) as file:
        source = Source(file, Path(options.file).name, limits)
        try:
            if club is None:
                made, done = import_club(source, time_zone, progress)
            else:
                done = import_file(club.id, source, time_zone, progress)
        except FaultyFileError as error:
            progress.end()
            _tell_faults(error, translator(options.lang))
            return 1
        finally:
            progress.end()
    _tell(done)
    if made is not None:
        show(made, settings)
    return 0


def _tell_faults(error: FaultyFileError, translate: Translate) -> None:
    for fault in error.faults:
        print(f"{fault.where}: {fault.error.text(translate)}", file=sys.stderr)
    print("Nothing was imported.", file=sys.stderr)


def _tell(done: Imported) -> None:
    added = f"Games: {done.games:,}, rounds: {done.rounds:,}, new players: {done.players:,}."
    print(f"Imported. {added}")
    if done.known:
        print(f"There already: {done.known:,}.")
