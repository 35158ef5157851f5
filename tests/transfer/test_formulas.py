"""No text of a table is a formula to a spreadsheet, in whatever script it begins."""

from __future__ import annotations

import pytest

from scorekeeper.transfer.tables import defused

SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫−⁺₌"
INVISIBLE = "\t\r\n\v\x00\u200b\ufeff"


@pytest.mark.parametrize("space", ["", " ", "\u3000", "\t"])
@pytest.mark.parametrize("begins", SIGNS)
def test_a_sign_of_a_formula_is_defused_in_every_script(begins: str, space: str) -> None:
    text = f"{space}{begins}SUM(A1)"
    assert defused(text) == f"'{text}"
    assert defused(f"Ann;{text}") == f"Ann;'{text}"


@pytest.mark.parametrize("begins", INVISIBLE)
def test_what_begins_with_something_invisible_is_defused(begins: str) -> None:
    assert defused(f"{begins}=SUM(A1)") == f"'{begins}=SUM(A1)"


@pytest.mark.parametrize(
    "text", ["", "Ann", "Zoé", "王", "🦊", "“Café” +1", "7S 7H", "! K A", "/ K", "Ann; Bob"]
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert defused(text) == text
