"""The language of a page: how it is chosen, and how the core's sentences are said in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from unicodedata import bidirectional

from babel import negotiate_locale
from flask import has_request_context, request, session
from flask_babel import gettext, refresh

from scorekeeper.languages import LANGUAGES
from scorekeeper.rummy.messages import Message, render


def chosen_language() -> str:
    """The one picked by the switch, else the browser's, else the first."""
    first = next(iter(LANGUAGES))
    if not has_request_context():
        return first
    if (picked := session.get("language")) in LANGUAGES:
        return str(picked)
    asked = [tag for tag, quality in request.accept_languages if quality > 0]
    return negotiate_locale(asked, LANGUAGES, sep="-") or first


def speak(language: str) -> bool:
    """Speak this language from now on; `False` where it is none of ours."""
    if language not in LANGUAGES:
        return False
    session["language"] = language
    refresh()
    return True


def translate(message: Message, names: Sequence[str] = ()) -> str:
    """Say a sentence of the core in the language of the page: `{{ line.text | say(names) }}`."""
    return render(message, [isolated(name) for name in names], _translated)


def isolated(name: str) -> str:
    """A name that reads from right to left, kept from turning the sentence around it."""
    if any(bidirectional(sign) in ("R", "AL") for sign in name):
        return f"\u2068{name}\u2069"
    return name


def _translated(template: str) -> str:
    # The catalogue answers its own header to an empty text.
    return gettext(template) if template else ""


def zone(name: str) -> tzinfo:
    """The time zone of this name; the machine's own for an empty one."""
    from babel.dates import LOCALTZ, get_timezone

    return get_timezone(name) if name else LOCALTZ
