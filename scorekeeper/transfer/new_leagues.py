"""Reads a line as a league, and writes it after its tournaments."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy.orm import Session

from scorekeeper.games.transaction import new_key
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.models import LeagueEveningRow
from scorekeeper.tournament.league import League
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournaments.leagues import add_league, check_counts, check_league
from scorekeeper.tournaments.parts import Document
from scorekeeper.tournaments.rule_errors import as_rule_error
from scorekeeper.transfer.sources import SourceLine


def read_new_league(line: SourceLine, setups: Mapping[str, Document]) -> League:
    """Read a line. `setups` are the settings of the file's tournaments. Raises `RuleError`."""
    try:
        league = check_league(line.read())
    except Refusal as refusal:
        raise as_rule_error(refusal) from None
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
        try:
            check_counts(setup["name"], setup, league.places)
        except Refusal as refusal:
            raise as_rule_error(refusal).under("evenings", place) from None
    return league


def write_league(
    session: Session, club_id: int, league_id: str, league: League, tournaments: Mapping[str, str]
) -> None:
    """Write a league to a locked club. Its points and its table are computed again.

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
