"""The end of a game of Gin: boxes, game bonus and shutout, and who won."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.column import Column, best_final, reached_target
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import Line, Rule
from scorekeeper.rummy.variants.gin_articles import GinRule

NEVER_SCORED = message("{player} never scored")

_SHUTOUT_TEXTS = {
    "game-bonus-doubled": message("Shutout: {why}, so the game bonus counts double"),
    "plus-100": message("Shutout: {why}"),
    "points-doubled": message("Shutout: {why}, so the points count double"),
    "total-doubled": message("Shutout: {why}, so everything counts double"),
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
    return Line(Seat(seat), count * rules.box_bonus, Rule.BOX_BONUS, text)


def _why_shut_out(column: Column, loser: Seat, blank: Message) -> Message:
    """Why the loser is shut out; with adjustments or wins of 0 points their column is not blank."""
    if loser in column.written:
        return message("{player} is on {total}", player=loser, total=column.totals[loser])
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


def boxes_won(column: Column) -> tuple[int, ...]:
    """The rounds won, counted in boxes."""
    return column.boxes
