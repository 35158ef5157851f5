"""Rami 51: open with 51 points and a run without jokers, then be the first to go out.

Scala 40 and Rommé are presets for Italy and Germany, with 40 points to open. In Italy, a player who
reaches 101 is out.

Sources: the rules of French card clubs, the rules of FISCA for Scala 40, and the rules of the DSkV
for Rommé. The counts of all other presets are common house rules.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article
from scorekeeper.rummy.cards import JOKER_RANK
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import Column, at_target_or_rounds
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.elimination import Elimination
from scorekeeper.rummy.endings import VOID, WENT_OUT, EndingRule
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.own_facts import OPENED
from scorekeeper.rummy.round import AnyEnding, Ending, RuleError
from scorekeeper.rummy.ruling import AnyRule, AnyTag, Line, Rule, Ruling
from scorekeeper.rummy.table.game import JOKER_TAKEN, may_be_laid_off
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants.rami_opening import OPENING, RAMI_QUESTION
from scorekeeper.rummy.variants.rami_rules import RAMI_EXAMPLES, RAMI_PRESETS, RamiRules

HAND_SIZE = 13
DECKS = 2


class RamiEnding(AnyEnding):
    """The endings that only Rami has."""

    RAMI = "rami"
    RAMI_SEC = "rami-sec"


class RamiRule(AnyRule):
    """The kinds of points that only Rami has."""

    RAMI_BONUS = "rami-bonus"
    RAMI_SEC_BONUS = "rami-sec-bonus"
    RAMI_DOUBLES = "rami-doubles"


class RamiTag(AnyTag):
    """The tags that only Rami has."""

    RAMI = "rami", message("rami"), message("Rami for {player}!")
    RAMI_SEC = "rami-sec", message("rami sec"), message("Rami sec for {player}!")


@lru_cache(maxsize=1024)
def _deal(rules: Any, _players: int, _number: int) -> Deal:
    return Deal(
        worth=card_points(ace=rules.ace_value) | {JOKER_RANK: rules.joker_value},
        hand_size=HAND_SIZE,
        decks=DECKS,
        jokers=DECKS * rules.jokers_per_deck,
        ace_high=True,
        ace_to_ace=rules.ace_to_ace,
        spares_melds=False,
    )


_TABLE = may_be_laid_off(
    _deal,
    joker=message(
        "The joker of meld {melds} stands for it: "
        "at many tables you may put it there and take the joker."
    ),
    swap=replace(
        JOKER_TAKEN,
        verdict=message("Yes, at many tables: put {card} in its place and take the joker."),
    ),
    opened=message("Have you opened?"),
    not_yet=message("No: you have to open first."),
)


def _judge(case: Case) -> Ruling:
    _check_openings(case)
    case.check_nobody_else_is_out()
    others = tuple(_line_of(case, seat) for seat in case.others(case.by))
    return Ruling(winners=(case.by,), lines=_bonus(case) + others + _doubled(case, others))


def _check_openings(case: Case) -> None:
    opened = [seat for seat in case.others(case.by) if case.laid[seat].opened]
    if case.ending is RamiEnding.RAMI_SEC and opened:
        text = message("{player} has opened, so it is a rami but not a rami sec.", player=opened[0])
        raise RuleError(text, "hands", opened[0])
    if case.ending is RamiEnding.RAMI and not opened:
        raise RuleError(message("Nobody else has opened, so it is a rami sec."), "ending")


def _line_of(case: Case, seat: Seat) -> Line:
    hand, price = case.laid[seat], case.rules.not_opened
    if not hand.opened and price:
        return Line(seat, price, Rule.NOT_OPENED, message("{player} never opened", player=seat))
    if hand.is_unknown:
        text = message("{player} never opened: enter the cards left, they count.", player=seat)
        raise RuleError(text, "hands", seat)
    return case.cards_left(seat, seat)


_BONUSES = {
    Ending.OUT: (Rule.OUT_BONUS, message("{player} went out")),
    RamiEnding.RAMI: (RamiRule.RAMI_BONUS, message("{player} went rami")),
    RamiEnding.RAMI_SEC: (RamiRule.RAMI_SEC_BONUS, message("{player} went rami sec")),
}
"""The kind of points and the sentence for the player who ended the round, by ending.

