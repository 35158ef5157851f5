"""Oracles for arrangements and openings: they try every way to meld a hand or put cards down.

Cards are texts such as `7S` and `JK`. A subset of a hand is an int with one bit per card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

RANKS = "A23456789TJQK"
SUITS = "SHDC"
JOKER = "JK"

Melds = Sequence[Sequence[str]]


def is_meld(
    cards: Sequence[str],
    *,
    wild: str | None = None,
    repeats: bool = False,
    ace_high: bool = False,
    ace_to_ace: bool = False,
    shortest_run: int = 3,
    all_wild: bool = False,
    most_wild: int | None = None,
    largest_set: int | None = None,
    ranks: str = RANKS,
) -> bool:
    """Check whether these cards make one legal set or run. `ranks` are the ranks of the deck."""
    if len(cards) < 3:
        return False
    naturals = [card for card in cards if card != JOKER and card[0] != wild]
    if not naturals:
        # One card of the wild rank represents itself.
        has_own_rank = any(card != JOKER for card in cards)
        return all_wild or (has_own_rank and (repeats or len(cards) <= len(ranks)))
    if most_wild is not None and len(cards) - len(naturals) > most_wild:
        return False
    if _is_set(cards, naturals, repeats) and (largest_set is None or len(cards) <= largest_set):
        return True
    return len(cards) >= shortest_run and _is_run(
        cards, naturals, rows(ace_high, ace_to_ace, ranks)
    )


def _is_set(cards: Sequence[str], naturals: Sequence[str], repeats: bool) -> bool:
    if len({card[0] for card in naturals}) > 1:
        return False
    return repeats or (len(cards) <= 4 and len(set(naturals)) == len(naturals))


def _is_run(cards: Sequence[str], naturals: Sequence[str], runs: Sequence[str]) -> bool:
    if len({card[1] for card in naturals}) > 1:
        return False
    held = Counter(card[0] for card in naturals)
    return any(held <= Counter(row) for row in runs if len(row) == len(cards))


@cache
def rows(ace_high: bool, ace_to_ace: bool, ranks: str = RANKS) -> tuple[str, ...]:
    """Return the ranks of every run of three cards or more, from the lowest up."""
    order = ranks + "A" if ace_high else ranks
    longest = len(ranks) + ace_to_ace
    ends = combinations(range(len(order) + 1), 2)
    return tuple(order[first:end] for first, end in ends if 3 <= end - first <= longest)


def least_deadwood(
    cards: Sequence[str], worth: Mapping[str, int], *, wild: str | None = None, **rules: Any
) -> int:
    """Return the least points left over all ways to split the cards into melds and the rest."""
    subsets = _alike(cards, wild)
    melds = [each for each in subsets if is_meld(_chosen(cards, each), wild=wild, **rules)]
    return _least(len(cards), melds, _points(cards, worth))


def _alike(cards: Sequence[str], wild: str | None) -> set[int]:
    """Return every subset of cards of one rank or one suit, with any wild cards."""
    free = sum(1 << place for place, card in enumerate(cards) if card == JOKER or card[0] == wild)
    groups = {"": free}
    for place, card in enumerate(cards):
        for sign in card if not free >> place & 1 else "":
            groups[sign] = groups.get(sign, free) | 1 << place
    return {subset for group in groups.values() for subset in _subsets(group)}


def _subsets(group: int) -> Iterator[int]:
    subset = group
    while subset:
        yield subset
        subset = (subset - 1) & group


def _chosen(cards: Sequence[str], mask: int) -> list[str]:
    return [card for place, card in enumerate(cards) if mask >> place & 1]


def _points(cards: Sequence[str], worth: Mapping[str, int]) -> list[int]:
    return [worth[JOKER if card == JOKER else card[0]] for card in cards]


def _least(cards: int, melds: Sequence[int], points: Sequence[int]) -> int:
    """Return the least points over all choices of melds that have no card in common."""
    melds_from: list[list[int]] = [[] for _ in range(cards)]
    for meld in melds:
        melds_from[(meld & -meld).bit_length() - 1].append(meld)

    @cache
    def least(left: int) -> int:
        if not left:
            return 0
        first = (left & -left).bit_length() - 1
        fewest = points[first] + least(left & left - 1)
        for meld in melds_from[first]:
            if meld & left == meld:
                fewest = min(fewest, least(left ^ meld))
        return fewest

    return least((1 << cards) - 1)


def melds_of_a_deck(ranks: str = RANKS, *, ace_high: bool = False) -> Iterator[frozenset[str]]:
    """Yield every meld that one deck without wild cards can make."""
    for rank in ranks:
        for size in (3, 4):
            yield from map(frozenset, combinations([rank + suit for suit in SUITS], size))
    for suit in SUITS:
        for row in rows(ace_high, False, ranks):
            yield frozenset(rank + suit for rank in row)


MELDS_OF_A_DECK = tuple(melds_of_a_deck())
MELDS_WITH_HIGH_ACES = tuple(melds_of_a_deck(ace_high=True))

MeldsByCard = Mapping[str, Sequence[frozenset[str]]]


def by_one_card(melds: Iterable[frozenset[str]]) -> MeldsByCard:
    """Return the melds by one of their cards, so that a hand is compared with few of them."""
    by_card: dict[str, list[frozenset[str]]] = {}
    for meld in melds:
        by_card.setdefault(min(meld), []).append(meld)
    return by_card


_MELDS_BY_CARD = by_one_card(MELDS_OF_A_DECK)


def _melds_in(cards: Sequence[str], melds: MeldsByCard = _MELDS_BY_CARD) -> list[int]:
    place = {card: 1 << index for index, card in enumerate(cards)}
    held = set(cards)
    possible = [meld for card in cards for meld in melds.get(card, ()) if meld <= held]
    return [sum(map(place.__getitem__, meld)) for meld in possible]


def least_deadwood_of_one_deck(
    cards: Sequence[str],
    worth: Mapping[str, int],
    melds: MeldsByCard = _MELDS_BY_CARD,
) -> int:
    """Return the least points left for cards of one deck without wild cards."""
    return _least(len(cards), _melds_in(cards, melds), _points(cards, worth))


def arrangements(
    cards: Sequence[str], worth: Mapping[str, int]
) -> dict[frozenset[frozenset[str]], int]:
    """Return every choice of melds of one deck, the empty one too, with the points left."""
    points = _points(cards, worth)
    return {
        frozenset(frozenset(_chosen(cards, meld)) for meld in choice): sum(
            points[place] for place in range(len(cards)) if not sum(choice) >> place & 1
        )
        for choice in _disjoint(_melds_in(cards), (1 << len(cards)) - 1)
    }


def best_arrangements(
    cards: Sequence[str], worth: Mapping[str, int]
) -> set[frozenset[frozenset[str]]]:
    """Return every choice of melds of one deck that leaves the least points."""
    left = arrangements(cards, worth)
    return {choice for choice, points in left.items() if points == min(left.values())}


def _disjoint(melds: Sequence[int], free: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of melds that have no card in common."""
    yield ()
    for index, meld in enumerate(melds):
        if meld & free == meld:
            for more in _disjoint(melds[index + 1 :], free ^ meld):
                yield (meld, *more)


