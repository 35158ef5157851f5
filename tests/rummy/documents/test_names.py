"""Which names are refused because nobody could read them, and which are one name to the eye."""

from __future__ import annotations

import pytest

from scorekeeper.rummy.documents.names import heard, is_plain_name, seen
from tests.support.walks import walk


@walk(
    "name",
    [
        pytest.param("Jean-Marie d’Ormesson", id="punctuation"),
        pytest.param("Zoë", id="an accent"),
        pytest.param("Zoe\u0308", id="an accent of its own"),
        pytest.param("张伟", id="Chinese"),
        pytest.param("葛\U000e0100城", id="a shape of a Japanese letter"),
        pytest.param("می\u200cآید", id="Persian letters kept apart"),
        pytest.param("क\u094d\u200dष", id="joined Hindi letters"),
        pytest.param("👨\u200d👩\u200d👧", id="a family"),
        pytest.param("❤\ufe0f\u200d🔥", id="an emoji made of two"),
        pytest.param("🏳\ufe0f\u200d🌈 Bob", id="a flag"),
        pytest.param("👩🏽\u200d🍳", id="a cook"),
        pytest.param("Bob 1\ufe0f\u20e3", id="a key"),
        pytest.param("Jean\u00a0Paul", id="a space that does not break"),
    ],
)
def test_what_can_be_seen_is_a_name(name: str) -> None:
    assert is_plain_name(name)


@walk(
    "name",
    [
        pytest.param("\u3164", id="a Hangul filler"),
        pytest.param("\u1160", id="a Hangul vowel filler"),
        pytest.param("\uffa0", id="a narrow Hangul filler"),
        pytest.param("\u2800", id="Braille without a dot"),
        pytest.param("\u200d", id="a joiner alone"),
        pytest.param("\ufe0f", id="a selector alone"),
        pytest.param("Ann\u200d", id="a joiner at the end"),
        pytest.param("Ann \u200dBob", id="a joiner after a space"),
        pytest.param("A\u200d\u200dnn", id="two joiners"),
        pytest.param("A\ufe0f\ufe0fnn", id="two selectors"),
        pytest.param("Ann\u200e", id="left to right"),
        pytest.param("\u202ennA", id="turned round"),
        pytest.param("An\u00adn", id="a soft hyphen"),
        pytest.param("A\u034fnn", id="a grapheme joiner"),
        pytest.param("An\u2060n", id="a word joiner"),
        pytest.param("\ufeffAnn", id="a byte order mark"),
        pytest.param("Ann\U000e0041", id="a tag"),
        pytest.param("Ann\u2028Bob", id="a line separator"),
        pytest.param("Ann\nBob", id="two lines"),
        pytest.param("Ann\ud800", id="half a character"),
    ],
)
def test_what_nobody_can_see_is_no_part_of_a_name(name: str) -> None:
    assert not is_plain_name(name)


@walk(
    "twin",
    [
        pytest.param("Аnn Lее", id="Cyrillic letters"),
        pytest.param("Αnn Lee", id="a Greek letter"),
        pytest.param("Ａｎｎ Ｌｅｅ", id="full width"),
        pytest.param("Ann  Lee", id="two spaces"),
        pytest.param("Ann\u00a0Lee", id="a space that does not break"),
        pytest.param("An\u200dn Lee", id="joined"),
        pytest.param("𝐀nn Lee", id="a mathematical letter"),
    ],
)
def test_names_that_look_the_same_are_one_name(twin: str) -> None:
    assert is_plain_name(twin)
    assert seen(twin) == seen("Ann Lee")
    assert heard(twin) == heard("ann lee")


def test_an_accent_may_be_written_in_one_character_or_in_two() -> None:
    assert seen("Zoë") == seen("Zoe\u0308")


@walk(
    ("one", "other"),
    [("Ann", "Anna"), ("Zoe", "Zoë"), ("Иван", "Иоан"), ("Вова", "Boba"), ("Léa", "Lea")],
)
def test_names_that_look_different_are_two(one: str, other: str) -> None:
    assert heard(one) != heard(other)


def test_capitals_are_seen_but_not_heard() -> None:
    assert seen("Ann") != seen("ANN")
    assert heard("Ann") == heard("ANN")
