"""The cards to lay as melds, and the effort to spend on the search."""

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
"""The value after the king. An ace kept for the top of a run is laid at this value."""

Counts: TypeAlias = tuple[tuple[int, ...], ...]
"""The number of cards by value from 0 (the ace or 1) to 12 and by suit from 0 to 3."""


@dataclass(frozen=True, slots=True)
class Task:
    """The cards to lay.

    - `must`: cards that must be laid
    - `may`: cards that can be laid
    - `cost`: by value, the cost of each of these cards that is not laid
    - `jokers`: the number of jokers; each joker can stand for any card
    - `may_stay`: the number of jokers that need not be laid
    - `joker_cost`: the cost of each joker that is not laid
    - `ace_high`: whether an ace can also follow the king
    - `worth`: the target for the sum of all numbers in the melds (0: no target)
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
    """Finding a layout would take more effort than is left."""

    def __init__(self) -> None:
        text = message("These cards can be laid in too many ways to compare: ask about fewer.")
        super().__init__(text, "table")


@dataclass(slots=True)
class Effort:
    """The number of ways that the searches for one answer can still try.

    A second is enough for about 200,000 ways. Counting ways instead of seconds gives the same
    answer on every machine. `watch` is called with each number of ways tried, and can raise an
    exception to end the search.
    """

    left: int = 500_000
    watch: Callable[[int], None] | None = None

    def spend(self, ways: int) -> None:
        """Subtract the ways tried from the ways left. Raises `TooMuchError` if no way is left."""
        self.left -= ways
        if self.left < 0:
            raise TooMuchError
        if self.watch:
            self.watch(ways)

    def at_most(self, ways: int) -> Effort:
        """Return a separate, smaller budget, for a search with an optional answer."""
        return replace(self, left=min(self.left, ways))
