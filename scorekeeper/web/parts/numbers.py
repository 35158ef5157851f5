"""Whole numbers as people type them and as the pages write them: the one place that reads them."""

from __future__ import annotations

import re

from flask_babel import get_locale

from scorekeeper.rummy.documents.reading import shortened
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.shell.translation import between_groups

_MOST_DIGITS = 9
_PLAIN = re.compile(r"([+-]?)([0-9]+)")
_IN_GROUPS = re.compile(r"[+-]?[0-9]{1,3}(?:([.,' ])[0-9]{3})(?:\1[0-9]{3})*")
_OTHER_SIGNS = str.maketrans({"−": "-", "’": "'"} | dict.fromkeys("\u00a0\u2007\u2009\u202f", " "))
"""The minus sign, and every kind of space and apostrophe, by the plain one."""


def plain_number(text: str) -> str | None:
    """The digits of a whole number, with a sign if it has one; `None` for anything else.

    Spaces and apostrophes group the digits of every language, a point or a comma only in one that
    writes numbers so: elsewhere it may be meant for decimals.
    """
    typed = text.translate(_OTHER_SIGNS).strip()
    if grouped := _IN_GROUPS.fullmatch(typed):
        if grouped[1] in ".," and grouped[1] != between_groups(str(get_locale() or "en")):
            return None
        typed = typed.replace(grouped[1], "")
    found = _PLAIN.fullmatch(typed)
    return found[0] if found and len(found[2]) <= _MOST_DIGITS else None


def read_number(text: str) -> int | None:
    """A whole number as typed; `None` if it is none, or may be another one."""
    plain = plain_number(text)
    return None if plain is None else int(plain)


def check_clear(text: str, *where: str | int) -> None:
    """Refuse a number that may be one of thousands or have decimals; raises `RuleError`."""
    typed = text.translate(_OTHER_SIGNS).strip()
    grouped = _IN_GROUPS.fullmatch(typed)
    if grouped and grouped[1] in ".," and plain_number(text) is None:
        plain = typed.replace(grouped[1], "")
        told = message(
            "“{text}” could mean two numbers. Write {plain} if it is one of thousands.",
            text=shortened(text.strip()),
            plain=plain,
        )
        raise RuleError(told, *where)