def least_after_lay_offs(hand: Sequence[str], melds: Melds, worth: Mapping[str, int]) -> int:
    """Return the least points left over all ways to add cards, one by one, to melds of one deck."""

    @cache
    def least(held: tuple[str, ...], laid_out: tuple[frozenset[str], ...]) -> int:
        counts = [least_deadwood_of_one_deck(held, worth)]
        for place, card in enumerate(held):
            for at, meld in enumerate(laid_out):
                if (longer := meld | {card}) in MELDS:
                    rest = held[:place] + held[place + 1 :]
                    counts.append(least(rest, (*laid_out[:at], longer, *laid_out[at + 1 :])))
        return min(counts)

    return least(tuple(hand), tuple(map(frozenset, melds)))


MELDS = frozenset(MELDS_OF_A_DECK)


COUNTS = dict(zip(RANKS, (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))
"""Points of each rank on the table. An ace below a two counts 1."""


class Way(NamedTuple):
    """A way to put cards down: points left in hand, points shown, a clean run or not."""

    left: int
    shown: int
    clean: bool


def every_way(cards: Sequence[str], worth: Mapping[str, int], *, discard: bool) -> set[Way]:
    """Return every way to meld. With `discard`, the dearest card that is left does not count."""
    melds = {
        subset: meld
        for subset in range(1, 1 << len(cards))
        if (meld := _chosen(cards, subset)) and is_meld(meld, ace_high=True)
    }
    found = set()
    for choice in _disjoint(tuple(melds), (1 << len(cards)) - 1):
        rest = ((1 << len(cards)) - 1) ^ sum(choice)
        left = sorted(_points(_chosen(cards, rest), worth))
        chosen = [melds[each] for each in choice]
        found.add(
            Way(
                sum(left[:-1] if discard else left),
                sum(map(most_shown, chosen)),
                any(map(is_clean_run, chosen)),
            )
        )
    return found


def is_clean_run(meld: Sequence[str]) -> bool:
    """Check whether a meld is a run without jokers."""
    return JOKER not in meld and len({card[1] for card in meld}) == 1


def most_shown(meld: Sequence[str]) -> int:
    """Return the most that a meld can count, for any place of its jokers."""
    return max(_as_a_set(meld), *_as_runs(meld))


def _as_a_set(meld: Sequence[str]) -> int:
    ranks = {card[0] for card in meld if card != JOKER}
    return len(meld) * COUNTS[ranks.pop()] if len(ranks) == 1 and len(meld) <= 4 else 0


def _as_runs(meld: Sequence[str]) -> Iterator[int]:
    naturals = [card for card in meld if card != JOKER]
    yield 0
    if len({card[1] for card in naturals}) > 1:
        return
    for first in range(len(RANKS) + 2 - len(meld)):
        row = (RANKS + "A")[first : first + len(meld)]
        if len({card[0] for card in naturals} & set(row)) == len(naturals):
            yield sum(COUNTS[rank] for rank in row) - (10 if first == 0 else 0)
