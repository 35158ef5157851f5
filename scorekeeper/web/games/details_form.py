"""The form of a game's date, place and note."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import current_app
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from wtforms import Field, StringField, TextAreaField, ValidationError
from wtforms.validators import InputRequired

from scorekeeper.evenings import zone
from scorekeeper.games.details import LONGEST_PLACE, Details, check_day
from scorekeeper.rummy.documents.fields import check_plain, read_note
from scorekeeper.web.forms import BaseForm, DayField, refused_in_words


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

    def validate_place(self, field: Field) -> None:
        """Refuse a place that is too long, or has control characters."""
        with refused_in_words():
            check_plain(field.data, "\t")
        if len(self.details.place) > LONGEST_PLACE:
            raise ValidationError(
                _("A place can have up to %(most)d characters.", most=LONGEST_PLACE)
            )

    def validate_note(self, field: Field) -> None:
        """Refuse a note that is too long, or has control characters."""
        with refused_in_words():
            check_plain(field.data, "\n\r\t")
            read_note(self.details.note)

    @property
    def details(self) -> Details:
        """What was typed, without needless spaces."""
        note = "\n".join(self.note.data.splitlines()).strip()
        return Details(self.played_on.data, " ".join(self.place.data.split()), note)
