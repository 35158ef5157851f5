"""The list of tournaments and leagues, and the form of a new tournament."""

from __future__ import annotations

from functools import partial

from flask import Response, abort, make_response, redirect, render_template, request, url_for
from flask_babel import format_date

from scorekeeper.games.transaction import new_key
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.variants import find_variant
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournaments.entering import create_tournament
from scorekeeper.tournaments.leagues import leagues_of
from scorekeeper.tournaments.lists import PAGE, tournaments_of
from scorekeeper.tournaments.recorded import find_tournament
from scorekeeper.web.games.choosing import choice_page
from scorekeeper.web.games.setup import NewGameDraft
from scorekeeper.web.games.setup_form import read_draft
from scorekeeper.web.parts.formatting import capital
from scorekeeper.web.parts.house_rules_form import preset_values, preset_words
from scorekeeper.web.shell.requests import is_htmx, speak_of
from scorekeeper.web.shell.translation import tonight
from scorekeeper.web.shell.visitor import current_club, current_member
from scorekeeper.web.tournaments import blueprint
from scorekeeper.web.tournaments.points_form import HANDS
from scorekeeper.web.tournaments.setup_form import TournamentForm, usual_rules


@blueprint.get("")
def index() -> str:
    club = current_club()
    after = find_tournament(club, request.args.get("after", ""))
    rows = tournaments_of(club, after)
    return render_template(
        "tournaments/index.html",
        rows=rows[:PAGE],
        leagues=() if after else leagues_of(club),
        is_first=after is None,
        older=rows[PAGE - 1].id if len(rows) > PAGE else None,
    )


@blueprint.get("/new")
def new() -> Response:
    """The games to choose from, or the form of the chosen game."""
    if "variant" not in request.args:
        return choice_page(leads_to="tournaments.new")
    variant = find_variant(request.args["variant"])
    preset = variant.preset(request.args.get("preset", "plain")) if variant else None
    if variant is None or preset is None:
        abort(404)
    draft = NewGameDraft(variant=variant, preset=preset, typed=usual_rules(variant))
    day = tonight()
    return _form_page(
        TournamentForm.usual(draft, capital(format_date(day, "EEEE", rebase=False)), day)
    )


@blueprint.post("/new")
def change_setup() -> Response:
    """The form after a button for the house rules.

    The button chooses a preset, restores the preset’s own rules, or changes a rule’s list a little.
    """
    draft = _sent_draft()
    step, _colon, what = request.form.get("do", "").partition(":")
    name, _colon, key = what.partition(":")
    preset = draft.variant.preset(what)
    if step == "preset" and preset:
        draft = draft.for_preset(preset)
    if step == "as-preset":
        draft = draft.as_preset()
    if step == "list":
        draft = draft.with_step(name, key)
    form = TournamentForm(draft, request.form)
    focus = "-".join(filter(None, (step, name, key)))
    return _form_page(form, step=step, focus=focus, stepped=name if step == "list" else "")


@blueprint.post("")
def create() -> Response:
    form = TournamentForm(_sent_draft(), request.form)
    if not form.validate():
        return _form_page(form, 422)
    try:
        row = create_tournament(
            current_club(),
            key=form.key.data or new_key(),
            setup=form.setup,
            entered_by=current_member().player,
        )
    except Refusal as refusal:
        form.refuse(refusal)
        return _form_page(form, 422)
    return make_response(redirect(url_for(".entrants", tournament_id=row.id), 303))


def _sent_draft() -> NewGameDraft:
    draft = read_draft(request.form)
    return abort(400) if draft is None else draft


def _form_page(
    form: TournamentForm,
    status: int = 200,
    *,
    step: str = "",
    focus: str = "",
    stepped: str = "",
) -> Response:
    draft, usual = form.draft, usual_rules(form.draft.variant)
    speak_of(draft.variant.key)
    form.key.data = form.key.data or new_key()
    page = render_template(
        "tournaments/_new_form.html" if is_htmx() else "tournaments/new.html",
        form=form,
        draft=draft,
        changed=[name for name, value in draft.changed.items() if usual.get(name) != value],
        house_rules=[rule for rule in house_rules(draft.variant.rules_type) if rule.name != HANDS],
        preset_values=preset_values(draft.variant, draft.preset),
        preset_words=partial(preset_words, without=usual),
        step=step,
        focus=focus,
        stepped=stepped,
        stepped_list=draft.stepped_list(stepped),
    )
    return make_response(page, status)
