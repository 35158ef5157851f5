"""Warnings that a count could be lower: melds left among unmatched cards, a hand laid out badly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorekeeper.rummy.cards import RANKS, Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.melds import best_arrangement, is_wild
from scorekeeper.rummy.scoring import Declared
from scorekeeper.rummy.texts import Fact, Message, Seat, say

_PLACE = {rank: place for place, rank in enumerate(RANKS)}


def unmatched_melds_warning(cards: Sequence[Card], deal: Deal, seat: Seat) -> Message | None:
    """What the melds among unmatched cards would change, or `None` where there are none."""
    if not _may_hold_meld(cards, deal):
        return None
    best = best_arrangement(cards, deal)
    if not best.melds:
        return None
    facts: dict[str, Fact] = {
        "cards": tuple(card for meld in best.melds for card in meld),
        "player": seat,
        "less": best.deadwood,
        "count": sum(deal.worth[card.rank] for card in cards),
    }
    if len(best.melds) > 1:
        return say("{cards} are melds: {player}'s deadwood would be {less}, not {count}.", **facts)
    naturals = {card.rank for card in best.melds[0] if not is_wild(card, deal)}
    if len(naturals) > 1:
        return say("{cards} make a run: {player}'s deadwood would be {less}, not {count}.", **facts)
    return say("{cards} make a set: {player}'s deadwood would be {less}, not {count}.", **facts)


def better_count_warning(hand: Declared, deal: Deal, seat: Seat) -> Message | None:
    """What the best arrangement of a declared hand would change, or `None` where it is the best."""
    count = sum(deal.worth[card.rank] for card in hand.unmatched)
    best = best_arrangement(hand.cards, deal)
    if best.deadwood >= count:
        return None
    return say(
        "{player}'s hand can be laid out better: {less}, not {count}.",
        player=seat,
        less=best.deadwood,
        count=count,
    )


def _may_hold_meld(cards: Sequence[Card], deal: Deal) -> bool:
    """Whether it is worth looking: most unmatched cards hold no meld, which shows at a glance."""
    wilds = sum(1 for card in cards if is_wild(card, deal))
    if len(cards) < 3 or (wilds == len(cards) and deal.wild is None):
        return False
    if wilds >= 2:
        return True
    needed = 3 - wilds
    naturals = [card for card in cards if not is_wild(card, deal)]
    if max(Counter(card.rank for card in naturals).values()) >= needed:
        return True
    return _may_hold_run(naturals, needed, deal)


def _may_hold_run(naturals: Sequence[Card], needed: int, deal: Deal) -> bool:
    """Whether so many cards of one suit lie within three places."""
    places: dict[str, set[int]] = {}
    for card in naturals:
        if card.suit:
            held = places.setdefault(card.suit, set())
            held.add(_PLACE[card.rank])
            if card.rank == "A" and deal.ace_high:
                held.add(len(RANKS))
    return any(
        sum(place + step in held for step in range(3)) >= needed
        for held in places.values()
        for place in held
    )
