"""Warnings that a count could be lower: melds among unmatched cards, a hand laid out badly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rummy.cards import PLACE, RANKS, Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.hand import Declared, Hand, Unmatched, Whole
from scorekeeper.rummy.melds.arrange import best_arrangement, is_run, is_wild
from scorekeeper.rummy.messages import FIRST_SEAT, Argument, Message, Seat, message

_NOTHING = Unmatched(())


@dataclass(frozen=True, slots=True)
class BetterCount(Message):
    """A warning that the hand of `seat` would count less if it were given as `hand`."""

    seat: Seat = FIRST_SEAT
    hand: Hand = _NOTHING

    @property
    def gives_whole(self) -> bool:
        """Whether the hand would be given whole rather than as other unmatched cards."""
        return isinstance(self.hand, Whole)


def unmatched_melds_warning(cards: Sequence[Card], deal: Deal, seat: Seat) -> BetterCount | None:
    """A warning about melds among the unmatched cards, or `None` if there are none."""
    if not _may_hold_meld(cards, deal):
        return None
    best = best_arrangement(cards, deal)
    if not best.melds:
        return None
    arguments: dict[str, Argument] = {
        "cards": tuple(card for meld in best.melds for card in meld),
        "player": seat,
        "less": best.deadwood,
        "count": sum(deal.worth[card.rank] for card in cards),
    }
    text = _melds_text(best.melds, deal, arguments)
    return BetterCount(text.template, text.arguments, seat, Unmatched(best.unmatched))


def _melds_text(
    melds: Sequence[Sequence[Card]], deal: Deal, arguments: dict[str, Argument]
) -> Message:
    if len(melds) > 1:
        return message(
            "{cards} are melds: {player}'s deadwood would be {less}, not {count}.", **arguments
        )
    if is_run(melds[0], deal):
        return message(
            "{cards} make a run: {player}'s deadwood would be {less}, not {count}.", **arguments
        )
    return message(
        "{cards} make a set: {player}'s deadwood would be {less}, not {count}.", **arguments
    )


def better_count_warning(hand: Declared, seat: Seat, count: int, better: int) -> BetterCount:
    """A warning that a hand would do better laid out with a count of `better`."""
    if better < count:
        text = message(
            "{player}'s hand can be laid out better: {less}, not {count}.",
            player=seat,
            less=better,
            count=count,
        )
    else:
        text = message(
            "{player}'s hand can be laid out better: keep {count}, and less can be laid off on it.",
            player=seat,
            count=better,
        )
    return BetterCount(text.template, text.arguments, seat, Whole(hand.cards))


def _may_hold_meld(cards: Sequence[Card], deal: Deal) -> bool:
    """Whether a meld is possible at all: a quick check that saves most hands the search."""
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
    """Whether `needed` cards of one suit are within three places of each other."""
    places: dict[str, set[int]] = {}
    for card in naturals:
        if card.suit:
            held = places.setdefault(card.suit, set())
            held.add(PLACE[card.rank])
            if card.rank == "A" and deal.ace_high:
                held.add(len(RANKS))
    return any(
        sum(place + step in held for step in range(3)) >= needed
        for held in places.values()
        for place in held
    )
