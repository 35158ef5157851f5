"""The list of a club's tournaments, and one tournament with its document and its standings.

Read-only tokens do not see a round before it is shown to all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from flask import Response, request, url_for
from flask_babel import gettext as _

from scorekeeper.games.documents import written_moment
from scorekeeper.rummy.documents.answer import Answer, described
from scorekeeper.storage.models import TournamentRow
from scorekeeper.tournament.points import Number
from scorekeeper.tournament.schema import tournament_schema
from scorekeeper.tournament.standings import team_points
from scorekeeper.tournament.writing import write_number
from scorekeeper.tournaments.documents import document_of_tournament, written_time
from scorekeeper.tournaments.lists import PAGE, tournaments_of
from scorekeeper.tournaments.recorded import (
    RecordedTournament,
    find_tournament,
    recorded_tournament,
)
from scorekeeper.tournaments.transaction import NoSuchTournamentError
from scorekeeper.web.api.answering import answered
from scorekeeper.web.api.etags import tournament_tag
from scorekeeper.web.api.operations import DOCUMENTS, TOURNAMENT_ID, Parameter, one_of, operation
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.shell.permissions import PLAYER, WATCHER
from scorekeeper.web.shell.problems import problem
from scorekeeper.web.shell.requests import address_to_send
from scorekeeper.web.shell.visitor import current_club, current_member

TAG = "tournaments"

TOURNAMENT_DOCUMENT = "TournamentDocument"
DOCUMENTS[TOURNAMENT_DOCUMENT] = tournament_schema()

AFTER = Parameter(
    "after",
    "The id of the last tournament of the previous page. `next` contains it.",
    {"type": "string", "pattern": r"\S"},
)
AFTER_ROUND = Parameter(
    "after",
    "The number of a round. The default is the last round shown to all.",
    {"type": "integer"},
)


@dataclass(slots=True, kw_only=True)
class TournamentInBrief(Answer):
    """The facts of a tournament that the list shows, without its document."""

    id: str
    name: str
    date: str = described("The date of the tournament.", format="date")
    place: str
    variant: str = described("The key of the game played at all tables.")
    page: str = described(
        "The address of the tournament’s page, for members of the club.", format="uri"
    )
    ended: str | None = described("Time of the end. Null until then.", format="date-time")
    changed: str = described("Time of the last change.", format="date-time")


@dataclass(slots=True, kw_only=True)
class ListedTournaments(Answer):
    """A page of tournaments, the latest first."""

    tournaments: tuple[TournamentInBrief, ...]
    next: str | None = described(
        "The address of the next page. Null on the last page.", format="uri-reference"
    )


@dataclass(slots=True, kw_only=True)
class WholeTournament(TournamentInBrief):
    """A tournament: its document, with a standing for each round.

    `drawn` is the number of drawn rounds that this token can see, `shown` the number that everybody
    can see.
    """

    drawn: int
    shown: int
    document: Annotated[dict[str, Any], TOURNAMENT_DOCUMENT]


@dataclass(slots=True, kw_only=True)
class EntrantInStanding(Answer):
    """An entrant in a standing. A fraction is a text, such as `9/4`.

    `breaks` has the tie-breaks. A tie-break without a value is null, such as `direct` if not all
    entrants with these points have met.
    """

    place: int
    entrant: int = described("The number of the entrant.")
    name: str
    players: tuple[str, ...]
    points: int | str
    breaks: Mapping[str, int | str | None]
    out: int | None = described("The round in which they were knocked out.")


@dataclass(slots=True, kw_only=True)
class TeamInStanding(Answer):
    """A team, with the points of its entrants added up."""

    place: int
    team: str
    points: int | str


@dataclass(slots=True, kw_only=True)
class StandingOfTournament(Answer):
    """The standing after a round. Some tables can be open."""

    after: int
    open_tables: int = described("The number of tables without a result, up to this round.")
    table: tuple[EntrantInStanding, ...]
    teams: tuple[TeamInStanding, ...]


def tournament_or_404(tournament_id: str) -> TournamentRow:
    """The club's tournament with this id. Without one, raises `NoSuchTournamentError` (404)."""
    row = find_tournament(current_club(), tournament_id)
    if row is None:
        raise NoSuchTournamentError(tournament_id)
    return row


