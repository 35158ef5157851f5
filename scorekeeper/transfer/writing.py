"""Writes new games with their rounds, their history and what they count as, many at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import bindparam, insert, update
from sqlalchemy.orm import Session

from scorekeeper.games.history import write_rounds
from scorekeeper.games.transaction import new_key
from scorekeeper.statistics import sums
from scorekeeper.statistics.facts import GameFacts, game_facts
from scorekeeper.statistics.results import Persons, Result, is_counted, new_results, persons_of
from scorekeeper.statistics.standings import recompute_from
from scorekeeper.storage.bulk import insert_many
from scorekeeper.storage.database import table
from scorekeeper.storage.mapping import RecordedRound, write_game_row
from scorekeeper.storage.models import ChangeRow, GameResult, GameRow, Player, RoundResult, SeatRow
from scorekeeper.storage.round_rows import insert_rounds
from scorekeeper.storage.search_text import refresh_texts
from scorekeeper.transfer.new_games import NewChange, NewGame

AT_ONCE = 200
"""How many games are written at once."""

_GAME, _SEAT, _CHANGE = table(GameRow), table(SeatRow), table(ChangeRow)
_OWN_COLUMNS = [column.name for column in _GAME.columns if column.name not in ("id", "club_id")]
_INSERT_CHANGES = insert(_CHANGE).returning(_CHANGE.c.id, sort_by_parameter_order=True)
_UNDOES = update(_CHANGE).where(_CHANGE.c.id == bindparam("undo"))
_UNDOES = _UNDOES.values(undoes_id=bindparam("undone"))


@dataclass(frozen=True, slots=True)
class ReadyGame:
    """All that will be written of a game, but for the ids of the game, its club and its players.

    Whatever takes long is done: it was read and judged. `id` is that of its document; `facts` are
    there if it counts in the statistics.
    """

    id: str
    names: tuple[str, ...]
    started: datetime
    columns: dict[str, Any]
    entries: tuple[RecordedRound, ...]
    changes: list[dict[str, Any]]
    undoes: list[int | None]
    facts: GameFacts | None


def ready(game: NewGame) -> ReadyGame:
    """A game that was read, ready to be written."""
    row, names = _row(game), game.recorded.game.players
    return ReadyGame(
        id=game.id,
        names=names,
        started=game.started,
        columns={name: getattr(row, name) for name in _OWN_COLUMNS},
        entries=game.recorded.entries,
        changes=[_change(each, len(names)) for each in game.changes],
        undoes=[each.step.undoes for each in game.changes],
        facts=game_facts(game.sheet) if is_counted(row) else None,
    )


class Writer:
    """Writes games to a club that is locked, with its results; `finish` comes last."""

    def __init__(self, session: Session, club_id: int) -> None:
        self._session, self._club_id = session, club_id
        self._connection = session.connection()
        self._persons = Persons(self._connection, club_id)
        self._waiting: list[tuple[GameRow, ReadyGame]] = []
        self._counted: set[int] = set()
        self._first: date | None = None

    def add(self, game_id: str, game: ReadyGame, players: Sequence[Player]) -> None:
        """Write a game under this id between these people."""
        seats = [SeatRow(number=place, player_id=each.id) for place, each in enumerate(players)]
        row = GameRow(id=game_id, club_id=self._club_id, seats=seats, **game.columns)
        self._waiting.append((row, game))
        if len(self._waiting) >= AT_ONCE:
            self._write()

    def finish(self) -> None:
        """Write what is left, and what follows from all games together."""
        self._write()
        if self._first is not None:
            sums.write_again(self._connection, self._counted)
            recompute_from(self._connection, self._club_id, self._first, self._counted)

    def _write(self) -> None:
        if not self._waiting:
            return
        rows = [row for row, _game in self._waiting]
        insert_many(self._connection, _GAME, [_columns(row) for row in rows])
        seats = [
            {"game_id": row.id, "number": seat.number, "player_id": seat.player_id}
            for row in rows
            for seat in row.seats
        ]
        insert_many(self._connection, _SEAT, seats)
        insert_rounds(
            self._connection,
            {row.id: dict(enumerate(game.entries, 1)) for row, game in self._waiting},
        )
        self._write_history()
        self._write_results()
        refresh_texts(self._connection, [row.id for row in rows])
        self._waiting.clear()

    def _write_history(self) -> None:
        changes = [
            {"game_id": row.id, **change} for row, game in self._waiting for change in game.changes
        ]
        ids = self._connection.scalars(_INSERT_CHANGES, changes).all()
        undoes = [each for _row, game in self._waiting for each in enumerate(game.undoes, 1)]
        undoings = [
            # The changes of a game follow each other: back by as many as lie between.
            {"undo": ids[place], "undone": ids[place - number + undone]}
            for place, (number, undone) in enumerate(undoes)
            if undone is not None
        ]
        if undoings:
            self._connection.execute(_UNDOES, undoings)

    def _write_results(self) -> None:
        games: list[Result] = []
        rounds: list[Result] = []
        for row, game in self._waiting:
            if game.facts:
                results = new_results(row, game.facts, self._persons)
                games += results[0]
                rounds += results[1]
        insert_many(self._connection, table(GameResult), games)
        insert_many(self._connection, table(RoundResult), rounds)
        if games:
            self._counted |= persons_of(games)
            first = min(each["played_on"] for each in games)
            self._first = first if self._first is None else min(first, self._first)


def _row(game: NewGame) -> GameRow:
    """The row of a game, without ids."""
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


def _columns(row: GameRow) -> dict[str, Any]:
    return {column.name: getattr(row, column.name) for column in _GAME.columns}


def _change(change: NewChange, players: int) -> dict[str, Any]:
    step = change.step
    return {
        "key": new_key(),
        "kind": step.kind.value,
        "at": change.at,
        "entered_by": step.entered.by or None,
        "number": step.number,
        "before": write_rounds(change.rounds.off, players),
        "after": write_rounds(change.rounds.on, players),
        "details": {name: [old, new] for name, old, new in step.details} or None,
        "called_before": change.called_before,
        "called_after": step.called,
        "undoes_id": None,
    }
