"""The setup of a league: its evenings, their factors, its name and its rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Response, make_response, render_template, request, url_for
from flask_babel import lazy_gettext
from wtforms import RadioField, SelectChoice, StringField

from scorekeeper.games.transaction import new_key
from scorekeeper.tournament.league import ATTENDED, COUNTED, League
from scorekeeper.tournament.league_document import LEAGUE
from scorekeeper.tournament.reading import FORMAT
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournaments import leagues
from scorekeeper.tournaments.leagues import check_league
from scorekeeper.tournaments.lists import tournaments_of
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.parts.numbers import read_number, read_numbers
from scorekeeper.web.shell.requests import read_form_token, see_other
from scorekeeper.web.shell.translation import translated
from scorekeeper.web.shell.visitor import current_club, current_member
from scorekeeper.web.tournaments import blueprint as tournaments
from scorekeeper.web.tournaments.changes import (
    NO_FAULT,
    Fault,
    attempt,
    fault_of,
    key_for,
    tournament_or_404,
)
from scorekeeper.web.tournaments.leagues import blueprint, league_or_404

BREAKS = {
    f"{COUNTED} {ATTENDED}": lazy_gettext("The best results, then who came more often"),
    f"{ATTENDED} {COUNTED}": lazy_gettext("Who came more often, then the best results"),
    COUNTED: lazy_gettext("The best results"),
    ATTENDED: lazy_gettext("Who came more often"),
    "": lazy_gettext("Nothing: they share the place"),
}
"""The tie-breaks of a league, in order, by their keys in its document."""

_FIELDS = {LEAGUE: "name"}
"""The form field of a key in a league's document, if their names differ."""


class LeagueForm(BaseForm):
    """The name of a league, and the rules of its table."""

    name = StringField(lazy_gettext("Name"), default="")
    best = StringField(
        lazy_gettext("How many evenings count?"),
        description=lazy_gettext("The best ones of each player. Leave it empty if all count."),
        default="",
    )
    places = StringField(
        lazy_gettext("Points by place"),
        description=lazy_gettext(
            "From the first place on, such as 10 8 6 5 4 3 2 1. Leave it empty to add up the "
            "points of the tournaments."
        ),
        default="",
    )
    breaks = RadioField(
        lazy_gettext("What separates those who are level"),
        choices=[SelectChoice(key, words) for key, words in BREAKS.items()],
        default=f"{COUNTED} {ATTENDED}",
    )

    @classmethod
    def of(cls, league: League) -> LeagueForm:
        told = {
            "name": league.name,
            "best": str(league.best or ""),
            "places": " ".join(map(str, league.places)),
            "breaks": " ".join(league.breaks),
        }
        return cls(None, data=told)

    def read(self) -> League | None:
        """Read the typed league. If it is invalid, return `None` and add errors to fields."""
        if not self.validate():
            return None
        best = self.best.data.strip()
        document: dict[str, Any] = {
            "format": FORMAT,
            LEAGUE: " ".join(self.name.data.split()),
            **({"best": read_number(best)} if best else {}),
            "places": read_numbers(self.places.data),
            "breaks": self.breaks.data.split(),
            "evenings": [],
        }
        try:
            return check_league(document)
        except Refusal as refusal:
            self.refuse(fault_of(refusal))
        return None

    def refuse(self, fault: Fault) -> bool:
        """Add a fault to its field. Returns whether there is such a field."""
        name = str(fault.where[0]) if fault.where else ""
        name = _FIELDS.get(name, name)
        if name not in self:
            return False
        self[name].errors = [*self[name].errors, fault.sentence]
        return True


@blueprint.get("/new")
def new() -> Response:
    return _new_page(LeagueForm(None))


@blueprint.post("")
def create() -> Response:
    form, key = LeagueForm(request.form), request.form.get("key", "")
    league = form.read()
    if league is None:
        return _new_page(form, 422)
    try:
        row = leagues.create_league(current_club(), league, key=key, by=current_member().player)
    except Refusal as refusal:
        return _new_page(form, 422, refusal.sentence.text(translated))
    return see_other(url_for(".setup", league_id=row.id))


def _new_page(form: LeagueForm, status: int = 200, problem: str = "") -> Response:
    fault = Fault(status, problem, *(["key"] if problem else []))
    page = render_template(
        "tournaments/new_league.html", form=form, fault=fault, key=key_for(fault)
    )
    return make_response(page, status)


@blueprint.get("/<league_id>/setup")
def setup(league_id: str) -> Response:
    return _page(league_id, NO_FAULT)


@blueprint.post("/<league_id>/setup")
def change(league_id: str) -> Response:
    read_form_token()
    form = LeagueForm(request.form)
    league = form.read()
    if league is None:
        return _page(league_id, Fault(422), form)
    do = partial(leagues.change_league, league=league)
    return _changed(do, league_id, url_for(".show", league_id=league_id), form)


@blueprint.post("/<league_id>/archive")
def archive(league_id: str) -> Response:
    """Archive a league or restore it."""
    do = partial(leagues.archive_league, archived=request.form.get("archived") == "yes")
    return _changed(do, league_id, url_for("tournaments.index"))


@blueprint.post("/<league_id>/undo")
def undo(league_id: str) -> Response:
    """Undo the last change of a league."""
    return _changed(leagues.undo_league, league_id, url_for(".history", league_id=league_id))


@blueprint.post("/<league_id>/evenings")
def set_evening(league_id: str) -> Response:
    """Count a tournament in a league with a factor, or remove it."""
    removes = request.form.get("do") == "remove"
    factor = None if removes else read_number(request.form.get("factor", "")) or 0
    tournament = request.form.get("tournament", "")
    do = partial(leagues.set_evening, tournament_id=tournament, factor=factor)
    return _changed(do, league_id, url_for(".setup", league_id=league_id))


@tournaments.get("/<tournament_id>/leagues")
def in_leagues(tournament_id: str) -> str:
    """The leagues that count a tournament, or could count it."""
    recorded = tournament_or_404(tournament_id)
    factors = leagues.factors_of(tournament_id)
    rows = leagues.leagues_of(current_club())
    return render_template(
        "tournaments/in_leagues.html",
        recorded=recorded,
        factors=factors,
        rows=[row for row in rows if row.id in factors or not row.archived],
        key=new_key(),
    )


def _changed(
    do: Callable[..., object], league_id: str, to: str, form: LeagueForm | None = None
) -> Response:
    token, who = read_form_token(), current_member().player
    fault = attempt(
        partial(do, current_club(), league_id, version=token.version, key=token.key, by=who)
    )
    return _page(league_id, fault, form) if fault else see_other(to)


def _page(league_id: str, fault: Fault, form: LeagueForm | None = None) -> Response:
    recorded = league_or_404(league_id)
    counted = {evening.tournament for evening in recorded.league.evenings}
    page = render_template(
        "tournaments/league_setup.html",
        recorded=recorded,
        others=[row for row in tournaments_of(current_club()) if row.id not in counted],
        form=form or LeagueForm.of(recorded.league),
        fault=NO_FAULT if form and form.refuse(fault) else fault,
        typed=request.form,
        key=key_for(fault),
    )
    return make_response(page, fault.status)
