"""Gin Rummy: two players, knock or gin, undercuts, boxes and the shutout.

Sources: Hoyle for the base score (gin 25, undercut 10, first to 100); Pagat, Bicycle and Wikipedia
for their differences, each as a preset. Oklahoma and Hollywood build on this module.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import Column, best_final, reached_target
from scorekeeper.rummy.deal import Deal, card_points
from scorekeeper.rummy.house_rules import Value, house_rule, target
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import Ending, Line, Round, Rule, Ruling
from scorekeeper.rummy.variant import STOCK_SCORES_NOTHING, VOID, EndingRule, Preset, Variant
from scorekeeper.rummy.variants.gin_articles import (
    GIN_DISPUTES,
    GIN_POINTS,
    GinEnding,
    GinRule,
    GinTag,
)
from scorekeeper.rummy.variants.gin_examples import GIN_FAMILY_EXAMPLES, ONE_COLUMN_EXAMPLES


@dataclass(frozen=True, slots=True, kw_only=True)
class GinRules:
    """The house rules of Gin; see each field's label."""

    knock_limit: int = house_rule(
        10,
        message("Knock with at most"),
        message("The most deadwood a knocker may have; 0 is straight gin."),
        low=0,
        high=10,
        limits_knock=True,
    )
    gin_bonus: int = house_rule(
        25,
        message("Gin bonus"),
        message("Added to the other player's deadwood."),
        low=0,
        high=100,
        off_at_zero=True,
    )
    undercut_bonus: int = house_rule(
        10,
        message("Undercut bonus"),
        message("For beating the knocker."),
        low=0,
        high=100,
        off_at_zero=True,
    )
    tie: str = house_rule(
        "undercut",
        message("Equal counts"),
        message("What it means when the other player has just as much as the knocker."),
        choices=(
            ("undercut", message("an undercut")),
            ("no-score", message("nobody scores")),
            ("knocker", message("the knocker wins 0 points")),
        ),
    )
    big_gin_bonus: int = house_rule(
        0,
        message("Big gin bonus"),
        message("For melding all eleven cards; 0 where big gin is not played."),
        low=0,
        high=100,
        off_at_zero=True,
    )
    target: int = target(100)
    game_bonus: int = house_rule(
        0,
        message("Game bonus"),
        message("For reaching the target."),
        low=0,
        high=500,
        off_at_zero=True,
    )
    box_bonus: int = house_rule(
        0,
        message("Box bonus"),
        message("For each round won, added at the end."),
        low=0,
        high=100,
        off_at_zero=True,
    )
    gin_boxes: int = house_rule(
        0,
        message("Extra boxes for gin"),
        message("A gin counts as this many more rounds."),
        low=0,
        high=5,
    )
    undercut_boxes: int = house_rule(
        0,
        message("Extra boxes for an undercut"),
        message("An undercut counts as this many more rounds."),
        low=0,
        high=5,
    )
    shutout: str = house_rule(
        "none",
        message("Shutout"),
        message("What the winner gets more when the loser has 0 points or less."),
        choices=(
            ("none", message("nothing")),
            ("game-bonus-doubled", message("the game bonus again")),
            ("plus-100", message("100 points")),
            ("points-doubled", message("the points again")),
            ("total-doubled", message("points, boxes and game bonus again")),
        ),
    )
    winner_by: str = house_rule(
        "target",
        message("The game is won by"),
        choices=(
            ("target", message("reaching the target")),
            ("total", message("the highest final total")),
        ),
    )
    next_dealer: str = house_rule(
        "winner",
        message("The next deal is for"),
        message("After a round that nobody won the same player deals again."),
        choices=(
            ("winner", message("the winner of the round")),
            ("loser", message("the loser of the round")),
            ("alternate", message("each in turn")),
        ),
    )


_PRESET_NAMES = {
    "plain": message("Plain"),
    "pagat": message("Pagat"),
    "bicycle": message("Bicycle"),
    "wikipedia": message("Wikipedia"),
    "modern": message("Modern"),
    "tournament": message("Tournament"),
}

_MODERN: dict[str, Value] = {
    "undercut_bonus": 25,
    "big_gin_bonus": 31,
    "game_bonus": 100,
    "box_bonus": 25,
}

