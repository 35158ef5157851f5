"""Melds among cards: the sets and runs that unmatched cards still hold, and what they save."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

from scorekeeper.rummy.cards import RANKS, SUITS, Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.texts import Fact, Message, Seat, say

_PLACE = {rank: place for place, rank in enumerate(RANKS)}
_EXACT_UP_TO = 13
"""The largest hand that is searched to the end; in a larger one melds are taken greedily."""


def unmatched_melds_warning(cards: tuple[Card, ...], deal: Deal, seat: Seat) -> Message | None:
    """A warning where unmatched cards still hold natural melds; wild cards are left alone."""
    melds = _natural_melds(cards, deal)
    if not melds:
        return None
    count = sum(deal.worth[card.rank] for card in cards)
    chosen = _best_melds(melds, cards, deal)
    saved = sum(deal.worth[cards[index].rank] for meld in chosen for index in meld)
    if len(chosen) == 1:
        meld = tuple(cards[index] for index in chosen[0])
        facts: dict[str, Fact] = {
            "cards": meld,
            "player": seat,
            "less": count - saved,
            "count": count,
        }
        if meld[0].rank == meld[1].rank:
            return say(
                "{cards} make a set: {player}'s deadwood would be {less}, not {count}.", **facts
            )
        return say("{cards} make a run: {player}'s deadwood would be {less}, not {count}.", **facts)
    return say(
        "{cards} are melds: {player}'s deadwood would be {less}, not {count}.",
        cards=tuple(cards[index] for meld in chosen for index in meld),
        player=seat,
        less=count - saved,
        count=count,
    )


_Meld = tuple[int, ...]
"""A meld as the places of its cards in the hand."""


def _natural_melds(cards: tuple[Card, ...], deal: Deal) -> list[_Meld]:
    """Every set and run that the cards hold."""
    by_rank: dict[str, list[int]] = defaultdict(list)
    by_suit: dict[str, dict[int, list[int]]] = {suit: defaultdict(list) for suit in SUITS}
    for index, card in enumerate(cards):
        if card.rank not in _PLACE or card.rank == deal.wild:
            continue
        by_rank[card.rank].append(index)
        if card.suit:
            by_suit[card.suit][_PLACE[card.rank]].append(index)
    melds = []
    for same in by_rank.values():
        if len(same) >= 3:
            melds += _sets(same, cards, deal)
    for places in by_suit.values():
        if len(places) >= 3:
            melds += _runs(places)
    return melds


def _sets(same: list[int], cards: tuple[Card, ...], deal: Deal) -> list[_Meld]:
    if len(same) > 4:
        same = same[:12]
    sizes = range(3, len(same) + 1)
    return [
        chosen
        for size in sizes
        for chosen in combinations(same, size)
        if _may_stand_together([cards[index].suit for index in chosen], deal)
    ]


def _may_stand_together(suits: list[str], deal: Deal) -> bool:
    """Whether cards of one rank make a set; without suits that is sure where one deck is played."""
    if deal.sets_repeat:
        return True
    known = [suit for suit in suits if suit]
    if len(known) < len(suits) and deal.decks > 1:
        return False
    return len(suits) <= len(SUITS) and len(set(known)) == len(known)


def _runs(places: dict[int, list[int]]) -> list[_Meld]:
    melds = []
    for start in sorted(places):
        run: list[int] = []
        place = start
        while place in places:
            run.append(places[place][0])
            place += 1
            if len(run) >= 3:
                melds.append(tuple(run))
    return melds


def _best_melds(melds: list[_Meld], cards: tuple[Card, ...], deal: Deal) -> list[_Meld]:
    """Melds without a card in common that save the most points."""
    worth = [deal.worth[card.rank] for card in cards]
    ranked = sorted(melds, key=lambda meld: -sum(worth[index] for index in meld))
    if len(cards) > _EXACT_UP_TO:
        return _greedy(ranked)
    return _search(ranked, worth, frozenset())[1]


def _greedy(ranked: list[_Meld]) -> list[_Meld]:
    chosen: list[_Meld] = []
    used: set[int] = set()
    for meld in ranked:
        if used.isdisjoint(meld):
            chosen.append(meld)
            used.update(meld)
    return chosen


def _search(melds: list[_Meld], worth: list[int], used: frozenset[int]) -> tuple[int, list[_Meld]]:
    best: tuple[int, list[_Meld]] = (0, [])
    for place, meld in enumerate(melds):
        if used.isdisjoint(meld):
            saved, rest = _search(melds[place + 1 :], worth, used | frozenset(meld))
            saved += sum(worth[index] for index in meld)
            if saved > best[0]:
                best = (saved, [meld, *rest])
    return best
