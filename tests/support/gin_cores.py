"""Every hand of one deck, by its core: the cards that lie in some possible meld of the hand.

Two facts make 15,820,024,220 hands few. Cards outside the core are in no meld, so they only add
their points. And renaming the suits of a hand changes nothing. So each core is listed once for
all its renamings, with the number of hands that have exactly this core; these numbers add up to
all hands. Nothing here knows the solver.

A core is a tuple with one set of suits for each rank from the ace up, an int with one bit a suit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
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


def _cards(suits_by_rank: tuple[Suits, ...]) -> list[str]:
    return [
        rank + suit
        for rank, suits in zip(RANKS, suits_by_rank, strict=False)
        for at, suit in enumerate(SUITS)
        if suits >> at & 1
    ]


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
        return _cards(self.suits)

    def renamed(self) -> Iterator[Core]:
        """The same core under every renaming of the suits."""
        for renaming in RENAMINGS:
            yield self._replace(suits=tuple(renaming[suits] for suits in self.suits))


def cores(largest: int, *, ace_high: bool = False) -> Iterator[Core]:
    """Every core of hands up to this size, the empty one first, once for all renamings.

    Of all renamings the one comes whose sets of suits are greatest, the ace's first. As that holds
    for each beginning of it too, others are dropped as soon as they begin otherwise.
    """
    ace = _EMPTY if ace_high else None
    for core, renamings in _longer((), 0, _Open(_EMPTY, _EMPTY, ace), RENAMINGS, largest):
        size, rest = sum(map(int.bit_count, core)), len(RANKS) - len(core)
        beside = sum(
            number * _without_core(rest, way, largest)
            for way, number in _beside(core, largest, ace_high).items()
        )
        hands = tuple(beside >> _SLOT * more & _ONE_SLOT for more in range(largest - size + 1))
        yield Core(core, size, renamings, hands)


class _Rank(NamedTuple):
    """The core's suits of a rank, and those of them that are in a set or run so far."""

    suits: Suits
    melded: Suits

    def with_run(self, suits: Suits) -> _Rank:
        """The same rank with a run of each of these suits."""
        return self._replace(melded=self.melded | suits)

    @property
    def is_melded(self) -> bool:
        """Whether every card is in a meld."""
        return self.suits == self.melded


_EMPTY = _Rank(0, 0)


class _Open(NamedTuple):
    """The ranks whose cards can still get into a run: the last two, and the ace if it is high."""

    before: _Rank
    last: _Rank
    ace: _Rank | None


def _longer(
    core: tuple[Suits, ...],
    size: int,
    open_ranks: _Open,
    unchanged_by: list[list[Suits]],
    largest: int,
) -> Iterator[tuple[tuple[Suits, ...], int]]:
    """The core itself, if each card is in a meld, and every one that begins with it.

    Each comes with the number of different cores that it becomes under the renamings.
    """
    before, last, ace = open_ranks
    is_whole = len(core) == len(RANKS)
    high = before.suits & last.suits & ace.suits if ace and is_whole else 0
    if all(rank.with_run(high).is_melded for rank in open_ranks if rank) and (
        last.suits or not core
    ):
        yield core, len(RENAMINGS) // len(unchanged_by)
    queen_and_king = 2 * (ace.suits ^ ace.melded).bit_count() if ace else 0
    if is_whole or (len(core) < len(RANKS) - 2 and size + queen_and_king > largest):
        return
    for suits in ALL_SUITS:
        if size + suits.bit_count() > largest:
            continue
        if any(renaming[suits] > suits for renaming in unchanged_by):
            continue
        row = before.suits & last.suits & suits
        leaving = before.with_run(row)
        is_high_ace = ace is not None and len(core) == 2
        if not (is_high_ace or leaving.is_melded):
            continue
        in_a_set = suits if suits.bit_count() >= SMALLEST_SET else 0
        yield from _longer(
            (*core, suits),
            size + suits.bit_count(),
            _Open(
                last.with_run(row), _Rank(suits, in_a_set | row), leaving if is_high_ace else ace
            ),
            [renaming for renaming in unchanged_by if renaming[suits] == suits],
            largest,
        )


# How many ways there are to add cards beside a core that make no further meld


class _Beside(NamedTuple):
    """What the last two ranks hold: core and cards beside it, and those beside it alone.

    `rows` are the suits that hold both ranks, `loose_rows` those where a card is beside the core.
    `aces` and `loose_aces` are the same of aces that are also high, and `starts_high` says that
    these come next.
    """

    all: Suits
    loose: Suits
    rows: Suits
    loose_rows: Suits
    aces: Suits = 0
    loose_aces: Suits = 0
    starts_high: bool = False


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
            loose_rows = rows & (beside.loose | loose)
            aces = (whole, loose) if beside.starts_high else (beside.aces, beside.loose_aces)
            after = _Beside(whole, loose, rows, loose_rows, *aces)
            following.append((after, loose.bit_count()))
    return following


@lru_cache(maxsize=len(RANKS) + 1)
def _beside(core: tuple[Suits, ...], largest: int, ace_high: bool) -> dict[_Beside, int]:
    """The ways beside a core up to its highest rank. Kept for the next, which begins alike."""
    if not core:
        return {_Beside(0, 0, 0, 0, starts_high=ace_high): 1}
    longer: dict[_Beside, int] = {}
    for beside, number in _beside(core[:-1], largest, ace_high).items():
        for after, loose in _after(beside, core[-1]):
            longer[after] = longer.get(after, 0) + (number << _SLOT * loose)
    return {beside: _up_to(number, largest) for beside, number in longer.items()}


@cache
def _without_core(ranks: int, beside: _Beside, largest: int) -> int:
    """The ways to add cards of the highest ranks, of which the core has none."""
    if not ranks:
        return int(not beside.rows & beside.aces & (beside.loose_rows | beside.loose_aces))
    ways = 0
    for after, loose in _after(beside, 0):
        ways += _without_core(ranks - 1, after, largest) << _SLOT * loose
    return _up_to(ways, largest)


def _up_to(ways: int, cards: int) -> int:
    """The ways with this many cards at most."""
    return ways & (1 << _SLOT * (cards + 1)) - 1


# Every hand, where nearly all cards are in some possible meld, as wild cards help any two


def hands(size: int, without: str | None = None) -> Iterator[tuple[list[str], int]]:
    """Every hand of one deck, once for all renamings, with the number of hands for which it stands.

    `without` is a rank that is left out.
    """
    for suits, renamings in _hands((), size, RENAMINGS, without):
        yield _cards(suits), renamings


def _hands(
    begun: tuple[Suits, ...], left: int, unchanged_by: list[list[Suits]], without: str | None
) -> Iterator[tuple[tuple[Suits, ...], int]]:
    if not left:
        yield begun, len(RENAMINGS) // len(unchanged_by)
    if not left or len(begun) == len(RANKS):
        return
    for suits in ALL_SUITS if RANKS[len(begun)] != without else [0]:
        if suits.bit_count() <= left and all(same[suits] <= suits for same in unchanged_by):
            unchanged = [same for same in unchanged_by if same[suits] == suits]
            yield from _hands((*begun, suits), left - suits.bit_count(), unchanged, without)
