"""Phases: the tasks that each player lays down one after another through a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.column import Column
from scorekeeper.rummy.hand import PHASE, Hand, Parts
from scorekeeper.rummy.messages import Message, Seat


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase: its name, and the fewest cards that it needs."""

    name: Message
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Phases:
    """The phases of a game, and the rules for laying them down.

    - `listed(rules)`: the phases in order
    - `any_order(rules)`: whether players choose their next phase
    - `laid_down(rules, column, seat, hand, goes_out)`: the number of the phase that a player laid
      down in a round. `None` if the player laid down no phase. `column` is the state before the
      round. Raises `RuleError` at the hand
    """

    listed: Callable[[Any], tuple[Phase, ...]]
    any_order: Callable[[Any], bool]
    laid_down: Callable[[Any, Column, Seat, Hand | None, bool], int | None]

    def is_chosen(self, rules: Any, column: Column) -> bool:
        """Check whether players choose their phase. In a play-off, everybody has the last phase."""
        return self.any_order(rules) and not column.play_off

    def of(self, rules: Any, column: Column, seat: Seat) -> int:
        """The number of the player’s current phase, if phases come in order."""
        last = len(self.listed(rules))
        return last if column.play_off else min(len(column.phases_of(seat)) + 1, last)

    def is_through(self, rules: Any, column: Column, seat: Seat) -> bool:
        return self.to_go(rules, column, seat) == 0

    def to_go(self, rules: Any, column: Column, seat: Seat) -> int:
        return max(0, len(self.listed(rules)) - len(set(column.phases_of(seat))))

    def open_to(self, rules: Any, column: Column, seat: Seat) -> tuple[int, ...]:
        if not self.is_chosen(rules, column):
            return (self.of(rules, column, seat),)
        done = column.phases_of(seat)
        numbers = range(1, len(self.listed(rules)) + 1)
        return tuple(number for number in numbers if number not in done)


def phase_part(hand: Hand | None) -> int | None:
    """The phase part of a hand: a number or a flag. `None` if the hand has no phase part."""
    phase = dict(hand.own).get(PHASE) if isinstance(hand, Parts) else None
    return phase if isinstance(phase, int) else None
