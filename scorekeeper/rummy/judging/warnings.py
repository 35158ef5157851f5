"""Warnings that a count could be lower: melds among unmatched cards, or a poor layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.hand import Declared, Hand, Unmatched, Whole
from scorekeeper.rummy.melds.arrange import best_arrangement
from scorekeeper.rummy.melds.meld import is_run, is_wild
from scorekeeper.rummy.messages import FIRST_SEAT, Argument, Message, Seat, message
from scorekeeper.rummy.ruling import Ruling

_NOTHING = Unmatched(())


@dataclass(frozen=True, slots=True)
class BetterCount(Message):
    """A warning that the hand of `seat` would count less if it were given as `hand`.

    `saves` is the points of deadwood saved. It is 0 if the only gain is that another player can lay
    off fewer cards.
    """

    seat: Seat = FIRST_SEAT
    hand: Hand = _NOTHING
    saves: int = 0

    @property
    def gives_whole(self) -> bool:
        return isinstance(self.hand, Whole)


def better_counts(ruling: Ruling) -> tuple[BetterCount, ...]:
    return tuple(warning for warning in ruling.warnings if isinstance(warning, BetterCount))


def unmatched_melds_warning(cards: Sequence[Card], deal: Deal, seat: Seat) -> BetterCount | None:
    if not _may_hold_meld(cards, deal):
        return None
    best = best_arrangement(cards, deal)
    if not best.melds:
        return None
    arguments: dict[str, Argument] = {
        "cards": tuple(card for meld in best.melds for card in meld),
        "player": seat,
        "less": best.deadwood,
        "count": deal.points_of(cards),
    }
    text = _melds_text(best.melds, deal, arguments)
    saves = deal.points_of(cards) - best.deadwood
    return BetterCount(text.template, text.arguments, seat, Unmatched(best.unmatched), saves)


def _melds_text(
    melds: Sequence[Sequence[Card]], deal: Deal, arguments: dict[str, Argument]
) -> Message:
    if len(melds) > 1:
        return message(
            "{cards} are melds: {player}’s deadwood would be {less}, not {count}.", **arguments
        )
    if is_run(melds[0], deal):
        return message(
            "{cards} make a run: {player}’s deadwood would be {less}, not {count}.", **arguments
        )
    return message(
        "{cards} make a set: {player}’s deadwood would be {less}, not {count}.", **arguments
    )


def better_count_warning(hand: Declared, seat: Seat, count: int, better: int) -> BetterCount:
    if better < count:
        text = message(
            "{player}’s hand can be laid out better: {less}, not {count}.",
            player=seat,
            less=better,
            count=count,
        )
    else:
        text = message(
            "{player}’s hand can be laid out better: keep {count}, and the opponent can lay off "
            "fewer cards.",
            player=seat,
            count=better,
        )
    saves = max(count - better, 0)
    return BetterCount(text.template, text.arguments, seat, Whole(hand.cards), saves)


def _may_hold_meld(cards: Sequence[Card], deal: Deal) -> bool:
    """Check quickly whether a meld is possible. For most hands this saves the search."""
    naturals = [card for card in cards if not is_wild(card, deal)]
    wilds = len(cards) - len(naturals)
    if len(cards) < 3 or (not naturals and deal.wild is None):
        return False
    if wilds >= 2:
        return True
    ranks = [card.rank for card in naturals]
    if max(map(ranks.count, ranks)) >= 3 - wilds:
        return True
    return _may_hold_run(naturals, wilds, deal)


def _may_hold_run(naturals: Sequence[Card], wilds: int, deal: Deal) -> bool:
    """Check for three places in a row in one suit. With a wild card, two of them are enough."""
    suits: dict[str, int] = {}
    for card in naturals:
        if card.suit:
            held = suits.get(card.suit, 0) | 1 << deal.places[card.rank]
            if card.rank == "A" and deal.ace_high:
                held |= 1 << len(deal.ranks)
            suits[card.suit] = held
    for held in suits.values():
        next_up, second_up = held >> 1, held >> 2
        if held & (next_up | second_up if wilds else next_up & second_up):
            return True
    return False
