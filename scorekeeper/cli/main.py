"""The `scorekeeper` command: one module a command, each loading only what it needs when it runs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from scorekeeper import __doc__ as summary
from scorekeeper import __version__
from scorekeeper.cli import keeper_link, melds, score, serve

COMMANDS = (serve, score, melds, keeper_link)
"""Each has `add_parser(subparsers)`, which sets `run`: a function of the arguments to a status."""


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(prog="scorekeeper", description=summary)
    parser.add_argument(
        "--version",
        action="version",
        version=f"%(prog)s {__version__}",
        help="show the version and exit",
    )
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(subparsers)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; answers the exit status: 0 done, 1 failed, 2 asked wrongly."""
    options = make_parser().parse_args(arguments)
    status: int = options.run(options)
    return status
