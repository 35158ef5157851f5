"""Gin Rummy: two players, knock or gin, undercuts, boxes and the shutout.

Sources: Hoyle for the base score (gin 25, undercut 10, first to 100). Pagat, Bicycle and Wikipedia
each have a preset with their rules. Oklahoma and Hollywood build on this module.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import Column, best_final, reached_target
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.endings import KNOCKED, STOCK_IS_VOID, VOID, EndingRule
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import AnyEnding, Round
from scorekeeper.rummy.ruling import AnyRule, AnyTag, Line, Rule, Ruling, Tag
from scorekeeper.rummy.stake import Reckoning
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants.gin_question import LAY_OFF_AFTER_KNOCK
from scorekeeper.rummy.variants.gin_rules import (
    GIN_FAMILY_EXAMPLES,
    ONE_COLUMN_EXAMPLES,
    GinRules,
    gin_presets,
)
from scorekeeper.rummy.words import GIN_GAMES


class GinEnding(AnyEnding):
    GIN = "gin"
    BIG_GIN = "big-gin"


class GinRule(AnyRule):
    """The kinds of points that only the gin family has."""

    GIN_BONUS = "gin-bonus"
    BIG_GIN_BONUS = "big-gin-bonus"
    SHUTOUT = "shutout"


class GinTag(AnyTag):
    """The tags that only the gin family has."""

    GIN = "gin", message("gin"), message("Gin for {player}!")
    BIG_GIN = "big-gin", message("big gin"), message("Big gin for {player}!")


def _is_gin_against_zero(ruling: Ruling) -> bool:
    return (
        any(isinstance(tag, GinTag) for tag in ruling.tags)
        and articles.number_with_least_deadwood(ruling) > 1
    )


def _is_gin_off(ruling: Ruling) -> bool:
    return Tag.UNDERCUT in ruling.tags and min(ruling.deadwood.values()) == 0


GIN_DISPUTES = (
    articles.ACE,
    articles.EQUAL_COUNTS,
    Article(
        "gin-against-zero",
        message("I went gin, but you have nothing left either. Who scores?"),
        settles=_is_gin_against_zero,
    ),
    Article(
        "gin-off",
        message("You knocked, and I laid off all I had left. Is that gin for me?"),
        settles=_is_gin_off,
    ),
    articles.LAYING_OFF,
    articles.BEFORE_OR_AFTER,
    articles.KNOCK_TOO_HIGH,
    articles.STOCK_RUNS_OUT,
    articles.NEXT_DEALER,
    Article(
        "boxes-and-target",
        message("Do boxes count towards the target?"),
        rules=(Rule.BOX_BONUS,),
    ),
    Article(
        "shutout",
        message("The loser has no points. What is the shutout worth?"),
        rules=(GinRule.SHUTOUT,),
    ),
    articles.HIGHER_FINAL,
    articles.BEST_ARRANGEMENT,
)


def gin_disputes_and(article: Article) -> tuple[Article, ...]:
    """The disputes of Gin, with this further article before the last dispute."""
    return (*GIN_DISPUTES[:-1], article, GIN_DISPUTES[-1])


GIN_POINTS = (
    articles.DIFFERENCE,
    Article("gin-bonus", message("Gin bonus"), rules=(GinRule.GIN_BONUS,), tags=(GinTag.GIN,)),
    Article(
        "big-gin-bonus",
        message("Big gin bonus"),
        rules=(GinRule.BIG_GIN_BONUS,),
        tags=(GinTag.BIG_GIN,),
    ),
    articles.UNDERCUT_BONUS,
    articles.ADJUSTMENT,
    articles.GAME_BONUS,
)


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
    """The deal of every round: ten cards for each player, from one deck."""
    return _DEAL


def gin_limit(rules: Any, _round: Round) -> int:
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
    """The next dealer by the house rule, or the same dealer if the round has no winner."""
    if not ruling.winners:
        return dealer
    winner = ruling.winners[0]
    other = {"winner": winner, "loser": Seat(1 - winner), "alternate": Seat(1 - dealer)}
    return other[rules.next_dealer]


NEVER_SCORED = message("{player} never scored")

_SHUTOUT_TEXTS = {
    "game-bonus-doubled": message("Shutout: {why}, so the game bonus counts double"),
    "plus-100": message("Shutout: {why}"),
    "points-doubled": message("Shutout: {why}, so the points count double"),
    "total-doubled": message("Shutout: {why}, so everything counts double"),
}


def gin_end_bonuses(
    rules: Any, column: Column, _place: int = 0, blank: Message = NEVER_SCORED
) -> tuple[Line, ...]:
    """The bonuses of a finished column: boxes, then the game bonus, then the shutout.

    `blank` is the sentence that explains a shutout of a player with an empty column.
    """
    boxes = [_boxes(rules, seat, count) for seat, count in enumerate(column.boxes) if count]
    first = reached_target(rules, column)
    bonus = [
        Line(
            seat,
            rules.game_bonus,
            Rule.GAME_BONUS,
            message("{player} reached {target}", player=seat, target=rules.target),
        )
        for seat in first
    ]
    lines = [line for line in (*boxes, *bonus) if line.points]
    if len(first) == 1 and column.totals[1 - first[0]] <= 0:
        why = _why_shut_out(column, Seat(1 - first[0]), blank)
        lines += _shutout(rules, first[0], column.totals[first[0]], lines, why)
    return tuple(lines)


def _boxes(rules: Any, seat: int, count: int) -> Line:
    text = message("Boxes: {number} × {bonus}", number=count, bonus=rules.box_bonus)
    return Line(Seat(seat), count * rules.box_bonus, Rule.BOX_BONUS, text)


def _why_shut_out(column: Column, loser: Seat, blank: Message) -> Message:
    """The reason for a shutout: an empty column, or the loser’s total.

    A column with an adjustment of the loser, or with a win of 0 points, is not empty.
    """
    if loser in column.written:
        return message("{player} is on {total}", player=loser, total=column.totals[loser])
    return message(blank.template, player=loser)


def _shutout(rules: Any, winner: Seat, total: int, lines: list[Line], why: Message) -> list[Line]:
    """The shutout bonus, if any. `lines` has the other bonuses, which one house rule adds again."""
    if rules.shutout == "none":
        return []
    whole = total + sum(line.points for line in lines if line.seat == winner)
    points = {
        "game-bonus-doubled": rules.game_bonus,
        "plus-100": 100,
        "points-doubled": total,
        "total-doubled": whole,
    }[rules.shutout]
    text = message(_SHUTOUT_TEXTS[rules.shutout].template, why=why)
    return [Line(winner, points, GinRule.SHUTOUT, text)] if points else []


def gin_winners(
    rules: Any, columns: tuple[Column, ...], final: tuple[int, ...]
) -> tuple[Seat, ...]:
    """The winners of a finished game: the player at the target, or the best final total.

    The house rule `winner_by` decides between these two. Equal final totals share the win.
    """
    if rules.winner_by == "target":
        return reached_target(rules, columns[0])
    return best_final(final, columns[0].seats, lowest_wins=False)


def boxes_won(column: Column) -> tuple[int, ...]:
    """The rounds won, counted in boxes."""
    return column.boxes


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
    plays=(LAY_OFF_AFTER_KNOCK,),
    end_bonuses=gin_end_bonuses,
    winners=gin_winners,
    next_dealer=next_gin_dealer,
    knock_limit=gin_limit,
    rounds_won=boxes_won,
    disputes=GIN_DISPUTES,
    points=GIN_POINTS,
    examples=GIN_FAMILY_EXAMPLES + ONE_COLUMN_EXAMPLES,
    kin=("hollywood", "knock"),
    family=FAMILY,
    group=GIN_GAMES,
    reckoning=lambda _rules: Reckoning.FINALS,
)
