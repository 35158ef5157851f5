"""The language of a page: how it is chosen, and how messages of the core are translated."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import bidirectional

from babel import negotiate_locale
from flask import has_request_context, request, session
from flask_babel import gettext, refresh

from scorekeeper.languages import LANGUAGES
from scorekeeper.rummy.messages import Message, render
from scorekeeper.web.api.problem import is_api


def chosen_language() -> str:
    """The language chosen by the switch, else one the browser asks for, else the first."""
    first = next(iter(LANGUAGES))
    if not has_request_context():
        return first
    # A program has no cookie; that of a browser which asks for it says nothing.
    if not is_api() and (picked := session.get("language")) in LANGUAGES:
        return str(picked)
    asked = [tag for tag, quality in request.accept_languages if quality > 0]
    return negotiate_locale(asked, LANGUAGES, sep="-") or first


def choose_language(language: str) -> bool:
    """Use this language from now on; `False` if the program does not have it."""
    if language not in LANGUAGES:
        return False
    session["language"] = language
    refresh()
    return True


def translate(message: Message, names: Sequence[str] = ()) -> str:
    """Translate a message of the core for the page: `{{ line.text | translate(names) }}`."""
    return render(message, [isolated(name) for name in names], translated)


def isolated(name: str) -> str:
    """A right-to-left name, isolated so that it does not reorder the sentence around it."""
    if any(bidirectional(sign) in ("R", "AL") for sign in name):
        return f"\u2068{name}\u2069"
    return name


def translated(template: str) -> str:
    """The template of a message in the language of the page."""
    # For an empty text, gettext returns the header of the catalogue.
    return gettext(template) if template else ""
