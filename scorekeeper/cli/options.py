"""Shared by several commands: options, the score book, standard streams, a progress bar."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryFile, gettempdir
from typing import TYPE_CHECKING, BinaryIO

from scorekeeper.languages import DEFAULT, LANGUAGES, as_said_in, read_catalogue
from scorekeeper.rummy.messages import Translate, untranslated

if TYPE_CHECKING:
    from scorekeeper.config import Settings
    from scorekeeper.storage.models import Club


STANDARD = "-"

WIDTH = 30


def on_book(
    work: Callable[[argparse.Namespace, Settings], int],
    *,
    statistics: bool = True,
    may_be_new: bool = False,
) -> Callable[[argparse.Namespace], int]:
    """Return a function that runs a command on the score book.

    The function imports the web application when it runs. It returns the status of the work, 1 if
    the score book cannot be opened, or 2 if a setting is invalid.
    """

    def run(options: argparse.Namespace) -> int:
        from scorekeeper.cli.starting import with_book

        return with_book(partial(work, options), statistics=statistics, may_be_new=may_be_new)

    return run


def add_club_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--club", metavar="CLUB", help="the number or name of the club, if there are several"
    )


def chosen_club(wanted: str | None) -> Club:
    """The club named by the option, or the only one. Raises `NoSuchClubError`."""
    from scorekeeper.cli.starting import NoSuchClubError
    from scorekeeper.clubs.clubs import all_clubs

    clubs = all_clubs()
    if not clubs:
        raise NoSuchClubError(
            "there is no club yet; open the score book, and the first game makes one"
        )
    named = [club for club in clubs if wanted in (None, str(club.id), club.name)]
    if len(named) == 1:
        return named[0]
    listed = "\n".join(f"  --club {club.id:<6} {club.name or 'without a name'}" for club in clubs)
    if not named:
        raise NoSuchClubError(f"there is no club {wanted}; there are these:\n{listed}")
    raise NoSuchClubError(f"there are several clubs; choose one:\n{listed}")


def add_language_option(parser: argparse.ArgumentParser, help: str, default: str = DEFAULT) -> None:
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default=default, help=help)


def language_of_machine() -> str:
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    asked = next(filter(None, map(os.environ.get, names)), "")
    language = asked.partition("_")[0]
    return language if language in LANGUAGES else DEFAULT


_catalogue = cache(read_catalogue)


def translator(language: str, document: object = None) -> Translate:
    if language == DEFAULT:
        return untranslated
    game = document.get("variant") if isinstance(document, dict) else ""
    return as_said_in(_catalogue(language), str(game)).gettext


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Add this place to an error without a file name, such as the error of a full disk."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or place
        raise


@contextmanager
def printing() -> Iterator[None]:
    """Name “standard output” in errors of printing, and drop output that was not sent."""
    try:
        yield
    except OSError as error:
        error.filename = "standard output"
        sys.stdout = None  # Python would try to send the rest at exit.
        raise


def say(*parts: str, flush: bool = False) -> None:
    with printing():
        print(*parts, sep="", flush=flush)


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """The file, open for seeking. Standard input is copied to a temporary file."""
    if name != STANDARD:
        with Path(name).open("rb") as file:
            yield file
        return
    with TemporaryFile() as copy:
        with naming(gettempdir()):
            shutil.copyfileobj(sys.stdin.buffer, copy)
        yield copy


class ProgressBar:
    """Shows on a terminal what share of the rounds, or of other things, is done."""

    def __init__(self, things: str = "rounds") -> None:
        self._things, self._shown = things, ""

    def __call__(self, done: int, everything: int) -> None:
        part = done / everything if everything else 1.0
        bar = ("█" * round(part * WIDTH)).ljust(WIDTH, "░")
        shown = f"\r{bar} {part:4.0%} of {everything:,} {self._things}"
        if shown != self._shown and sys.stderr.isatty():
            print(shown, end="", file=sys.stderr, flush=True)
            self._shown = shown

    def end(self) -> None:
        if self._shown:
            print(file=sys.stderr)
            self._shown = ""
