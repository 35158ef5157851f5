"""`scorekeeper restore` puts a backup in the place of the score book."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from scorekeeper.cli.standard_streams import opened

if TYPE_CHECKING:
    from scorekeeper.config import Settings


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `restore` to the command line."""
    parser = subparsers.add_parser(
        "restore",
        help="put a backup in the place of the score book",
        description="Check a file that `scorekeeper backup` wrote, and put it in the place of the "
        "score book. The old one is kept beside it. A running server goes on with the new one.",
    )
    parser.add_argument("file", metavar="FILE", help="the backup, or - for standard input")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Put the backup back; returns 1 if that is not possible, 2 if a setting is invalid."""
    from scorekeeper.cli.starting import with_settings

    return with_settings(partial(_restore, options.file))


def _restore(file: str, settings: Settings) -> int:
    from scorekeeper.storage.backups import restore

    with opened(file) as source:
        backup, kept = restore(settings, source)
    made = f"{backup.made_at.astimezone():%Y-%m-%d %H:%M}"
    print(f"The score book is as of {made}. Games: {backup.games:,}, rounds: {backup.rounds:,}.")
    for each in kept:
        print(f"Kept from before: {each}")
    return 0
