"""`scorekeeper check` compares all statistics with the games."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.config import Settings


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `check` to the command line."""
    parser = subparsers.add_parser(
        "check",
        help="compare all statistics with the games",
        description="Compare everything that the statistics count with the games themselves, and "
        "list what differs, and the games that cannot be read. Nothing is changed.",
    )
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Print what differs; returns 1 if anything does, 2 if a setting is invalid."""
    from scorekeeper.cli.starting import with_book

    return with_book(_check, statistics=False)


def _check(_settings: Settings) -> int:
    from scorekeeper.cli.progress import Progress
    from scorekeeper.statistics.check import check

    progress, faults = Progress(), 0
    try:
        for fault in check(progress):
            progress.end()
            print(fault)
            faults += 1
    finally:
        progress.end()
    if faults:
        print(f"Found {faults:,}. `scorekeeper rebuild` writes the statistics again.")
        return 1
    print("The statistics are those of the games.")
    return 0
