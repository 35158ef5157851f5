"""The trail as it is shown: every change with the rounds that it took off and put on the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorekeeper.games.commands import Change, Kind, changes
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.round import Round
from scorekeeper.storage.models import GameRow
from scorekeeper.web.games.change_text import change_words

NumberedRounds = list[tuple[int, Round]]


@dataclass(frozen=True, slots=True)
class TrailEntry:
    """One change: `before` and `after` are the rounds that are not the same, with their numbers.

    `undone` says whether it is taken back as things stand, and `is_undo` that it is an undo itself.
    """

    id: int
    words: str
    at: datetime
    entered_by: str | None
    before: NumberedRounds
    after: NumberedRounds
    undone: bool
    is_undo: bool


def trail_entries(row: GameRow, most: int, before: int | None = None) -> list[TrailEntry]:
    """The changes of a game, the newest first: so many at most, and those `before` one's id."""
    return [_entry(change, row.players) for change in changes(row, most, before)]


def _entry(change: Change, players: tuple[str, ...]) -> TrailEntry:
    return TrailEntry(
        id=change.id,
        words=change_words(change.kind, change.number, change.undoes),
        at=change.at,
        entered_by=change.entered_by,
        before=_rounds(change.before, players),
        after=_rounds(change.after, players),
        undone=change.undone,
        is_undo=change.kind is Kind.UNDO,
    )


def _rounds(documents: Mapping[int, Mapping[str, Any]], players: tuple[str, ...]) -> NumberedRounds:
    return [(number, read_round(document, players)) for number, document in documents.items()]
