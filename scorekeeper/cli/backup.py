"""`scorekeeper backup` writes the whole score book to one file, also while people play."""

from __future__ import annotations

import argparse
from pathlib import Path


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
    from scorekeeper import __version__
    from scorekeeper.cli.starting import CANNOT_START, fail, fail_with
    from scorekeeper.config import read_settings
    from scorekeeper.storage.backups import BackupError, back_up

    settings = None
    try:
        settings = read_settings()
        made = back_up(settings, options.file.absolute(), __version__)
    except BackupError as error:
        return fail_with(str(error), 1)
    except CANNOT_START as error:
        return fail(error, settings)
    print(f"Backed up to {options.file}. Games: {made.games:,}, rounds: {made.rounds:,}.")
    return 0
