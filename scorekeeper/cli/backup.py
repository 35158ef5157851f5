"""`scorekeeper backup` writes the whole score book to one file, also while people play."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

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
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write; a new one")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the backup; returns 1 if that is not possible, 2 if a setting is invalid."""
    from scorekeeper.cli.starting import with_settings

    return with_settings(partial(_back_up, options.file))


def _back_up(file: Path, settings: Settings) -> int:
    from scorekeeper import __version__
    from scorekeeper.storage.backups import back_up

    made = back_up(settings, file.absolute(), __version__)
    print(f"Backed up to {file}. Games: {made.games:,}, rounds: {made.rounds:,}.")
    return 0
