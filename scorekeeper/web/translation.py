"""The language of a page: how it is chosen, and how messages of the core are translated."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from functools import lru_cache
from unicodedata import bidirectional

from babel import negotiate_locale
from babel.support import NullTranslations
from flask import Flask, g, has_request_context, request, session
from flask_babel import Babel, get_locale, get_translations, refresh
from markupsafe import Markup

from scorekeeper.languages import DEFAULT, LANGUAGES, Language
from scorekeeper.rummy.messages import Message, render
from scorekeeper.web.api.problem import is_api


def init_translation(app: Flask, time_zone: tzinfo) -> None:
    """Let every page and template speak the language that was chosen."""
    Babel(app, locale_selector=chosen_language, timezone_selector=lambda: time_zone)
    app.add_template_filter(translate)
    app.jinja_env.globals["_"] = _in_template


def chosen_language() -> str:
    """The language chosen by the switch, else one the browser asks for, else the default."""
    if not has_request_context():
        return DEFAULT
    # A program has no cookie; that of a browser which asks for it says nothing.
    if not is_api() and (picked := session.get("language")) in LANGUAGES:
        return str(picked)
    asked = [tag for tag, quality in request.accept_languages if quality > 0]
    return negotiate_locale(asked, LANGUAGES, sep="-") or DEFAULT


def page_language() -> Language:
    """The language of the page that is being made."""
    return LANGUAGES[str(get_locale())]


def choose_language(language: str) -> bool:
    """Use this language from now on; `False` if the program does not have it."""
    if language not in LANGUAGES:
        return False
    session["language"] = language
    refresh()
    g.pop("catalogue", None)
    return True


def _catalogue() -> NullTranslations:
    """The texts in the language of the page, looked up once for all of them."""
    found: NullTranslations | None = g.get("catalogue")
    if found is None:
        found = g.catalogue = get_translations()
    return found


def _in_template(text: str, /, **facts: object) -> Markup:
    """A text in a template, as Jinja's own `_` has it, which makes three calls of one."""
    if not facts:
        return _plain_text(_catalogue(), text)
    return Markup(_catalogue().ugettext(text)) % facts  # noqa: S704 - our own text; its facts are escaped


@lru_cache(maxsize=8_192)
def _plain_text(catalogue: NullTranslations, text: str) -> Markup:
    """A text without facts, the same on every page."""
    return Markup(catalogue.ugettext(text)) % {}  # noqa: S704 - our own text


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
    return str(_catalogue().ugettext(template)) if template else ""
