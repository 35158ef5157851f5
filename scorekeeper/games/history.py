"""The history of a game: every change with what was before and after it, and what undoes what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeAlias

from sqlalchemy import Select, and_, or_, select
from sqlalchemy.orm import aliased

from scorekeeper.games.changed_rounds import ChangedRounds, Rounds, read_changed_rounds
from scorekeeper.rummy.documents.round import write_round
from scorekeeper.rummy.round import Round
from scorekeeper.storage.database import db
from scorekeeper.storage.models import ChangeRow, GameRow


class Kind(StrEnum):
    """What a change did."""

    START = "start"
    RECORD = "record"
    CORRECT = "correct"
    REMOVE = "remove"
    CALL = "call"
    PLAY_ON = "play-on"
    UNDO = "undo"
    REDO = "redo"
    DELETE = "delete"
    BRING_BACK = "bring-back"


OF_THE_SHEET = (Kind.RECORD, Kind.CORRECT, Kind.REMOVE, Kind.CALL, Kind.PLAY_ON)
"""The changes of the facts, which an undo takes back."""

OF_UNDO = (*OF_THE_SHEET, Kind.REDO)
"""What an undo takes back: a redo too, which by itself takes back an undo."""


Steps: TypeAlias = Sequence[tuple[int, int | None]]
"""The ids of changes, each with that of the change that it undoes, the newest first."""


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of the history.

    `before` and `after` are documents of the rounds that are not the same, by their numbers on the
    sheet before it and after it. `undone` says whether it is taken back as things stand: an undo,
    where a redo made up for it. `undoes` is the kind of the change that an undo took back in the
    end, or a redo brought back.
    """

    id: int
    kind: Kind
    at: datetime
    entered_by: str | None
    number: int | None
    before: dict[int, dict[str, Any]]
    after: dict[int, dict[str, Any]]
    called_before: bool
    called_after: bool
    undone: bool
    undoes: Kind | None


def changes(row: GameRow, most: int | None = None, before: int | None = None) -> list[Change]:
    """The history of a game, newest first: so many changes at most, and those `before` one's id."""
    query = _newest_first(row)
    if before is not None:
        query = query.where(ChangeRow.id < before)
    rows = db.session.scalars(query.limit(most)).all()
    # What takes one of them back is newer: among them, unless they begin further down.
    newest = [(each.id, each.undoes_id) for each in rows]
    undone = _undone(newest if before is None else _steps(row))
    origins = _origins(rows)
    return [_read(each, row.players, each.id in undone, origins[each.id]) for each in rows]


def _origins(rows: Sequence[ChangeRow]) -> dict[int, Kind]:
    """The kind of change with which each change has to do in the end, by its id."""
    origins: dict[int, Kind] = {}
    for each in reversed(rows):
        if each.undoes_id is None:
            origins[each.id] = Kind(each.kind)
        else:
            origins[each.id] = origins.get(each.undoes_id) or origin(each)
    return origins


def _steps(row: GameRow) -> Steps:
    """Every undo and redo of a game, the newest first."""
    query = select(ChangeRow.id, ChangeRow.undoes_id).order_by(ChangeRow.id.desc())
    query = query.where(ChangeRow.game_id == row.id, ChangeRow.undoes_id.is_not(None))
    return [(number, undoes_id) for number, undoes_id in db.session.execute(query)]


def _undone(steps: Steps) -> set[int]:
    """The ids of the changes that are taken back by one that holds itself."""
    undone: set[int] = set()
    for number, undoes_id in steps:
        if undoes_id is not None and number not in undone:
            undone.add(undoes_id)
    return undone


def _read(stored: ChangeRow, players: tuple[str, ...], undone: bool, about: Kind) -> Change:
    rounds = rounds_of(stored, len(players))
    return Change(
        id=stored.id,
        kind=Kind(stored.kind),
        at=stored.at,
        entered_by=stored.entered_by,
        number=stored.number,
        before=_documents(rounds.off, players),
        after=_documents(rounds.on, players),
        called_before=stored.called_before,
        called_after=stored.called_after,
        undone=undone,
        undoes=None if stored.undoes_id is None else about,
    )


def _documents(rounds: Rounds, players: tuple[str, ...]) -> dict[int, dict[str, Any]]:
    return {number: write_round(entry.round, players) for number, entry in rounds.items()}


def rounds_of(change: ChangeRow, players: int) -> ChangedRounds:
    """The rounds that a change took off the sheet and put on it."""
    return read_changed_rounds(change.before, change.after, change.number, players)


def last_change(row: GameRow) -> ChangeRow | None:
    """The newest change that an undo would take back, if there is one."""
    undo = aliased(ChangeRow)
    query = _newest_first(row).outerjoin(undo, undo.undoes_id == ChangeRow.id)
    query = query.where(ChangeRow.kind.in_(OF_UNDO), undo.id.is_(None))
    return db.session.scalar(query.limit(1))


def last_undo(row: GameRow) -> ChangeRow | None:
    """The newest undo that a redo would take back; none where the sheet was changed since."""
    redo = aliased(ChangeRow)
    query = _newest_first(row).outerjoin(redo, redo.undoes_id == ChangeRow.id)
    is_waiting = and_(ChangeRow.kind == Kind.UNDO, redo.id.is_(None))
    query = query.where(or_(ChangeRow.kind.in_(OF_THE_SHEET), is_waiting))
    last = db.session.scalar(query.limit(1))
    return last if last is not None and last.kind == Kind.UNDO else None


def origin(change: ChangeRow) -> Kind:
    """The kind of the change that this undo or redo is about in the end, or its own kind."""
    step = select(ChangeRow.id, ChangeRow.kind, ChangeRow.undoes_id)
    first = step.where(ChangeRow.id == change.id).cte(recursive=True)
    steps = first.union_all(step.join(first, ChangeRow.id == first.c.undoes_id))
    return Kind(
        db.session.execute(select(steps.c.kind).where(steps.c.undoes_id.is_(None))).scalar_one()
    )


def taken_back(row: GameRow) -> Round | None:
    """The round that was recorded and taken back, where that is the last that happened."""
    last = db.session.scalars(_newest_first(row).limit(1)).one()
    if last.kind != Kind.UNDO or origin(last) is not Kind.RECORD:
        return None
    return next(iter(rounds_of(last, len(row.seats)).off.values())).round


def _newest_first(row: GameRow) -> Select[ChangeRow]:
    """The changes of a game, to be narrowed down."""
    return select(ChangeRow).where(ChangeRow.game_id == row.id).order_by(ChangeRow.id.desc())
