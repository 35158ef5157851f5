"""`scorekeeper melds` finds the best melds of a hand."""

from __future__ import annotations

import argparse
from typing import Any

from scorekeeper.cli.json_lines import add_json_command
from scorekeeper.rummy.documents.melds import answer_meld_question, read_meld_question
from scorekeeper.rummy.messages import Translate


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `melds` to the command line."""
    add_json_command(
        subparsers,
        "melds",
        melds,
        help="find the best melds of a hand",
        description="Find the melds of a hand that leave the least deadwood, "
        "and its lay-offs on melds that lie on the table.",
    )


def melds(document: object, _translate: Translate) -> dict[str, Any]:
    """The answer to a parsed question; raises `RuleError` if it is invalid."""
    return answer_meld_question(read_meld_question(document))
