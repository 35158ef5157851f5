"""A round entered together, once its hands are in: corrections, doubts, agreement, recording."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Response, make_response, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.games import commands
from scorekeeper.rummy.documents.draft import write_draft
from scorekeeper.web.entering.amendments import amended_facts, amendment_words, objectors, told
from scorekeeper.web.entering.game_state import recorded_words
from scorekeeper.web.entering.open_round_changes import record_as_shown, store_after
from scorekeeper.web.entering.open_table import OpenTable
from scorekeeper.web.parts.formatting import names_of
from scorekeeper.web.rounds.announcing import blueprint, to_sheet, to_table, with_table
from scorekeeper.web.rounds.at_fault import cards_at_fault, number_at_fault, shares_at_fault
from scorekeeper.web.rounds.errors import errors_of
from scorekeeper.web.rounds.page import facts_page
from scorekeeper.web.rounds.typed_round import TypedRound, typed_facts, typed_in
from scorekeeper.web.shell.requests import FormToken, read_form_token, see_other

blueprint.add_app_template_filter(amendment_words)
blueprint.add_app_template_filter(told)
blueprint.add_app_template_filter(objectors)
blueprint.add_app_template_filter(typed_facts)
blueprint.add_app_template_filter(shares_at_fault)
blueprint.add_app_template_filter(cards_at_fault)
blueprint.add_app_template_filter(number_at_fault)

CHANGED_MEANWHILE = lazy_gettext(
    "The round has just changed, so nothing was done. This is how it stands now."
)


# Correcting the facts of the round


@blueprint.get("/facts")
@with_table
def ask_for_facts(table: OpenTable) -> AnyResponse:
    return _facts_page(table, typed_facts(table.round))


@blueprint.post("/facts")
@with_table
def set_facts(table: OpenTable) -> AnyResponse:
    """Change the facts of the round. An outdated form is shown again with the current facts."""
    state, typed = table.state, typed_in(request.form, table.state.sheet.game)
    if request.form.get("facts_version", type=int) != table.open.facts_version:
        changed = _last_changed(table)
        return _facts_page(table, typed_facts(table.round), 409, problem=changed)
    page = facts_page(state, typed, {})
    faults = page.in_progress.wrong_facts
    if faults:
        return _facts_page(table, typed, 422, errors={**errors_of(page.in_progress, faults[0])})
    facts = page.in_progress.facts.draft
    if amendments := amended_facts(table, facts):
        store_after(state, table.open.with_facts(write_draft(facts), amendments))
    return to_table(state)


def _last_changed(table: OpenTable) -> str:
    facts = [amendment for amendment in table.open.amendments if amendment.seat is None]
    return amendment_words(facts[-1], table.round.whole.game) if facts else ""


def _facts_page(
    table: OpenTable,
    typed: TypedRound,
    status: int = 200,
    *,
    errors: Mapping[str, str] | None = None,
    problem: str = "",
) -> Response:
    page = facts_page(table.state, typed, errors or {})
    answer = render_template(
        "rounds/facts.html",
        table=table,
        page=page,
        problem=problem,
        is_stale=status == 409,
    )
    return make_response(answer, status)


# Doubting the round


@blueprint.post("/doubt")
@with_table
def doubt(table: OpenTable) -> AnyResponse:
    """Stop the round until this doubt is taken back or overruled, or facts or hands are changed."""
    device_id = table.state.member.device_id
    if table.round.ruling is not None and not table.is_doubted_here:
        store_after(table.state, table.open.with_doubt(table.who, device_id, table.agrees_for))
    return see_other(url_for("together.show", game_id=table.state.id, wrong=1))


@blueprint.post("/doubt/back")
@with_table
def take_back_doubt(table: OpenTable) -> AnyResponse:
    if table.is_doubted_here:
        store_after(table.state, table.without_own_doubt)
    return to_table(table.state)


# Recording the ruling


@blueprint.post("/agree")
@with_table
def agree(table: OpenTable) -> AnyResponse:
    """Agree to the ruling for one player. If all must agree, the last to do so records it."""
    form_token, state = read_form_token(), table.state
    if (
        table.round.ruling is None
        or table.round.changing
        or table.open.revision != request.form.get("revision", "")
    ):
        return to_table(state, str(CHANGED_MEANWHILE))
    if not _may_overrule(table):
        return to_table(state)  # The page says who doubts it.
    if table.agrees_for is None:
        return to_table(state, _("This phone came after the round was announced: it has no say."))
    after = table.open.agreed_by(table.agrees_for)
    agreed = OpenTable(state, after)
    if table.open.all_agree and agreed.is_agreed:
        return _record(agreed, form_token)  # records the round instead of storing this agreement
    if table.agrees_for not in table.open.agreed:
        store_after(state, after)
    return to_table(state)


@blueprint.post("")
@with_table
def record(table: OpenTable) -> AnyResponse:
    form_token, state = read_form_token(), table.state
    if table.open.revision != request.form.get("revision", ""):
        return to_table(state, str(CHANGED_MEANWHILE))
    if table.round.changing or table.round.ruling is None or not _may_overrule(table):
        return to_table(state)  # The page says what is wrong.
    if not table.is_agreed:
        names = names_of(table.still_to_agree, table.round.players)
        return to_table(state, _("Still to agree: %(names)s", names=names))
    return _record(table, form_token)


def _may_overrule(table: OpenTable) -> bool:
    """Check that the form names everybody who doubts the round."""
    return {*table.open.doubters.values()} <= {*request.form.getlist("doubter")}


def _record(table: OpenTable, form_token: FormToken) -> AnyResponse:
    state = table.state
    try:
        row = record_as_shown(table, form_token)
    except commands.VersionConflict:
        return to_table(state, str(CHANGED_MEANWHILE))
    return to_sheet(state, recorded_words(row))


# Discarding the round


@blueprint.get("/discard")
@with_table
def ask_to_discard(table: OpenTable) -> AnyResponse:
    return make_response(render_template("rounds/discard.html", table=table))


@blueprint.post("/discard")
@with_table
def discard(table: OpenTable) -> AnyResponse:
    store_after(table.state, table.discarded)
    return to_sheet(table.state, _("The round is discarded. Nothing was recorded."))
