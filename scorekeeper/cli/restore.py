"""`scorekeeper restore` puts a backup in the place of the score book."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `restore` to the command line."""
    parser = subparsers.add_parser(
        "restore",
        help="put a backup in the place of the score book",
        description="Check a file that `scorekeeper backup` wrote, and put it in the place of the "
        "score book. The old one is kept beside it. A running server goes on with the new one.",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Put the backup back; returns 1 if that is not possible, 2 if a setting is invalid."""
    from scorekeeper.cli.starting import CANNOT_START, fail, fail_with
    from scorekeeper.config import read_settings
    from scorekeeper.storage.backups import BackupError, restore

    settings = None
    try:
        settings = read_settings()
        backup, kept = restore(settings, options.file)
    except BackupError as error:
        return fail_with(str(error), 1)
    except CANNOT_START as error:
        return fail(error, settings)
    made = f"{backup.made_at.astimezone():%Y-%m-%d %H:%M}"
    print(f"The score book is as of {made}. Games: {backup.games:,}, rounds: {backup.rounds:,}.")
    for file in kept:
        print(f"Kept from before: {file}")
    return 0
