"""The pages to join a game, leave it, or come back between two rounds."""

from __future__ import annotations

from dataclasses import dataclass

from flask import (
    Blueprint,
    Response,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response as AnyResponse
from wtforms import RadioField, SelectChoice, StringField

from scorekeeper.games import commands
from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.game.joining_and_leaving import (
    joining_totals,
    may_join,
    refusal_of,
    why_same_players,
)
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.game.what_if import effect_of_entry
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import active_people
from scorekeeper.web.entering.game_state import game_with_entries
from scorekeeper.web.parts.between import between_in_short, told_between
from scorekeeper.web.parts.formatting import list_of
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.parts.money import debt_of
from scorekeeper.web.rounds.adjustments import read_typed_points
from scorekeeper.web.rounds.errors import refusal
from scorekeeper.web.shell.requests import FormToken, read_form_token
from scorekeeper.web.shell.translation import total
from scorekeeper.web.shell.visitor import current_club, current_member

blueprint = Blueprint("between", __name__, url_prefix="/games/<game_id>/between")
blueprint.add_app_template_filter(told_between)

FACES = 7
"""The most people of the club that can be tapped to join. Others are typed."""


class JoinForm(BaseForm):
    """The player who joins, and their points."""

    player = RadioField(lazy_gettext("Who joins?"), validate_choice=False)
    name = StringField(lazy_gettext("Somebody else"), default="")
    points = RadioField(lazy_gettext("With how many points?"), validate_choice=False)
    typed = StringField(lazy_gettext("Another number"), default="")

    @property
    def chosen_name(self) -> str:
        return (self.name.data or "").strip() or self.player.data or ""

    def read_points(self) -> int:
        """The points to join with. A typed number takes precedence over a choice.

        Raises `RuleError` at `points`.
        """
        typed = (self.typed.data or "").strip()
        return read_typed_points(typed or self.points.data or "", "points")


@dataclass(frozen=True, slots=True)
class TotalChoice:
    """A total to join with: its `words`, and the totals or the player it comes from."""

    value: str
    words: str
    source: str = ""


def _total_choices(sheet: Sheet) -> list[TotalChoice]:
    names, totals = sheet.game.players, joining_totals(sheet)
    all_totals = [total(sheet.totals[seat]) for seat in sheet.seats]
    worst = next(seat for seat in sheet.seats if sheet.totals[seat] == totals.worst)
    choices = [
        TotalChoice(
            str(totals.average), _("The average"), _("of %(totals)s", totals=list_of(all_totals))
        ),
        TotalChoice("0", _("0 points")),
        TotalChoice(str(totals.worst), _("Same as last place"), names[worst]),
    ]
    if totals.average == totals.worst == 0:
        choices = choices[1:2]
    return list({choice.value: choice for choice in reversed(choices)}.values())[::-1]


@blueprint.get("/join")
def ask_to_join(game_id: str) -> Response:
    """Ask who joins, and with how many points. `name` in the address is already chosen."""
    row = game_with_entries(game_id)
    first, *_others = _total_choices(sheet_of(row))
    form = JoinForm(None, points=first.value)
    return _join_page(row, form, name=request.args.get("name", ""))


@blueprint.post("/join")
def join(game_id: str) -> AnyResponse:
    row, form_token, form = game_with_entries(game_id), read_form_token(), JoinForm(request.form)
    name = form.chosen_name
    try:
        if not name:
            raise RuleError(message("Choose who joins."), "players")
        points = form.read_points()
        commands.join(
            row,
            **form_token._asdict(),
            names=[name],
            between=Between(BetweenKind.JOINS, (Seat(len(row.people)),), (points,)),
            entered_by=current_member().player,
        )
    except RuleError as error:
        field = form.points if "points" in error.where else form.player
        if "players" not in error.where and "points" not in error.where:
            return _join_page(row, form, 422, refusal(error))
        field.errors = [refusal(error)]
        return _join_page(row, form, 422)
    except commands.VersionConflict as conflict:
        return _join_page(conflict.game, form, 409, changed_meanwhile())
    flash(f"{_('%(name)s joins with %(points)s', name=name, points=total(points))}.")
    return back_to_sheet(row.id)


def _join_page(
    row: GameRow, form: JoinForm, status: int = 200, problem: str = "", name: str = ""
) -> Response:
    sheet = sheet_of(row)
    seated = {person.id for person in row.people}
    people = [person for person in active_people(current_club()) if person.id not in seated]
    faces = sorted(people[:FACES], key=lambda person: person.name != name)
    form.player.choices = [SelectChoice(person.name, person.name) for person in faces]
    if name in [person.name for person in faces]:
        form.player.data = name
    elif name:
        form.name.data = name
    totals = _total_choices(sheet)
    form.points.choices = [SelectChoice(choice.value, choice.words) for choice in totals]
    page = render_template(
        "between/join.html",
        row=row,
        sheet=sheet,
        form=form,
        faces=faces,
        totals=totals,
        others=[person.name for person in people[FACES:]],
        may_join=may_join(sheet),
        why_closed=_why_closed(sheet),
        problem=problem,
        key=commands.new_key(),
    )
    return make_response(page, status)


@blueprint.get("/leave")
def ask_to_leave(game_id: str) -> Response:
    """Ask who leaves. If `seat` is in the address, the page shows the effect for that player."""
    return _leave_page(game_with_entries(game_id), request.args.get("seat", type=int))


def _leave_page(row: GameRow, seat: int | None, status: int = 200, problem: str = "") -> Response:
    sheet = sheet_of(row)
    why_closed = _why_closed(sheet)
    chosen = next((known for known in sheet.seats if known == seat and not why_closed), None)
    leaving = Between(BetweenKind.LEAVES, () if chosen is None else (chosen,))
    reason = None if sheet.over or chosen is None else refusal_of(sheet, leaving)
    after = None
    if chosen is not None and reason is None and not sheet.over:
        after = effect_of_entry(sheet, len(sheet.entries) + 1, leaving).after
    page = render_template(
        "between/leave.html",
        row=row,
        sheet=sheet,
        people=row.people,
        chosen=chosen,
        debt=None if chosen is None else debt_of(sheet, chosen),
        after=after,
        reason=reason and refusal(reason),
        why_closed=why_closed,
        problem=problem,
        key=commands.new_key(),
    )
    return make_response(page, status)


def _why_closed(sheet: Sheet) -> str:
    reason = why_same_players(sheet)
    return refusal(reason) if reason else ""


@blueprint.post("/leave")
def leave(game_id: str) -> AnyResponse:
    row, form_token = game_with_entries(game_id), read_form_token()
    seat = request.form.get("seat", type=int)
    try:
        between = Between(BetweenKind.LEAVES, (_seat(row, seat),))
        _record(row, form_token, between)
    except RuleError as error:
        return _leave_page(row, seat, 422, refusal(error))
    except commands.VersionConflict as conflict:
        return _leave_page(conflict.game, seat, 409, changed_meanwhile())
    flash(f"{between_in_short(between, row.players)}.")
    return back_to_sheet(row.id)


@blueprint.post("/return")
def come_back(game_id: str) -> AnyResponse:
    row, form_token = game_with_entries(game_id), read_form_token()
    try:
        between = Between(BetweenKind.REJOINS, (_seat(row, request.form.get("seat", type=int)),))
        _record(row, form_token, between)
    except RuleError as error:
        flash(refusal(error))
        return back_to_sheet(row.id)
    flash(f"{between_in_short(between, row.players)}.")
    return back_to_sheet(row.id)


def _seat(row: GameRow, seat: int | None) -> Seat:
    if seat is None or not 0 <= seat < len(row.people):
        raise RuleError(message("Choose a player."), "seat")
    return Seat(seat)


def _record(row: GameRow, form_token: FormToken, between: Between) -> None:
    commands.record_between(
        row.id, **form_token._asdict(), between=between, entered_by=current_member().player
    )


def changed_meanwhile() -> str:
    return str(
        _("Somebody else has just changed this game, so nothing was done. Look at it again.")
    )


def back_to_sheet(game_id: str) -> AnyResponse:
    return redirect(url_for("games.show", game_id=game_id), 303)
