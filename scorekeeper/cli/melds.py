"""`scorekeeper melds` finds the best melds of a hand."""

from __future__ import annotations

import argparse
from typing import Any

from scorekeeper.cli.json_lines import add_json_command
from scorekeeper.rummy import best_melds
from scorekeeper.rummy.messages import Translate


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `melds` to the command line."""
    add_json_command(
        subparsers,
        "melds",
        _answer,
        help="find the best melds of a hand",
        description="Find the melds of a hand that leave the least deadwood, "
        "its lay-offs on melds that lie on the table, or whatever the game asks about a hand.",
    )


def _answer(document: object, translate: Translate) -> dict[str, Any]:
    return best_melds(document, translate).as_json()
