"""The base class of the forms, and fields that several have."""

from __future__ import annotations

from collections.abc import Iterator

from flask_babel import gettext as _
from flask_wtf import FlaskForm
from wtforms import DateField, Field, FieldList, FormField


class BaseForm(FlaskForm):
    """A form without a CSRF field of its own: the token is checked for every POST, see `app`."""

    class Meta:
        """WTForms' options."""

        csrf = False

    def each(self) -> Iterator[Field]:
        """Every single field, those of lists and of their rows too, in the order of the page."""
        for field in self:
            for entry in field if isinstance(field, FieldList) else (field,):
                yield from entry.form if isinstance(entry, FormField) else (entry,)


class DayField(DateField):
    """A day of the calendar."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the day; anything else is refused with a sentence of our own."""
        try:
            super().process_formdata(valuelist)
        except ValueError:
            raise ValueError(_("That is not a date. Write it like 2026-11-21.")) from None
