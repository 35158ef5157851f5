"""Writes many new games together, with their rounds, history and statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, update
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.games.history import write_entries
from scorekeeper.games.news import add_imported_news
from scorekeeper.games.transaction import new_key
from scorekeeper.statistics import sums
from scorekeeper.statistics.counting import CountedGame, count_game
from scorekeeper.statistics.results import Persons, Result, is_counted, new_results, persons_of
from scorekeeper.statistics.standings import recompute_from
from scorekeeper.storage.bulk import insert_many
from scorekeeper.storage.database import table
from scorekeeper.storage.mapping import RecordedEntry, write_game_row
from scorekeeper.storage.models import ChangeRow, GameResult, GameRow, RoundResult, SeatRow
from scorekeeper.storage.round_rows import insert_entries
from scorekeeper.storage.search_text import refresh_texts
from scorekeeper.transfer.new_games import NewChange, NewGame

_GAME, _SEAT, _CHANGE = table(GameRow), table(SeatRow), table(ChangeRow)
_NOT_OWN = ("id", "club_id", "updated_at")
_OWN_COLUMNS = [column.name for column in _GAME.columns if column.name not in _NOT_OWN]
_INSERT_CHANGES = insert(_CHANGE).returning(_CHANGE.c.id, sort_by_parameter_order=True)
_UNDOES = update(_CHANGE).where(_CHANGE.c.id == bindparam("undo"))
_UNDOES = _UNDOES.values(undoes_id=bindparam("undone"))


@dataclass(frozen=True, slots=True)
class ReadyGame:
    """Everything to write for a game, except the ids of the game, its club and its players.

    The game is read and judged before the transaction, so that other writers do not wait for that.
    `id` is the id in its document. `others` are players who appear only in its history. `counted`
    is its part of the statistics, if it counts.
    """

    id: str
    names: tuple[str, ...]
    others: tuple[str, ...]
    started: datetime
    columns: dict[str, Any]
    entries: tuple[RecordedEntry, ...]
    changes: list[dict[str, Any]]
    undoes: list[int | None]
    counted: CountedGame | None


def ready(game: NewGame) -> ReadyGame:
    row, names = _row(game), game.recorded.game.players
    return ReadyGame(
        id=game.id,
        names=names,
        others=game.about.others,
        started=game.started,
        columns={name: getattr(row, name) for name in _OWN_COLUMNS},
        entries=game.recorded.entries,
        changes=[_change(change) for change in game.changes],
        undoes=[change.step.undoes for change in game.changes],
        counted=count_game(game.sheet) if is_counted(row) else None,
    )


class NewRow(NamedTuple):
    """A game with its new id, the ids of its players by seat, and the ids of the other players."""

    id: str
    game: ReadyGame
    players: Sequence[int]
    others: Sequence[int] = ()


def write_games(session: Session, club_id: int, new: Sequence[NewRow]) -> None:
    """Write games and their statistics to a club that is locked with its news and results."""
    connection, persons = session.connection(), Persons(session.connection(), club_id)
    ids = {"club_id": club_id, "updated_at": clock.now()}
    columns = [{"id": row.id, **ids, **row.game.columns} for row in new]
    insert_many(connection, _GAME, columns)
    seats = [
        {"game_id": row.id, "number": seat, "player_id": player}
        for row in new
        for seat, player in enumerate(row.players)
    ]
    insert_many(connection, _SEAT, seats)
    insert_entries(connection, {row.id: dict(enumerate(row.game.entries, 1)) for row in new})
    _write_history(connection, new)
    shown = [row.id for row in new if row.game.columns["deleted_at"] is None]
    add_imported_news(connection, club_id, shown)
    _write_results(connection, club_id, new, persons)
    refresh_texts(connection, [row.id for row in new])


def _write_history(connection: Connection, new: Sequence[NewRow]) -> None:
    changes = [
        {"game_id": row.id, **change, "late_seats": _late_seats(row, change["late_seats"])}
        for row in new
        for change in row.game.changes
    ]
    ids = connection.scalars(_INSERT_CHANGES, changes).all()
    undoes = [step for row in new for step in enumerate(row.game.undoes, 1)]
    undoings = [
        # `ids` are in the order of the changes, so those of a game are neighbours.
        {"undo": ids[index], "undone": ids[index - number + undone]}
        for index, (number, undone) in enumerate(undoes)
        if undone is not None
    ]
    if undoings:
        connection.execute(_UNDOES, undoings)


def _late_seats(row: NewRow, places: dict[int, int]) -> dict[str, list[Any]] | None:
    ids, names = [*row.players, *row.others], [*row.game.names, *row.game.others]
    late = {str(seat): [ids[place], names[place]] for seat, place in places.items()}
    return late or None


def _write_results(
    connection: Connection, club_id: int, new: Sequence[NewRow], persons: Persons
) -> None:
    games: list[Result] = []
    rounds: list[Result] = []
    for row in new:
        if row.game.counted:
            seats = [SeatRow(number=seat, player_id=who) for seat, who in enumerate(row.players)]
            written = GameRow(id=row.id, club_id=club_id, seats=seats, **row.game.columns)
            of_game, of_rounds = new_results(written, row.game.counted, persons)
            games += of_game
            rounds += of_rounds
    if games:
        insert_many(connection, table(GameResult), games)
        insert_many(connection, table(RoundResult), rounds)
        sums.exchange(connection, [], games)
        first = min(result["played_on"] for result in games)
        recompute_from(connection, club_id, first, persons_of(games))


def _row(game: NewGame) -> GameRow:
    deleted = game.about.deleted
    return write_game_row(
        game.recorded.game,
        game.sheet,
        version=len(game.changes),
        created_at=game.started,
        changed_at=game.changed,
        played_on=game.played_on,
        place=game.about.place,
        note=game.about.note,
        renamed=0,
        deleted_at=game.deleted_at,
        deleted_by=(deleted.by or None) if deleted else None,
    )


def _change(change: NewChange) -> dict[str, Any]:
    step = change.step
    return {
        "key": new_key(),
        "kind": step.kind.value,
        "at": change.at,
        "entered_by": step.entered.by or None,
        "number": step.number,
        "round_number": change.round_number,
        "late_seats": change.late_seats,
        "before": write_entries(change.entries.before),
        "after": write_entries(change.entries.after),
        "details": {name: [old, new] for name, old, new in step.details} or None,
        "called_before": change.called_before,
        "called_after": step.called,
        "undoes_id": None,
    }
