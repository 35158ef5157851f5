"""The best runs of one suit from several decks, for every number of wild cards that may fill them.

A lane is an int: three bits a place. Two hold how many copies of that card there are, the third
says that they are free, that is, count nothing when no run takes them; it is set only where there
is a copy. Places go from the low ace (0) to the king (12) and an ace that stands high (13).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from scorekeeper.rummy.melds.single_deck import Worth

KING = 12
HIGH_ACE = 13
NEVER = 1 << 30

PLACE_BITS = 3
COPIES = 3
FREE = 4
_SLOT = COPIES | FREE
_BELOW = 1 << PLACE_BITS

MOST_LANES = 1 << 15
"""How many answers of one kind are kept for the hands to come; lanes recur from hand to hand."""

Run = tuple[int, ...]
"""The places of a run's natural cards, ascending."""

_Option = tuple[int, int, int, int]
"""What can become of a lane's highest card: the points it counts, the wild cards it takes, the lane
that is left, and the first place of the run that it ends or `_NO_RUN`."""
_NO_RUN = -1


@lru_cache(maxsize=16)
def lane_runs(worth: Worth, wilds: int, ace_high: bool) -> LaneRuns:
    """The answers for these points, so many wild cards, and aces that may stand high or not."""
    return LaneRuns(worth, wilds, ace_high)


class LaneRuns(dict[int, list[int]]):
    """By lane the least points that it leaves with at most 0, 1, … `wilds` wild cards.

    An answer is found when it is first asked for.
    """

    def __init__(self, worth: Worth, wilds: int, ace_high: bool) -> None:
        super().__init__()
        self.worth = (*worth, worth[0])
        self.wilds = wilds
        self.ace_high = ace_high
        self._fixed = _FixedAces(self.worth, wilds)

    def __missing__(self, lane: int) -> list[int]:
        ways = [self._fixed[each] for each in self._with_aces(lane)]
        least = ways[0] if len(ways) == 1 else [min(left) for left in zip(*ways, strict=True)]
        self[lane] = least
        return least

    def forget(self) -> None:
        """Give up what is kept where that is much."""
        if len(self) + len(self._fixed) > MOST_LANES:
            self.clear()
            self._fixed.clear()

    def runs(self, lane: int, wilds: int) -> list[Run]:
        """The runs that leave the least points of a lane with at most so many wild cards."""
        lanes = self._with_aces(lane)
        return self._fixed.runs(min(lanes, key=lambda each: self._fixed[each][wilds]), wilds)

    def without_runs(self, lane: int) -> int:
        """The points that a lane leaves where no runs are made of it."""
        points = 0
        for worth in self.worth:
            if lane & (COPIES | FREE) <= COPIES:
                points += (lane & COPIES) * worth
            lane >>= PLACE_BITS
        return points

    def _with_aces(self, lane: int) -> list[int]:
        """The lane with none, one, … all of its aces standing high, where they may."""
        lanes = [lane]
        while self.ace_high and lane & COPIES:
            high = (lane & FREE | 1) << PLACE_BITS * HIGH_ACE
            lane = _without_one(lane, 0)
            # The mark of free cards is there once, however many aces stand high.
            lane = (lane & ~(FREE << PLACE_BITS * HIGH_ACE)) + high
            lanes.append(lane)
        return lanes


class _FixedAces(dict[int, list[int]]):
    """The same for lanes whose aces stay where they are.

    A lane is taken apart from its highest card down: the sets of the dearest ranks are decided
    first, so that many hands with different decisions share what lies below.
    """

    def __init__(self, worth: Worth, wilds: int) -> None:
        super().__init__({0: [0] * (wilds + 1)})
        self.worth = worth
        self.wilds = wilds

    def __missing__(self, lane: int) -> list[int]:
        least = [NEVER] * (self.wilds + 1)
        for points, needed, rest, _ in self._options(lane):
            for used, left in enumerate(self[rest][: self.wilds + 1 - needed], needed):
                least[used] = min(least[used], points + left)
        self[lane] = least
        return least

    def clear(self) -> None:
        """Keep only what everything begins with."""
        super().clear()
        self[0] = [0] * (self.wilds + 1)

    def runs(self, lane: int, wilds: int) -> list[Run]:
        """The runs that leave the least points of a lane with at most so many wild cards."""
        runs = []
        while lane:
            place, least = _highest(lane), self[lane][wilds]
            needed, rest, first = next(
                (needed, rest, first)
                for points, needed, rest, first in self._options(lane)
                if needed <= wilds and points + self[rest][wilds - needed] == least
            )
            if first != _NO_RUN:
                between = range(first, place + 1)
                runs.append(tuple([each for each in between if lane >> PLACE_BITS * each & COPIES]))
            lane, wilds = rest, wilds - needed
        return runs

    def _options(self, lane: int) -> list[_Option]:
        """All that can become of the highest card: it is left, or ends a run."""
        place = _highest(lane)
        points = 0 if lane >> PLACE_BITS * place & FREE else self.worth[place]
        left = lane
        options = [(points, 0, _without_one(lane, place), _NO_RUN)]
        # No run holds both aces.
        gaps, first, lowest = 0, place, 1 if place == HIGH_ACE else 0
        while gaps <= self.wilds and first >= lowest and left & (_BELOW << PLACE_BITS * first) - 1:
            if left >> PLACE_BITS * first & COPIES:
                # A natural card that can stand in the run does: a wild card is worth keeping.
                left = _without_one(left, first)
                needed = gaps + max(0, first + 2 - place)
                if needed <= self.wilds:
                    options.append((0, needed, left, first))
            else:
                gaps += 1
            first -= 1
        return options


def _highest(lane: int) -> int:
    """The place of a lane's highest card."""
    return (lane.bit_length() - 1) // PLACE_BITS


def lane_of(copies: Sequence[int]) -> int:
    """The lane with so many copies of each card from the ace up, none of them free."""
    return sum([count << PLACE_BITS * place for place, count in enumerate(copies)])


def with_free(lane: int, places: Iterable[int]) -> int:
    """The lane with its cards at these places free."""
    marks = sum([FREE << PLACE_BITS * place for place in places])
    # Either bit of a number of copies, moved where the mark goes.
    return lane | marks & (lane << 2 | lane << 1)


@lru_cache(maxsize=64)
def reach(wilds: int, ace_high: bool) -> tuple[int, ...]:
    """By place the copies of all other cards that can come next to it in a run."""
    return tuple(
        sum(
            COPIES << PLACE_BITS * other
            for other in range(HIGH_ACE)
            if 0 < _distance(place, other, ace_high) <= wilds + 1
        )
        for place in range(HIGH_ACE)
    )


def _distance(place: int, other: int, ace_high: bool) -> int:
    """How far two different cards of a suit are from each other at the least."""
    low = abs(place - other)
    return min(low, HIGH_ACE - low) if ace_high and 0 in (place, other) else low


def _without_one(lane: int, place: int) -> int:
    """A lane with one copy less at a place that holds one."""
    shift = PLACE_BITS * place
    return lane & ~(_SLOT << shift) if lane >> shift & COPIES == 1 else lane - (1 << shift)
