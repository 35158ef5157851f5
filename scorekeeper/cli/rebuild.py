"""`scorekeeper rebuild` writes all statistics again from the games."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.config import Settings


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `rebuild` to the command line."""
    parser = subparsers.add_parser(
        "rebuild",
        help="write all statistics again",
        description="Write everything again that the statistics count, from the games themselves. "
        "Meanwhile a running server shows pages, but records nothing; if the command is stopped, "
        "everything stays as it was.",
    )
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Write the statistics; returns 1 if the database cannot be opened, 2 for a wrong setting."""
    from scorekeeper.cli.starting import with_book

    return with_book(_rebuild, statistics=False)


def _rebuild(_settings: Settings) -> int:
    from scorekeeper.cli.progress import Progress
    from scorekeeper.statistics.rebuild import rebuild

    progress = Progress()
    try:
        written = rebuild(progress)
    finally:
        progress.end()
    counted = f"Games: {written.games:,}, rounds: {written.rounds:,}."
    print(f"The statistics are written again. {counted}")
    if written.unreadable:
        print(f"Not readable: {written.unreadable:,}. `scorekeeper check` names them.")
    return 0
