"""`scorekeeper rebuild` writes all statistics again. `check` compares them with the games."""

from __future__ import annotations

import argparse
from itertools import chain
from typing import TYPE_CHECKING

from scorekeeper.cli.options import ProgressBar, on_book, say

if TYPE_CHECKING:
    from scorekeeper.config import Settings


def add_rebuild(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "rebuild",
        help="compute all statistics again",
        description="Compute all statistics again from the games. Meanwhile a running server shows "
        "pages, but records nothing. If you stop the command, the statistics stay unchanged.",
    )
    parser.set_defaults(run=on_book(_rebuild, statistics=False))


def _rebuild(_options: argparse.Namespace, _settings: Settings) -> int:
    from scorekeeper.statistics.rebuild import rebuild

    progress = ProgressBar()
    try:
        written = rebuild(progress)
    finally:
        progress.end()
    counted = f"Games: {written.games:,}, rounds: {written.rounds:,}."
    say(f"The statistics were computed again. {counted}")
    if written.unreadable:
        say(f"Not readable: {written.unreadable:,}. `scorekeeper check` names them.")
    return 0


def add_check(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "check",
        help="compare all statistics with the games",
        description="Compare all statistics with the games. List the differences, and unreadable "
        "games, tournaments and leagues. The command changes nothing.",
    )
    parser.set_defaults(run=on_book(_check, statistics=False))


def _check(_options: argparse.Namespace, _settings: Settings) -> int:
    """Print all differences. Returns 1 if there are any."""
    from scorekeeper.statistics.check import check
    from scorekeeper.statistics.rebuild import are_written
    from scorekeeper.tournaments.checking import check_leagues, check_tournaments

    progress, faults = ProgressBar(), 0
    try:
        for fault in chain(check(progress), check_tournaments(), check_leagues()):
            progress.end()
            say(fault)
            faults += 1
    finally:
        progress.end()
    if faults:
        say(f"Found {faults:,}. `scorekeeper rebuild` computes the statistics again.")
        return 1
    say("The statistics match the games." if are_written() else _NOT_WRITTEN)
    return 0


_NOT_WRITTEN = (
    "The statistics are from another version of the program. The server computes them again when "
    "it starts, as does `scorekeeper rebuild`."
)
