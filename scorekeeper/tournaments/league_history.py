"""The history of a league: each change with all facts before and after it, and the way back."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.storage.models import LeagueEveningRow, LeagueRow, TournamentChange
from scorekeeper.storage.tokens import derive_id
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournaments.parts import Document
from scorekeeper.tournaments.transaction import TournamentChangeKind as Kind
from scorekeeper.tournaments.undoing import last_change

EVENINGS = "evenings"
"""The key of the factors by tournament. The other keys are columns of the league."""


def facts_of(session: Session, row: LeagueRow) -> dict[str, Any]:
    session.flush()
    agreed = {name: getattr(row, name) for name in ("name", "best", "places", "breaks", "archived")}
    evenings = select(LeagueEveningRow.tournament_id, LeagueEveningRow.factor)
    found = session.execute(evenings.where(LeagueEveningRow.league_id == row.id))
    return {**agreed, EVENINGS: {one.tournament_id: one.factor for one in found}}


def add_league_change(
    session: Session,
    row: LeagueRow,
    before: Document,
    entered_by: str | None,
    undoes_id: int | None = None,
) -> None:
    """Add a change to the history of a league, after the league has its new key."""
    kind = Kind.UNDO if undoes_id is not None else Kind.SETUP if before else Kind.CREATE
    session.add(
        TournamentChange(
            league_id=row.id,
            key=derive_id(row.key, f"change of {row.id}"),
            kind=kind.value,
            at=clock.now(),
            entered_by=entered_by,
            before=before,
            after=facts_of(session, row),
            undoes_id=undoes_id,
        )
    )


def undo_last_of_league(session: Session, row: LeagueRow) -> int:
    """Undo the last change that is not undone. Returns its id. Raises `Refusal`."""
    change = last_change(session, TournamentChange.league_id == row.id)
    if change is None:
        raise Refusal(message("There is nothing to take back."))
    agreed = dict(change.before)
    evenings = agreed.pop(EVENINGS)
    for name, value in agreed.items():
        setattr(row, name, value)
    session.execute(delete(LeagueEveningRow).where(LeagueEveningRow.league_id == row.id))
    session.add_all(
        LeagueEveningRow(league_id=row.id, tournament_id=tournament, factor=factor)
        for tournament, factor in evenings.items()
    )
    return change.id
