"""`scorekeeper check` compares all statistics with the games."""

from __future__ import annotations

import argparse


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
    from scorekeeper import create_app
    from scorekeeper.cli.progress import Progress
    from scorekeeper.cli.starting import CANNOT_START, fail
    from scorekeeper.config import read_settings
    from scorekeeper.statistics.check import check

    settings, progress, faults = None, Progress(), 0
    try:
        settings = read_settings()
        with create_app(settings, statistics=False).app_context():
            for fault in check(progress):
                progress.end()
                print(fault)
                faults += 1
    except CANNOT_START as error:
        progress.end()
        return fail(error, settings)
    progress.end()
    if faults:
        print(f"Found {faults:,}. `scorekeeper rebuild` writes the statistics again.")
        return 1
    print("The statistics are those of the games.")
    return 0
