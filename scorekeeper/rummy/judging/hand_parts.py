"""Hands of several parts: whether a game asks for them, and what the cards shown count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scorekeeper.rummy.cards import JOKER_RANK, LOW_ACE_RANK, PLACE, Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.hand import Count, HandPart, Parts
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Laid, RuleError

_NOT_ASKED = {
    HandPart.OPENED: message("In this game it does not count whether {player} opened."),
    HandPart.SHOWN: message("In this game it does not count what {player} put down."),
}


def check_parts(asked: frozenset[HandPart], seat: Seat, hand: Parts) -> None:
    """Refuse parts of a hand that the game does not ask for; raises `RuleError` at the hand."""
    if not asked:
        text = message("In this game {player}'s hand is just what is left.", player=seat)
        raise RuleError(text, "hands", seat)
    for part in sorted(hand.given - asked):
        raise RuleError(message(_NOT_ASKED[part].template, player=seat), "hands", seat)


def lay_parts(deal: Deal, hand: Parts, left: Laid) -> Laid:
    """A checked hand of several parts as laid on the table; `left` is the cards left in it."""
    if hand.left is None and not hand.opened:
        left = replace(left, unmatched=None)
    laid = replace(left, opened=hand.opened)
    if hand.shown is None:
        return laid
    if isinstance(hand.shown, Count):
        return replace(laid, shown=hand.shown.points)
    points = sum(_points(deal, group) for group in hand.shown)
    return replace(laid, shown=points, groups=hand.shown)


def with_whole_aces(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards with every low ace as the ace that it is."""
    return tuple(Card("A", card.suit) if card.rank == LOW_ACE_RANK else card for card in cards)


def _points(deal: Deal, group: tuple[Card, ...]) -> int:
    """What a group counts that was put down; an ace below the two of a run counts low."""
    low = LOW_ACE_RANK in deal.worth and _begins_with_ace(with_whole_aces(group))
    return sum(
        deal.worth[LOW_ACE_RANK if low and card.rank == "A" else card.rank] for card in group
    )


def _begins_with_ace(group: tuple[Card, ...]) -> bool:
    """Whether the group is neighbours of one suit from the ace up, where jokers fill the gaps."""
    naturals = [card for card in group if card.rank != JOKER_RANK]
    places = {PLACE[card.rank] for card in naturals}
    suits = {card.suit for card in naturals} - {""}
    if len(suits) > 1 or len(places) < len(naturals) or len(places) < 2 or 0 not in places:
        return False
    return max(places) < len(group)