The house rule with the bonus has the same name as the kind of points.
"""


def _bonus(case: Case) -> tuple[Line, ...]:
    rule, text = _BONUSES[case.ending]
    points = getattr(case.rules, rule.replace("-", "_"))
    if not points:
        return ()
    return (Line(case.by, -points, rule, message(text.template, player=case.by)),)


def _doubled(case: Case, others: tuple[Line, ...]) -> tuple[Line, ...]:
    if not case.rules.rami_doubles or case.ending is Ending.OUT:
        return ()
    text = message("{player} went rami: the others score double", player=case.by)
    return tuple(
        Line(line.seat, line.points, RamiRule.RAMI_DOUBLES, text) for line in others if line.points
    )


def _elimination(rules: Any) -> Elimination | None:
    if rules.end == "target" or not rules.target:
        return None
    return Elimination(rules.target, rules.rejoin, rules.rejoins_each)


def _is_over(rules: Any, column: Column) -> bool:
    """Check whether the last round was played, or a player is at the target.

    In games with elimination, players at the target are out, and only the last round counts here.
    """
    if rules.end == "target":
        return at_target_or_rounds(rules, column)
    return bool(0 < rules.rounds <= column.rounds)


RAMI = Variant(
    key="rami",
    name=message("Rami 51"),
    other_names=(message("Scala 40"), message("Rommé")),
    tagline=message(
        "Open with 51 points, then be the first to lay everything down. Fewest points wins."
    ),
    fewest=2,
    most=6,
    rules_type=RamiRules,
    presets=RAMI_PRESETS,
    endings=(
        WENT_OUT,
        EndingRule(
            RamiEnding.RAMI,
            message("{player} went rami"),
            message("rami"),
            verdict=message("{player} goes rami"),
            tag=RamiTag.RAMI,
            all_at_once=True,
        ),
        EndingRule(
            RamiEnding.RAMI_SEC,
            message("{player} went rami sec"),
            message("rami sec"),
            verdict=message("{player} goes rami sec"),
            tag=RamiTag.RAMI_SEC,
            all_at_once=True,
            others_opened=False,
            asks_hands=lambda rules: not rules.not_opened,
        ),
        VOID,
    ),
    hand_parts=(OPENED,),
    question=RAMI_QUESTION,
    deal=_deal,
    table=_TABLE,
    judge=_judge,
    is_over=_is_over,
    elimination=_elimination,
    lowest_wins=lambda _rules: True,
    all_score=lambda _rules: True,
    disputes=(
        articles.ACE,
        OPENING,
        articles.LAYING_OFF,
        articles.STOCK_RUNS_OUT,
        articles.NEXT_DEALER,
        articles.WILD_LEFT,
        Article(
            "rami-or-sec",
            message("All my cards in one go: is it a rami or a rami sec?"),
            rules=(RamiRule.RAMI_BONUS, RamiRule.RAMI_SEC_BONUS),
            tags=(RamiTag.RAMI, RamiTag.RAMI_SEC),
        ),
        Article(
            "out-of-the-hand", message("I put down all my cards in one go. Does that count double?")
        ),
        articles.LAST_TURN,
        Article("pure-run", message("Does my opening need a run without jokers?")),
        Article("past-the-target", message("Two of us are past the target. Who has lost?")),
        articles.OUT_AT_THE_TARGET,
        articles.COMING_BACK,
        articles.ALL_OUT,
    ),
    points=(
        articles.OUT_BONUS,
        articles.CARDS_LEFT,
        articles.NOT_OPENED,
        Article("rami-doubles", message("The rami doubles"), rules=(RamiRule.RAMI_DOUBLES,)),
        *articles.NOT_FROM_CARDS,
    ),
    examples=RAMI_EXAMPLES,
)
