"""Undoing the changes of a tournament, the last one first."""

from __future__ import annotations

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from scorekeeper.storage.database import db
from scorekeeper.storage.models import Player, TournamentChange, TournamentRow
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournaments.parts import ENTRANT, TABLE, PartName, with_parts
from scorekeeper.tournaments.recorded import RecordedTournament, check_not_begun
from scorekeeper.tournaments.transaction import (
    ChangeForm,
    EditedTournament,
    TournamentChangeKind,
    change_tournament,
)

Kind = TournamentChangeKind

_NOT_TAKEN_BACK = (Kind.CREATE.value, Kind.UNDO.value, Kind.CONFIRM.value)
"""The creation, undos, and confirmations by players are not undone."""


def undo_last(form: ChangeForm) -> TournamentRow:
    """Undo the last change that is not undone yet.

    Raises `Refusal` if there is none, or if a later change affects the same parts. A draw, and
    showing it, cannot be undone once a table has begun.
    """

    def edit(recorded: RecordedTournament) -> EditedTournament:
        session = db.session()
        change = last_change(session, TournamentChange.tournament_id == recorded.id)
        if change is None:
            raise Refusal(message("There is nothing to take back."))
        if change.kind in (Kind.DRAW, Kind.SHOW):
            check_not_begun(recorded)
        _check_unchanged(recorded, change)
        _check_players(session, change)
        return EditedTournament(with_parts(recorded.parts, change.before), change.id)

    return change_tournament(Kind.UNDO, form, edit)


def last_change(session: Session, of: ColumnElement[bool]) -> TournamentChange | None:
    """The last change that can be undone and is not undone yet, `of` a tournament or a league."""
    undone = select(TournamentChange.undoes_id).where(of, TournamentChange.undoes_id.is_not(None))
    query = select(TournamentChange).where(
        of,
        TournamentChange.kind.not_in(_NOT_TAKEN_BACK),
        TournamentChange.id.not_in(undone),
    )
    return session.scalar(query.order_by(TournamentChange.id.desc()).limit(1))


def _check_unchanged(recorded: RecordedTournament, change: TournamentChange) -> None:
    for text, document in change.after.items():
        name = PartName.read(text)
        if recorded.parts.get(name) == document:
            continue
        if name.kind == TABLE:
            sentence = message(
                "Table {table} of round {round} was changed since.",
                table=name.number,
                round=name.round,
            )
            raise Refusal(sentence, "table")
        raise Refusal(message("Somebody changed this since."))


def _check_players(session: Session, change: TournamentChange) -> None:
    """Raise `Refusal` if undoing restores an entrant with a permanently deleted player."""
    wanted = {
        player
        for name, document in change.before.items()
        if PartName.read(name).kind == ENTRANT and document
        for player in document["players"]
    }
    found = session.scalars(select(Player.id).where(Player.id.in_(wanted))).all()
    if wanted.difference(found):
        raise Refusal(message("A player who had entered is not in the club any more."))
