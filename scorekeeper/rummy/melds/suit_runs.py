"""The best runs of one suit from several decks, for each number of wild cards.

A lane is an int with four bits per place. The first two bits are the number of copies of that card.
The third bit marks the copies as free: outside runs they count nothing. The fourth bit marks them
as priced: outside runs they count their price. At most one mark is set, and only if there is a
copy. Places go from the low ace (0) to the king (12) and the high ace (13).

The points left are the points of the cards outside runs. For a suit they are a list: the least
points with at most 0, 1, … wild cards. The function `both` adds two such lists and divides the wild
cards between the two suits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from scorekeeper.rummy.melds.single_deck import Worth

KING = 12
HIGH_ACE = 13
NEVER = 1 << 30

PLACE_BITS = 4
COPIES = 3
FREE = 4
PRICED = 8
_MARKS = FREE | PRICED
_SLOT = COPIES | _MARKS
_BELOW = 1 << PLACE_BITS
_EVERY_FREE = sum(FREE << PLACE_BITS * place for place in range(HIGH_ACE))

MOST_LANES = 1 << 15
"""The most results kept for later hands. Different hands often have the same lanes."""

Run = tuple[int, ...]
"""The places of a run's natural cards in ascending order."""


@lru_cache(maxsize=16)
def lane_runs(worth: Worth, wilds: int, ace_high: bool, shortest: int, low_ace: int) -> LaneRuns:
    return LaneRuns(worth, wilds, ace_high, shortest, low_ace)


class LaneRuns(dict[int, list[int]]):
    """The least points left in each lane with at most 0, 1, … `wilds` wild cards.

    A lane is solved at its first look-up. A run has at least `shortest` cards, including wild
    cards. An ace below a two in a run still counts `low_ace`. `prices` has a price for each place.
    """

    def __init__(
        self,
        worth: Worth,
        wilds: int,
        ace_high: bool,
        shortest: int,
        low_ace: int = 0,
        prices: Worth = (0,) * HIGH_ACE,
    ) -> None:
        super().__init__()
        self.worth = (*worth, worth[0])
        self.wilds = wilds
        self.ace_high = ace_high
        self.shortest = shortest
        self.low_ace = low_ace
        # A low ace counts `low_ace` even in a run. Outside runs it also counts these other points.
        fixed = (worth[0] - low_ace, *self.worth[1:])
        self._fixed = _FixedAces(fixed, (*prices, prices[0]), wilds, shortest)

    def __missing__(self, lane: int) -> list[int]:
        ways = [self._left(fixed) for fixed in self._with_aces(lane)]
        least = ways[0] if len(ways) == 1 else [min(left) for left in zip(*ways, strict=True)]
        self[lane] = least
        return least

    def forget(self) -> None:
        if len(self) + len(self._fixed) > MOST_LANES:
            self.clear()
            self._fixed.clear()

    def runs(self, lane: int, wilds: int) -> list[Run]:
        """Return runs that leave the least points of a lane with at most `wilds` wild cards."""
        lanes = self._with_aces(lane)
        return self._fixed.runs(min(lanes, key=lambda fixed: self._left(fixed)[wilds]), wilds)

    def without_runs(self, lane: int) -> int:
        """Return the points of a lane without any runs. The lane must have no marks."""
        points = 0
        for worth in self.worth:
            points += (lane & COPIES) * worth
            lane >>= PLACE_BITS
        return points

    def _left(self, lane: int) -> list[int]:
        left = self._fixed[lane]
        low = self.low_ace * (lane & COPIES)
        return [low + points for points in left] if low else left

    def _with_aces(self, lane: int) -> list[int]:
        """Return the lane with 0, 1, … high aces, or only with 0 if aces cannot be high."""
        lanes = [lane]
        while self.ace_high and lane & COPIES:
            high = (lane & _MARKS | 1) << PLACE_BITS * HIGH_ACE
            lane = _without_one(lane, 0)
            # Several high aces share one mark.
            lane = (lane & ~(_MARKS << PLACE_BITS * HIGH_ACE)) + high
            lanes.append(lane)
        return lanes


