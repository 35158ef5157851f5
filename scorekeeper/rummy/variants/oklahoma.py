"""Oklahoma Gin: the first upcard sets the knock limit of the round, and a spade doubles the round.

Sources: Pagat and Wikipedia. In Bicycle’s version, players cannot knock if the upcard is an ace.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.rummy.article import points_article
from scorekeeper.rummy.cards import JOKER_RANK, Card
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.deal import card_points
from scorekeeper.rummy.examples import knocked, went_out
from scorekeeper.rummy.house_rules import house_rule, target
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Ending, Round, RuleError
from scorekeeper.rummy.ruling import AnyRule, Line, Ruling, points_of
from scorekeeper.rummy.stake import Reckoning
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants.gin import (
    FAMILY,
    GIN_ENDINGS,
    GIN_POINTS,
    GINS,
    boxes_won,
    gin_deal,
    gin_disputes_and,
    gin_end_bonuses,
    gin_winners,
    judge_gin,
    next_gin_dealer,
)
from scorekeeper.rummy.variants.gin_question import LAY_OFF_AFTER_KNOCK
from scorekeeper.rummy.variants.gin_rules import (
    GIN_FAMILY_EXAMPLES,
    ONE_COLUMN_EXAMPLES,
    GinRules,
    gin_presets,
)
from scorekeeper.rummy.words import GIN_GAMES

_WORTH = card_points()


class OklahomaRule(AnyRule):
    """The kind of points that only Oklahoma Gin has."""

    SPADES_DOUBLE = "spades-double"


@dataclass(frozen=True, slots=True, kw_only=True)
class OklahomaRules(GinRules):
    """The house rules of Gin, and house rules about the upcard."""

    target: int = target(150)
    ace_upcard: str = house_rule(
        "one",
        message("An ace as upcard"),
        choices=(("one", message("knock with 1")), ("gin", message("gin only"))),
    )
    spades_double: bool = house_rule(
        True,
        message("A spade counts double"),
        message("The round’s points, bonuses included, when the upcard is a spade."),
    )
    spades_double_boxes: bool = house_rule(
        False,
        message("A spade doubles the boxes too"),
        message("If a spade counts double, so do its boxes."),
    )


def oklahoma_limit(rules: Any, played: Round) -> int:
    """The knock limit of a round: the upcard’s points, but at most the limit of the house rules.

    By a house rule, the result is 0 if the upcard is an ace. Without an upcard, the result is the
    limit of the house rules.

    >>> from scorekeeper.rummy.cards import Card
    >>> oklahoma_limit(OklahomaRules(), Round(Ending.KNOCK, upcard=Card("6", "S")))
    6
    """
    limit: int = rules.knock_limit
    if played.upcard is None:
        return limit
    if played.upcard.rank == "A" and rules.ace_upcard == "gin":
        return 0
    return min(limit, _WORTH[played.upcard.rank])


def _check_upcard(rules: Any, played: Round) -> None:
    upcard = played.upcard
    if upcard is None:
        if played.ending in (Ending.STOCK, Ending.VOID):
            return
        raise RuleError(message("Choose the upcard that set the knock limit."), "upcard")
    if upcard.rank == JOKER_RANK:
        raise RuleError(message("The upcard cannot be a joker: you play without."), "upcard")
    if not upcard.suit and rules.spades_double:
        raise RuleError(message("Enter the upcard’s suit: a spade counts double."), "upcard")


def _counts_twice(rules: Any, upcard: Card) -> bool:
    return bool(rules.spades_double) and upcard.suit == "S"


def _judge(case: Case) -> Ruling:
    ruling = judge_gin(case)
    upcard = case.round.upcard
    if upcard is None or not _counts_twice(case.rules, upcard):
        return ruling
    doubled = tuple(
        Line(
            Seat(seat),
            points,
            OklahomaRule.SPADES_DOUBLE,
            message("The upcard {card} is a spade: the round counts double", card=upcard),
        )
        for seat, points in enumerate(points_of(ruling.lines, len(case.seats)))
        if points
    )
    boxes = ruling.boxes * 2 if case.rules.spades_double_boxes else ruling.boxes
    return replace(ruling, lines=ruling.lines + doubled, boxes=boxes)


_UPCARD = points_article(
    "upcard",
    message("The upcard is an ace, or a spade. What does it change?"),
    OklahomaRule.SPADES_DOUBLE,
    in_a_sum=message("twice: a spade"),
)


_EXAMPLES = (
    knocked("upcard", {"spades_double": False}, Nina="4", Max=22, also={"upcard": "6S"}),
    went_out("upcard", ending="gin", Max=30, also={"upcard": "AS"}),
    knocked("upcard", Nina="A", Max="K 5", also={"upcard": "AH"}),
    knocked("knock-too-high", {"knock_limit": 3}, Nina="5", Max="K", also={"upcard": "7D"}),
)

OKLAHOMA = Variant(
    key="oklahoma",
    name=message("Oklahoma Gin"),
    tagline=message("Gin where the upcard sets the knock limit. A spade counts double."),
    fewest=2,
    most=2,
    rules_type=OklahomaRules,
    presets=gin_presets(bicycle={"ace_upcard": "gin"}),
    endings=GIN_ENDINGS,
    outs=GINS,
    deal=gin_deal,
    judge=_judge,
    lays_off=True,
    plays=(LAY_OFF_AFTER_KNOCK,),
    end_bonuses=gin_end_bonuses,
    winners=gin_winners,
    next_dealer=next_gin_dealer,
    knock_limit=oklahoma_limit,
    check_round=_check_upcard,
    plain_upcard=Card("T", "H"),
    counts_twice=_counts_twice,
    rounds_won=boxes_won,
    disputes=gin_disputes_and(_UPCARD),
    points=GIN_POINTS,
    examples=GIN_FAMILY_EXAMPLES + ONE_COLUMN_EXAMPLES + _EXAMPLES,
    kin=("gin", "hollywood", "knock"),
    family=FAMILY,
    group=GIN_GAMES,
    reckoning=lambda _rules: Reckoning.FINALS,
)
