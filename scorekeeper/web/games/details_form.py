"""The form of a game's date, place and note."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from flask import current_app
from flask_babel import lazy_gettext
from wtforms import Field, StringField, TextAreaField
from wtforms.validators import InputRequired

from scorekeeper.evenings import zone
from scorekeeper.games.commands import Details, check_day
from scorekeeper.rummy.documents.names import check_place
from scorekeeper.rummy.documents.reading import check_plain, read_note
from scorekeeper.web.parts.forms import BaseForm, DayField, refused_in_words


class DetailsForm(BaseForm):
    """The date of a game's evening, its place and a note."""

    played_on = DayField(
        lazy_gettext("Date of the evening"),
        validators=[InputRequired(lazy_gettext("Say which day it was played."))],
    )
    place = StringField(lazy_gettext("Place"), default="")
    note = TextAreaField(lazy_gettext("Note"), default="")

    @classmethod
    def of(cls, details: Details) -> DetailsForm:
        """The form with these details."""
        return cls(
            None,
            data={
                "played_on": details.played_on,
                "place": details.place,
                "note": details.note,
            },
        )

    def validate_played_on(self, field: Field) -> None:
        """Refuse a day in the future, or too long ago."""
        today = datetime.now(UTC).astimezone(zone(current_app.config["TIME_ZONE"])).date()
        if field.data is None:
            return  # It was refused already.
        with refused_in_words():
            check_day(field.data, today)

    def validate_place(self, _field: Field) -> None:
        """Refuse a place that is too long, or has invisible characters."""
        with refused_in_words():
            check_place(self.details.place)

    def validate_note(self, field: Field) -> None:
        """Refuse a note that is too long, or has control characters."""
        with refused_in_words():
            check_plain(field.data, "\n\r\t")
            read_note(self.details.note)

    @property
    def details(self) -> Details:
        """What was typed, without needless spaces."""
        note = "\n".join(self.note.data.splitlines()).strip()
        place = re.sub(r"[ \t]+", " ", self.place.data.strip())
        return Details(self.played_on.data, place, note)
