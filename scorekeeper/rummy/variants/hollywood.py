"""Hollywood Gin: three games of gin at once, in three columns of the sheet.

Sources: Pagat and Wikipedia for the columns and for the end of a column.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.article import Article
from scorekeeper.rummy.column import Column, EntryKind, best_final, reached_target
from scorekeeper.rummy.examples import Ask, Example, knock
from scorekeeper.rummy.hand import Count, Hand
from scorekeeper.rummy.house_rules import bonus, house_rule
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Adjustment, AnyEnding, Ending, Round
from scorekeeper.rummy.ruling import ILLEGAL_KNOCK, AnyRule, Line, Ruling, Tag, points_of
from scorekeeper.rummy.stake import Reckoning
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants.gin import (
    FAMILY,
    GIN_ENDINGS,
    GIN_POINTS,
    GINS,
    GinEnding,
    GinTag,
    boxes_won,
    gin_deal,
    gin_disputes_and,
    gin_end_bonuses,
    gin_limit,
    judge_gin,
    next_gin_dealer,
)
from scorekeeper.rummy.variants.gin_question import LAY_OFF_AFTER_KNOCK
from scorekeeper.rummy.variants.gin_rules import GIN_FAMILY_EXAMPLES, GinRules, gin_presets
from scorekeeper.rummy.words import GIN_GAMES

COLUMNS = 3


class HollywoodRule(AnyRule):
    """The kinds of points that only Hollywood Gin has."""

    LAST_COLUMN_DOUBLE = "last-column-double"


@dataclass(frozen=True, slots=True, kw_only=True)
class HollywoodRules(GinRules):
    """The house rules of Gin, some with different defaults and texts, and a rule about columns."""

    game_bonus: int = bonus(
        100, message("Game bonus"), message("For reaching the target in a column."), high=500
    )
    box_bonus: int = bonus(25, message("Box bonus"), message("For each win written in a column."))
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


def _end_bonuses(rules: Any, column: Column, place: int) -> tuple[Line, ...]:
    lines = gin_end_bonuses(rules, column, blank=_NOTHING_HERE)
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
        return best_final(final, columns[0].seats, lowest_wins=False)
    won = [0] * len(final)
    for column in columns:
        for seat in reached_target(rules, column):
            won[seat] += 1
    best = best_final(tuple(won), columns[0].seats, lowest_wins=False)
    most = max(final[seat] for seat in best)
    return tuple(seat for seat in best if final[seat] == most)


_COLUMNS_ARTICLE = Article("columns", message("Which columns does this win go in?"))
_LAST_COLUMN_ARTICLE = Article(
    "last-column-double",
    message("The third column counts double"),
    rules=(HollywoodRule.LAST_COLUMN_DOUBLE,),
)


def _round(ending: AnyEnding, by: Seat, winner: Seat, *, own: int, other: int) -> Round:
    """A two-player round. The winner has the count `own`, and the loser has the count `other`."""
    counts: list[Hand | None] = [Count(other), Count(other)]
    counts[winner] = Count(own)
    return Round(ending, by, tuple(counts), allow=(ILLEGAL_KNOCK,))


def _knock(_rules: Any, seat: Seat, points: int) -> Round:
    return _round(Ending.KNOCK, seat, seat, own=1, other=1 + points)


def _gin(rules: Any, seat: Seat, points: int) -> Round:
    return _round(GinEnding.GIN, seat, seat, own=0, other=points - rules.gin_bonus)


def _undercut(rules: Any, seat: Seat, points: int) -> Round:
    knocker = Seat(1 - seat)
    return _round(Ending.KNOCK, knocker, seat, own=1, other=1 + points - rules.undercut_bonus)


def _adjustment(_rules: Any, seat: Seat, points: int) -> Round:
    return Round(Ending.VOID, adjustments=(Adjustment(seat, points),))


def _is_gin(ruling: Ruling) -> bool:
    return any(isinstance(tag, GinTag) for tag in ruling.tags)


def _is_undercut(ruling: Ruling) -> bool:
    return Tag.UNDERCUT in ruling.tags


ENTRY_KINDS = (
    EntryKind("", None, _knock, lambda ruling: not _is_gin(ruling) and not _is_undercut(ruling)),
    EntryKind("g", message("gin"), _gin, _is_gin),
    EntryKind("u", message("undercut"), _undercut, _is_undercut),
    EntryKind("a", message("adjustment"), _adjustment, lambda _ruling: False, is_win=False),
)
"""The reasons for points in a column. The first reason is the default."""


_EXAMPLES = (
    Example(
        "higher-final",
        (
            knock("Nina", Nina=1, Max=61),
            knock("Nina", Nina=1, Max=31),
            knock("Nina", Nina=1, Max=61),
            knock("Max", Nina=61, Max=1),
            knock("Max", Nina=61, Max=1),
            knock("Max", Nina=61, Max=1),
        ),
        rules={"target": 100},
        ask=Ask.WINNER,
        flips=({"winner_by": "columns"},),
    ),
    Example(
        "columns",
        (
            knock("Nina", Nina=1, Max=19),
            knock("Max", Nina=13, Max=1),
            knock("Nina", Nina=1, Max=26),
            knock("Nina", Nina=1, Max=16),
        ),
        ask=Ask.COLUMNS,
    ),
    Example(
        "columns",
        (
            knock("Nina", Nina=1, Max=61),
            knock("Nina", Nina=1, Max=51),
            knock("Max", Nina=21, Max=1),
            knock("Max", Nina=11, Max=1),
        ),
        rules={"target": 100},
        ask=Ask.COLUMNS,
    ),
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
    plays=(LAY_OFF_AFTER_KNOCK,),
    end_bonuses=_end_bonuses,
    winners=_winners,
    next_dealer=next_gin_dealer,
    knock_limit=gin_limit,
    columns=COLUMNS,
    entry_kinds=ENTRY_KINDS,
    rounds_won=boxes_won,
    disputes=gin_disputes_and(_COLUMNS_ARTICLE),
    points=(*GIN_POINTS, _LAST_COLUMN_ARTICLE),
    examples=GIN_FAMILY_EXAMPLES + _EXAMPLES,
    kin=("gin", "knock"),
    family=FAMILY,
    group=GIN_GAMES,
    reckoning=lambda _rules: Reckoning.FINALS,
)
