"""The trail of a game: every change with what was before and after it, and what undoes what."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import aliased

from scorekeeper.db import db
from scorekeeper.models import ChangeRow, GameRow
from scorekeeper.rows import read_tail
from scorekeeper.rummy.round_document import write_round
from scorekeeper.rummy.scoring import Round


class Kind(StrEnum):
    """What a change did."""

    START = "start"
    RECORD = "record"
    CORRECT = "correct"
    REMOVE = "remove"
    CALL = "call"
    PLAY_ON = "play-on"
    UNDO = "undo"
    DELETE = "delete"
    BRING_BACK = "bring-back"


OF_THE_SHEET = (Kind.RECORD, Kind.CORRECT, Kind.REMOVE, Kind.CALL, Kind.PLAY_ON)
"""The changes that an undo takes back."""


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of the trail; `before` and `after` are documents of the rounds from `number` on.

    `undone` says whether an undo has taken it back; `undoes` is the kind of what an undo took back.
    """

    kind: Kind
    at: datetime
    entered_by: str | None
    number: int | None
    before: list[dict[str, Any]]
    after: list[dict[str, Any]]
    called_before: bool
    called_after: bool
    undone: bool
    undoes: Kind | None


def changes(row: GameRow) -> list[Change]:
    """The trail of a game, newest first."""
    query = select(ChangeRow).where(ChangeRow.game_id == row.id).order_by(ChangeRow.id.desc())
    rows = db.session.scalars(query).all()
    kinds = {each.id: Kind(each.kind) for each in rows}
    undone = {each.undoes_id for each in rows}
    return [
        Change(
            kind=Kind(each.kind),
            at=each.at,
            entered_by=each.entered_by,
            number=each.number,
            before=_documents(each.before, row.players),
            after=_documents(each.after, row.players),
            called_before=each.called_before,
            called_after=each.called_after,
            undone=each.id in undone,
            undoes=None if each.undoes_id is None else kinds[each.undoes_id],
        )
        for each in rows
    ]


def _documents(tail: list[dict[str, Any]], players: tuple[str, ...]) -> list[dict[str, Any]]:
    return [write_round(entry.round, players) for entry in read_tail(tail, len(players))]


def last_change(row: GameRow) -> ChangeRow | None:
    """The newest change that an undo would take back, if there is one."""
    undo = aliased(ChangeRow)
    return db.session.scalar(
        select(ChangeRow)
        .outerjoin(undo, undo.undoes_id == ChangeRow.id)
        .where(
            ChangeRow.game_id == row.id,
            ChangeRow.kind.in_(OF_THE_SHEET),
            undo.id.is_(None),
        )
        .order_by(ChangeRow.id.desc())
        .limit(1)
    )


def taken_back(row: GameRow) -> Round | None:
    """The round that was recorded and taken back, where that is the last that happened."""
    undone = aliased(ChangeRow)
    last = db.session.execute(
        select(ChangeRow.before, undone.kind)
        .outerjoin(undone, undone.id == ChangeRow.undoes_id)
        .where(ChangeRow.game_id == row.id)
        .order_by(ChangeRow.id.desc())
        .limit(1)
    ).one()
    if last.kind != Kind.RECORD:
        return None
    return read_tail(last.before, len(row.seats))[0].round
