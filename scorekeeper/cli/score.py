"""`scorekeeper score` scores game documents and explains every point."""

from __future__ import annotations

import argparse
from typing import Any

from scorekeeper.cli.json_lines import add_json_command
from scorekeeper.rummy import score
from scorekeeper.rummy.messages import Translate


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `score` to the command line."""
    add_json_command(
        subparsers,
        "score",
        _answer,
        help="score a game written down as JSON",
        description="Score a game document: every round’s winners and points with their reasons, "
        "the totals and the end of the game.",
    )


def _answer(document: object, translate: Translate) -> dict[str, Any]:
    return score(document, translate).as_json()
