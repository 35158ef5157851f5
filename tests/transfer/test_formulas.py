"""A spreadsheet reads no text of a table as a formula, a number or a date, in any script."""

from __future__ import annotations

import pytest

from scorekeeper.transfer.apostrophes import defused, restored

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


NUMBERS = ("007", "1e5", "1E+3", "1.5", "0,5", "1,234", "1.234,5", "12.", ".5", "٧", "5 %", "€5")
DATES = ("1/2", "3-4", "5.6.", "2024-01-05", "5 May", "May 24", "5. Mai", "5 août", "Dez 24")
TIMES = ("12:30", "8:15 pm", "2 A")
WORDS = ("NA", "N/A", "#N/A", "<NA>", "NaN", "null", "None", "TRUE", "faux", "Wahr", "inf")


@pytest.mark.parametrize("text", [*NUMBERS, *DATES, *TIMES, *WORDS])
def test_a_text_that_could_be_a_value_has_an_apostrophe(text: str) -> None:
    assert defused(text) == f"'{text}"
    assert defused(f"Ann;{text}") == f"Ann;'{text}"


@pytest.mark.parametrize(
    "text", ["007", "'007", "'=1", "''=1", "'NA", "'", "'t Hooft", "'90s", "Ann;'5", ";'"]
)
def test_a_text_is_restored_as_it_was(text: str) -> None:
    assert restored(defused(text)) == text


@pytest.mark.parametrize(
    "text", ["May", "Nora 2", "Al-5", "348e38289a0c", "7S 7H", "5 5", "5th", "1e5a"]
)
def test_a_text_that_is_no_value_stays_as_it_is(text: str) -> None:
    assert defused(text) == text
