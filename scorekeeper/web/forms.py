"""The base class of the forms, and fields that several have."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_wtf import FlaskForm
from wtforms import DateField


class BaseForm(FlaskForm):
    """A form without a CSRF field of its own: the token is checked for every POST, see `app`."""

    class Meta:
        """WTForms' options."""

        csrf = False


class DayField(DateField):
    """A day of the calendar."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the day; refuse what is none in a sentence of ours."""
        try:
            super().process_formdata(valuelist)
        except ValueError:
            raise ValueError(_("This is no date. Write it like 2026-11-21.")) from None
