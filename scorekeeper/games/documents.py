"""The document of a recorded game: its play, its rules in full, when and where it was."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from scorekeeper.rummy.documents.about import About, Entered, write_about
from scorekeeper.rummy.documents.game import write_game
from scorekeeper.storage.folded_games import recorded_game
from scorekeeper.storage.models import GameRow


def document_of(row: GameRow) -> dict[str, Any]:
    """Everything that the score book knows of a game; raises `UnreadableGameError`."""
    recorded = recorded_game(row)
    about = About(
        id=row.id,
        date=row.played_on.isoformat(),
        started=_written(row.created_at),
        place=row.place,
        note=row.note,
        entered=tuple(Entered(_written(entry.at), entry.by or "") for entry in recorded.entries),
    )
    return write_about(about, write_game(recorded.game))


def _written(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
