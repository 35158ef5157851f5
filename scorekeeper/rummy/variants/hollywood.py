"""Hollywood Gin: three games of gin written at once, in three columns of the sheet.

Sources: Pagat and Wikipedia for the columns and how they close.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.article import Article
from scorekeeper.rummy.column import Column, best_final, reached_target
from scorekeeper.rummy.house_rules import house_rule
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import AnyRule, Line, points_of
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants.gin import (
    FAMILY,
    GIN_ENDINGS,
    GINS,
    gin_deal,
    gin_limit,
    judge_gin,
    next_gin_dealer,
)
from scorekeeper.rummy.variants.gin_articles import GIN_POINTS, gin_disputes_and
from scorekeeper.rummy.variants.gin_examples import GIN_FAMILY_EXAMPLES
from scorekeeper.rummy.variants.gin_rules import GinRules, gin_presets
from scorekeeper.rummy.variants.gin_settlement import boxes_won, settle_gin
from scorekeeper.rummy.variants.hollywood_entries import ENTRY_KINDS
from scorekeeper.rummy.variants.hollywood_examples import HOLLYWOOD_EXAMPLES

COLUMNS = 3


class HollywoodRule(AnyRule):
    """The kinds of points that only Hollywood Gin has."""

    LAST_COLUMN_DOUBLE = "last-column-double"


@dataclass(frozen=True, slots=True, kw_only=True)
class HollywoodRules(GinRules):
    """The house rules of Gin, with defaults and texts for columns."""

    game_bonus: int = house_rule(
        100,
        message("Game bonus"),
        message("For reaching the target in a column."),
        low=0,
        high=500,
        off_at_zero=True,
    )
    box_bonus: int = house_rule(
        25,
        message("Box bonus"),
        message("For each win written in a column."),
        low=0,
        high=100,
        off_at_zero=True,
    )
    winner_by: str = house_rule(
        "total",
        message("The game is won by"),
        choices=(
            ("total", message("the highest sum of the columns")),
            ("columns", message("the most columns won")),
        ),
    )
    last_column_double: bool = house_rule(
        False,
        message("The third column counts double"),
        message("Its final result, bonuses included."),
    )


_NOTHING_HERE = message("{player} has nothing in this column")


def _settle(rules: Any, column: Column, place: int) -> tuple[Line, ...]:
    lines = settle_gin(rules, column, blank=_NOTHING_HERE)
    if not rules.last_column_double or place != COLUMNS - 1:
        return lines
    added = points_of(lines, len(column.totals))
    return lines + tuple(
        Line(
            Seat(seat),
            total + more,
            HollywoodRule.LAST_COLUMN_DOUBLE,
            message("The third column counts double"),
        )
        for seat, (total, more) in enumerate(zip(column.totals, added, strict=True))
    )


def _winners(rules: Any, columns: tuple[Column, ...], final: tuple[int, ...]) -> tuple[Seat, ...]:
    if rules.winner_by == "total":
        return best_final(final, lowest_wins=False)
    won = [0] * len(final)
    for column in columns:
        for seat in reached_target(rules, column):
            won[seat] += 1
    best = best_final(tuple(won), lowest_wins=False)
    most = max(final[seat] for seat in best)
    return tuple(seat for seat in best if final[seat] == most)


_COLUMNS_ARTICLE = Article("columns", message("Which columns does this win go in?"))
_LAST_COLUMN_ARTICLE = Article(
    "last-column-double",
    message("The third column counts double"),
    rules=(HollywoodRule.LAST_COLUMN_DOUBLE,),
)

HOLLYWOOD = Variant(
    key="hollywood",
    name=message("Hollywood Gin"),
    tagline=message("Gin in three columns at once: three games for the price of one."),
    fewest=2,
    most=2,
    rules_type=HollywoodRules,
    presets=gin_presets(wikipedia={"winner_by": "total"}, tournament={"winner_by": "total"}),
    endings=GIN_ENDINGS,
    outs=GINS,
    deal=gin_deal,
    judge=judge_gin,
    lays_off=True,
    settle=_settle,
    winners=_winners,
    next_dealer=next_gin_dealer,
    knock_limit=gin_limit,
    columns=COLUMNS,
    entry_kinds=ENTRY_KINDS,
    rounds_won=boxes_won,
    disputes=gin_disputes_and(_COLUMNS_ARTICLE),
    points=(*GIN_POINTS, _LAST_COLUMN_ARTICLE),
    examples=GIN_FAMILY_EXAMPLES + HOLLYWOOD_EXAMPLES,
    kin=("gin", "knock"),
    family=FAMILY,
)
