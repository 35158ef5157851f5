"""The trail of a game: every change with what was before and after it, and what undoes what."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import aliased

from scorekeeper.changed_rounds import ChangedRounds, Rounds, read_changed_rounds
from scorekeeper.db import db
from scorekeeper.models import ChangeRow, GameRow
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
    """One entry of the trail.

    `before` and `after` are documents of the rounds that are not the same, by their numbers on the
    sheet before it and after it. `undone` says whether an undo has taken it back; `undoes` is the
    kind of what an undo took back.
    """

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


def changes(row: GameRow) -> list[Change]:
    """The trail of a game, newest first."""
    query = select(ChangeRow).where(ChangeRow.game_id == row.id).order_by(ChangeRow.id.desc())
    rows = db.session.scalars(query).all()
    kinds = {each.id: Kind(each.kind) for each in rows}
    undone = {each.undoes_id for each in rows}
    return [_read(each, row.players, each.id in undone, kinds) for each in rows]


def _read(
    stored: ChangeRow, players: tuple[str, ...], undone: bool, kinds: dict[int, Kind]
) -> Change:
    rounds = rounds_of(stored, len(players))
    return Change(
        kind=Kind(stored.kind),
        at=stored.at,
        entered_by=stored.entered_by,
        number=stored.number,
        before=_documents(rounds.off, players),
        after=_documents(rounds.on, players),
        called_before=stored.called_before,
        called_after=stored.called_after,
        undone=undone,
        undoes=None if stored.undoes_id is None else kinds[stored.undoes_id],
    )


def _documents(rounds: Rounds, players: tuple[str, ...]) -> dict[int, dict[str, Any]]:
    return {number: write_round(entry.round, players) for number, entry in rounds.items()}


def rounds_of(change: ChangeRow, players: int) -> ChangedRounds:
    """The rounds that a change took off the sheet and put on it."""
    return read_changed_rounds(change.before, change.after, change.number, players)


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
        select(ChangeRow, undone.kind)
        .outerjoin(undone, undone.id == ChangeRow.undoes_id)
        .where(ChangeRow.game_id == row.id)
        .order_by(ChangeRow.id.desc())
        .limit(1)
    ).one()
    if last.kind != Kind.RECORD:
        return None
    return next(iter(rounds_of(last.ChangeRow, len(row.seats)).off.values())).round
