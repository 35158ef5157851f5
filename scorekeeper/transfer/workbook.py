"""The statistics of a club as a workbook for Excel, LibreOffice and similar programs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, BinaryIO

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.statistics.standings import Rating, in_points
from scorekeeper.storage.models import (
    COUNTERS,
    GameResult,
    PairMonth,
    Player,
    PlayerEvening,
    PlayerMonth,
)

AT_ONCE = 500
"""The number of rows that a query fetches in one step."""

OPTIONS = {
    "constant_memory": True,
    "in_memory": False,
    # Names such as “=1+1” or “https://…” stay text.
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}

_OTHER = aliased(Player)


@dataclass(frozen=True, slots=True)
class WorkSheet:
    """A sheet of the workbook: the meaning of a row, the columns, and the query for all rows."""

    name: str
    help: str
    columns: tuple[str, ...]
    query: Select[*tuple[Any, ...]]


def _sums(model: type[PlayerMonth | PairMonth], *more: str) -> list[ColumnElement[int]]:
    return [func.sum(getattr(model, name)) for name in (*COUNTERS, *more)]


def _counters(model: type[PlayerMonth | PlayerEvening | GameResult]) -> list[Any]:
    return [getattr(model, name) for name in COUNTERS]


def work_sheets(club_id: int) -> tuple[WorkSheet, ...]:
    return (
        WorkSheet(
            "Players",
            "A player in one kind of game, over all time.",
            ("player", "kind", *COUNTERS),
            select(Player.name, PlayerMonth.variant, *_sums(PlayerMonth))
            .join(Player, Player.id == PlayerMonth.player_id)
            .where(PlayerMonth.club_id == club_id)
            .group_by(Player.id, Player.name, PlayerMonth.variant)
            .order_by(Player.name, PlayerMonth.variant),
        ),
        WorkSheet(
            "Months",
            "A player in one kind of game, in one month.",
            ("player", "kind", "month", *COUNTERS),
            select(Player.name, PlayerMonth.variant, PlayerMonth.month, *_counters(PlayerMonth))
            .join(Player, Player.id == PlayerMonth.player_id)
            .where(PlayerMonth.club_id == club_id)
            .order_by(PlayerMonth.month, Player.name, PlayerMonth.variant),
        ),
        WorkSheet(
            "Evenings",
            "A player on one evening, over all games.",
            ("date", "player", *COUNTERS),
            select(PlayerEvening.played_on, Player.name, *_counters(PlayerEvening))
            .join(Player, Player.id == PlayerEvening.player_id)
            .where(PlayerEvening.club_id == club_id)
            .order_by(PlayerEvening.played_on, Player.name),
        ),
        WorkSheet(
            "Pairs",
            "A player in the games with one opponent.",
            ("player", "opponent", "kind", *COUNTERS, "ahead", "level"),
            select(Player.name, _OTHER.name, PairMonth.variant, *_sums(PairMonth, "ahead", "level"))
            .join(Player, Player.id == PairMonth.player_id)
            .join(_OTHER, _OTHER.id == PairMonth.opponent_id)
            .where(PairMonth.club_id == club_id)
            .group_by(Player.id, Player.name, _OTHER.id, _OTHER.name, PairMonth.variant)
            .order_by(Player.name, _OTHER.name, PairMonth.variant),
        ),
        WorkSheet(
            "Games",
            "A player in one game; `rating` is the rating after it.",
            ("date", "game", "kind", "player", "rank", "final", *COUNTERS, "mu", "sigma", "rating"),
            select(
                GameResult.played_on,
                GameResult.game_id,
                GameResult.variant,
                Player.name,
                GameResult.rank,
                GameResult.final,
                *_counters(GameResult),
                GameResult.mu,
                GameResult.sigma,
            )
            .join(Player, Player.id == GameResult.player_id)
            .where(GameResult.club_id == club_id)
            .order_by(
                GameResult.played_on, GameResult.started_at, GameResult.game_id, GameResult.seat
            ),
        ),
    )


def write_workbook(session: Session, club_id: int, file: BinaryIO) -> None:
    """Write the statistics of a club to a seekable binary file."""
    from xlsxwriter import Workbook  # type: ignore[import-untyped]  # it has no types

    with Workbook(file, OPTIONS) as book:
        bold, day = book.add_format({"bold": True}), book.add_format({"num_format": "yyyy-mm-dd"})
        for work_sheet in work_sheets(club_id):
            sheet = book.add_worksheet(work_sheet.name)
            sheet.freeze_panes(1, 0)
            sheet.set_column(0, len(work_sheet.columns) - 1, 12)
            sheet.write_row(0, 0, work_sheet.columns, bold)
            rows = session.execute(work_sheet.query, execution_options={"yield_per": AT_ONCE})
            for number, row in enumerate(rows, 1):
                has_rating = work_sheet.columns[-1] == "rating"
                values = [*row, in_points(Rating(*row[-2:]))] if has_rating else row
                for column, value in enumerate(values):
                    if isinstance(value, date):
                        sheet.write_datetime(number, column, value, day)
                    else:
                        sheet.write(number, column, value)
