"""The base class of the forms, and fields that several forms share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from babel.support import NullTranslations, Translations
from flask_babel import get_locale
from flask_babel import gettext as _
from flask_wtf import FlaskForm
from markupsafe import Markup, escape
from wtforms import DateField, Field, FieldList, Form, FormField, widgets
from wtforms.i18n import messages_path
from wtforms.validators import ValidationError
from wtforms.widgets import Input, core
from wtforms.widgets.core import clean_key

from scorekeeper.rummy.documents.names import check_name
from scorekeeper.rummy.documents.reading import LONGEST_NOTE
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.shell.translation import translate

_DAY = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")

UP_TO_A_NOTE = {"data-most": LONGEST_NOTE}
"""Attribute with the most characters of a note, for the script that counts characters."""


def attributes(**given: object) -> Markup:
    """The attributes of an HTML input, in the format of WTForms, but faster.

    >>> attributes(name="hand-0", class_="input", required=True, value='"', id=False)
    Markup('class="input" name="hand-0" required value="&#34;"')
    """
    printed = []
    for name, value in sorted(given.items()):
        if value is True:
            printed.append(clean_key(name))
        elif value is not False:
            text = str(escape(value)).replace('"', "&quot;")  # a `Markup` can contain quotes
            printed.append(f'{clean_key(name)}="{text}"')
    return Markup(" ".join(printed))  # noqa: S704 - our own names, escaped values


# WTForms' own function takes a fifth of the time of a round's form and a third of the filters'.
Input.html_params = staticmethod(attributes)
core.html_params = widgets.html_params = attributes  # for options and labels


class BaseForm(FlaskForm):
    """A form without its own CSRF field: `app` checks the token of every POST."""

    class Meta:
        """WTForms' options."""

        csrf = False

        def get_translations(self, form: Form) -> NullTranslations:  # noqa: ARG002 - WTForms passes the form
            return _wtforms_texts(str(get_locale()))

    def each(self) -> Iterator[Field]:
        """Every single field in the order of the page, including those within lists."""
        for field in self:
            for entry in field if isinstance(field, FieldList) else (field,):
                yield from entry.form if isinstance(entry, FormField) else (entry,)


@cache
def _wtforms_texts(language: str) -> NullTranslations:
    """Cached because Flask-WTF would read the file for each request."""
    return Translations.load(messages_path(), [language], domain="wtforms")


@contextmanager
def refused_in_words() -> Iterator[None]:
    """Turn a `RuleError` into a `ValidationError` with the same sentence."""
    try:
        yield
    except RuleError as error:
        raise ValidationError(translate(error.message)) from None


def refuse_name(typed: str) -> None:
    with refused_in_words():
        check_name(typed.strip())


def check_choice(field: Field) -> None:
    if field.data not in [choice.value for choice in field.choices]:
        raise ValidationError(_("Choose one of these."))


class DayField(DateField):
    """A calendar day."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the day. Raises `ValueError` with our own text if it is invalid."""
        try:
            super().process_formdata(valuelist)
        except ValueError:
            if _DAY.fullmatch(valuelist[0].strip()):
                raise ValueError(_("That date does not exist.")) from None
            raise ValueError(_("That is not a date. Write it like 2026-11-21.")) from None
