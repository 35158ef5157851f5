"""The history of a game: every change, its entries before and after, and the change it undoes.

A change stores the entries that it removed from the sheet and the entries that it added. It does
not store entries that stay, even if their places change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import bindparam, insert, select
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.documents.reading import Seating
from scorekeeper.rummy.game.entries import Entry
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.round import Round
from scorekeeper.storage.database import db, table
from scorekeeper.storage.mapping import (
    RecordedEntry,
    game_without_rounds,
    read_amendments,
    read_document,
    seats_ever,
    write_amendments,
    write_document,
)
from scorekeeper.storage.models import ChangeRow, GameRow, SeatRow
from scorekeeper.storage.round_rows import Entries

Stored = list[dict[str, Any]]
"""Entries in the format of the history."""

Undoings: TypeAlias = Sequence[tuple[int, int | None]]
"""The ids of changes, newest first, each with the id of the change that it undoes."""


ChangedDetails: TypeAlias = dict[str, list[str]]
"""The details of a game that changed, by name: old text and new text. Dates are in ISO format."""


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of the history.

    - `before`: the entries that the change removed, by their places on the sheet before the change
    - `after`: the entries that the change added, by their places on the sheet after the change
    - `names`: the names of the players who sat in each seat at that time, see `names_of`
    - `number`: the place of the changed entry, `None` if the change is not about one entry
    - `round_number`: the number of the round, if the entry is a round
    - `details`: the details that changed
    - `undone`: whether the change is currently undone (for an undo: whether it has been redone)
    - `undoes`: for an undo or a redo, the kind of the original change
    """

    id: int
    kind: ChangeKind
    at: datetime
    entered_by: str | None
    number: int | None
    round_number: int | None
    before: Entries
    after: Entries
    names: tuple[str, ...]
    details: ChangedDetails
    called_before: bool
    called_after: bool
    undone: bool
    undoes: ChangeKind | None


_ALL_NEWEST_FIRST = (
    select(ChangeRow).where(ChangeRow.game_id == bindparam("game")).order_by(ChangeRow.id.desc())
)
_NEWEST_FIRST = _ALL_NEWEST_FIRST.limit(bindparam("most"))
_ADD = insert(table(ChangeRow))


def changes(
    row: GameRow,
    most: int | None = None,
    before: int | None = None,
    game: Game | None = None,
) -> list[Change]:
    """Return the history of a game, newest first: at most `most` changes, with ids below `before`.

    If `game` is not given, this reads its facts.
    """
    query = _ALL_NEWEST_FIRST if most is None else _NEWEST_FIRST
    if before is not None:
        query = query.where(ChangeRow.id < before)
    rows = db.session.scalars(query, {"game": row.id, "most": most}).all()
    # An undo is newer than its change. Changes with ids below `before` can have undos with higher
    # ids, so read all undos of the game.
    newest = [(change.id, change.undoes_id) for change in rows]
    undone = _undone(newest if before is None else _undoings(row))
    origins = _origins(rows)
    game = game or game_without_rounds(row)
    return [_read(change, game, change.id in undone, origins[change.id]) for change in rows]


def lots_were_drawn(row: GameRow) -> bool:
    of_game = select(ChangeRow.id).where(
        ChangeRow.game_id == row.id, ChangeRow.kind == ChangeKind.LOTS
    )
    return db.session.scalar(of_game.limit(1)) is not None


def starter_of(game_id: str) -> str | None:
    start = select(ChangeRow.entered_by).where(
        ChangeRow.game_id == game_id, ChangeRow.kind == ChangeKind.START
    )
    return db.session.scalar(start.limit(1))


def _origins(rows: Sequence[ChangeRow]) -> dict[int, ChangeKind]:
    """Return the kind of the original change behind each of these changes, by change id."""
    origins: dict[int, ChangeKind] = {}
    for change in reversed(rows):
        if change.undoes_id is None:
            origins[change.id] = ChangeKind(change.kind)
        else:
            origins[change.id] = origins.get(change.undoes_id) or origin(change.id)
    return origins


def _undoings(row: GameRow) -> Undoings:
    query = select(ChangeRow.id, ChangeRow.undoes_id).order_by(ChangeRow.id.desc())
    query = query.where(ChangeRow.game_id == row.id, ChangeRow.undoes_id.is_not(None))
    return [(change_id, undoes_id) for change_id, undoes_id in db.session.execute(query)]


def _undone(undoings: Undoings) -> set[int]:
    """Return the ids of changes undone by a change that is not undone itself."""
    undone: set[int] = set()
    for change_id, undoes_id in undoings:
        if undoes_id is not None and change_id not in undone:
            undone.add(undoes_id)
    return undone


def _read(stored: ChangeRow, game: Game, undone: bool, origin_kind: ChangeKind) -> Change:
    changed = entries_of(stored, game)
    return Change(
        id=stored.id,
        kind=ChangeKind(stored.kind),
        at=stored.at,
        entered_by=stored.entered_by,
        number=stored.number,
        round_number=stored.round_number,
        before=changed.before,
        after=changed.after,
        names=names_of(stored, game),
        details=stored.details or {},
        called_before=stored.called_before,
        called_after=stored.called_after,
        undone=undone,
        undoes=None if stored.undoes_id is None else origin_kind,
    )


