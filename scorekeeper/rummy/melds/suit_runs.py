"""The best runs of one suit from several decks, for every number of wild cards in them.

A lane is an int with three bits per place. Two bits are the number of copies of that card; the
third says that they are free, that is, count nothing if they are in no run; it is set only if there
is a copy. Places go from the low ace (0) to the king (12) and the high ace (13).
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
"""How many results are cached for later hands, in which the same lanes come up again."""

Run = tuple[int, ...]
"""The places of a run's natural cards in ascending order."""

_Option = tuple[int, int, int, int]
"""A use of a lane's highest card: the points it counts, the wild cards needed, the rest of the
lane, and the first place of the run that it ends or `_NO_RUN`."""
_NO_RUN = -1


@lru_cache(maxsize=16)
def lane_runs(worth: Worth, wilds: int, ace_high: bool) -> LaneRuns:
    """The results for these points, this number of wild cards, and aces high or not."""
    return LaneRuns(worth, wilds, ace_high)


class LaneRuns(dict[int, list[int]]):
    """The least points left of each lane with at most 0, 1, … `wilds` wild cards.

    A lane is solved when it is first looked up.
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
        """Clear the cache if it has grown too large."""
        if len(self) + len(self._fixed) > MOST_LANES:
            self.clear()
            self._fixed.clear()

    def runs(self, lane: int, wilds: int) -> list[Run]:
        """The runs that leave the least points of a lane with at most `wilds` wild cards."""
        lanes = self._with_aces(lane)
        return self._fixed.runs(min(lanes, key=lambda each: self._fixed[each][wilds]), wilds)

    def without_runs(self, lane: int) -> int:
        """The points left of a lane without any runs."""
        points = 0
        for worth in self.worth:
            if lane & (COPIES | FREE) <= COPIES:
                points += (lane & COPIES) * worth
            lane >>= PLACE_BITS
        return points

    def _with_aces(self, lane: int) -> list[int]:
        """The lane with none, one, … all of its aces high, if aces may be high."""
        lanes = [lane]
        while self.ace_high and lane & COPIES:
            high = (lane & FREE | 1) << PLACE_BITS * HIGH_ACE
            lane = _without_one(lane, 0)
            # The bit for free cards is set once, however many aces are high.
            lane = (lane & ~(FREE << PLACE_BITS * HIGH_ACE)) + high
            lanes.append(lane)
        return lanes


class _FixedAces(dict[int, list[int]]):
    """The same as `LaneRuns` for lanes whose aces are already low or high.

    A lane is solved from its highest card down. The sets of the most expensive ranks are decided
    first, so hands that differ only in those decisions share the results for the lower cards.
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
        """Clear everything but the empty lane."""
        super().clear()
        self[0] = [0] * (self.wilds + 1)

    def runs(self, lane: int, wilds: int) -> list[Run]:
        """The runs that leave the least points of a lane with at most `wilds` wild cards."""
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
        """Every use of the highest card: it is unmatched, or ends a run."""
        place = _highest(lane)
        points = 0 if lane >> PLACE_BITS * place & FREE else self.worth[place]
        left = lane
        options = [(points, 0, _without_one(lane, place), _NO_RUN)]
        # No run has both a low and a high ace.
        gaps, first, lowest = 0, place, 1 if place == HIGH_ACE else 0
        while gaps <= self.wilds and first >= lowest and left & (_BELOW << PLACE_BITS * first) - 1:
            if left >> PLACE_BITS * first & COPIES:
                # Use a natural card if there is one, which saves a wild card.
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
    """The lane with these numbers of copies from the ace up, none of them free."""
    return sum([count << PLACE_BITS * place for place, count in enumerate(copies)])


def with_free(lane: int, places: Iterable[int]) -> int:
    """The lane with the cards at these places marked as free."""
    marks = sum([FREE << PLACE_BITS * place for place in places])
    # Both bits of the number of copies are shifted to the position of the mark.
    return lane | marks & (lane << 2 | lane << 1)


@lru_cache(maxsize=64)
def reach(wilds: int, ace_high: bool) -> tuple[int, ...]:
    """For each place, a mask of the other cards that can be next to it in a run."""
    return tuple(
        sum(
            COPIES << PLACE_BITS * other
            for other in range(HIGH_ACE)
            if 0 < _distance(place, other, ace_high) <= wilds + 1
        )
        for place in range(HIGH_ACE)
    )


def _distance(place: int, other: int, ace_high: bool) -> int:
    """The shortest distance between two cards of a suit."""
    low = abs(place - other)
    return min(low, HIGH_ACE - low) if ace_high and 0 in (place, other) else low


def _without_one(lane: int, place: int) -> int:
    """A lane with one copy fewer at a place that has at least one."""
    shift = PLACE_BITS * place
    return lane & ~(_SLOT << shift) if lane >> shift & COPIES == 1 else lane - (1 << shift)
