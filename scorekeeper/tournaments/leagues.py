"""The leagues of a club: their tournaments with factors, and their tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.clubs.devices import lock_club
from scorekeeper.rummy.documents.names import LONGEST_PLACE, check_name
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Club, LeagueEveningRow, LeagueRow, TournamentRow
from scorekeeper.storage.tokens import derive_id, is_id
from scorekeeper.tournament.league import (
    League,
    LeagueEvening,
    Row,
    league_table,
    points_of_players,
)
from scorekeeper.tournament.league_document import (
    LARGEST_FACTOR,
    LEAGUE,
    MOST_EVENINGS,
    read_league,
    write_league,
    write_league_table,
)
from scorekeeper.tournament.points import Number, Total
from scorekeeper.tournament.reading import read_whole
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournaments.league_history import add_league_change, facts_of, undo_last_of_league
from scorekeeper.tournaments.parts import Document
from scorekeeper.tournaments.recorded import RecordedTournament, recorded_tournament
from scorekeeper.tournaments.rule_errors import as_refusals
from scorekeeper.tournaments.setup import fewest_win
from scorekeeper.tournaments.transaction import check_form, check_same_club


class NoSuchLeagueError(LookupError):
    """The club has no league with this id."""


class LeagueVersionConflict(Exception):
    """Somebody else has changed the league."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedLeague:
    """A league of the score book. `tournaments` are in the order of `league.evenings`."""

    row: LeagueRow
    tournaments: tuple[TournamentRow, ...]
    league: League
    table: tuple[Row, ...]

    @property
    def played(self) -> list[int]:
        """The indices of evenings with a closed round."""
        return [place for place, evening in enumerate(self.league.evenings) if evening.points]


def leagues_of(club: Club) -> Sequence[LeagueRow]:
    """The leagues of a club, the latest first."""
    of_club = select(LeagueRow).where(LeagueRow.club_id == club.id)
    return db.session.scalars(of_club.order_by(LeagueRow.created_at.desc(), LeagueRow.id)).all()


def find_league(club: Club, league_id: str) -> LeagueRow | None:
    if not is_id(league_id):
        return None
    row = db.session.get(LeagueRow, league_id, populate_existing=True)
    return row if row is not None and row.club_id == club.id else None


def factors_of(tournament_id: str) -> Mapping[str, int]:
    """The factor of a tournament in each league, by league id."""
    query = select(LeagueEveningRow.league_id, LeagueEveningRow.factor)
    found = db.session.execute(query.where(LeagueEveningRow.tournament_id == tournament_id))
    return {row.league_id: row.factor for row in found}


def recorded_league(row: LeagueRow) -> RecordedLeague:
    """A league with its table, as of this transaction. Only closed rounds count."""
    evenings, places = evenings_of(db.session(), row.id), tuple(row.places)
    counted = [
        LeagueEvening(
            tournament=one.id,
            factor=factor,
            points=_kept_points(one.id, one.version, one.changed_at, places),
        )
        for one, factor in evenings
    ]
    league = agreed_league(row, *counted)
    return RecordedLeague(
        row=row,
        tournaments=tuple(tournament for tournament, _factor in evenings),
        league=league,
        table=league_table(league),
    )


def points_of_evening(
    recorded: RecordedTournament, places: tuple[int, ...]
) -> Mapping[str, Number]:
    """A tournament's points for a league by player, after its last closed round."""
    if not recorded.closed:
        return {}
    standing = recorded.standing(recorded.closed)
    return points_of_players(recorded.tournament, standing, places)


@lru_cache(maxsize=400)
def _kept_points(
    tournament_id: str, _version: int, _changed_at: datetime, places: tuple[int, ...]
) -> Mapping[str, Number]:
    """The points of a tournament, cached for its version and the time of its last change."""
    row = db.session.get_one(TournamentRow, tournament_id)
    return points_of_evening(recorded_tournament(row), places)


def document_of_league(league: League) -> dict[str, Any]:
    return {**write_league(league), "table": write_league_table(league)}


def agreed_league(row: LeagueRow, *evenings: LeagueEvening) -> League:
    return League(
        id=row.id,
        name=row.name,
        best=row.best,
        places=tuple(row.places),
        breaks=tuple(row.breaks),
        archived=row.archived,
        evenings=evenings,
    )


def evenings_of(session: Session, league_id: str) -> list[tuple[TournamentRow, int]]:
    """The tournaments of a league with their factors, by day."""
    query = select(TournamentRow, LeagueEveningRow.factor).join(
        LeagueEveningRow, LeagueEveningRow.tournament_id == TournamentRow.id
    )
    found = session.execute(
        query.where(LeagueEveningRow.league_id == league_id)
        .order_by(TournamentRow.played_on, TournamentRow.id)
        .execution_options(populate_existing=True)
    )
    return [(tournament, factor) for tournament, factor in found]


