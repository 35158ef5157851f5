"""Open runs of one suit, for a search that goes through the values in order.

A run is open if its last card has the value that the search has reached. Runs of three or more
cards all behave alike. So a state only counts the open runs with one card, with two cards, and with
three or more cards.
"""

from __future__ import annotations

from typing import NamedTuple

MOST_OPEN = 4
"""The most open runs of a suit: one for each of two packs and one for each of two jokers."""


class OpenRuns(NamedTuple):
    """The numbers of open runs with one card, with two cards, and with three or more cards."""

    ones: int
    twos: int
    longs: int

    @property
    def may_end(self) -> bool:
        return not self.ones and not self.twos

    def after(self, cards: int) -> OpenRuns | None:
        """Return the open runs after this many cards of the next value.

        The cards first extend the runs that are too short to end, then the long runs. Only the
        cards left over begin new runs, because a long run can do whatever a new run can, and can
        also end. The result is `None` if a run that is too short gets no card.

        >>> OpenRuns(1, 0, 1).after(3)
        OpenRuns(ones=1, twos=1, longs=1)
        """
        over = cards - self.ones - self.twos
        if over < 0:
            return None
        going_on = min(over, self.longs)
        return OpenRuns(over - going_on, self.ones, self.twos + going_on)

    def dominates(self, other: OpenRuns) -> bool:
        """Check whether all cards that complete the `other` runs also complete these runs.

        A long run can replace any other run, or end. A run of two cards can replace a run of one.

        >>> OpenRuns(0, 0, 1).dominates(OpenRuns(1, 0, 0))
        True
        >>> OpenRuns(1, 0, 0).dominates(OpenRuns(0, 0, 0))
        False
        """
        longs = self.longs - other.longs
        twos_over = max(0, self.twos - other.twos)
        longs -= max(0, other.twos - self.twos)
        ones_to_replace = other.ones - self.ones - twos_over
        return longs >= 0 and 0 <= ones_to_replace <= longs


STATES = tuple(
    OpenRuns(ones, twos, longs)
    for ones in range(MOST_OPEN + 1)
    for twos in range(MOST_OPEN + 1 - ones)
    for longs in range(MOST_OPEN + 1 - ones - twos)
)
"""Every state, indexed by its number. State 0 has no open runs."""

_NUMBERS = {state: number for number, state in enumerate(STATES)}

NEXT = tuple(
    tuple(
        _NUMBERS.get(after) if (after := state.after(cards)) else None
        for cards in range(MOST_OPEN + 1)
    )
    for state in STATES
)
"""`NEXT[state][cards]`: the number of the next state after 0, 1, … cards, or `None`."""

DOMINATORS = tuple(
    tuple(
        number for number, other in enumerate(STATES) if other != state and other.dominates(state)
    )
    for state in STATES
)
"""The numbers of the states that dominate each state."""
