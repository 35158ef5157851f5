"""Knock Rummy (Poker Rum): all players pay the player with the lowest hand. A knocker loses a tie.

Sources: a French-language card book for the base score; Bicycle for the rum bonus, paid once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article
from scorekeeper.rummy.case import Case, lowest_but_knocker
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.endings import KNOCKED, VOID, EndingRule
from scorekeeper.rummy.examples import THREE, VOID_ROUND, Ask, Example, knocked, went_out, whole
from scorekeeper.rummy.house_rules import bonus, house_rule, target
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import AnyEnding
from scorekeeper.rummy.ruling import AnyRule, AnyTag, Line, Payment, Ruling, Tag
from scorekeeper.rummy.stake import Reckoning
from scorekeeper.rummy.variant import Preset, Variant

_DEALS = {size: Deal(worth=card_points(), hand_size=size, exact=True) for size in (6, 7, 10)}
"""The deal for each hand size."""


class KnockEnding(AnyEnding):
    """The ending that only Knock Rummy has: rum. It is also called a run."""

    RUM = "rum"


class KnockRule(AnyRule):
    """The kinds of points that only Knock Rummy has."""

    RUM_BONUS = "rum-bonus"
    KNOCK_PENALTY = "knock-penalty"


class KnockTag(AnyTag):
    """The tag that only Knock Rummy has."""

    RUM = "rum", message("rum"), message("Rum for {player}!")


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockRules:
    """The house rules of Knock Rummy, each with its label."""

    rum_bonus: int = bonus(25, message("Rum bonus"), message("For knocking with no deadwood."))
    rum_bonus_each: bool = house_rule(
        True,
        message("The rum bonus from each player"),
        message("Otherwise only once."),
    )
    penalty: int = bonus(10, message("Penalty"), message("What a beaten knocker pays."))
    penalty_to: str = house_rule(
        "winner",
        message("The penalty goes to"),
        choices=(
            ("winner", message("the winner")),
            ("all-below", message("everyone with less than the knocker")),
        ),
    )
    penalty_on_tie: bool = house_rule(
        False,
        message("Penalty on a tie too"),
        message("When the knocker ties for the lowest count."),
    )
    ties: str = house_rule(
        "full",
        message("Tied winners score"),
        choices=(("full", message("in full, each")), ("split", message("equal shares"))),
    )
    rum_can_be_tied: bool = house_rule(
        True,
        message("Rum can be tied"),
        message("Another player with 0 beats the knocker."),
    )
    five_hand: int = house_rule(
        6,
        message("Five players get"),
        choices=((6, message("6 cards each")), (7, message("7 cards each"))),
    )
    target: int = target(0)


def _deal(rules: Any, players: int, _number: int) -> Deal:
    if players == 5:
        return _DEALS[rules.five_hand]
    return _DEALS[10 if players == 2 else 7]


def _judge(case: Case) -> Ruling:
    alone = case.ending is KnockEnding.RUM and not case.rules.rum_can_be_tied
    winners = (case.by,) if alone else lowest_but_knocker(case)
    scores = [score for winner in winners for score in _scores(case, winner, winners)]
    scores += _penalty_below(case, winners)
    payments: dict[tuple[Seat, Seat], int] = {}
    for line, payer in scores:
        if payer is not None and line.points:
            pair = (payer, line.seat)
            payments[pair] = payments.get(pair, 0) + line.points
    return Ruling(
        winners=winners,
        lines=tuple(line for line, _ in scores),
        payments=tuple(Payment(payer, payee, sum_) for (payer, payee), sum_ in payments.items()),
    )


_Score = tuple[Line, Seat | None]
"""A line of points, and the player who pays the points. `None` if no single player pays."""


def _scores(case: Case, winner: Seat, winners: tuple[Seat, ...]) -> list[_Score]:
    shares = len(winners) if case.rules.ties == "split" else 1
    scores: list[_Score] = [
        (_shared(case.difference(winner, other), shares), other) for other in case.others(winner)
    ]
    if winner == case.by:
        return scores + _rum_bonus(case, winner)
    if case.rules.penalty and _pays_winners(case):
        line = _penalty(case, winner, message("{knocker} knocked and was beaten", knocker=case.by))
        scores.append((_shared(line, shares), case.by))
    return scores


def _shared(line: Line, shares: int) -> Line:
    if shares == 1:
        return line
    text = message("{line}, shared by {number}", line=line.text, number=shares)
    return Line(line.seat, line.points // shares, line.rule, text)


def _rum_bonus(case: Case, winner: Seat) -> list[_Score]:
    bonus = case.rules.rum_bonus
    if case.ending is not KnockEnding.RUM or not bonus:
        return []
    if not case.rules.rum_bonus_each:
        return [
            (
                Line(
                    winner,
                    bonus,
                    KnockRule.RUM_BONUS,
                    message("{player} went rum", player=winner),
                ),
                None,
            )
        ]
    return [
        (
            Line(
                winner,
                bonus,
                KnockRule.RUM_BONUS,
                message("{player} went rum: {other} pays", player=winner, other=other),
            ),
            other,
        )
        for other in case.others(winner)
    ]


def _is_level(case: Case) -> bool:
    return case.counts[case.by] == min(case.counts.values())


def _pays_winners(case: Case) -> bool:
    """Check whether a losing knocker pays the penalty to the winners.

    After a tie, `penalty_on_tie` decides. In other cases `penalty_to` must be `winner`.
    """
    if _is_level(case):
        return bool(case.rules.penalty_on_tie)
    return bool(case.rules.penalty_to == "winner")


def _penalty_below(case: Case, winners: tuple[Seat, ...]) -> list[_Score]:
    if not case.rules.penalty or case.rules.penalty_to != "all-below" or case.by in winners:
        return []
    text = message("{knocker} knocked and had more", knocker=case.by)
    return [
        (_penalty(case, seat, text), case.by)
        for seat in case.seats
        if case.counts[seat] < case.counts[case.by]
    ]


def _penalty(case: Case, seat: Seat, text: Message) -> Line:
    return Line(seat, case.rules.penalty, KnockRule.KNOCK_PENALTY, text)


_DISPUTES = (
    articles.ACE,
    articles.EQUAL_COUNTS,
    articles.EQUAL_WITH_SEVERAL,
    articles.TIE_BELOW_THE_KNOCKER,
    Article(
        "run-against-zero",
        message("I went rum, but you have 0 as well. Who wins?"),
        settles=lambda ruling: {KnockTag.RUM, Tag.TIE} <= {*ruling.tags},
    ),
    articles.LAYING_OFF,
    articles.KNOCK_TOO_HIGH,
    articles.STOCK_RUNS_OUT,
    articles.NEXT_DEALER,
    articles.BEST_ARRANGEMENT,
)

_POINTS = (
    articles.DIFFERENCE,
    Article(
        "rum-bonus",
        message("Rum bonus"),
        rules=(KnockRule.RUM_BONUS,),
        tags=(KnockTag.RUM,),
    ),
    Article(
        "knock-penalty",
        message("Penalty"),
        rules=(KnockRule.KNOCK_PENALTY,),
        tags=(Tag.UNDERCUT,),
    ),
    *articles.NOT_FROM_CARDS,
)


_EXAMPLES = (
    knocked("difference", by="Max", Nina="K 9 2", Max="5", Lou="Q Q 7 A", Paul="8"),
    went_out("rum-bonus", by="Max", ending="rum", Nina="K 9 2", Lou="Q Q 7 A", Paul="8"),
    knocked("knock-penalty", by="Paul", Nina="K 9 2", Max="5", Lou="Q Q 7 A", Paul="8"),
    knocked("ace", Nina="A", Max="QS KS AS", Lou="8"),
    knocked("equal-counts", {"penalty_on_tie": True}, Nina="5", Max="4 A", Lou="K 9 9"),
    knocked("equal-with-several", Nina="5", Max="4 A", Lou="3 2", Paul="K 9"),
    knocked("tie-below-the-knocker", Nina="9", Max="4 A", Lou="3 2", Paul="K 9"),
    went_out("run-against-zero", ending="rum", Max=0, Lou="K 7"),
    knocked(
        "laying-off", Nina=whole("7S 8S 9S 4H 4D 4C 2D"), Max=whole("TS 4S KH KD KC 6D 3H"), Lou=21
    ),
    knocked("knock-too-high", Nina="K Q 8", Max="K J T 7", Lou="Q J T 9"),
    Example("stock-runs-out", (VOID_ROUND,), players=THREE, ask=Ask.DEALER),
    knocked("next-dealer", by="Lou", Nina=12, Max=9, Lou=3, ask=Ask.DEALER),
    knocked("best-arrangement", Nina=whole("7S 7H 7D 8S 9S TS 2C"), Max="K 4", Lou="J 8"),
)

KNOCK = Variant(
    key="knock",
    name=message("Knock Rummy"),
    other_names=(message("Poker Rum"), message("Poker Run")),
    tagline=message(
        "Knock whenever you like, with any count. The lowest hand scores off all the others."
    ),
    fewest=2,
    most=5,
    rules_type=KnockRules,
    presets=(
        Preset("plain", message("Standard"), {}),
        Preset("bicycle", message("Bicycle"), {"rum_bonus_each": False}),
        Preset(
            "split",
            message("Split"),
            {"penalty_to": "all-below", "ties": "split", "rum_can_be_tied": False},
        ),
    ),
    endings=(
        replace(KNOCKED, at_zero=KnockEnding.RUM),
        EndingRule(
            KnockEnding.RUM,
            message("{player} went rum: nothing left"),
            message("rum"),
            tag=KnockTag.RUM,
            also="run",
            compares=True,
        ),
        VOID,
    ),
    outs=message("rums"),
    deal=_deal,
    judge=_judge,
    reckoning=lambda _rules: Reckoning.PAYMENTS,
    disputes=_DISPUTES,
    points=_POINTS,
    examples=_EXAMPLES,
    kin=("gin", "hollywood", "manipulation"),
)
