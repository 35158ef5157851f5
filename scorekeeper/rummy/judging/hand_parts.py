"""Hands of several parts: whether a game asks for them, and what the cards shown count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scorekeeper.rummy.cards import JOKER_RANK, LOW_ACE_RANK, PLACE, RANKS, Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.hand import Count, HandPart, Parts
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Laid, RuleError

_NOT_ASKED = {
    HandPart.OPENED: message("Whether {player} opened does not count in this game."),
    HandPart.SHOWN: message("What {player} put down does not count in this game."),
}

_BOTH_ENDS = 2


def check_parts(asked: frozenset[HandPart], seat: Seat, hand: Parts) -> None:
    """Refuse parts of a hand that the game does not ask for; raises `RuleError` at the hand."""
    if not asked:
        text = message("In this game {player}’s hand is just what is left.", player=seat)
        raise RuleError(text, "hands", seat)
    for part in sorted(hand.given - asked):
        raise RuleError(message(_NOT_ASKED[part].template, player=seat), "hands", seat)


def lay_parts(deal: Deal, hand: Parts, left: Laid, *, goes_out: bool = False) -> Laid:
    """A checked hand of several parts as laid on the table; `left` is the cards left in it.

    A player who `goes_out` with everything at once has opened by it.
    """
    opened = hand.opened or goes_out
    if hand.left is None and not opened:
        left = replace(left, unmatched=None)
    laid = replace(left, opened=opened)
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
    points = sum(deal.worth[card.rank] for card in group)
    said = sum(card.rank == LOW_ACE_RANK for card in group)
    low = max(_low_aces(with_whole_aces(group)) - said, 0)
    return points - low * (deal.worth["A"] - deal.worth[LOW_ACE_RANK])


def _low_aces(group: tuple[Card, ...]) -> int:
    """How many aces stand below a two: one, in a run from the ace up, where jokers fill the gaps.

    A run of all ranks may have a second ace, which stands above its king.
    """
    naturals = [card for card in group if card.rank != JOKER_RANK]
    others = [PLACE[card.rank] for card in naturals if card.rank != "A"]
    aces = len(naturals) - len(others)
    suits = {card.suit for card in naturals} - {""}
    if len(suits) > 1 or len({*others}) < len(others) or not others:
        return 0
    if aces == 1:
        return int(max(others) < len(group))
    return int(aces == _BOTH_ENDS and len(group) == len(RANKS) + 1)
