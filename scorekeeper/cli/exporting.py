"""`scorekeeper export`: write a club, or one game, to a file."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.cli.options import (
    STANDARD,
    ProgressBar,
    add_club_option,
    chosen_club,
    naming,
    printing,
    say,
)

if TYPE_CHECKING:
    from scorekeeper.config import Settings
    from scorekeeper.transfer.club_games import ClubBook


ENDINGS = (
    "zip",
    "jsonl",
    "xlsx",
    "results.csv",
    "games.csv",
    "rounds.csv",
    "hands.csv",
    "between.csv",
    "standings.csv",
    "results.tsv",
    "games.tsv",
    "rounds.tsv",
    "hands.tsv",
    "between.tsv",
    "standings.tsv",
)
"""The file formats. A test compares this copy with the exporters, which are slow to import."""


def add_export(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "export",
        help="write a club, or one game, to a file",
        description="Write a club to a file, also during a game: everything in a zip archive, the "
        "games as lines of JSON, a table (.csv for spreadsheets, .tsv for programs), or the "
        "statistics as a workbook. The end of the file’s name, or --format, chooses the format.",
    )
    parser.add_argument(
        "file", metavar="FILE", help="the new file to write, or - for standard output"
    )
    add_club_option(parser)
    parser.add_argument("--game", metavar="ID", help="write only the document of this game")
    parser.add_argument("--format", choices=ENDINGS, help="the format, whatever the file’s name")
    parser.set_defaults(run=_run_export)


def _run_export(options: argparse.Namespace) -> int:
    from scorekeeper.cli.starting import fail_with, with_book

    if options.file != STANDARD and Path(options.file).exists():
        return fail_with(f"{options.file} already exists; choose another name", 1)
    if options.game is not None:
        if options.format or not (options.file == STANDARD or options.file.endswith(".json")):
            return fail_with("one game is written as JSON, to a file such as game.json", 2)
        return with_book(partial(_export_game, options))
    ending = options.format or next(filter(options.file.endswith, ENDINGS), None)
    if ending is None and options.file != STANDARD:
        endings = ", ".join(ENDINGS)
        return fail_with(
            f"the name of the file must end with one of {endings}, or give --format", 2
        )
    return with_book(partial(_export_club, options, ending or "jsonl"))


def _export_game(options: argparse.Namespace, _settings: Settings) -> int:
    from scorekeeper.cli.starting import fail_with
    from scorekeeper.games.documents import document_of
    from scorekeeper.storage.queries import find_game

    row = find_game(chosen_club(options.club), options.game)
    if row is None:
        return fail_with(f"there is no game {options.game}; its id is the end of its address", 1)
    text = json.dumps(document_of(row), ensure_ascii=False, indent=2) + "\n"
    with _new_file(options.file) as write:
        write(text.encode())
    _report_exported(options.file)
    return 0


def _export_club(options: argparse.Namespace, ending: str, settings: Settings) -> int:
    from sqlalchemy.orm import Session

    from scorekeeper import __version__
    from scorekeeper.evenings import zone
    from scorekeeper.storage.database import db
    from scorekeeper.transfer.club_games import ClubBook
    from scorekeeper.transfer.exports import FORMATS

    club, progress = chosen_club(options.club), ProgressBar()
    with Session(db.engine) as session, _new_file(options.file) as write:
        in_zone = zone(settings.time_zone)
        book = ClubBook(session, club.id, club.name, __version__, in_zone, progress)
        try:
            for piece in FORMATS[ending].pieces(book):
                write(piece)
        finally:
            progress.end()
    _report_exported(options.file, *_counted(ending, book))
    return 0


def _counted(ending: str, book: ClubBook) -> Iterator[str]:
    if ending != "xlsx":
        yield f" Games: {book.read:,}, rounds: {book.rounds:,}."
    if book.unreadable:
        left_out = f"Not readable, and left out: {len(book.unreadable):,}."
        yield f"\n{left_out} `scorekeeper check` names them."


def _report_exported(file: str, *counted: str) -> None:
    told = "".join([f"Exported to {file}.", *counted])
    if file == STANDARD:
        print(told, file=sys.stderr)
    else:
        say(told)


@contextmanager
def _new_file(name: str) -> Iterator[Callable[[bytes], object]]:
    """Write a file that appears only when complete, or to standard output."""
    from scorekeeper.storage.staging import staging_folder

    if name == STANDARD:
        yield printing()(sys.stdout.buffer.write)
        with printing():
            sys.stdout.flush()
        return
    target = Path(name)
    with staging_folder(target.parent) as folder:
        part = folder / target.name
        with part.open("wb") as file:
            yield naming(name)(file.write)
            with naming(name):
                file.flush()
        part.replace(target)
