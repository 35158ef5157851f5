"""The question of Indian rummy about a hand: whether its player can declare, and its count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorekeeper.rummy.article import Article, HandAnswer, HandQuestion
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.melds.declaration import Declaration, best_declaration
from scorekeeper.rummy.messages import Message, message

DECLARING = Article("declaring", message("May I declare with this?"))


def _answer(rules: Any, deal: Deal, cards: tuple[Card, ...]) -> HandAnswer:
    found = best_declaration(cards, deal, spares_one_run=deal.spares_one_run)
    return HandAnswer(
        verdict=_verdict(found),
        yes=found.is_valid,
        melds=found.melds,
        left=found.unmatched,
        left_points=found.points,
        notes=tuple(_notes(found, rules)),
    )


def _verdict(found: Declaration) -> Message:
    if not found.has_pure_run:
        return message("No: there is no pure run.")
    if not found.has_needed_runs:
        return message("No: there is no second run beside the pure one.")
    if found.unmatched:
        return message("No: that leaves {cards}.", cards=found.unmatched)
    return message("Yes: every card is in a meld.")


def _notes(found: Declaration, rules: Any) -> Iterator[Message]:
    """Yield a sentence about the pure run of a valid declaration, or about the hand’s count."""
    if found.is_valid:
        yield message("{cards} is a pure run.", cards=found.pure_runs[0].cards)
        return
    points = found.points
    if found.has_needed_runs:
        yield message("That counts {points} points, and no layout counts less.", points=points)
    elif found.counts_all:
        yield message("So all cards count: {points} points.", points=points)
    else:
        yield message("All but the pure run count: {points} points.", points=points)
    if 0 < rules.most_points < points:
        yield message("No hand counts more than {most} points.", most=rules.most_points)


INDIAN_QUESTION = HandQuestion(
    article=DECLARING,
    help=message("All the cards of the hand."),
    takes_whole_hand=True,
    answer=_answer,
)
