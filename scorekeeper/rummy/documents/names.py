"""Checks of names of players, clubs and places, and tests for names that look or sound alike."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from unicodedata import category, normalize

from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError

LONGEST_NAME = 40
LONGEST_PLACE = 80

_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Invisible characters that Unicode counts among letters, marks and symbols."""

_UNSEEN_KINDS = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))

_JOINERS = "\u200c\u200d"
"""Joiners: they connect or separate letters, as in Persian and Hindi, and combine emoji."""

_SELECTORS = (*range(0x180B, 0x180E), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
"""Selectors: they choose the shape of the character before them, as in emoji and Japanese names."""

_UNSEEN_BESIDE_LETTERS = frozenset((*_JOINERS, *map(chr, _SELECTORS)))

_PLAIN = re.compile("(?:ov?|lv?(?:j(?=l))?)*")
"""The pattern of a plain name, after `_kind` has replaced each character by a letter."""

_TWINS = str.maketrans(
    "АВЕЅІЈКМНОРСТХҮаеѕіјорсухһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
    "ABESIJKMHOPCTXYaesijopcyxhdqwABEZHIKMNOPTYXo",
)
"""Cyrillic and Greek letters that look like Latin ones."""


def is_plain_name(name: str) -> bool:
    """Check whether a name has only visible characters, selectors after them, and joiners.

    A joiner is allowed only between letters, marks or pictures.

    >>> is_plain_name("Zoë"), is_plain_name("An\u00adn"), is_plain_name("\u3164")
    (True, False, False)
    """
    if name.isascii():
        return name.isprintable()
    return _PLAIN.fullmatch("".join(map(_kind, name))) is not None


def _kind(character: str) -> str:
    """The kind of a character, as a letter.

    - `j`: a joiner
    - `v`: a selector
    - `l`: a letter, mark or picture
    - `x`: any other invisible character
    - `o`: any other visible character
    """
    if character in _JOINERS:
        return "j"
    if character in _UNSEEN_BESIDE_LETTERS:
        return "v"
    kind = category(character)
    if character in _BLANK or kind in _UNSEEN_KINDS:
        return "x"
    return "l" if kind[0] in "LMS" else "o"


@cache
def unseen_characters() -> str:
    """The characters that a name cannot have, as the text inside `[…]` in a regular expression.

    Characters beyond the first plane of Unicode are not escaped, because JavaScript and Python
    escape them differently.
    """
    planes = map(chr, chain(range(0x20000), range(0xE0000, 0xE1000)))
    # Every server start runs this search, so a fast test comes first. Only these planes of Unicode
    # have invisible characters.
    maybe = (sign for sign in planes if category(sign) in _UNSEEN_KINDS or sign in _BLANK)
    unseen = (ord(sign) for sign in maybe if _kind(sign) == "x")
    ranges: list[list[int]] = []
    for code in unseen:
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"{_escaped(first)}-{_escaped(last)}" for first, last in ranges)


def _escaped(code: int) -> str:
    return f"\\u{code:04x}" if code < 0x10000 else chr(code)


def check_name(name: str, *where: str | int, most: int = LONGEST_NAME) -> None:
    if not is_plain_name(name):
        text = message("A name is one line without invisible characters.")
        raise RuleError(text, *where)
    if not 1 <= len(name) <= most:
        raise RuleError(message("A name has 1 to {most} characters.", most=most), *where)


def check_place(place: str, *where: str | int) -> None:
    if not is_plain_name(place):
        text = message("A place is one line without invisible characters.")
        raise RuleError(text, *where)
    if len(place) > LONGEST_PLACE:
        text = message("A place can have up to {most} characters.", most=LONGEST_PLACE)
        raise RuleError(text, *where)


def skeleton(name: str) -> str:
    """The form that all names that look alike have in common. Unicode calls it a skeleton.

    >>> skeleton("Ann") == skeleton("Аnn"), skeleton("Ann") == skeleton("ann")
    (True, False)
    """
    if not name.isascii():
        name = "".join(character for character in name if character not in _UNSEEN_BESIDE_LETTERS)
        name = normalize("NFKC", name).translate(_TWINS)
    return " ".join(name.split())


def heard(name: str) -> str:
    """The form that all names that sound alike have in common: the skeleton in small letters.

    >>> heard("Ann") == heard("ann")
    True
    """
    return skeleton(name).casefold()
