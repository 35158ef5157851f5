"""`scorekeeper rebuild` writes all statistics again from the games."""

from __future__ import annotations

import argparse


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
    from scorekeeper import create_app
    from scorekeeper.cli.progress import Progress
    from scorekeeper.cli.starting import CANNOT_START, fail
    from scorekeeper.config import read_settings
    from scorekeeper.statistics.rebuild import rebuild

    settings, progress = None, Progress()
    try:
        settings = read_settings()
        with create_app(settings, statistics=False).app_context():
            written = rebuild(progress)
    except CANNOT_START as error:
        progress.end()
        return fail(error, settings)
    progress.end()
    counted = f"Games: {written.games:,}, rounds: {written.rounds:,}."
    print(f"The statistics are written again. {counted}")
    if written.unreadable:
        print(f"Not readable: {written.unreadable:,}. `scorekeeper check` names them.")
    return 0
