"""Apostrophes before texts that a spreadsheet would change, as in `'=1+1` or `'007`.

Spreadsheets run formulas. They and other programs also read some texts as numbers, dates or empty
cells.
"""

from __future__ import annotations

import re
import unicodedata

_FORMULA = ("=", "+", "-", "@", "−")
"""A spreadsheet could read a text that begins with one of these signs as a formula."""

_VALUES = frozenset(
    [
        *("true", "false", "vrai", "faux", "wahr", "falsch", "inf", "infinity", "null", "none"),
        *("na", "nan", "n/a", "#n/a", "#n/a n/a", "#na", "<na>", "1.#ind", "1.#qnan"),
    ]
)
"""Words that spreadsheets or pandas read as a truth value, a number or an empty cell."""

_MONTH = (
    r"\b(?:jan|feb|fév|mar|mär|apr|avr|mai|may|jun|juin|jul|juil|aug|aoû|sep|oct|okt|nov|dec|déc|dez)"
    r"[^\W\d_]*"
)
_IN_NUMBERS = re.compile(rf"e[+-]?\d+$|(?<=\d)\s*[ap]m?$|{_MONTH}")
"""The letters that numbers, times and dates can have."""

_RANKS = re.compile(r"\d\d?(?: \d\d?)+")
"""Short numbers separated by spaces, such as the hand `5 6 7`. They stay text."""

_LETTER = re.compile(r"[^\W\d_]")


def defused(text: str) -> str:
    """The text, with an apostrophe if a spreadsheet would change it.

    In countries with a decimal comma, spreadsheets split lines at semicolons, even inside a value.
    So each part gets its own apostrophe.

    >>> defused("=1+1"), defused("＝1+1"), defused("Ann;=1+1"), defused("Ann"), defused("007")
    ("'=1+1", "'＝1+1", "Ann;'=1+1", 'Ann', "'007")
    """
    parts = text.split(";")
    return ";".join(f"'{part}" if _is_changed(part) else part for part in parts)


def restored(text: str) -> str:
    """The text before `defused`.

    >>> restored("'=1+1"), restored("Ann;'=1+1"), restored("'t Hooft")
    ('=1+1', 'Ann;=1+1', "'t Hooft")
    """
    parts = text.split(";")
    return ";".join(
        part[1:] if part.startswith("'") and _is_changed(part[1:]) else part for part in parts
    )


def _is_changed(text: str) -> bool:
    bare = text.lstrip("'")
    return _could_be_formula(bare) or _could_be_value(bare)


def _could_be_formula(text: str) -> bool:
    """Check whether the text begins with a sign of `_FORMULA`, perhaps after spaces.

    The sign can be wide or small. An invisible character at the start also counts, because a sign
    can follow it.
    """
    begins = text.lstrip()[:1]
    is_sign = unicodedata.normalize("NFKC", begins).startswith(_FORMULA)
    return is_sign or not f"{text[:1]}{begins}".isprintable()


def _could_be_value(text: str) -> bool:
    """Check for a number, a date, a time, a truth value or a word for an empty cell.

    >>> [_could_be_value(text) for text in ("007", "1e5", "NA", "3-4", "5 May", "8 pm", "12,5 %")]
    [True, True, True, True, True, True, True]
    >>> [_could_be_value(text) for text in ("Ann", "Ann 2", "7H 8H", "1e5a", "May")]
    [False, False, False, False, False]
    """
    written = unicodedata.normalize("NFKC", text).casefold().strip()
    if written in _VALUES:
        return True
    if _RANKS.fullmatch(written):
        return False
    bare = _IN_NUMBERS.sub("", written)
    return bool(re.search(r"\d", bare)) and not _LETTER.search(bare)
