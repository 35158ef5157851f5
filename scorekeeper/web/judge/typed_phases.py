"""The phases that a player has laid down before a round, typed at the judge’s desk.

Where phases come in order that is their number, `3`; where players choose them, which: `1 4 7`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError

Numbers: TypeAlias = tuple[int, ...]
"""The numbers of phases, from 1."""


def print_phases(laid_down: Iterable[int], game: Game) -> str:
    """These phases as they are typed, each once: a play-off repeats the last."""
    numbers = sorted({*laid_down})
    return " ".join(map(str, numbers)) if _are_chosen(game) else str(len(numbers))


def read_phases(typed: str, game: Game) -> Numbers:
    """Read the phases of a player; raises `RuleError` for what is none."""
    phases = game.variant.phases
    most = len(phases.listed(game.rules)) if phases else 0
    words = re.split(r"[\s,;]+", typed) if typed else []
    known = {str(number): number for number in range(most + 1)}
    numbers = {known.get(word, -1) for word in words}
    if _are_chosen(game):
        if numbers & {-1, 0}:
            text = message("These are numbers from 1 to {most}, such as 1 4 7.", most=most)
            raise RuleError(text, "phases")
        return tuple(sorted(numbers))
    if -1 in numbers or len(words) > 1:
        raise RuleError(message("This must be 0 to {most} phases.", most=most), "phases")
    return tuple(range(1, max(numbers, default=0) + 1))


def _are_chosen(game: Game) -> bool:
    """Whether players choose which phase they lay down."""
    phases = game.variant.phases
    return phases is not None and phases.any_order(game.rules)
