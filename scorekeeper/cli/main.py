"""The `scorekeeper` command. Only the module of the chosen subcommand is imported."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from scorekeeper import __doc__ as summary
from scorekeeper import __version__
from scorekeeper.cli.options import printing

COMMANDS = {
    "serve": "serve",
    "score": "documents",
    "melds": "documents",
    "settle": "documents",
    "tournament": "tournament",
    "keeper-link": "keeper_link",
    "backup": "backup",
    "restore": "backup",
    "copy": "backup",
    "export": "exporting",
    "import": "importing",
    "demo": "demo",
    "rebuild": "statistics",
    "check": "statistics",
    "config": "config",
}
"""The module of each command in this package.

The module has a function such as `add_keeper_link(subparsers)`. It sets `run`, a function that
takes the options and returns a status.
"""


def make_parser(*commands: str) -> argparse.ArgumentParser:
    """The parser with these commands, or with all."""
    parser = argparse.ArgumentParser(prog="scorekeeper", description=summary)
    parser.add_argument(
        "--version",
        action="version",
        version=f"%(prog)s {__version__}",
        help="show the version and exit",
    )
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in commands or COMMANDS:
        module = import_module(f"{__package__}.{COMMANDS[command]}")
        getattr(module, f"add_{command.replace('-', '_')}")(subparsers)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns the exit status: 0 for success, 1 for failure, 2 for wrong usage."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # for characters that the console lacks
    given = sys.argv[1:] if arguments is None else arguments
    parser = make_parser(*[name for name in given[:1] if name in COMMANDS])
    options = parser.parse_args(given)
    status: int = options.run(options)
    return _sent(status)


def _sent(status: int) -> int:
    """Flush standard output. Returns the status, or 1 if flushing fails."""
    try:
        with printing():
            print(end="", flush=True)
    except OSError as error:
        print(f"scorekeeper: cannot use {error.filename}: {error.strerror}", file=sys.stderr)
        return status or 1
    return status
