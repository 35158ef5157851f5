"""Every hand of one deck, grouped by its core: the cards that are in some possible meld.

Two facts reduce 15,820,024,220 hands to few. Cards outside the core are in no meld, so they only
add their points. Renaming the suits of a hand does not change its points. So each core is listed
once for all its renamings, with the number of hands that have exactly this core. These numbers must
add up to all hands. This module is independent of the solver.

A core is a tuple with one set of suits for each rank from the ace up. A set of suits is an int with
one bit a suit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations
from math import comb
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
"""The 24 ways to rename the suits. Each is a list from old to new sets of suits."""

Group: TypeAlias = tuple[int, ...]
"""Indices of `RENAMINGS`."""
_EVERY_RENAMING: Group = tuple(range(len(RENAMINGS)))


@cache
def _greatest(unchanged_by: Group) -> list[tuple[Suits, Group]]:
    """Return each set of suits that is the greatest of its renamings in this group.

    Each comes with the renamings of the group that do not change it.
    """
    return [
        (suits, tuple(each for each in unchanged_by if RENAMINGS[each][suits] == suits))
        for suits in ALL_SUITS
        if all(RENAMINGS[each][suits] <= suits for each in unchanged_by)
    ]


def _names(rank: str, suits: Suits) -> list[str]:
    return [rank + suit for at, suit in enumerate(SUITS) if suits >> at & 1]


_NAMES = {rank: [_names(rank, suits) for suits in ALL_SUITS] for rank in RANKS}


def _cards(suits_by_rank: tuple[Suits, ...], ranks: str = RANKS) -> list[str]:
    by_rank = zip(ranks, suits_by_rank, strict=False)
    return [card for rank, suits in by_rank for card in _NAMES[rank][suits]]


@cache
def _renamed_texts(ranks: str) -> list[list[list[str]]]:
    """Return cards such as `7S 7H ` by renaming, rank and set of suits."""
    return [
        [["".join(f"{card} " for card in _NAMES[rank][to]) for to in renaming] for rank in ranks]
        for renaming in RENAMINGS
    ]


class Core(NamedTuple):
    """A core, its number of different renamings, and the numbers of hands with this core.

    `hands` counts the hands with no other card, with one more, and so on up to the largest hand.
    `ranks` are the ranks of the deck.
    """

    suits: tuple[Suits, ...]
    size: int
    renamings: int
    hands: tuple[int, ...]
    ranks: str

    @property
    def cards(self) -> list[str]:
        """The core’s cards, such as `7S`."""
        return _cards(self.suits, self.ranks)

    def renamed(self, place: int) -> str:
        """Return the core’s cards under one of the `RENAMINGS`, such as `7S 7H 7D `."""
        by_rank = zip(_renamed_texts(self.ranks)[place], self.suits, strict=False)
        return "".join([texts[suits] for texts, suits in by_rank])

    def every_renamed(self) -> set[str]:
        """Return the core’s cards under each renaming that makes a different core."""
        return set(map(self.renamed, _EVERY_RENAMING))


def cores(largest: int, ranks: str = RANKS, *, ace_high: bool = False) -> Iterator[Core]:
    """Yield every core of hands up to this size, once for all renamings, the empty core first.

    At the end, an assertion compares the sum of the hands with all hands of the deck, so that a
    missing core is noticed. Of all renamings, the core yielded is the one with the greatest sets of
    suits, the ace’s first. Every beginning of such a core has this property too, so other branches
    are cut early.
    """
    tree, found = _Tree(largest, len(ranks), ace_high), [0] * (largest + 1)
    for core, renamings in tree.longer((), 0, _Open(), _EVERY_RENAMING):
        size, rest = sum(map(int.bit_count, core)), len(ranks) - len(core)
        beside = sum(
            number * _without_core(rest, way, largest)
            for way, number in _beside(core, largest, ace_high).items()
        )
        hands = tuple(beside >> _SLOT * more & _ONE_SLOT for more in range(largest - size + 1))
        for more, number in enumerate(hands):
            found[size + more] += renamings * number
        yield Core(core, size, renamings, hands, ranks)
    assert found == [comb(len(ranks) * len(SUITS), number) for number in range(largest + 1)]


class _Open(NamedTuple):
    """The ranks that can still be part of a run: the last two, and the ace if it is high.

    The suits of a rank are its core cards. Its lone suits are the cards in no set and no run so
    far.
    """

    before: Suits = 0
    last: Suits = 0
    ace: Suits = 0
    lone_before: Suits = 0
    lone_last: Suits = 0
    lone_ace: Suits = 0


class _Tree(NamedTuple):
    """The cores of hands up to the largest, for decks with this many ranks, built rank by rank."""

    largest: int
    ranks: int
    ace_high: bool

    def longer(
        self, core: tuple[Suits, ...], size: int, open_ranks: _Open, unchanged_by: Group
    ) -> Iterator[tuple[tuple[Suits, ...], int]]:
        """Yield the core itself if each card is in a meld, and all longer cores from it.

        Each comes with the number of different cores among its renamings.
        """
        before, last, ace, lone_before, lone_last, lone_ace = open_ranks
        is_whole = len(core) == self.ranks
        high = before & last & ace if is_whole else 0
        if not (lone_before | lone_last | lone_ace) & ~high and (last or not core):
            yield core, len(RENAMINGS) // len(unchanged_by)
        if is_whole or size + self._missing(len(core), open_ranks) > self.largest:
            return
        is_high_ace = self.ace_high and len(core) == 2
        for suits, unchanged in _greatest(unchanged_by):
            count = suits.bit_count()
            row = before & last & suits
            leaving = lone_before & ~row
            if size + count > self.largest or (leaving and not is_high_ace):
                continue
            now_open = _Open(
                before=last,
                last=suits,
                ace=before if is_high_ace else ace,
                lone_before=lone_last & ~row,
                lone_last=0 if count >= SMALLEST_SET else suits & ~row,
                lone_ace=leaving if is_high_ace else lone_ace,
            )
            yield from self.longer((*core, suits), size + count, now_open, unchanged)

    def _missing(self, placed: int, open_ranks: _Open) -> int:
        """Return a lower bound of the later cards needed to put each lone card into a run."""
        next_one = open_ranks.lone_before | open_ranks.lone_last & open_ranks.before
        next_two = open_ranks.lone_last & ~open_ranks.before
        missing = next_one.bit_count() + 2 * next_two.bit_count()
        if not self.ace_high:
            return missing
        # A high ace needs queen and king, which can be in a run with lower cards too.
        queen_and_king = 2 * open_ranks.lone_ace.bit_count() if placed < self.ranks - 2 else 0
        return max(missing if 2 < placed < self.ranks - 1 else 0, queen_and_king)


# The numbers of ways to add cards outside the core without making another meld


@dataclass(frozen=True, slots=True, eq=False)
class _Beside:
    """The cards of the last two ranks: all of them, and the loose ones, outside the core.

    `rows` are the suits with cards of both ranks, `loose_rows` those with a loose card.
    `aces` and `loose_aces` are the same for a high ace. `starts_high` means that the next
    rank is a high ace.
    """

    all: Suits
    loose: Suits
    rows: Suits
    loose_rows: Suits
    aces: Suits = 0
    loose_aces: Suits = 0
    starts_high: bool = False


_beside_of = cache(_Beside)
"""One object for equal values, so that a dict finds it by its identity."""


_SLOT = 40
"""Bits for one number of ways. An int holds one number per count of loose cards, from none up."""
_ONE_SLOT = (1 << _SLOT) - 1


_LOOSE = [
    [
        loose
        for loose in ALL_SUITS
        if not loose & core and (not loose or (loose | core).bit_count() < SMALLEST_SET)
    ]
    for core in ALL_SUITS
]
"""By the core’s suits of a rank: the loose cards that do not make a set."""


@cache
def _after(beside: _Beside, core: Suits) -> list[tuple[_Beside, int]]:
    """Return the states that can follow with the next rank, without a run of a loose card.

    Each comes with the shift, in bits, that its loose cards cause in the int of ways.
    """
    following = []
    for loose in _LOOSE[core]:
        whole = core | loose
        if not beside.rows & whole & (beside.loose_rows | loose):
            rows = beside.all & whole
            loose_rows = rows & (beside.loose | loose)
            aces = (whole, loose) if beside.starts_high else (beside.aces, beside.loose_aces)
            after = _beside_of(whole, loose, rows, loose_rows, *aces)
            following.append((after, _SLOT * loose.bit_count()))
    return following


@lru_cache(maxsize=len(RANKS) + 1)
def _beside(core: tuple[Suits, ...], largest: int, ace_high: bool) -> dict[_Beside, int]:
    """Return the ways up to the core’s highest rank.

    The cache helps cores with the same beginning.
    """
    if not core:
        return {_beside_of(0, 0, 0, 0, starts_high=ace_high): 1}
    fitting = _slots(largest - sum(map(int.bit_count, core)))
    longer: dict[_Beside, int] = {}
    for beside, number in _beside(core[:-1], largest, ace_high).items():
        for after, shift in _after(beside, core[-1]):
            if ways := number << shift & fitting:
                longer[after] = longer.get(after, 0) + ways
    return longer


@cache
def _without_core(ranks: int, beside: _Beside, largest: int) -> int:
    """Return the ways to add cards of the ranks above the core’s highest."""
    if not ranks:
        return int(not beside.rows & beside.aces & (beside.loose_rows | beside.loose_aces))
    ways = 0
    for after, shift in _after(beside, 0):
        ways += _without_core(ranks - 1, after, largest) << shift
    return ways & _slots(largest)


def _slots(cards: int) -> int:
    """Return a mask for the ways with at most this many loose cards."""
    return (1 << _SLOT * (cards + 1)) - 1


# With wild cards nearly every card is in some possible meld, so hands replace cores


def hands(size: int, without: str | None = None) -> Iterator[tuple[list[str], int]]:
    """Yield every hand of one deck, once for all renamings, with the number of its renamings.

    `without` is a rank to leave out.
    """
    for suits, renamings in _hands((), size, _EVERY_RENAMING, without):
        yield _cards(suits), renamings


def _hands(
    begun: tuple[Suits, ...], left: int, unchanged_by: Group, without: str | None
) -> Iterator[tuple[tuple[Suits, ...], int]]:
    if not left:
        yield begun, len(RENAMINGS) // len(unchanged_by)
    if not left or len(begun) == len(RANKS):
        return
    for suits, unchanged in _greatest(unchanged_by):
        if suits.bit_count() <= left and not (suits and RANKS[len(begun)] == without):
            yield from _hands((*begun, suits), left - suits.bit_count(), unchanged, without)
