"""What a phone prefers: how cards look on it, and whether it makes itself heard."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields

from flask import has_request_context, session

from scorekeeper.languages import COURT_LETTERS

_PLACE = "preferences"

CHOICES = {"suits": ("four", "two"), "indices": ("language", *COURT_LETTERS)}
"""What may be chosen; the first of each is how a phone begins."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of a phone; they are in its cookie, so the server keeps none of them.

    `suits` is how many colours the four suits have, `indices` the letters on the court cards.
    """

    suits: str = "four"
    indices: str = "language"
    sound: bool = False
    vibration: bool = False


def preferences() -> Preferences:
    """The preferences of the phone that asks; whatever the program does not know is left out."""
    kept = session.get(_PLACE) if has_request_context() else None
    if not isinstance(kept, dict):
        return Preferences()
    known = {each.name: kept[each.name] for each in fields(Preferences) if each.name in kept}
    return Preferences(**{name: value for name, value in known.items() if _is_known(name, value)})


def _is_known(name: str, value: object) -> bool:
    return value in CHOICES[name] if name in CHOICES else isinstance(value, bool)


def prefer(chosen: Preferences) -> None:
    """Keep the preferences of this phone."""
    session[_PLACE] = asdict(chosen)
