"""Special cell values (a formula without its result) and the comparison of words."""

from __future__ import annotations

import re
import unicodedata

from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError

WITHOUT_RESULT = "=…"
"""Stands for a formula of a workbook whose result is not in the file."""

_FORMULA = message(
    "This is a formula without its result. Open the file in a spreadsheet program, save it, and "
    "choose it again."
)


def check_result(text: str) -> None:
    if text == WITHOUT_RESULT:
        raise RuleError(_FORMULA)


def plain(text: str) -> str:
    """A word for comparisons: lower case, without accents and signs.

    >>> plain("Durée (min.)"), plain("N° ")
    ('duree min', 'n')
    """
    letters = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[^\W_]+", bare))
