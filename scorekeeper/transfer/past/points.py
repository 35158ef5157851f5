"""Points in the forms that people and spreadsheets write."""

from __future__ import annotations

import re
import unicodedata

from scorekeeper.rummy.documents.reading import shortened
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.transfer.past.values import WITHOUT_RESULT, check_result

_NO_POINTS = message("These are no points. They are a whole number, such as 120 or −15.")

_WHOLE = r"[1-9]\d{0,2}(?:[.,’' ]\d{3})+|\d{1,9}"
_POINTS = re.compile(rf"(?P<sign>[+-]?) ?(?P<whole>{_WHOLE})(?:[.,]0*)?")
_BELOW_ZERO = re.compile(rf"\((?P<whole>{_WHOLE})\)")
_MEANT = re.compile(
    r"[(+-]* ?\d[\d .,’']*\)? ?(?:[*?!°^~]+|p|pts?\.?|points?|punkte?|pkte?\.?)?|#[A-Z][\w/?!]+",
    re.IGNORECASE,
)
"""A number, perhaps with a sign or a word for points, or an error code of a spreadsheet."""

_MINUS = str.maketrans(dict.fromkeys("−–—‐‑﹣－", "-"))

NOT_PLAYED = frozenset(["", "-", "/", "x", "n/a"])
"""Texts in the column of a player who did not play."""


def did_not_play(text: str) -> bool:
    return text.translate(_MINUS).casefold() in NOT_PLAYED


def _no_points(text: str) -> RuleError:
    check_result(text)
    if not text:
        return RuleError(_NO_POINTS)
    return RuleError(
        message(
            "“{text}” are no points. They are a whole number, such as 120 or −15.",
            text=shortened(text),
        )
    )


def read_points(text: str) -> int:
    """The whole number in a text. Raises `RuleError`.

    >>> [read_points(text) for text in ("120", "−15", "1 250", "1.250", "12,0", "(5)")]
    [120, -15, 1250, 1250, 12, -5]
    """
    written = unicodedata.normalize("NFKC", text).translate(_MINUS).strip()
    if below := _BELOW_ZERO.fullmatch(written):
        return -_whole(below["whole"])
    found = _POINTS.fullmatch(written)
    if found is None:
        raise _no_points(text)
    return -_whole(found["whole"]) if found["sign"] == "-" else _whole(found["whole"])


def are_points(text: str) -> bool:
    try:
        read_points(text)
    except RuleError:
        return False
    return True


def may_be_points(text: str) -> bool:
    """Check whether a text is meant as points: a number, a formula, an error.

    >>> [may_be_points(text) for text in ("12,5", "510 pts", "38*", "#N/A", "20:15", "9 km")]
    [True, True, True, True, False, False]
    """
    written = unicodedata.normalize("NFKC", text).translate(_MINUS).strip()
    return text == WITHOUT_RESULT or _MEANT.fullmatch(written) is not None


def _whole(digits: str) -> int:
    return int(re.sub(r"\D", "", digits))
