"""The `scorekeeper` command; each subcommand loads what it needs only when it runs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from scorekeeper import __doc__ as summary
from scorekeeper import __version__
from scorekeeper.cli import (
    backup,
    check,
    config,
    copy,
    demo,
    export,
    import_file,
    keeper_link,
    melds,
    rebuild,
    restore,
    score,
    serve,
)

COMMANDS = (
    serve,
    score,
    melds,
    keeper_link,
    backup,
    restore,
    copy,
    export,
    import_file,
    demo,
    rebuild,
    check,
    config,
)
"""Each has `add_parser(subparsers)`, which sets `run`: it takes the options, returns a status."""


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
    """Run a command; returns the exit status: 0 for success, 1 for failure, 2 for wrong usage."""
    options = make_parser().parse_args(arguments)
    status: int = options.run(options)
    return status
