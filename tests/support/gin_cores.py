"""Every hand of one deck, by its core: the cards that lie in some possible meld of the hand.

Two facts make 15,820,024,220 hands few. Cards outside the core are in no meld, so they only add
their points. And renaming the suits of a hand changes nothing. So each core is listed once for
all its renamings, with the number of hands that have exactly this core; these numbers add up to
all hands. Nothing here knows the solver.

A core is a tuple with one set of suits for each rank from the ace up, an int with one bit a suit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import permutations
from typing import NamedTuple, TypeAlias

from scorekeeper.rummy.cards import RANKS, SUITS

Suits: TypeAlias = int

ALL_SUITS = range(1 << len(SUITS))
SMALLEST_SET = 3


def _renamed(suits: Suits, names: tuple[int, ...]) -> Suits:
    return sum(1 << to for at, to in enumerate(names) if suits >> at & 1)


RENAMINGS = [
    [_renamed(suits, names) for suits in ALL_SUITS] for names in permutations(range(len(SUITS)))
]
"""The 24 ways to rename the suits: what each set of suits becomes."""


class Core(NamedTuple):
    """A core, for how many different ones it stands, and the numbers of hands that each has.

    `hands` are those with no other card, with one more, and so on up to the largest hand.
    """

    suits: tuple[Suits, ...]
    size: int
    renamings: int
    hands: tuple[int, ...]

    @property
    def cards(self) -> list[str]:
        """Its cards, such as `7S`."""
        return [
            rank + suit
            for rank, suits in zip(RANKS, self.suits, strict=False)
            for at, suit in enumerate(SUITS)
            if suits >> at & 1
        ]

    def renamed(self) -> Iterator[Core]:
        """The same core under every renaming of the suits."""
        for renaming in RENAMINGS:
            yield self._replace(suits=tuple(renaming[suits] for suits in self.suits))


def cores(largest: int) -> Iterator[Core]:
    """Every core of hands up to this size, the empty one first, once for all renamings.

    Of all renamings the one comes whose sets of suits are greatest, the ace's first. As that holds
    for each beginning of it too, others are dropped as soon as they begin otherwise.
    """
    yield from _longer((), 0, (_Rank(0, 0), _Rank(0, 0)), {_NOTHING: 1}, RENAMINGS, largest)


class _Rank(NamedTuple):
    """The core's suits of a rank, and those of them that are in a set or run so far."""

    suits: Suits
    melded: Suits


def _longer(
    core: tuple[Suits, ...],
    size: int,
    last_two: tuple[_Rank, _Rank],
    ways: Mapping[_Beside, int],
    unchanged_by: list[list[Suits]],
    largest: int,
) -> Iterator[Core]:
    """The core itself, if each card is in a meld, and every one that begins with it."""
    before, last = last_two
    if before.suits == before.melded and last.suits == last.melded and (last.suits or not core):
        rest = len(RANKS) - len(core)
        beside = sum(number * _without_core(rest, each, largest) for each, number in ways.items())
        hands = tuple(beside >> _SLOT * more & _ONE_SLOT for more in range(largest - size + 1))
        yield Core(core, size, len(RENAMINGS) // len(unchanged_by), hands)
    if len(core) == len(RANKS):
        return
    for suits in ALL_SUITS:
        row = before.suits & last.suits & suits
        is_too_large = size + suits.bit_count() > largest
        if is_too_large or before.melded | row != before.suits:
            continue
        if any(renaming[suits] > suits for renaming in unchanged_by):
            continue
        in_a_set = suits if suits.bit_count() >= SMALLEST_SET else 0
        yield from _longer(
            (*core, suits),
            size + suits.bit_count(),
            (_Rank(last.suits, last.melded | row), _Rank(suits, in_a_set | row)),
            _with(suits, ways, largest),
            [renaming for renaming in unchanged_by if renaming[suits] == suits],
            largest,
        )


# How many ways there are to add cards beside a core that make no further meld


class _Beside(NamedTuple):
    """What the last two ranks hold: core and cards beside it, and those beside it alone.

    `rows` are the suits that hold both ranks, `loose_rows` those where a card is beside the core.
    """

    all: Suits
    loose: Suits
    rows: Suits
    loose_rows: Suits


_NOTHING = _Beside(0, 0, 0, 0)

_SLOT = 40
"""Bits for the number of ways with so many cards beside: one int holds them all, none first."""
_ONE_SLOT = (1 << _SLOT) - 1


_LOOSE = [
    [
        loose
        for loose in ALL_SUITS
        if not loose & core and (not loose or (loose | core).bit_count() < SMALLEST_SET)
    ]
    for core in ALL_SUITS
]
"""By the core's suits of a rank: the cards that can be beside it without a set."""


@cache
def _after(beside: _Beside, core: Suits) -> list[tuple[_Beside, int]]:
    """All that can follow in the next rank without a run of a loose card, with its loose cards."""
    following = []
    for loose in _LOOSE[core]:
        whole = core | loose
        if not beside.rows & whole & (beside.loose_rows | loose):
            rows = beside.all & whole
            after = _Beside(whole, loose, rows, rows & (beside.loose | loose))
            following.append((after, loose.bit_count()))
    return following


def _with(core: Suits, ways: Mapping[_Beside, int], largest: int) -> dict[_Beside, int]:
    """The ways after one more rank, in which the core has these suits."""
    longer: dict[_Beside, int] = {}
    for beside, number in ways.items():
        for after, loose in _after(beside, core):
            longer[after] = longer.get(after, 0) + (number << _SLOT * loose)
    return {beside: _up_to(number, largest) for beside, number in longer.items()}


@cache
def _without_core(ranks: int, beside: _Beside, largest: int) -> int:
    """The ways to add cards of the highest ranks, of which the core has none."""
    if not ranks:
        return 1
    ways = 0
    for after, loose in _after(beside, 0):
        ways += _without_core(ranks - 1, after, largest) << _SLOT * loose
    return _up_to(ways, largest)


def _up_to(ways: int, cards: int) -> int:
    """The ways with this many cards at most."""
    return ways & (1 << _SLOT * (cards + 1)) - 1
