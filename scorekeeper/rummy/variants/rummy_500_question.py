"""Rummy 500's question about a hand: what is best put down."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.article import Article, HandAnswer, HandQuestion
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.melds.showing import Showing, best_showing, most_shown
from scorekeeper.rummy.messages import Message, message

BEST_SHOWN = Article("best-shown", message("What is best put down from this hand?"))


def _answer(_rules: Any, deal: Deal, cards: tuple[Card, ...]) -> HandAnswer:
    best, most = best_showing(cards, deal), most_shown(cards, deal)
    return HandAnswer(
        verdict=_verdict(best),
        melds=best.melds,
        left=best.left,
        left_points=best.left_points,
        notes=(_tempting(most),) if most.shown > best.shown else (),
    )


def _verdict(best: Showing) -> Message:
    if not best.melds:
        return message("Nothing can be put down, and {left} are left.", left=best.left_points)
    return message(
        "{shown} put down less {left} left makes {net}.",
        shown=best.shown,
        left=best.left_points,
        net=_signed(best.net),
    )


def _tempting(most: Showing) -> Message:
    """Melds that count more, but leave even more."""
    melds = tuple(card for meld in most.melds for card in meld.cards)
    return message(
        "{cards} would count more, {shown}, but with {left} left that makes {net}.",
        cards=melds,
        shown=most.shown,
        left=most.left_points,
        net=_signed(most.net),
    )


def _signed(points: int) -> str:
    return str(points).replace("-", "−")


RUMMY_500_QUESTION = HandQuestion(
    article=BEST_SHOWN,
    help=message("The cards in your hand. What you can lay off on others comes on top."),
    answer=_answer,
)