_OVERRIDES: dict[str, dict[str, Value]] = {
    "plain": {},
    "pagat": {
        "gin_bonus": 20,
        "game_bonus": 100,
        "box_bonus": 20,
        "shutout": "game-bonus-doubled",
        "next_dealer": "loser",
    },
    "bicycle": {"gin_bonus": 20, "game_bonus": 100, "box_bonus": 20, "shutout": "plus-100"},
    "wikipedia": _MODERN
    | {"shutout": "points-doubled", "winner_by": "total", "next_dealer": "alternate"},
    "modern": _MODERN | {"shutout": "total-doubled"},
    "tournament": _MODERN
    | {
        "target": 250,
        "shutout": "points-doubled",
        "winner_by": "total",
        "next_dealer": "alternate",
    },
}


def gin_presets(**more: dict[str, Value]) -> tuple[Preset, ...]:
    """The presets of Gin, with further or replaced overrides given by preset key in `more`.

    >>> gin_presets(bicycle={"ace_upcard": "gin"})[2].overrides["ace_upcard"]
    'gin'
    """
    return tuple(
        Preset(key, _PRESET_NAMES[key], overrides | more.get(key, {}))
        for key, overrides in _OVERRIDES.items()
    )


GIN_ENDINGS = (
    EndingRule(Ending.KNOCK, message("{player} knocked"), at_zero=GinEnding.GIN, compares=True),
    EndingRule(GinEnding.GIN, message("{player} went gin")),
    EndingRule(
        GinEnding.BIG_GIN,
        message("{player} went big gin"),
        melds_drawn=True,
        is_played=lambda rules: bool(rules.big_gin_bonus),
    ),
    STOCK_SCORES_NOTHING,
    VOID,
)


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


NEVER_SCORED = message("{player} never scored")

_SHUTOUT_TEXTS = {
    "game-bonus-doubled": message("Shutout: {why}, so the game bonus counts twice"),
    "plus-100": message("Shutout: {why}"),
    "points-doubled": message("Shutout: {why}, so the points count twice"),
    "total-doubled": message("Shutout: {why}, so everything counts twice"),
}


def settle_gin(
    rules: Any, column: Column, _place: int = 0, blank: Message = NEVER_SCORED
) -> tuple[Line, ...]:
    """The bonuses of a finished column: boxes, then the game bonus, then the shutout.

    `blank` is the sentence for a player with nothing written in the column.
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
    return Line(Seat(seat), count * rules.box_bonus, GinRule.BOX_BONUS, text)


def _why_shut_out(column: Column, loser: Seat, blank: Message) -> Message:
    """Why the loser is shut out; with adjustments or wins of 0 points their column is not blank."""
    if loser in column.written:
        return message("{player} stands at {total}", player=loser, total=column.totals[loser])
    return message(blank.template, player=loser)


def _shutout(rules: Any, winner: Seat, total: int, lines: list[Line], why: Message) -> list[Line]:
    """The shutout bonus by the house rule; `lines` are the boxes and bonuses it may double."""
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
    """Who won a finished game: the player who reached the target, or with the best final total."""
    if rules.winner_by == "target":
        return reached_target(rules, columns[0])
    return best_final(final, lowest_wins=False)


def next_gin_dealer(rules: Any, dealer: Seat, ruling: Ruling, _players: int) -> Seat:
    """Who deals next by the house rule; the same player again if nobody won the round."""
    if not ruling.winners:
        return dealer
    winner = ruling.winners[0]
    other = {"winner": winner, "loser": Seat(1 - winner), "alternate": Seat(1 - dealer)}
    return other[rules.next_dealer]


FAMILY = "gin"


def boxes_won(column: Column) -> tuple[int, ...]:
    """The rounds won, counted in boxes."""
    return column.boxes


GIN = Variant(
    key="gin",
    name=message("Gin Rummy"),
    tagline=message("Knock with 10 or less, or go gin; a knocker who is equalled is undercut."),
    fewest=2,
    most=2,
    rules_type=GinRules,
    presets=gin_presets(),
    endings=GIN_ENDINGS,
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
