"""Cards that are to be laid as melds, and how much effort that may take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError

SUITS = 4
VALUES = 13
SMALLEST, LARGEST_SET = 3, 4
HIGH_ACE = VALUES
"""The value at which aces that were kept back end their runs."""

Counts: TypeAlias = tuple[tuple[int, ...], ...]
"""How many cards there are, by value from 0 (the ace or 1) to 12 and by suit from 0 to 3."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be laid.

    - `must`: cards that must be laid
    - `may`: cards that may be laid; each that is not costs `cost` (by value)
    - `jokers`: how many there are, for any card; up to `may_stay` of them need not be laid, and
      each that is not costs `joker_cost`
    - `ace_high`: whether an ace may also follow the king
    - `worth`: the least that all numbers in the melds are to add up to, if that can be reached
    """

    must: Counts
    may: Counts
    cost: tuple[int, ...]
    jokers: int = 0
    may_stay: int = 0
    joker_cost: int = 0
    ace_high: bool = False
    worth: int = 0


class TooMuchError(RuleError):
    """It would take more effort to find a layout than there is left."""

    def __init__(self) -> None:
        text = message("These cards can be laid in too many ways to compare: ask about fewer.")
        super().__init__(text, "table")


@dataclass(slots=True)
class Effort:
    """How many ways the searches for one answer may still try. Some 200,000 take a second.

    Ways are counted, not seconds, so that the same question has the same answer on every machine.
    `watch` is called with how many were tried each time, and may raise to end the search.
    """

    left: int = 500_000
    watch: Callable[[int], None] | None = None

    def spend(self, ways: int) -> None:
        """Take the ways tried off those left. Raises `TooMuchError` if none are left."""
        self.left -= ways
        if self.left < 0:
            raise TooMuchError
        if self.watch:
            self.watch(ways)

    def at_most(self, ways: int) -> Effort:
        """A part of what is left, for a search whose answer can be done without."""
        return replace(self, left=min(self.left, ways))
