"""Reading whole numbers as people type them and as pages show them.

All fields read here hold whole numbers: points, counts, house rules. So a point, a comma, a space
or an apostrophe before every three digits groups them in any language: `1,725` on a French page is
1725. A text with other points or commas, such as `12,5`, `0.500` or `1,725.00`, is invalid.
`read_stake` reads prices, which have decimals.
"""

from __future__ import annotations

import re

_MOST_DIGITS = 9
_PLAIN = re.compile(r"([+-]?)([0-9]+)")
_IN_GROUPS = re.compile(r"[+-]?[1-9][0-9]{0,2}(?:([.,' ])[0-9]{3})(?:\1[0-9]{3})*")
_OTHER_SIGNS = str.maketrans({"−": "-", "’": "'"} | dict.fromkeys("\u00a0\u2007\u2009\u202f", " "))
"""Replaces minus signs, spaces and apostrophes by the ASCII ones."""


def plain_number(text: str) -> str | None:
    """The digits of a whole number, with its sign if any. `None` if invalid or too long."""
    typed = text.translate(_OTHER_SIGNS).strip()
    if grouped := _IN_GROUPS.fullmatch(typed):
        typed = typed.replace(grouped[1], "")
    found = _PLAIN.fullmatch(typed)
    return found[0] if found and len(found[2]) <= _MOST_DIGITS else None


def read_number(text: str) -> int | None:
    plain = plain_number(text)
    return None if plain is None else int(plain)


def read_numbers(text: str) -> list[int | None]:
    """Several numbers separated by spaces, commas or semicolons.

    >>> read_numbers("5 3, x")
    [5, 3, None]
    """
    return [read_number(word) for word in text.replace(",", " ").replace(";", " ").split()]
