"""The date, place and note of a game. Members can correct them at any time."""

from __future__ import annotations

import re

from flask import Response, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response as AnyResponse
from wtforms import Field, StringField, TextAreaField
from wtforms.validators import InputRequired

from scorekeeper.games import commands
from scorekeeper.games.details import Details, change_details, check_day, details_of
from scorekeeper.rummy.documents.names import check_place
from scorekeeper.rummy.documents.reading import check_plain, read_note
from scorekeeper.statistics.book import last_places
from scorekeeper.storage.mapping import game_without_rounds
from scorekeeper.storage.models import GameRow
from scorekeeper.web.games import blueprint
from scorekeeper.web.parts.forms import UP_TO_A_NOTE, BaseForm, DayField, refused_in_words
from scorekeeper.web.shell.requests import game_or_404, read_form_token
from scorekeeper.web.shell.translation import today
from scorekeeper.web.shell.visitor import current_club, current_member


class DetailsForm(BaseForm):
    played_on = DayField(
        lazy_gettext("Date of the evening"),
        validators=[InputRequired(lazy_gettext("Choose the day it was played."))],
    )
    place = StringField(lazy_gettext("Place"), default="")
    note = TextAreaField(lazy_gettext("Note"), default="", render_kw=UP_TO_A_NOTE)

    @classmethod
    def of(cls, details: Details) -> DetailsForm:
        return cls(
            None,
            data={
                "played_on": details.played_on,
                "place": details.place,
                "note": details.note,
            },
        )

    def validate_played_on(self, field: Field) -> None:
        if field.data is None:
            return  # `InputRequired` has added the error.
        with refused_in_words():
            check_day(field.data, today())

    def validate_place(self, _field: Field) -> None:
        with refused_in_words():
            check_place(self.details.place)

    def validate_note(self, field: Field) -> None:
        with refused_in_words():
            check_plain(field.data, "\n\r\t")
            read_note(self.details.note)

    @property
    def details(self) -> Details:
        note = "\n".join(self.note.data.splitlines()).strip()
        place = re.sub(r"[ \t]+", " ", self.place.data.strip())
        return Details(self.played_on.data, place, note)


@blueprint.get("/games/<game_id>/details")
def details(game_id: str) -> Response:
    row = game_or_404(game_id)
    return _page(row, DetailsForm.of(details_of(row)))


@blueprint.post("/games/<game_id>/details")
def set_details(game_id: str) -> AnyResponse:
    row, form_token = game_or_404(game_id), read_form_token()
    form = DetailsForm(request.form)
    if not form.validate():
        return _page(row, form, 422)
    to_sheet = redirect(url_for(".show", game_id=row.id), 303)
    if form.details == details_of(row):
        return to_sheet
    who = current_member().player
    try:
        change_details(row.id, form.details, **form_token._asdict(), entered_by=who)
    except commands.VersionConflict as conflict:
        problem = _(
            "Somebody else has just changed this game, so nothing was done. Save again if this "
            "is right."
        )
        return _page(conflict.game, form, 409, problem)
    flash(_("Date, place and note saved."))
    return to_sheet


def _page(row: GameRow, form: DetailsForm, status: int = 200, problem: str = "") -> Response:
    page = render_template(
        "games/details.html",
        row=row,
        game=game_without_rounds(row),
        form=form,
        places=last_places(current_club()),
        problem=problem,
        key=commands.new_key(),
    )
    return make_response(page, status)
