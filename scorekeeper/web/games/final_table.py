"""The end of a game as one table: for each column, everybody's points, boxes, bonus and total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rummy.column import Column
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.round import Rule, points_of
from scorekeeper.storage.models import Player


@dataclass(frozen=True, slots=True)
class FinalRow:
    """What makes up a player's total: their points, their boxes in points, and the bonuses."""

    player: Player
    points: int
    boxes: int
    bonus: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.points + self.boxes + self.bonus


@dataclass(frozen=True, slots=True)
class FinalTable:
    """Everybody's rows for each column, and for all of them if there are several."""

    columns: tuple[tuple[FinalRow, ...], ...]
    whole: tuple[FinalRow, ...] | None

    @property
    def has_boxes(self) -> bool:
        """Whether boxes brought points."""
        return any(row.boxes for rows in self.columns for row in rows)


def final_table(sheet: Sheet, players: Sequence[Player]) -> FinalTable | None:
    """The table of a finished game; `None` if its end brought no bonuses."""
    if not sheet.bonuses:
        return None
    columns = tuple(_rows(column, players) for column in sheet.columns)
    whole = tuple(map(_sum, zip(*columns, strict=True))) if len(columns) > 1 else None
    return FinalTable(columns, whole)


def _rows(column: Column, players: Sequence[Player]) -> tuple[FinalRow, ...]:
    boxes = [line for line in column.bonuses if line.rule is Rule.BOX_BONUS]
    others = [line for line in column.bonuses if line.rule is not Rule.BOX_BONUS]
    seats = len(players)
    parts = (column.totals, points_of(boxes, seats), points_of(others, seats))
    return tuple(map(FinalRow, players, *parts))


def _sum(rows: Sequence[FinalRow]) -> FinalRow:
    return FinalRow(
        rows[0].player,
        points=sum(row.points for row in rows),
        boxes=sum(row.boxes for row in rows),
        bonus=sum(row.bonus for row in rows),
    )
