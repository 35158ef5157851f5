"""The languages of the program, and how their pages differ."""

from __future__ import annotations

from dataclasses import dataclass

COURT_LETTERS = {"english": "KQJ", "french": "RDV"}
"""What stands on king, queen and jack; a phone may choose other letters than its language has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language: its own `name`, its `court_letters`, and how it writes the first of a month.

    `first_of_month` is a pattern of Babel for where it is not a mere number: `1er novembre`.
    """

    name: str
    court_letters: str = "english"
    first_of_month: str = "d"


DEFAULT = "en"
LANGUAGES = {
    DEFAULT: Language(name="English"),
    "fr": Language(name="Français", court_letters="french", first_of_month="d'er'"),
}
"""By their codes, as Babel has them."""
