"""`scorekeeper backup` writes the whole score book to one file, also while people play."""

from __future__ import annotations

import argparse
import shutil
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from scorekeeper.cli.standard_streams import STANDARD

if TYPE_CHECKING:
    from scorekeeper.config import Settings


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `backup` to the command line."""
    parser = subparsers.add_parser(
        "backup",
        help="write the whole score book to one file",
        description="Write the score book and the secret key to one zip file, also while people "
        "play. Keep it secret: with it, every phone that is in can be imitated.",
    )
    parser.add_argument(
        "file", metavar="FILE", help="the file to write, a new one, or - for standard output"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the backup; returns 1 if that is not possible, 2 if a setting is invalid."""
    from scorekeeper.cli.starting import fail_with, with_settings

    if options.file != STANDARD:
        return with_settings(partial(_back_up, Path(options.file)))
    if sys.stdout.isatty():
        return fail_with("a terminal would spoil the backup; send it to a file with “>”", 1)
    return with_settings(_print)


def _back_up(file: Path, settings: Settings) -> int:
    print(f"Backed up to {file}. {_write(file, settings)}")
    return 0


def _print(settings: Settings) -> int:
    """Write the backup to standard output, and what it has beside it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "backup.zip"
        told = _write(file, settings)
        with file.open("rb") as packed:
            shutil.copyfileobj(packed, sys.stdout.buffer)
    sys.stdout.flush()
    print(f"Backed up. {told}", file=sys.stderr)
    return 0


def _write(file: Path, settings: Settings) -> str:
    """Write the backup; what it has, in words."""
    from scorekeeper import __version__
    from scorekeeper.storage.backups import back_up

    made = back_up(settings, file.absolute(), __version__)
    return f"Games: {made.games:,}, rounds: {made.rounds:,}."
