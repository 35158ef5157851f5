"""Reads the leagues of a file, and writes them after their tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from scorekeeper.games.transaction import new_key
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.models import LeagueEveningRow, LeagueRow, TournamentRow
from scorekeeper.tournament.league import League
from scorekeeper.tournaments.leagues import add_league, check_counts, check_league
from scorekeeper.tournaments.parts import Document
from scorekeeper.tournaments.rule_errors import as_rule_errors
from scorekeeper.transfer.ids import ids_here, new_ids
from scorekeeper.transfer.sources import SourceLine


@dataclass(slots=True)
class NewLeagues:
    """The leagues of a file with their lines. `setups` are the settings of its tournaments."""

    setups: Mapping[str, Document] = field(default_factory=dict)
    _lines: dict[str, int] = field(default_factory=dict)
    _leagues: list[League] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self._leagues)

    def read(self, line: SourceLine) -> None:
        """Add the league in a line. Raises `RuleError`."""
        new = _read_league(line, self.setups)
        first = self._lines.setdefault(new.id, line.location.line)
        if first != line.location.line:
            raise RuleError(message("This league is in line {line} already.", line=first), "id")
        self._leagues.append(new)

    def write(self, session: Session, club_id: int) -> int:
        """Write the leagues that a locked club does not have yet, and return their number."""
        new = new_ids(session, club_id, [league.id for league in self._leagues], LeagueRow)
        tournaments = ids_here(session, club_id, [*self.setups], TournamentRow)
        for league in self._leagues:
            if league.id in new:
                _write_league(session, club_id, new[league.id], league, tournaments)
        return len(new)


def _read_league(line: SourceLine, setups: Mapping[str, Document]) -> League:
    with as_rule_errors():
        league = check_league(line.read())
    if not league.id:
        raise RuleError(message("A league in an archive has an id."), "id")
    counted = set[str]()
    for place, evening in enumerate(league.evenings):
        where, tournament = ("evenings", place, "tournament"), evening.tournament
        if tournament not in setups:
            text = message("There is no tournament “{tournament}”.", tournament=tournament)
            raise RuleError(text, *where)
        if tournament in counted:
            raise RuleError(message("This tournament is in the league already."), *where)
        counted.add(tournament)
        setup = setups[tournament]
        with as_rule_errors("evenings", place):
            check_counts(setup["name"], setup, league.places)
    return league


def _write_league(
    session: Session, club_id: int, league_id: str, league: League, tournaments: Mapping[str, str]
) -> None:
    """Write a league. Its points and its table are computed again.

    `tournaments` maps ids of tournaments in the file to their ids in the club.
    """
    add_league(session, club_id, league_id, league, new_key())
    session.add_all(
        LeagueEveningRow(
            league_id=league_id,
            tournament_id=tournaments[evening.tournament],
            factor=evening.factor,
        )
        for evening in league.evenings
    )