def entries_of(change: ChangeRow, game: Game) -> ChangedEntries:
    return ChangedEntries(_read_entries(change.before, game), _read_entries(change.after, game))


def names_of(change: ChangeRow, game: Game) -> tuple[str, ...]:
    """Return the current names of the players who sat in each seat when this change was made.

    If the player no longer has the seat, the result has the player’s name at that time.
    """
    if not change.late_seats:
        return game.players
    names = dict(enumerate(game.players))
    for seat, (player_id, name) in change.late_seats.items():
        now = db.session.get(SeatRow, (change.game_id, int(seat)))
        if now is None or now.player_id != player_id:
            names[int(seat)] = name
    return tuple(names.get(seat, "") for seat in range(max(names) + 1))


def origin(change_id: int) -> ChangeKind:
    """Return the kind of the original change behind an undo or a redo.

    For any other change, return its own kind.
    """
    step = select(ChangeRow.id, ChangeRow.kind, ChangeRow.undoes_id)
    first = step.where(ChangeRow.id == change_id).cte(recursive=True)
    steps = first.union_all(step.join(first, ChangeRow.id == first.c.undoes_id))
    return ChangeKind(
        db.session.execute(select(steps.c.kind).where(steps.c.undoes_id.is_(None))).scalar_one()
    )


@dataclass(frozen=True, slots=True)
class ChangedEntries:
    """The entries that differ between two sheets.

    - `before`: entries that are only on the first sheet, by their places there
    - `after`: entries that are only on the second sheet, by their places there
    """

    before: Entries = field(default_factory=dict)
    after: Entries = field(default_factory=dict)

    @property
    def back(self) -> ChangedEntries:
        return ChangedEntries(self.after, self.before)

    @property
    def has_notes(self) -> bool:
        return any(
            recorded.entry.note
            or (
                isinstance(recorded.entry, Round)
                and any(points.note for points in recorded.entry.adjustments)
            )
            for recorded in (*self.before.values(), *self.after.values())
        )

    def apply(self, entries: Sequence[RecordedEntry]) -> tuple[RecordedEntry, ...]:
        changed = [entry for number, entry in enumerate(entries, 1) if number not in self.before]
        for number in sorted(self.after):
            changed.insert(number - 1, self.after[number])
        return tuple(changed)


def changed_entries(
    before: Sequence[RecordedEntry], after: Sequence[RecordedEntry]
) -> ChangedEntries:
    """Return the difference between two sheets.

    An unchanged entry is the same object on both sheets, or is equal in the same place.
    """
    off, on = _missing_in(after, before), _missing_in(before, after)
    unchanged = [number for number, entry in off.items() if on.get(number) == entry]
    for number in unchanged:
        del off[number], on[number]
    return ChangedEntries(off, on)


def _missing_in(
    others: Sequence[RecordedEntry], entries: Sequence[RecordedEntry]
) -> dict[int, RecordedEntry]:
    ids = {id(entry) for entry in others}
    return {number: entry for number, entry in enumerate(entries, 1) if id(entry) not in ids}


def add_change(
    session: Session,
    game_id: str,
    kind: ChangeKind,
    key: str,
    entered_by: str | None,
    before: Game,
    after: Game,
    changed: ChangedEntries,
    *,
    place: int | None = None,
    undoes_id: int | None = None,
    details: ChangedDetails | None = None,
    late: Mapping[str, Sequence[Any]] | None = None,
) -> None:
    """Add a change to the history, dated now. `place` is the place of the changed entry."""
    values = {
        "game_id": game_id,
        "key": key,
        "kind": kind.value,
        "at": clock.now(),
        "entered_by": entered_by,
        "number": place,
        "round_number": round_number(place, before.entries, after.entries),
        "before": write_entries(changed.before),
        "after": write_entries(changed.after),
        "late_seats": late or None,
        "called_before": before.called,
        "called_after": after.called,
        "undoes_id": undoes_id,
        "details": details,
    }
    session.connection().execute(_ADD, values)


def round_number(place: int | None, before: Sequence[Entry], after: Sequence[Entry]) -> int | None:
    """Return the number of the round that changed in this place. `None` for other entries."""
    removed = len(after) < len(before)
    entries = (before if removed else after)[:place]
    if place is None or not entries or not isinstance(entries[-1], Round):
        return None
    return sum(isinstance(entry, Round) for entry in entries)


def write_entries(entries: Entries) -> Stored:
    """Return these entries in the format of the history, with seats in place of names."""
    return [
        {
            "number": number,
            "round": write_document(recorded.entry),
            "entered_at": recorded.at.isoformat(),
            "entered_by": recorded.by,
        }
        | ({"amendments": write_amendments(recorded.amendments)} if recorded.amendments else {})
        for number, recorded in entries.items()
    ]


def _read_entries(stored: Stored, game: Game) -> Entries:
    seats = seats_ever(game)
    return {written["number"]: _read_entry(written, seats, game) for written in stored}


def _read_entry(stored: dict[str, Any], seats: Seating, game: Game) -> RecordedEntry:
    return RecordedEntry(
        read_document(stored["round"], seats, game),
        datetime.fromisoformat(stored["entered_at"]),
        stored["entered_by"],
        read_amendments(stored.get("amendments", ())),
    )
