"""The open runs of one suit: those whose last card has the value that a search has reached.

Whether an open run has four cards or ten makes no difference to what may follow, so a state says
only how many of them have one card, how many two, and how many three or more.
"""

from __future__ import annotations

from typing import NamedTuple

MOST_OPEN = 4
"""How many runs of a suit can be open at once: of two packs, and one for each of two jokers."""


class OpenRuns(NamedTuple):
    """How many open runs have one card, two, and three or more."""

    ones: int
    twos: int
    longs: int

    @property
    def may_end(self) -> bool:
        return not self.ones and not self.twos

    def after(self, cards: int) -> OpenRuns | None:
        """What is open after this many cards of the next value. `None` if a short run is cut off.

        Runs that are too short to end go on first, then the long ones, and only the cards left over
        begin new runs: a long run can do whatever a new one can, and may also end.

        >>> OpenRuns(1, 0, 1).after(3)
        OpenRuns(ones=1, twos=1, longs=1)
        """
        over = cards - self.ones - self.twos
        if over < 0:
            return None
        going_on = min(over, self.longs)
        return OpenRuns(over - going_on, self.ones, self.twos + going_on)

    def dominates(self, other: OpenRuns) -> bool:
        """Whether the cards that complete the `other` runs always complete these, with none left.

        A long run can replace any other run, or end. A run of two cards can replace a single card.

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
"""Every state, by its number. The first has no open run."""

_NUMBERS = {state: number for number, state in enumerate(STATES)}

NEXT = tuple(
    tuple(
        _NUMBERS.get(after) if (after := state.after(cards)) else None
        for cards in range(MOST_OPEN + 1)
    )
    for state in STATES
)
"""The number of the state that follows each state after 0, 1, … cards. `None` where none does."""

DOMINATORS = tuple(
    tuple(
        number for number, other in enumerate(STATES) if other != state and other.dominates(state)
    )
    for state in STATES
)
"""The numbers of the states that dominate each state."""
