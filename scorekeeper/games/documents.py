"""The document of a recorded game: its play, its rules in full, when and where it was."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from scorekeeper.games.history import entries_of
from scorekeeper.rummy.documents.about import About, Kind, Step, Written, write_about
from scorekeeper.rummy.documents.game import write_game
from scorekeeper.rummy.documents.reading import Entered
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.storage.folded_games import recorded_game
from scorekeeper.storage.mapping import RecordedGame
from scorekeeper.storage.models import ChangeRow, GameRow


def document_of(row: GameRow) -> dict[str, Any]:
    """What happened in a game, without its history; raises `UnreadableGameError`."""
    return document_with_history(row, recorded_game(row), ())


def document_with_history(
    row: GameRow, recorded: RecordedGame, changes: Sequence[ChangeRow]
) -> dict[str, Any]:
    """Everything that the score book knows of a game; its `changes` are given the oldest first."""
    numbers = {change.id: number for number, change in enumerate(changes, 1)}
    about = About(
        id=row.id,
        date=row.played_on.isoformat(),
        started=written_moment(row.created_at),
        place=row.place,
        note=row.note,
        entered=tuple(_entered(entry.at, entry.by) for entry in recorded.entries),
        deleted=None if row.deleted_at is None else _entered(row.deleted_at, row.deleted_by),
        history=tuple(_step(change, numbers, recorded.game) for change in changes),
    )
    return write_about(about, write_game(recorded.game))


def _step(change: ChangeRow, numbers: dict[int, int], game: Game) -> Step:
    changed = entries_of(change, game)
    return Step(
        kind=Kind(change.kind),
        entered=_entered(change.at, change.entered_by),
        number=change.number,
        off=tuple(changed.before),
        on=tuple(
            (number, Written(entry.entry, _entered(entry.at, entry.by)))
            for number, entry in changed.after.items()
        ),
        details=tuple((name, old, new) for name, (old, new) in (change.details or {}).items()),
        called=change.called_after,
        undoes=None if change.undoes_id is None else numbers[change.undoes_id],
    )


def _entered(at: datetime, by: str | None) -> Entered:
    return Entered(written_moment(at), by or "")


def written_moment(moment: datetime) -> str:
    """A moment as documents and the API have it: `2026-11-21T20:15:00Z`."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