def create_league(club: Club, league: League, *, key: str, by: str | None = None) -> LeagueRow:
    """Create a league without evenings. The same key creates only one. Raises `Refusal`."""
    check_form(key)
    with write() as session:
        lock_club(session, club.id)
        league_id = derive_id(key, "league")
        older = session.get(LeagueRow, league_id)
        if older is not None:
            check_same_club(older, club.id)
            return older
        row = add_league(session, club.id, league_id, league, key)
        add_league_change(session, row, {}, by)
    return row


def add_league(
    session: Session, club_id: int, league_id: str, league: League, key: str
) -> LeagueRow:
    """Add a league without its evenings to a locked club."""
    now = clock.now()
    row = LeagueRow(id=league_id, club_id=club_id, version=1, key=key, created_at=now)
    row.archived = league.archived
    _write_agreed(row, league)
    session.add(row)
    session.flush()
    return row


def change_league(
    club: Club, league_id: str, league: League, *, version: int, key: str, by: str | None = None
) -> LeagueRow:
    """Change the name of a league and its rules for counting. Its evenings stay.

    Raises `Refusal`, `NoSuchLeagueError`, `LeagueVersionConflict`.
    """

    def edit(session: Session, row: LeagueRow) -> None:
        for tournament, _factor in evenings_of(session, row.id):
            check_counts(tournament.name, tournament.setup, league.places)
        _write_agreed(row, league)

    return _change(club, league_id, version, key, by, edit)


def archive_league(
    club: Club, league_id: str, *, archived: bool, version: int, key: str, by: str | None = None
) -> LeagueRow:
    """Archive a league or restore it. Raises errors like `change_league`."""

    def edit(_session: Session, row: LeagueRow) -> None:
        row.archived = archived

    return _change(club, league_id, version, key, by, edit)


def set_evening(
    club: Club,
    league_id: str,
    tournament_id: str,
    factor: int | None,
    *,
    version: int,
    key: str,
    by: str | None = None,
) -> LeagueRow:
    """Count a tournament `factor` times in a league, or remove it with `None`.

    Raises errors like `change_league`.
    """

    def edit(session: Session, row: LeagueRow) -> None:
        tournament = session.get(TournamentRow, tournament_id) if is_id(tournament_id) else None
        if tournament is None or tournament.club_id != club.id:
            raise Refusal(message("Choose a tournament of the club."), "tournament")
        evening = session.get(LeagueEveningRow, (row.id, tournament_id), populate_existing=True)
        if factor is None:
            if evening is not None:
                session.delete(evening)
            return
        read_whole(factor, "factor", least=1, most=LARGEST_FACTOR)
        if evening is not None:
            evening.factor = factor
            return
        check_counts(tournament.name, tournament.setup, row.places)
        if len(evenings_of(session, row.id)) >= MOST_EVENINGS:
            text = message("A league can have up to {most} evenings.", most=MOST_EVENINGS)
            raise Refusal(text, "tournament")
        new = LeagueEveningRow(league_id=row.id, tournament_id=tournament_id, factor=factor)
        session.add(new)

    return _change(club, league_id, version, key, by, edit)


def undo_league(
    club: Club, league_id: str, *, version: int, key: str, by: str | None = None
) -> LeagueRow:
    """Undo the last change that is not undone. Raises errors like `change_league`."""
    return _change(club, league_id, version, key, by, undo_last_of_league)


def check_league(document: object) -> League:
    """Read the document of a league with its evenings, and check its name. Raises `Refusal`."""
    league = read_league(document)
    if not league.name.strip():
        raise Refusal(message("Give the league a name."), LEAGUE)
    with as_refusals():
        check_name(league.name, LEAGUE, most=LONGEST_PLACE)
    return league


def check_counts(tournament: str, setup: Document, places: Sequence[int]) -> None:
    """Raise `Refusal` if the fewest points win the tournament and the league has no `places`.

    `setup` belongs to the `tournament` with this name.
    """
    if not places and setup["points"]["by"] == Total.key and fewest_win(setup["game"]):
        text = message(
            "In {tournament} the fewest points win. Count it in a league by place.",
            tournament=tournament,
        )
        raise Refusal(text, "tournament")


def _write_agreed(row: LeagueRow, league: League) -> None:
    row.name, row.best = league.name, league.best
    row.places, row.breaks = [*league.places], [*league.breaks]


def _change(
    club: Club,
    league_id: str,
    version: int,
    key: str,
    by: str | None,
    edit: Callable[[Session, LeagueRow], int | None],
) -> LeagueRow:
    """Change a league in one transaction. The same form sent twice counts once."""
    check_form(key)
    with write() as session:
        lock_club(session, club.id)
        row = None
        if is_id(league_id):
            row = session.get(LeagueRow, league_id, with_for_update=True, populate_existing=True)
        if row is None or row.club_id != club.id:
            raise NoSuchLeagueError(league_id)
        if row.key == key:
            return row
        if row.version != version:
            raise LeagueVersionConflict(league_id)
        before = facts_of(session, row)
        undoes_id = edit(session, row)
        row.version, row.key = row.version + 1, key
        add_league_change(session, row, before, by, undoes_id)
    return row
