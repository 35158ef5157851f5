"""The document of a recorded game: its play, its complete rules, its date and its place."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.orm import object_session

from scorekeeper.games.history import entries_of
from scorekeeper.rummy.documents.about import About, write_about
from scorekeeper.rummy.documents.game import write_game
from scorekeeper.rummy.documents.history import ChangeKind, HistoryStep, Written, write_written
from scorekeeper.rummy.documents.reading import Entered
from scorekeeper.rummy.documents.round import in_other_seats
from scorekeeper.rummy.game.entries import Entry
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.messages import SEATS, Seat
from scorekeeper.storage.folded_games import recorded_game
from scorekeeper.storage.mapping import RecordedGame
from scorekeeper.storage.models import ChangeRow, GameRow, Player


def document_of(row: GameRow) -> dict[str, Any]:
    """Return the document without the history. Raises `UnreadableGameError`."""
    return document_with_history(row, recorded_game(row), ())


def document_with_history(
    row: GameRow, recorded: RecordedGame, changes: Sequence[ChangeRow]
) -> dict[str, Any]:
    """Return the document with its history, from `changes`, oldest first."""
    numbers = {change.id: number for number, change in enumerate(changes, 1)}
    seating = _Seating(row, changes)
    about = About(
        id=row.id,
        date=row.played_on.isoformat(),
        started=written_moment(row.created_at),
        place=row.place,
        note=row.note,
        entered=tuple(_entered(entry.at, entry.by) for entry in recorded.entries),
        deleted=None if row.deleted_at is None else _entered(row.deleted_at, row.deleted_by),
        history=tuple(_step(change, numbers, recorded.game, seating) for change in changes),
        others=tuple(seating.others.values()),
    )
    return write_about(about, write_game(recorded.game))


def written_entry(row: GameRow, place: int) -> dict[str, Any]:
    recorded = recorded_game(row)
    entry = recorded.entries[place - 1]
    return write_written(Written(entry.entry, _entered(entry.at, entry.by)), recorded.game.players)


class _Seating:
    """The players by seat at the time of each change.

    `others` are the names of players without a seat now, by their ids.
    """

    def __init__(self, row: GameRow, changes: Sequence[ChangeRow]) -> None:
        self._session = object_session(row)
        self._now = {seat.player_id: Seat(seat.number) for seat in row.seats}
        late = [pair for change in changes for pair in (change.late_seats or {}).values()]
        self.others = {
            player_id: self._name(player_id, name)
            for player_id, name in late
            if player_id not in self._now
        }

    def seats(self, change: ChangeRow) -> list[Seat]:
        """Return, for each seat at the time of a change, the seat of its player in the document."""
        after = {other: Seat(len(self._now) + n) for n, other in enumerate(self.others)}
        known = self._now | after
        late = {int(seat): who for seat, (who, _name) in (change.late_seats or {}).items()}
        return [known[late[seat]] if seat in late else seat for seat in SEATS]

    def _name(self, player_id: int, name_then: str) -> str:
        player = self._session.get(Player, player_id) if self._session else None
        return name_then if player is None else player.name


def _step(change: ChangeRow, numbers: dict[int, int], game: Game, seating: _Seating) -> HistoryStep:
    changed, seats = entries_of(change, game), seating.seats(change)

    def as_now(entry: Entry) -> Entry:
        return entry if seats == [*SEATS] else in_other_seats(entry, seats, game.variant.pieces)

    return HistoryStep(
        kind=ChangeKind(change.kind),
        entered=_entered(change.at, change.entered_by),
        number=change.number,
        off=tuple(changed.before),
        on=tuple(
            (number, Written(as_now(entry.entry), _entered(entry.at, entry.by)))
            for number, entry in changed.after.items()
        ),
        details=tuple((name, old, new) for name, (old, new) in (change.details or {}).items()),
        called=change.called_after,
        undoes=None if change.undoes_id is None else numbers[change.undoes_id],
    )


def _entered(at: datetime, by: str | None) -> Entered:
    return Entered(written_moment(at), by or "")


def written_moment(moment: datetime) -> str:
    """Return a moment in the format of documents and the API, `2026-11-21T20:15:00Z`."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
