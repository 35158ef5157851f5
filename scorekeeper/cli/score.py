"""`scorekeeper score` scores game documents and explains every point."""

from __future__ import annotations

import argparse
from typing import Any

from scorekeeper.cli.json_lines import add_json_command
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.documents.result import answer
from scorekeeper.rummy.game.sheet import fold
from scorekeeper.rummy.messages import Translate, untranslated


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `score` to the command line."""
    add_json_command(
        subparsers,
        "score",
        score,
        help="score a game written down as JSON",
        description="Score a game document: every round's winners and points with their reasons, "
        "the totals and the end of the game.",
    )


def score(document: object, translate: Translate = untranslated) -> dict[str, Any]:
    """The answer to a parsed game document; raises `RuleError` if it is invalid.

    >>> score({"variant": "gin", "players": ["Ann", "Bob"]})["next_dealer"]
    'Ann'
    """
    return answer(fold(read_game(document)), translate)
