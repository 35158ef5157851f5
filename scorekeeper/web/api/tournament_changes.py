"""Changes of a tournament: its entrants, draws, rounds, results and points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Response, abort, url_for
from flask_babel import gettext as _

from scorekeeper.clubs.devices import lock_club
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.models import TournamentRow
from scorekeeper.tournament.document import CHOSEN_KEYS, MOST_LIVES, read_adjustment
from scorekeeper.tournament.model import AGAIN, MOVEMENTS, NO, Table
from scorekeeper.tournament.reading import (
    FORMAT,
    check_format,
    read_choice,
    read_list,
    read_object,
    read_texts,
    read_true,
    read_whole,
    read_wholes,
)
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournament.rounds import MOST_ENTRANTS
from scorekeeper.tournaments import entering, rounds, tables
from scorekeeper.tournaments.entrants import DETAILS, Registration
from scorekeeper.tournaments.recorded import recorded_tournament
from scorekeeper.tournaments.rule_errors import as_rule_error
from scorekeeper.tournaments.transaction import ChangeForm, TournamentVersionConflict
from scorekeeper.web.api.answering import sent_document
from scorekeeper.web.api.etags import asked_version, tournament_tag
from scorekeeper.web.api.operations import (
    TOURNAMENT_ID,
    Changes,
    Method,
    Parameter,
    View,
    leads_to,
    operation,
)
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.api.tournament_documents import ADJUSTMENT, DRAW, ENTRANTS, GONE, RESULT, SETUP
from scorekeeper.web.api.tournament_rounds import NUMBER, check_round
from scorekeeper.web.api.tournaments import (
    TAG,
    WholeTournament,
    answered_tournament,
    tournament_or_404,
    whole_tournament,
)
from scorekeeper.web.shell.permissions import PLAYER
from scorekeeper.web.shell.problems import Problem, problem
from scorekeeper.web.shell.translation import tonight, translated
from scorekeeper.web.shell.visitor import current_club, current_member

_WHOLE = {"type": "integer"}

ENTRANT = Parameter("entrant", "The number of an entrant.", _WHOLE)
TABLE = Parameter("table", "The number of a table.", _WHOLE)


@dataclass(slots=True, kw_only=True)
class OutdatedTournament(Problem):
    """An error: somebody changed the tournament meanwhile. It includes the current tournament."""

    tournament: WholeTournament


def change_of_a_tournament(
    method: Method,
    path: str,
    *,
    documents: tuple[str, ...] = (),
    parameters: tuple[Parameter, ...] = (),
) -> Callable[[View], View]:
    """Declare the view below as a change of the state of a tournament. See `operation`."""
    return operation(
        method,
        f"/tournaments/<tournament_id>{path}",
        TAG,
        role=PLAYER,
        answers=(WholeTournament,),
        others={412: OutdatedTournament},
        documents=documents,
        parameters=(TOURNAMENT_ID, *parameters),
        changes=Changes.A_STATE,
    )


@blueprint.errorhandler(TournamentVersionConflict)
def _outdated(conflict: TournamentVersionConflict) -> Response:
    row = tournament_or_404(conflict.tournament_id)
    words = conflict.sentence.text(translated)
    response = problem(412, words, kind=OutdatedTournament, tournament=whole_tournament(row))
    response.set_etag(tournament_tag(row), weak=True)
    return response


@blueprint.errorhandler(Refusal)
def _answer_refusal(refusal: Refusal) -> Response:
    error = as_rule_error(refusal)
    return problem(422, error.text(translated), error.place)


@operation(
    "POST",
    "/tournaments",
    TAG,
    role=PLAYER,
    answers=(WholeTournament,),
    status=201,
    documents=(SETUP,),
    changes=Changes.THE_BOOK,
    links=leads_to({"tournament_id": "$response.body#/id"}, "tournament", "enter", "draw"),
)
def create_tournament() -> Response:
    """Create a tournament without entrants."""
    sent = read_object(sent_document(), (*CHOSEN_KEYS, "format"))
    check_format({"format": FORMAT, **sent})
    setup = {"date": tonight().isoformat()} | {key: sent[key] for key in CHOSEN_KEYS if key in sent}
    row = entering.create_tournament(
        current_club(), key=new_key(), setup=setup, entered_by=current_member().author
    )
    address = url_for("api.tournament", tournament_id=row.id)
    return answered_tournament(row, 201, headers={"Location": address})


def _current(tournament_id: str) -> TournamentRow:
    """The tournament. Its club is locked until this request is answered.

    Raises `TournamentVersionConflict` if the request was made for another version.
    """
    club = current_club()
    lock_club(db.session(), club.id)
    row = tournament_or_404(tournament_id)
    if asked_version(row) != row.version:
        raise TournamentVersionConflict(row.id)
    return row


def _change(
    row: TournamentRow, change: Callable[..., TournamentRow], *what: Any, **more: Any
) -> TournamentRow:
    who = current_member().author
    form = ChangeForm(current_club().id, row.id, row.version, new_key(), who)
    return change(form, *what, **more)


@change_of_a_tournament("POST", "/entrants", documents=(ENTRANTS,))
def enter(tournament_id: str) -> Response:
    """Set all entrants before round 1. After that, add late entrants."""
    row = _current(tournament_id)
    recorded = recorded_tournament(row)
    sent = read_object(sent_document(), ("entrants",))
    given = read_list(sent.get("entrants"), "entrants")
    entries = [_entry(one, place) for place, one in enumerate(given)]
    if not recorded.latest:
        return answered_tournament(_change(row, entering.set_entrants, entries))
    for entry in entries:
        row = _change(row, entering.add_late, entry)
    return answered_tournament(row)


def _entry(value: object, place: int) -> Registration:
    where = ("entrants", place)
    sent = read_object(value, ("players", *DETAILS), *where)
    names = read_texts(sent.get("players"), *where, "players")
    return Registration(names, details={key: sent[key] for key in DETAILS if key in sent})


@change_of_a_tournament("PUT", "/entrants/<int:entrant>", documents=(GONE,), parameters=(ENTRANT,))
def set_gone(tournament_id: str, entrant: int) -> Response:
    """Mark an entrant as gone after the last drawn round, or as back."""
    row = _current(tournament_id)
    sent = read_object(sent_document(), ("gone",))
    gone = read_true(sent.get("gone"), "gone")
    known = {one.number: one for one in recorded_tournament(row).tournament.entrants}
    if entrant not in known:
        abort(problem(404, _("There is no such entrant in this tournament.")))
    if (known[entrant].last is not None) != gone:
        row = _change(row, entering.leave, entrant)
    return answered_tournament(row)


@change_of_a_tournament("POST", "/rounds", documents=(DRAW,))
def draw(tournament_id: str) -> Response:
    """Draw the next round, or draw the last one again if it is not shown yet."""
    row = _current(tournament_id)
    sent = read_object(sent_document(), ("movement", "again", "step", "lives"))
    row = _change(
        row,
        rounds.draw_round,
        read_choice(sent.get("movement"), MOVEMENTS, "movement"),
        again=read_choice(sent.get("again", NO), AGAIN, "again"),
        step=_optional(sent, "step", least=1, most=MOST_ENTRANTS),
        lives=_optional(sent, "lives", least=1, most=MOST_LIVES),
    )
    return answered_tournament(row)


def _optional(sent: Mapping[str, Any], key: str, **bounds: int) -> int | None:
    return read_whole(sent[key], key, **bounds) if key in sent else None


@change_of_a_tournament("PUT", "/rounds/<int:number>/show", parameters=(NUMBER,))
def show(tournament_id: str, number: int) -> Response:
    """Show the draw of the last round to everybody."""
    return _mark(tournament_id, number, rounds.show_round)


@change_of_a_tournament("PUT", "/rounds/<int:number>/clock", parameters=(NUMBER,))
def start_clock(tournament_id: str, number: int) -> Response:
    """Start the clock of the last round, or start it again."""
    return _mark(tournament_id, number, rounds.start_clock)


@change_of_a_tournament("PUT", "/rounds/<int:number>/close", parameters=(NUMBER,))
def close(tournament_id: str, number: int) -> Response:
    """Close the last round, once every table is done."""
    return _mark(tournament_id, number, rounds.close_round)


def _mark(tournament_id: str, number: int, change: Callable[..., TournamentRow]) -> Response:
    row = _current(tournament_id)
    latest = recorded_tournament(row).latest
    check_round(number, latest)
    if number < latest:
        text = message("Round {latest} is drawn already.", latest=latest)
        raise Refusal(text)
    return answered_tournament(_change(row, change))


@change_of_a_tournament(
    "PUT",
    "/rounds/<int:number>/tables/<int:table>",
    documents=(RESULT,),
    parameters=(NUMBER, TABLE),
)
def set_result(tournament_id: str, number: int, table: int) -> Response:
    """Set the result of a table. An omitted `forfeit`, `void` or `goes_on` is removed.

    With `confirmed`, all other keys except `totals` are ignored.
    """
    row = _current(tournament_id)
    there = _table(row, number, table)
    sent = read_object(sent_document(), ("totals", "forfeit", "void", "goes_on", "confirmed"))
    totals = read_wholes(sent["totals"], "totals") if "totals" in sent else None
    forfeit, goes_on, confirmed = (
        _optional(sent, key) for key in ("forfeit", "goes_on", "confirmed")
    )
    void = read_true(sent.get("void", False), "void")
    said = {"forfeit": forfeit, "void": void, "goes_on": goes_on}
    if confirmed is not None:
        row = _change(row, tables.confirm, number, table, confirmed, totals or ())
        return answered_tournament(row)
    if totals is not None:
        if there.void or there.forfeit is not None:
            _change(row, tables.say_result, number, table)
        who = current_member().author
        tables.type_totals(current_club(), row.id, number, table, totals, entered_by=who)
        row = tournament_or_404(tournament_id)
        there = _table(row, number, table)
    if said != {key: getattr(there, key) for key in said}:
        row = _change(row, tables.say_result, number, table, **said)
    return answered_tournament(row)


def _table(row: TournamentRow, number: int, table: int) -> Table:
    recorded = recorded_tournament(row)
    check_round(number, recorded.latest)
    seated = recorded.round(number).tables
    there = next((one for one in seated if one.number == table), None)
    return there or abort(problem(404, _("There is no such table in this round.")))


@change_of_a_tournament("POST", "/adjustments", documents=(ADJUSTMENT,))
def adjust_points(tournament_id: str) -> Response:
    """Add tournament points to an entrant, or take some off."""
    row = _current(tournament_id)
    recorded = recorded_tournament(row)
    entrants, drawn = recorded.tournament.entrants, max(recorded.latest, 1)
    given = read_adjustment(sent_document(), entrants, rounds=drawn)
    row = _change(
        row,
        rounds.adjust,
        given.entrant,
        given.round,
        points=given.points,
        score=given.score,
        note=given.note,
    )
    return answered_tournament(row)


@change_of_a_tournament("POST", "/undo")
def undo_tournament(tournament_id: str) -> Response:
    """Undo the last change of the tournament that is not undone yet."""
    return answered_tournament(_change(_current(tournament_id), rounds.undo_last))