class _FixedAces(dict[int, list[int]]):
    """Like `LaneRuns`, for lanes with each ace already low or high.

    A lane is solved from its highest card down. The caller decides the sets of the most expensive
    ranks first, so hands that differ only in those decisions share the results for lower cards.
    """

    def __init__(self, worth: Worth, prices: Worth, wilds: int, shortest: int) -> None:
        super().__init__({0: [0] * (wilds + 1)})
        self.worth = worth
        self.prices = prices
        self.wilds = wilds
        self.shortest = shortest
        self.longest = 2 * shortest - 1
        """Longer runs can be split in two."""

    def __missing__(self, lane: int) -> list[int]:
        place = _highest(lane)
        points = self._unmatched(lane, place)
        least = [points + left for left in self[_without_one(lane, place)]]
        if least[0]:
            for needed, rest, _ in self._runs_from(lane, place):
                for wilds, left in enumerate(self[rest][: self.wilds + 1 - needed], needed):
                    if left < least[wilds]:
                        least[wilds] = left
        self[lane] = least
        return least

    def clear(self) -> None:
        """Clear everything except the empty lane."""
        super().clear()
        self[0] = [0] * (self.wilds + 1)

    def runs(self, lane: int, wilds: int) -> list[Run]:
        runs = []
        while lane:
            place, least = _highest(lane), self[lane][wilds]
            rest = _without_one(lane, place)
            if self._unmatched(lane, place) + self[rest][wilds] > least:
                needed, rest, first = next(
                    (needed, rest, first)
                    for needed, rest, first in self._runs_from(lane, place)
                    if needed <= wilds and self[rest][wilds - needed] == least
                )
                between = range(first, place + 1)
                runs.append(
                    tuple(place for place in between if lane >> PLACE_BITS * place & COPIES)
                )
                wilds -= needed
            lane = rest
        return runs

    def _unmatched(self, lane: int, place: int) -> int:
        marks = lane >> PLACE_BITS * place & _MARKS
        if marks:
            return self.prices[place] if marks == PRICED else 0
        return self.worth[place]

    def _runs_from(self, lane: int, place: int) -> Iterator[tuple[int, int, int]]:
        """Yield each run that ends at `place`.

        A run is given as its number of wild cards, the rest of the lane, and its first place.
        """
        # No run has both a low and a high ace.
        gaps, first = 0, place
        lowest = max(1 if place == HIGH_ACE else 0, place - self.longest + 1)
        while gaps <= self.wilds and first >= lowest and lane & (_BELOW << PLACE_BITS * first) - 1:
            shift = PLACE_BITS * first
            copies = lane >> shift & COPIES
            if copies:
                # Use a natural card if there is one, which saves a wild card.
                lane = lane - (1 << shift) if copies > 1 else lane & ~(_SLOT << shift)
                needed = gaps + max(0, self.shortest - 1 - (place - first))
                if needed <= self.wilds:
                    yield needed, lane, first
            else:
                gaps += 1
            first -= 1


def _highest(lane: int) -> int:
    return (lane.bit_length() - 1) // PLACE_BITS


def lane_of(copies: Sequence[int]) -> int:
    """Return the lane with these numbers of copies from the ace up, without marks."""
    return sum(count << PLACE_BITS * place for place, count in enumerate(copies))


def with_free(lane: int, places: Iterable[int]) -> int:
    marks = sum(FREE << PLACE_BITS * place for place in places)
    # Both bits of the number of copies are shifted to the position of the mark.
    return lane | marks & (lane << 2 | lane << 1)


def with_prices(lane: int) -> int:
    # Adding the mark of free cards to itself carries into the mark of prices.
    return lane + (lane & _EVERY_FREE)


def without_price(lane: int, place: int) -> int:
    return lane - ((lane & PRICED << PLACE_BITS * place) >> 1)


@lru_cache(maxsize=64)
def reach(wilds: int, ace_high: bool) -> tuple[int, ...]:
    """Return, for each place, a mask of the natural cards that can be next to it in a run.

    There can be up to `wilds` wild cards between the two natural cards.
    """
    return tuple(
        sum(
            COPIES << PLACE_BITS * other
            for other in range(HIGH_ACE)
            if 0 < _distance(place, other, ace_high) <= wilds + 1
        )
        for place in range(HIGH_ACE)
    )


def _distance(place: int, other: int, ace_high: bool) -> int:
    low = abs(place - other)
    return min(low, HIGH_ACE - low) if ace_high and 0 in (place, other) else low


def _without_one(lane: int, place: int) -> int:
    """Return a lane with one copy fewer at a place. The place must have at least one copy."""
    shift = PLACE_BITS * place
    return lane & ~(_SLOT << shift) if lane >> shift & COPIES == 1 else lane - (1 << shift)


Left = Sequence[int]


def least_shared(suits: Sequence[Left], wilds: int) -> int:
    """Return the least points left in these suits with at most `wilds` wild cards."""
    if not wilds or len(suits) < 2:
        return sum([left[wilds] for left in suits])
    most, last = all_of(suits[:-1], wilds), suits[-1]
    return min([most[given] + last[wilds - given] for given in range(wilds + 1)])


def best_shares(suits: Sequence[Left], wilds: int) -> tuple[int, ...]:
    """Return the number of wild cards for each suit that leaves the least points in all."""
    ways: list[tuple[int, tuple[int, ...]]] = [(0, ())] * (wilds + 1)
    for left in suits:
        ways = [_best_way(ways, left, number) for number in range(wilds + 1)]
    return ways[wilds][1]


def all_of(suits: Sequence[Left], wilds: int) -> Left:
    """Return the least points left in one or more suits with at most 0, 1, … `wilds` wild cards."""
    left, *others = suits
    for other in others:
        left = both(left, other, wilds)
    return left


def both(one: Left, other: Left, wilds: int) -> list[int]:
    return [
        min(one[given] + other[number - given] for given in range(number + 1))
        for number in range(wilds + 1)
    ]


def _best_way(
    ways: Sequence[tuple[int, tuple[int, ...]]], left: Left, number: int
) -> tuple[int, tuple[int, ...]]:
    points, given = min([ways[number - to][0] + left[to], to] for to in range(number + 1))
    return points, (*ways[number - given][1], given)
