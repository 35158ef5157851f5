"""The part of a tournament's setup that can change during play: its name, day, place and times."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any

from flask import Response, make_response, render_template, request, url_for

from scorekeeper.tournaments.entering import change_setup
from scorekeeper.tournaments.recorded import RecordedTournament
from scorekeeper.tournaments.setup import KEPT_DURING_PLAY
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.tournaments import blueprint
from scorekeeper.web.tournaments.changes import NO_FAULT, Fault, change, key_for, tournament_or_404
from scorekeeper.web.tournaments.setup_form import TournamentForm, field_of, setup_of_evening


class EveningForm(BaseForm):
    """The fields of a new tournament that can still change once a round is drawn."""

    name = TournamentForm.name
    played_on = TournamentForm.played_on
    place = TournamentForm.place
    planned = TournamentForm.planned
    minutes = TournamentForm.minutes
    at_the_clock = TournamentForm.at_the_clock


@blueprint.get("/<tournament_id>/evening")
def evening(tournament_id: str) -> Response:
    form = EveningForm(None, data=_agreed(tournament_or_404(tournament_id)))
    return _page(tournament_id, form, NO_FAULT)


@blueprint.post("/<tournament_id>/evening")
def set_evening(tournament_id: str) -> Response:
    """Change this part of the setup. A clock that runs uses the new minutes immediately."""
    recorded = tournament_or_404(tournament_id)
    form = EveningForm(request.form, data=_agreed(recorded))
    if not form.validate():
        return _page(tournament_id, form, Fault(422), recorded)
    return change(
        change_setup,
        tournament_id,
        url_for(".desk", tournament_id=tournament_id),
        partial(_page, tournament_id, form),
        changes=setup_of_evening(form),
    )


def _agreed(recorded: RecordedTournament) -> dict[str, Any]:
    setup = recorded.setup
    agreed: dict[str, Any] = {field_of(key): setup[key] for key in KEPT_DURING_PLAY}
    agreed["played_on"] = date.fromisoformat(setup["date"])
    return agreed | {key: str(setup[key] or "") for key in ("planned", "minutes")}


def _page(
    tournament_id: str, form: EveningForm, fault: Fault, recorded: RecordedTournament | None = None
) -> Response:
    name = field_of(str(fault.where[0])) if fault.where else ""
    if name in form:
        form[name].errors = [*form[name].errors, fault.sentence]
    page = render_template(
        "tournaments/evening.html",
        recorded=recorded or tournament_or_404(tournament_id),
        form=form,
        fault=fault if name not in form else NO_FAULT,
        key=key_for(fault),
    )
    return make_response(page, fault.status)
