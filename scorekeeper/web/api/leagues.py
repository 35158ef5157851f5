"""The leagues of a club, and one league with its table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from flask import Response, request
from flask_babel import gettext as _

from scorekeeper.rummy.documents.answer import Answer, described
from scorekeeper.storage.models import LeagueRow
from scorekeeper.tournament.league_document import league_schema
from scorekeeper.tournaments.leagues import (
    document_of_league,
    find_league,
    leagues_of,
    recorded_league,
)
from scorekeeper.web.api.answering import answered
from scorekeeper.web.api.operations import DOCUMENTS, Parameter, operation
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.api.tournaments import TAG
from scorekeeper.web.shell.permissions import WATCHER
from scorekeeper.web.shell.problems import problem
from scorekeeper.web.shell.requests import address_to_send
from scorekeeper.web.shell.visitor import current_club

LEAGUE_DOCUMENT = "LeagueDocument"
DOCUMENTS[LEAGUE_DOCUMENT] = league_schema()

LEAGUE_ID = Parameter("league_id", "The id of a league, as `leagues` lists it.", {"type": "string"})


@dataclass(slots=True, kw_only=True)
class LeagueInBrief(Answer):
    """The facts of a league that the list shows, without its table."""

    id: str
    name: str
    archived: bool
    page: str = described(
        "The address of the league’s page, for members of the club.", format="uri"
    )


@dataclass(slots=True, kw_only=True)
class ListedLeagues(Answer):
    """The leagues of the club, the latest first."""

    leagues: tuple[LeagueInBrief, ...]


@dataclass(slots=True, kw_only=True)
class WholeLeague(LeagueInBrief):
    """A league: its document, with its evenings and its table."""

    document: Annotated[dict[str, Any], LEAGUE_DOCUMENT]


@operation("GET", "/leagues", TAG, role=WATCHER, answers=(ListedLeagues,))
def leagues() -> Response:
    """The leagues of the club, the latest first."""
    rows = leagues_of(current_club())
    return answered(ListedLeagues(leagues=tuple(LeagueInBrief(**_in_brief(row)) for row in rows)))


@operation(
    "GET",
    "/leagues/<league_id>",
    TAG,
    role=WATCHER,
    answers=(WholeLeague,),
    parameters=(LEAGUE_ID,),
)
def league(league_id: str) -> Response:
    """One league: the results of each evening, and its table. Only closed rounds count."""
    row = find_league(current_club(), league_id)
    if row is None:
        return problem(404, _("There is no such league."))
    document = document_of_league(recorded_league(row).league)
    return answered(WholeLeague(**_in_brief(row), document=document))


def _in_brief(row: LeagueRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "archived": row.archived,
        "page": f"{address_to_send().base}{request.script_root}/leagues/{row.id}",
    }