@blueprint.errorhandler(NoSuchTournamentError)
def _not_there(_error: NoSuchTournamentError) -> Response:
    return problem(404, _("There is no such tournament."))


@operation(
    "GET", "/tournaments", TAG, role=WATCHER, answers=(ListedTournaments,), parameters=(AFTER,)
)
def tournaments() -> Response:
    """The tournaments of the club, the latest first, 30 to a page."""
    club, named = current_club(), request.args.get("after", "")
    after = find_tournament(club, named)
    if named and after is None:
        return problem(422, _("No page begins there."), "after")
    found = tournaments_of(club, after)
    rows = found[:PAGE]
    following = url_for(".tournaments", after=rows[-1].id) if len(found) > PAGE else None
    told = tuple(TournamentInBrief(**_in_brief(row)) for row in rows)
    return answered(ListedTournaments(tournaments=told, next=following), next_page=following)


def _in_brief(row: TournamentRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "date": row.played_on.isoformat(),
        "place": row.place,
        "variant": row.setup["game"]["variant"],
        "page": f"{address_to_send().base}{request.script_root}/tournaments/{row.id}",
        "ended": written_time(row.setup.get("ended")),
        "changed": written_moment(row.changed_at),
    }


@operation(
    "GET",
    "/tournaments/<tournament_id>",
    TAG,
    role=WATCHER,
    answers=(WholeTournament,),
    parameters=(TOURNAMENT_ID,),
)
def tournament(tournament_id: str) -> Response:
    """One tournament: its document, with a standing for each round."""
    return answered_tournament(tournament_or_404(tournament_id))


def answered_tournament(
    row: TournamentRow, status: int = 200, *, headers: Mapping[str, str] | None = None
) -> Response:
    return answered(whole_tournament(row), status, state=tournament_tag(row), headers=headers)


def whole_tournament(row: TournamentRow) -> WholeTournament:
    """A tournament, as far as this program may see it."""
    recorded = recorded_tournament(row)
    return WholeTournament(
        **_in_brief(row),
        drawn=visible_rounds(recorded),
        shown=recorded.shown,
        document=document_of_tournament(recorded, visible_rounds(recorded)),
    )


def visible_rounds(recorded: RecordedTournament) -> int:
    """The number of rounds that this program may see."""
    return recorded.latest if current_member().role.may(PLAYER) else recorded.shown


@operation(
    "GET",
    "/tournaments/<tournament_id>/standings",
    TAG,
    role=WATCHER,
    answers=(StandingOfTournament,),
    parameters=(TOURNAMENT_ID, AFTER_ROUND),
)
def tournament_standing(tournament_id: str) -> Response:
    """The standing after a round."""
    row = tournament_or_404(tournament_id)
    recorded = recorded_tournament(row)
    text = request.args.get("after", str(recorded.shown))
    rounds = [str(number) for number in range(visible_rounds(recorded) + 1)]
    if text not in rounds:
        raise one_of(rounds, "after")
    return answered(_standing(recorded, int(text)), state=tournament_tag(row))


def _standing(recorded: RecordedTournament, after: int) -> StandingOfTournament:
    found = recorded.standing(after)
    return StandingOfTournament(
        after=after,
        open_tables=found.open_tables,
        table=tuple(
            EntrantInStanding(
                place=line.place,
                entrant=line.entrant,
                name=recorded.title(line.entrant),
                players=recorded.entrant(line.entrant).players,
                points=_told(line.points),
                breaks={key: write_number(value) for key, value in line.breaks.items()},
                out=line.out,
            )
            for line in found.lines
        ),
        teams=tuple(
            TeamInStanding(place=place, team=team, points=_told(points))
            for place, team, points in team_points(recorded.tournament, found)
        ),
    )


def _told(points: Number) -> int | str:
    return str(points) if isinstance(points, Fraction) else points
