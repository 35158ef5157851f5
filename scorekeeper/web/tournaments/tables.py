"""A table at the organiser's desk: its totals from a paper slip, or another result."""

from __future__ import annotations

from functools import partial

from flask import Response, abort, make_response, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper.games import commands
from scorekeeper.storage.queries import find_game
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournaments import tables
from scorekeeper.tournaments.parts import table_part
from scorekeeper.tournaments.recorded import RecordedTournament
from scorekeeper.web.parts.formatting import capital
from scorekeeper.web.parts.numbers import read_number
from scorekeeper.web.shell.requests import game_or_404, read_form_token, see_other
from scorekeeper.web.shell.visitor import current_club, current_member
from scorekeeper.web.subjects.tournament_words import round_words
from scorekeeper.web.subjects.tournaments import ShownTable, shown_tables
from scorekeeper.web.tournaments import blueprint
from scorekeeper.web.tournaments.changes import (
    NO_FAULT,
    Fault,
    attempt,
    change,
    conflict,
    fault_of,
    key_for,
    tournament_or_404,
)

GOES_ON = "on "
"""The prefix of the number of the entrant who goes on after a tie."""

TABLE = "/<tournament_id>/desk/<int(max=99):number>/<int(max=999):place>"


@blueprint.get(TABLE)
def table(tournament_id: str, number: int, place: int) -> Response:
    return _page(tournament_id, number, place, NO_FAULT)


@blueprint.post(f"{TABLE}/totals")
def set_totals(tournament_id: str, number: int, place: int) -> Response:
    """Set the totals from a slip, unless its table got another game after the page was shown."""
    read_form_token()
    recorded = tournament_or_404(tournament_id)
    shown = _table_or_404(recorded, number, place)
    typed = request.form.getlist("total")
    totals = [read_number(text) for text in typed]
    page = partial(_page, tournament_id, number, place)
    if len(totals) != len(shown.sides):
        abort(400)
    if None in totals:
        wrong = totals.index(None)
        sentence = _("Write the total, such as 1,345.") if typed[wrong] else _("Write the total.")
        return page(Fault(422, sentence, "totals", wrong))
    if request.form.get("game", "") != shown.game_id:
        return page(conflict())
    club, who = current_club(), current_member().player
    read = [total or 0 for total in totals]
    fault = attempt(
        partial(tables.type_totals, club, tournament_id, number, place, read, entered_by=who)
    )
    return page(fault) if fault else see_other(_desk(tournament_id, number))


@blueprint.post(f"{TABLE}/result")
def say_result(tournament_id: str, number: int, place: int) -> Response:
    """Set a result other than totals: a forfeit, a void table, who goes on. Or take it back."""
    said = request.form.get("said", "")
    goes_on = said.removeprefix(GOES_ON) if said.startswith(GOES_ON) else ""
    return change(
        tables.say_result,
        tournament_id,
        _desk(tournament_id, number),
        partial(_page, tournament_id, number, place),
        round=number,
        table=place,
        forfeit=read_number(said),
        void=said == "void",
        goes_on=read_number(goes_on),
    )


@blueprint.post(f"{TABLE}/call")
def call_game(tournament_id: str, number: int, place: int) -> Response:
    """End the game of a table with its current totals."""
    token = read_form_token()
    shown = _table_or_404(tournament_or_404(tournament_id), number, place)
    page = partial(_page, tournament_id, number, place)
    game, who = game_or_404(shown.game_id), current_member().player
    if not game.played:
        text = message("No hand was played at table {table}. Did a pair not come?", table=place)
        return page(fault_of(Refusal(text)))
    fault = attempt(
        partial(commands.call, game.id, version=token.version, key=token.key, entered_by=who)
    )
    return page(fault) if fault else see_other(_desk(tournament_id, number))


@blueprint.post(f"{TABLE}/take-back")
def take_back(tournament_id: str, number: int, place: int) -> Response:
    """Delete the game of a table, which can then begin a new game."""
    read_form_token()
    page = partial(_page, tournament_id, number, place)
    shown = _table_or_404(tournament_or_404(tournament_id), number, place)
    if request.form.get("game", "") != shown.game_id:
        return page(conflict())
    club, who = current_club(), current_member().player
    fault = attempt(
        partial(tables.take_back_game, club, tournament_id, number, place, entered_by=who)
    )
    return page(fault) if fault else see_other(_desk(tournament_id, number))


def _desk(tournament_id: str, number: int) -> str:
    return url_for(".desk", tournament_id=tournament_id, round=number)


def _table_or_404(recorded: RecordedTournament, number: int, place: int) -> ShownTable:
    shown = shown_tables(recorded, number) if 1 <= number <= recorded.latest else []
    return next((one for one in shown if one.number == place), None) or abort(404)


def _page(tournament_id: str, number: int, place: int, fault: Fault) -> Response:
    recorded = tournament_or_404(tournament_id)
    shown = _table_or_404(recorded, number, place)
    at_table = recorded.games.get((number, place))
    game = find_game(current_club(), at_table.id) if at_table else None
    page = render_template(
        "tournaments/table.html",
        recorded=recorded,
        table=shown,
        game=game,
        at_table=at_table,
        round_title=capital(round_words(recorded, number)),
        said=recorded.parts.get(table_part(number, place), {}),
        times=recorded.times[number - 1],
        goes_on=GOES_ON,
        typed=request.form.getlist("total"),
        fault=fault,
        key=key_for(fault),
    )
    return make_response(page, fault.status)
