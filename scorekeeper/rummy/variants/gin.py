"""Gin Rummy: two players, knock or gin, undercuts, boxes and the shutout.

Sources: Hoyle for the base score (gin 25, undercut 10, first to 100); Pagat, Bicycle and Wikipedia
for their differences, each as a preset. Oklahoma and Hollywood build on this module.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.rummy.case import Case
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Line, Round, Rule, Ruling
from scorekeeper.rummy.variant import KNOCKED, STOCK_IS_VOID, VOID, EndingRule, Variant
from scorekeeper.rummy.variants.gin_articles import (
    GIN_DISPUTES,
    GIN_POINTS,
    GinEnding,
    GinRule,
    GinTag,
)
from scorekeeper.rummy.variants.gin_examples import GIN_FAMILY_EXAMPLES, ONE_COLUMN_EXAMPLES
from scorekeeper.rummy.variants.gin_rules import GinRules, gin_presets
from scorekeeper.rummy.variants.gin_settlement import boxes_won, gin_winners, settle_gin

FAMILY = "gin"

GIN_ENDINGS = (
    replace(KNOCKED, at_zero=GinEnding.GIN),
    EndingRule(GinEnding.GIN, message("{player} went gin"), message("gin")),
    EndingRule(
        GinEnding.BIG_GIN,
        message("{player} went big gin"),
        message("big gin"),
        melds_drawn=True,
        is_played=lambda rules: bool(rules.big_gin_bonus),
    ),
    STOCK_IS_VOID,
    VOID,
)

GINS = message("gins")

_DEAL = Deal(worth=card_points(), hand_size=10, exact=True)


def gin_deal(_rules: Any, _players: int, _number: int) -> Deal:
    """Ten cards each from one deck."""
    return _DEAL


def gin_limit(rules: Any, _round: Round) -> int:
    """The knock limit, which is a house rule."""
    limit: int = rules.knock_limit
    return limit


def judge_gin(case: Case) -> Ruling:
    """Judge a round of the gin family: gin, a plain win, a tie or an undercut."""
    if case.ending in GinEnding:
        return _judge_gin(case)
    knocker = case.by
    other = case.others(knocker)[0]
    if case.counts[knocker] < case.counts[other]:
        return Ruling(winners=(knocker,), lines=(case.difference(knocker, other),))
    if case.counts[knocker] > case.counts[other]:
        return _undercut(case, other, knocker)
    return _judge_tie(case, knocker, other)


def _judge_gin(case: Case) -> Ruling:
    player = case.by
    other = case.others(player)[0]
    big = case.ending is GinEnding.BIG_GIN and case.rules.big_gin_bonus > 0
    if big:
        bonus = Line(
            player,
            case.rules.big_gin_bonus,
            GinRule.BIG_GIN_BONUS,
            message("{player} went big gin", player=player),
        )
    else:
        bonus = Line(
            player,
            case.rules.gin_bonus,
            GinRule.GIN_BONUS,
            message("{player} went gin", player=player),
        )
    return Ruling(
        winners=(player,),
        lines=(case.difference(player, other), bonus),
        tags=(GinTag.BIG_GIN if big else GinTag.GIN,),
        boxes=1 + case.rules.gin_boxes,
    )


def _judge_tie(case: Case, knocker: Seat, other: Seat) -> Ruling:
    if case.rules.tie == "no-score":
        return Ruling()
    if case.rules.tie == "knocker":
        return Ruling(winners=(knocker,), lines=(case.difference(knocker, other),))
    return _undercut(case, other, knocker)


def _undercut(case: Case, winner: Seat, knocker: Seat) -> Ruling:
    text = case.undercut_text(winner)
    bonus = Line(winner, case.rules.undercut_bonus, Rule.UNDERCUT_BONUS, text)
    return Ruling(
        winners=(winner,),
        lines=(case.difference(winner, knocker), bonus),
        boxes=1 + case.rules.undercut_boxes,
    )


def next_gin_dealer(rules: Any, dealer: Seat, ruling: Ruling, _players: int) -> Seat:
    """Who deals next by the house rule; the same player again if nobody won the round."""
    if not ruling.winners:
        return dealer
    winner = ruling.winners[0]
    other = {"winner": winner, "loser": Seat(1 - winner), "alternate": Seat(1 - dealer)}
    return other[rules.next_dealer]


GIN = Variant(
    key="gin",
    name=message("Gin Rummy"),
    tagline=message("Knock with 10 or less, or go gin. Tie the knocker, and it is an undercut."),
    fewest=2,
    most=2,
    rules_type=GinRules,
    presets=gin_presets(),
    endings=GIN_ENDINGS,
    outs=GINS,
    deal=gin_deal,
    judge=judge_gin,
    lays_off=True,
    settle=settle_gin,
    winners=gin_winners,
    next_dealer=next_gin_dealer,
    knock_limit=gin_limit,
    rounds_won=boxes_won,
    disputes=GIN_DISPUTES,
    points=GIN_POINTS,
    examples=GIN_FAMILY_EXAMPLES + ONE_COLUMN_EXAMPLES,
    kin=("hollywood", "knock"),
    family=FAMILY,
)
