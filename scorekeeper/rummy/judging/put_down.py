"""Points of the card groups that a player put down. Low and high aces can count differently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from scorekeeper.rummy.cards import JOKER, LOW_ACE_RANK, PLACE, RANKS, SUITS, Card
from scorekeeper.rummy.deal import Deal

_ACE = RANKS[0]
_SHORTEST = 3


class _LowAces(NamedTuple):
    """The number of low aces in a group, and whether they could also be high."""

    number: int
    could_be_high: bool = False


def with_whole_aces(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(Card(_ACE, card.suit) if card.rank == LOW_ACE_RANK else card for card in cards)


def shown_points(deal: Deal, group: Sequence[Card]) -> int:
    """Return the points of a group that was put down. An ace below the two of a run counts low."""
    loss = _low_ace_loss(deal)
    return deal.points_of(group) - (loss and loss * _unmarked(deal, group).number)


def could_count_otherwise(deal: Deal, group: Sequence[Card]) -> bool:
    """Check whether a low ace in this group could also be high, with a different count."""
    return _low_ace_loss(deal) != 0 and _unmarked(deal, group).could_be_high


def _low_ace_loss(deal: Deal) -> int:
    return deal.worth[_ACE] - deal.worth.get(LOW_ACE_RANK, deal.worth[_ACE])


def _unmarked(deal: Deal, group: Sequence[Card]) -> _LowAces:
    ranks = [card.rank for card in group]
    if _ACE not in ranks:
        return _LowAces(0)
    low = _low_aces(deal, with_whole_aces(group))
    number = low.number - ranks.count(LOW_ACE_RANK)
    return _LowAces(number, low.could_be_high) if number > 0 else _LowAces(0)


def _low_aces(deal: Deal, group: Sequence[Card]) -> _LowAces:
    """Return the low aces of the group.

    If the group is no meld, count the low aces of the runs that its cards can form.
    """
    is_low, is_high = _is_low_run(deal, group), _is_high_run(group) or _is_set(group)
    if is_low or is_high:
        return _LowAces(int(is_low), is_low and is_high)
    number = _runs(deal, group, "2", "3")
    aces = sum(card.rank == _ACE for card in group) + group.count(JOKER)
    return _LowAces(number, number > 0 and (aces >= _SHORTEST or _runs(deal, group, "K", "Q") > 0))


def _is_low_run(deal: Deal, group: Sequence[Card]) -> bool:
    """Check whether the group is a run from the ace up, perhaps with jokers, or an ace and a two.

    A run from ace to ace has a second ace above its king.
    """
    aces, others = _in_one_suit(group)
    if aces == 2:
        return deal.ace_to_ace and len(group) == deal.longest_run
    return aces == 1 and max(others, default=_SHORTEST - 1) < len(group)


def _is_high_run(group: Sequence[Card]) -> bool:
    aces, others = _in_one_suit(group)
    lowest = min(others, default=len(RANKS) - 1)
    return aces == 1 and len(group) >= max(_SHORTEST, len(RANKS) - lowest + 1)


def _in_one_suit(group: Sequence[Card]) -> tuple[int, list[int]]:
    """Return the number of aces, and the places of the other ranks.

    The result is `(0, [])` if the group has two suits, or repeats a rank other than the ace.
    """
    naturals = [card for card in group if card != JOKER]
    others = [PLACE[card.rank] for card in naturals if card.rank != _ACE]
    suits = {card.suit for card in naturals} - {""}
    if len(suits) > 1 or len({*others}) < len(others):
        return 0, []
    return len(naturals) - len(others), others


def _is_set(group: Sequence[Card]) -> bool:
    return len(group) >= _SHORTEST and {card.rank for card in group} <= {_ACE, JOKER.rank}


def _runs(deal: Deal, group: Sequence[Card], *neighbours: str) -> int:
    """Return the most runs of an ace and these two neighbours that the group can form.

    A joker can replace a neighbour.
    """
    held = Counter(group)

    def missing(rank: str, runs: Sequence[int]) -> int:
        pairs = zip(runs, SUITS, strict=True)
        lacking = sum(max(0, number - held[Card(rank, suit)]) for number, suit in pairs)
        return max(0, lacking - held[Card(rank)])

    aces = [held[Card(_ACE, suit)] + held[Card(_ACE)] for suit in SUITS]
    choices = product(*[range(min(number, deal.decks) + 1) for number in aces])
    return max(
        sum(runs)
        for runs in choices
        if not missing(_ACE, runs)
        and sum(missing(rank, runs) for rank in neighbours) <= held[JOKER]
    )
