"""Find the change that an undo or a redo would take back, and take it back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlalchemy import ColumnElement, Row, Select, and_, bindparam, or_, select
from sqlalchemy.orm import InstrumentedAttribute, aliased

from scorekeeper.games.history import entries_of, names_of, origin
from scorekeeper.games.open_round import OpenRound
from scorekeeper.games.transaction import EditedGame
from scorekeeper.rummy.between import Between
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.game.entries import Entry, seats_joining
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.mapping import RecordedEntry, RecordedGame, game_without_rounds
from scorekeeper.storage.models import ChangeRow, GameRow, Player

SHEET_CHANGES = (
    ChangeKind.RECORD,
    ChangeKind.CORRECT,
    ChangeKind.REMOVE,
    ChangeKind.CALL,
    ChangeKind.PLAY_ON,
)
"""The kinds of change that alter the sheet. An undo takes them back."""

TAKING_BACK = (ChangeKind.UNDO, ChangeKind.REDO)
"""The kinds of change that take back another change."""

_RECORDED_OR_NOT = (ChangeKind.RECORD, *TAKING_BACK)
"""The kinds of change that determine the last recorded round."""

UNDOABLE = (*SHEET_CHANGES, ChangeKind.REDO)
"""The kinds of change that an undo takes back. They include a redo, which restored a change."""


@dataclass(frozen=True, slots=True)
class UndoStep:
    """A change that an undo or a redo would take back.

    `place` is the place of its entry, `None` if it ended the game early or resumed it. If the entry
    is a round, `round` is its number. If the entry is between rounds, `between` is the
    entry, and `names` has the players’ names by seat at that time.

    `kind` is the kind of the original change. For example, if an undo takes back the redo of a
    correction, `kind` is a correction.
    """

    id: int
    kind: ChangeKind
    place: int | None
    round: int | None = None
    between: Between | None = None
    names: tuple[str, ...] = ()


class UndoSteps(NamedTuple):
    """The changes that an undo and a redo would take back, or `None`."""

    undo: UndoStep | None
    redo: UndoStep | None


def _is_any(kind: InstrumentedAttribute[str], kinds: Iterable[ChangeKind]) -> ColumnElement[bool]:
    """Compare with each kind, because SQLAlchemy would expand a list at each execution."""
    return or_(*(kind == which.value for which in kinds))


def _to_undo() -> Select[int]:
    done, undo = aliased(ChangeRow), aliased(ChangeRow)
    query = select(done.id).outerjoin(undo, undo.undoes_id == done.id)
    query = query.where(done.game_id == bindparam("game"))
    query = query.where(_is_any(done.kind, UNDOABLE), undo.id.is_(None))
    return query.order_by(done.id.desc()).limit(1)


def _to_redo() -> Select[int]:
    """Return a query for the undo that a redo takes back.

    The query finds nothing if the sheet changed after this undo.
    """
    done, redo = aliased(ChangeRow), aliased(ChangeRow)
    is_waiting = and_(done.kind == ChangeKind.UNDO, redo.id.is_(None))
    query = select(done.id, done.kind).outerjoin(redo, redo.undoes_id == done.id)
    query = query.where(done.game_id == bindparam("game"))
    query = query.where(or_(_is_any(done.kind, SHEET_CHANGES), is_waiting))
    newest = query.order_by(done.id.desc()).limit(1).subquery()
    return select(newest.c.id).where(newest.c.kind == ChangeKind.UNDO)


_TO_UNDO, _TO_REDO = (
    select(ChangeRow).where(ChangeRow.id == sought().scalar_subquery())
    for sought in (_to_undo, _to_redo)
)

_STEPS = select(ChangeRow.id, ChangeRow.kind, ChangeRow.number, ChangeRow.round_number).where(
    or_(
        ChangeRow.id == _to_undo().scalar_subquery(),
        ChangeRow.id == _to_redo().scalar_subquery(),
    )
)


_LAST = (
    select(ChangeRow.id, ChangeRow.kind)
    .where(ChangeRow.game_id == bindparam("game"))
    .order_by(ChangeRow.id.desc())
    .limit(1)
)


def possible_steps(row: GameRow, open_round: OpenRound | None) -> UndoSteps:
    """Return the changes that an undo and a redo would take back.

    `open_round` is the game’s open round, if there is one. If it is announced, both changes are
    `None`.
    """
    if open_round is not None and not open_round.is_being_played:
        return UndoSteps(None, None)
    found = db.session.connection().execute(_STEPS, {"game": row.id})
    # Only a redo takes back an undo.
    by_redo = {change.kind == ChangeKind.UNDO: change for change in found}
    return UndoSteps(_step(row, by_redo.get(False)), _step(row, by_redo.get(True)))


def _step(row: GameRow, change: Row[int, str, int | None, int | None] | None) -> UndoStep | None:
    if change is None:
        return None
    kind = ChangeKind(change.kind)
    step = UndoStep(
        change.id,
        origin(change.id) if kind in TAKING_BACK else kind,
        change.number,
        change.round_number,
    )
    return step if step.place is None or step.round else _about_between(row, step)


def _about_between(row: GameRow, step: UndoStep) -> UndoStep:
    stored, game = db.session.get_one(ChangeRow, step.id), game_without_rounds(row)
    changed = entries_of(stored, game)
    kept = [recorded.entry for recorded in (*changed.after.values(), *changed.before.values())]
    # If a correction had no effect, the history lacks the corrected entry, but the sheet has it.
    entries = kept or sheet_of(row).game.entries[: step.place][-1:]
    between = next(entry for entry in entries if isinstance(entry, Between))
    return replace(step, between=between, names=names_of(stored, game))


def without_last_change(row: GameRow, recorded: RecordedGame) -> EditedGame | None:
    return _without(_TO_UNDO, row, recorded)


def without_last_undo(row: GameRow, recorded: RecordedGame) -> EditedGame | None:
    return _without(_TO_REDO, row, recorded)


def _without(query: Select[ChangeRow], row: GameRow, recorded: RecordedGame) -> EditedGame | None:
    change = db.session.scalar(query, {"game": row.id})
    if change is None:
        return None
    entries = entries_of(change, recorded.game).back.apply(recorded.entries)
    newcomers = _newcomers(change, entries, recorded, row)
    if newcomers is None:
        return None
    players = recorded.game.players + tuple(player.person.name for player in newcomers)
    restored = recorded.with_entries(entries, called=change.called_before, players=players)
    return EditedGame(restored, change.number, change.id, newcomers=newcomers)


def _newcomers(
    change: ChangeRow,
    entries: Sequence[RecordedEntry],
    recorded: RecordedGame,
    row: GameRow,
) -> tuple[Player, ...] | None:
    """Return the players who take a seat again with these entries.

    `None` if one of the players no longer exists. Raises `RuleError` if one of them would get a
    second seat.
    """
    joining = seats_joining([entry.entry for entry in entries])
    seats = sorted(seat for seat in joining if seat >= len(recorded.game.players))
    late = change.late_seats or {}
    players = [db.session.get(Player, late[str(seat)][0]) for seat in seats if str(seat) in late]
    found = tuple(player for player in players if player is not None)
    seated = list(row.people) if found else []
    for player in found:
        # A correction of a seat or a merge of players can have given the person a seat meanwhile.
        if player.person in seated:
            raise RuleError(message("“{name}” already sits in this game.", name=player.person.name))
        seated.append(player.person)
    return found if len(found) == len(seats) else None


def taken_back(row: GameRow) -> Entry | None:
    """Return the entry of an undone recording, if that undo was the last change of the game."""
    last = db.session().connection().execute(_LAST, {"game": row.id}).one()
    if last.kind != ChangeKind.UNDO or origin(last.id) is not ChangeKind.RECORD:
        return None
    undone = db.session.get_one(ChangeRow, last.id)
    return next(iter(entries_of(undone, game_without_rounds(row)).before.values())).entry


def last_recorded(game_id: str) -> int:
    """Return the id of the last change that recorded a round and is not undone, or 0.

    A round that was removed later counts too.
    """
    query = select(ChangeRow.id, ChangeRow.kind, ChangeRow.undoes_id, ChangeRow.round_number)
    query = query.where(ChangeRow.game_id == game_id, ChangeRow.kind.in_(_RECORDED_OR_NOT))
    first: dict[int, int] = {}  # the original change behind each undo and redo
    recorded, undone = set[int](), set[int]()
    for step in db.session.execute(query.order_by(ChangeRow.id)):
        if step.undoes_id is not None:
            first[step.id] = first.get(step.undoes_id, step.undoes_id)
            undone ^= {first[step.id]}
        elif step.kind == ChangeKind.RECORD and step.round_number is not None:
            recorded.add(step.id)
    return max(recorded - undone, default=0)
