"""Manipulation Rummy (Carousel): players rearrange melds on the table. The lowest hand scores.

Source of all values: one published description of the game. Other descriptions differ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article
from scorekeeper.rummy.cards import JOKER_RANK
from scorekeeper.rummy.case import Case, lowest_but_knocker
from scorekeeper.rummy.column import Column
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.endings import KNOCKED, STOCK_RAN_OUT, VOID, WENT_OUT
from scorekeeper.rummy.examples import Ask, Example, knock, knocked, ran_out, went_out, whole
from scorekeeper.rummy.house_rules import bonus, house_rule, melds_in_hand, table_jokers, target
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Ending, Round
from scorekeeper.rummy.ruling import AnyRule, Line, Rule, Ruling
from scorekeeper.rummy.table.game import MAY_BE_PUT_DOWN, TableGame, TableQuestion
from scorekeeper.rummy.table.pieces import TABLE_CARDS
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.words import TABLE_GAMES


class ManipulationRule(AnyRule):
    """The kind of points that only Manipulation Rummy has."""

    ROUND_BONUS = "round-bonus"


@dataclass(frozen=True, slots=True, kw_only=True)
class ManipulationRules:
    """The house rules of Manipulation Rummy, each with its label."""

    knock_limit: int = house_rule(
        5,
        message("Knock with at most"),
        message("The most points a knocker may have."),
        high=20,
        limits_knock=True,
    )
    undercut_bonus: int = bonus(
        10,
        message("Undercut bonus"),
        message("For each winner, when the knocker is tied or beaten."),
    )
    out_bonus: int = bonus(
        25, message("Bonus for going out"), message("For winning with no card left.")
    )
    joker_value: int = house_rule(
        25, message("A joker counts"), message("In points, when left in hand."), high=50
    )
    melds_in_hand: str = melds_in_hand()
    table_jokers: str = table_jokers()
    target: int = target(150)
    game_bonus: int = bonus(
        100, message("Game bonus"), message("For reaching the target."), high=500
    )
    round_bonus: int = bonus(
        25, message("Bonus for a round won"), message("Added at the end of the game.")
    )
    round_bonus_to: str = house_rule(
        "others",
        message("The bonus for rounds won goes to"),
        choices=(
            ("others", message("those below the target")),
            ("everyone", message("everyone")),
        ),
    )


@lru_cache(maxsize=1024)
def _deal(rules: Any, players: int, _number: int) -> Deal:
    decks = 1 if players == 2 else 2
    worth = card_points() | {JOKER_RANK: rules.joker_value}
    return Deal(
        worth=worth,
        hand_size=None,
        decks=decks,
        jokers=decks,
        ace_high=True,
        spares_melds=rules.melds_in_hand == "spared",
    )


def _table(rules: Any, players: int) -> TableGame:
    deal = _deal(rules, players, 1)
    return TableGame(
        pieces=TABLE_CARDS,
        worth=deal.worth_by_place,
        joker_worth=rules.joker_value,
        copies=deal.decks,
        jokers=deal.jokers,
        replaces=rules.table_jokers == "replaced",
    )


def _limit(rules: Any, _round: Round) -> int:
    limit: int = rules.knock_limit
    return limit


def _judge(case: Case) -> Ruling:
    case.check_nobody_else_is_out()
    winners = (case.by,) if case.ending is Ending.OUT else lowest_but_knocker(case)
    return Ruling(
        winners=winners,
        lines=tuple(line for winner in winners for line in _lines(case, winner)),
    )


def _lines(case: Case, winner: Seat) -> list[Line]:
    lines = [case.difference(winner, other) for other in case.others(winner)]
    if case.round.by is not None and winner != case.round.by:
        text = case.undercut_text(winner)
        lines.append(Line(winner, case.rules.undercut_bonus, Rule.UNDERCUT_BONUS, text))
    if case.ending is Ending.OUT or case.has_no_card(winner):
        text = message("{player} has no card left", player=winner)
        lines.append(Line(winner, case.rules.out_bonus, Rule.OUT_BONUS, text))
    return [line for line in lines if line.points or line.rule is Rule.DIFFERENCE]


def _end_bonuses(rules: Any, column: Column, _place: int) -> tuple[Line, ...]:
    lines = []
    for seat in column.seats:
        won = column.wins[seat]
        reached = column.totals[seat] >= rules.target
        if reached and rules.game_bonus:
            text = message("{player} reached {target}", player=seat, target=rules.target)
            lines.append(Line(seat, rules.game_bonus, Rule.GAME_BONUS, text))
        counts = not reached or rules.round_bonus_to == "everyone"
        if counts and won and rules.round_bonus:
            text = message("Rounds won: {number} × {bonus}", number=won, bonus=rules.round_bonus)
            lines.append(Line(seat, won * rules.round_bonus, ManipulationRule.ROUND_BONUS, text))
    return tuple(lines)


_DISPUTES = (
    articles.ACE,
    articles.EQUAL_COUNTS,
    articles.EQUAL_WITH_SEVERAL,
    articles.TIE_BELOW_THE_KNOCKER,
    articles.LAYING_OFF,
    articles.KNOCK_TOO_HIGH,
    articles.STOCK_RUNS_OUT,
    articles.NEXT_DEALER,
    articles.HIGHER_FINAL,
    articles.WILD_LEFT,
    articles.LAST_TURN,
    articles.BEST_ARRANGEMENT,
)

_POINTS = (
    articles.DIFFERENCE,
    articles.UNDERCUT_BONUS,
    articles.OUT_BONUS,
    *articles.NOT_FROM_CARDS,
    articles.GAME_BONUS,
    Article(
        "round-bonus",
        message("Bonus for a round won"),
        rules=(ManipulationRule.ROUND_BONUS,),
    ),
)


_EXAMPLES = (
    knocked("next-dealer", by="Lou", Nina=12, Max=9, Lou=3, ask=Ask.DEALER),
    knocked("difference", Nina="3", Max="Q 2", Lou="K T"),
    knocked("undercut-bonus", Nina="3", Max="2", Lou="T"),
    went_out("out-bonus", Max="7", Lou="K 3"),
    knocked("ace", {"melds_in_hand": "spared"}, Nina="A", Max=whole("QS KS AS 4D")),
    knocked("equal-counts", Nina="4", Max="3 A", Lou="K 5"),
    knocked("equal-with-several", Nina="4", Max="3 A", Lou="2 2", Paul="K 5"),
    knocked("tie-below-the-knocker", Nina="5", Max="3 A", Lou="2 2", Paul="K 5"),
    knocked("knock-too-high", {"knock_limit": 10}, Nina="6", Max="K 4"),
    ran_out("stock-runs-out", Nina="7 3", Max="6", Lou="4 2"),
    Example(
        "higher-final",
        (*[knock("Max", Nina=29, Max=1)] * 5, knock("Nina", Nina=1, Max=152)),
        ask=Ask.END,
    ),
    Example(
        "game-bonus",
        (knock("Max", Nina=30, Max=2), knock("Nina", Nina=1, Max=152)),
        ask=Ask.END,
        flips=({"round_bonus_to": "everyone"},),
    ),
    went_out("wild-left", {"joker_value": 15}, Max="JK 7"),
    went_out("last-turn", Max=0, Lou="K 7"),
    knocked(
        "best-arrangement", {"melds_in_hand": "spared"}, Nina="3", Max=whole("7S 8S JK TS TH TD 4C")
    ),
)

MANIPULATION = Variant(
    key="manipulation",
    name=message("Manipulation Rummy"),
    other_names=(message("Carousel"),),
    group=TABLE_GAMES,
    tagline=message(
        "Take the melds on the table apart and build new ones. Knock with 5 or less, or go out."
    ),
    fewest=2,
    most=5,
    rules_type=ManipulationRules,
    presets=(Preset("plain", message("Standard"), {}),),
    endings=(
        replace(KNOCKED, at_zero=Ending.OUT),
        WENT_OUT,
        STOCK_RAN_OUT,
        VOID,
    ),
    deal=_deal,
    table=TableQuestion(MAY_BE_PUT_DOWN, _table),
    judge=_judge,
    end_bonuses=_end_bonuses,
    knock_limit=_limit,
    rounds_won=lambda column: column.wins,
    disputes=_DISPUTES,
    points=_POINTS,
    about_table=articles.ABOUT_TABLE,
    examples=_EXAMPLES,
    kin=("knock", "basic"),
)
