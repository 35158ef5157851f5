"""The ids of imported rows. A row keeps the id in its document or gets an id derived from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.storage.models import GameRow, LeagueRow, TournamentRow
from scorekeeper.storage.tokens import derive_id, is_id

AT_ONCE = 1_000
"""The number of ids in one query."""

_Row: TypeAlias = type[GameRow] | type[TournamentRow] | type[LeagueRow]


def new_ids(
    session: Session, club_id: int, ids: Sequence[str], row: _Row = GameRow
) -> dict[str, str]:
    """The ids for new rows of a club, such as games, by the ids in their documents.

    A row keeps its id unless the id is unfit for addresses or another club has it. The result
    leaves out rows that the club already has.
    """
    derived = _derived(club_id, ids)
    clubs = _clubs_of(session, row, derived)
    return {
        wanted: wanted if is_id(wanted) and wanted not in clubs else derived[wanted]
        for wanted in ids
        if clubs.get(wanted) != club_id and derived[wanted] not in clubs
    }


def ids_here(
    session: Session, club_id: int, ids: Sequence[str], row: _Row = GameRow
) -> dict[str, str]:
    """The ids of imported rows of a club, such as games, by the ids in their documents."""
    derived = _derived(club_id, ids)
    clubs = _clubs_of(session, row, derived)
    found = {wanted: wanted if clubs.get(wanted) == club_id else derived[wanted] for wanted in ids}
    return {wanted: here for wanted, here in found.items() if clubs.get(here) == club_id}


def _derived(club_id: int, ids: Sequence[str]) -> dict[str, str]:
    return {wanted: derive_id(wanted, f"import into {club_id}") for wanted in ids}


def _clubs_of(session: Session, row: _Row, derived: Mapping[str, str]) -> dict[str, int]:
    sought = [*filter(is_id, derived), *derived.values()]
    clubs: dict[str, int] = {}
    for begins in range(0, len(sought), AT_ONCE):
        some = sought[begins : begins + AT_ONCE]
        found = session.execute(select(row.id, row.club_id).where(row.id.in_(some)))
        clubs |= {known.id: known.club_id for known in found}
    return clubs
