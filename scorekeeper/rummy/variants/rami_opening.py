"""The question of Rami players whether they can open with a hand, and with which melds."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.article import Article, HandAnswer, HandQuestion
from scorekeeper.rummy.cards import LOW_ACE_RANK, Card
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.melds.openings import LayDown, Opening, best_opening
from scorekeeper.rummy.messages import Message, message

OPENING = Article("opening", message("May I open with this?"))

_ON_THE_TABLE = card_points(ace=11) | {LOW_ACE_RANK: 1}
"""The points of cards in an opening. Cards left in the hand can have other points."""


def _answer(rules: Any, deal: Deal, cards: tuple[Card, ...]) -> HandAnswer:
    opening = Opening(rules.opening, _ON_THE_TABLE, rules.pure_run)
    found = best_opening(cards, deal, opening)
    left_points = deal.points_of(found.left)
    opens = found.opens(opening)
    verdict, *notes = _yes(found, opening, left_points) if opens else _no(found, opening)
    return HandAnswer(
        verdict=verdict,
        yes=opens,
        melds=found.melds,
        left=found.left,
        left_points=left_points,
        notes=tuple(notes),
    )


def _yes(found: LayDown, opening: Opening, left_points: int) -> tuple[Message, ...]:
    verdict = message("Yes: {points} points.", points=found.points)
    if opening.needs_clean_run:
        verdict = message("Yes: {points} points, with a run without jokers.", points=found.points)
    if not found.left:
        return verdict, message("Every card is down.")
    if not found.deadwood:
        return verdict, message("Discard {cards}, and you are out.", cards=found.left)
    best = message("No other opening leaves fewer points in your hand.")
    if found.deadwood == left_points:
        return verdict, best
    kept = message(
        "Once you discard the card that costs most, the rest counts {points}.",
        points=found.deadwood,
    )
    return verdict, kept, best


def _no(found: LayDown, opening: Opening) -> tuple[Message, ...]:
    if not found.melds:
        return (message("No: there is no meld among these cards."),)
    needed = opening.points
    short = needed - found.points
    if found.has_clean_run or not opening.needs_clean_run:
        most = message("That is the most that you can put down.")
        if opening.needs_clean_run:
            most = message("That is the most with a run without jokers.")
        return (
            message(
                "No: {points} points, {short} short of {needed}.",
                points=found.points,
                short=short,
                needed=needed,
            ),
            most,
        )
    verdict = message("No: there is no run without jokers.")
    if short <= 0:
        return verdict, message("The {points} points would be enough.", points=found.points)
    return verdict, message(
        "And {points} points are {short} short of {needed}.",
        points=found.points,
        short=short,
        needed=needed,
    )


RAMI_QUESTION = HandQuestion(
    article=OPENING,
    help=message("The whole hand, or only the cards that were laid down."),
    answer=_answer,
)
