"""The settings of this phone: the look of cards, sound and vibration."""

from __future__ import annotations

from dataclasses import asdict

from flask import Blueprint, flash, make_response, render_template, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response as AnyResponse
from wtforms import BooleanField, RadioField, SelectChoice

from scorekeeper.languages import COURT_LETTERS
from scorekeeper.rummy.cards import read_cards
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.shell.cookies import CHOICES, Preferences, prefer, preferences
from scorekeeper.web.shell.requests import see_other

blueprint = Blueprint("phone", __name__, url_prefix="/settings")

_WORDS = {
    "four": lazy_gettext("Four colours"),
    "two": lazy_gettext("Two colours"),
    "language": lazy_gettext("Match the language"),
    **{name: " ".join("A" + letters) for name, letters in COURT_LETTERS.items()},
}

_SAMPLE = read_cards("AS KH QD JC TS")


def _choices(name: str) -> list[SelectChoice]:
    return [SelectChoice(value, _WORDS[value]) for value in CHOICES[name]]


class PhoneForm(BaseForm):
    suits = RadioField(lazy_gettext("Suits"), choices=_choices("suits"))
    indices = RadioField(lazy_gettext("Letters on the cards"), choices=_choices("indices"))
    sound = BooleanField(lazy_gettext("Sound"))
    vibration = BooleanField(lazy_gettext("Vibration"))


@blueprint.get("")
def show() -> str:
    return _page(PhoneForm(data=asdict(preferences())))


@blueprint.post("")
def keep() -> AnyResponse:
    form = PhoneForm()
    if not form.validate():
        return make_response(_page(form), 422)
    prefer(Preferences(**form.data))
    flash(_("Saved."))
    return see_other(url_for(".show"))


def _page(form: PhoneForm) -> str:
    return render_template("phone.html", form=form, sample=_SAMPLE)
