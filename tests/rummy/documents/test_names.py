"""Names rejected as unreadable, and names that look the same."""

from __future__ import annotations

from scorekeeper.rummy.documents.names import heard, is_plain_name, skeleton
from tests.support.walks import walk


@walk(
    "name",
    {
        "punctuation": "Jean-Marie d’Ormesson",
        "an accent": "Zoë",
        "an accent of its own": "Zoe\u0308",
        "Chinese": "张伟",
        "a shape of a Japanese letter": "葛\U000e0100城",
        "Persian letters kept apart": "می\u200cآید",
        "joined Hindi letters": "क\u094d\u200dष",
        "a family": "👨\u200d👩\u200d👧",
        "an emoji made of two": "❤\ufe0f\u200d🔥",
        "a flag": "🏳\ufe0f\u200d🌈 Bob",
        "a cook": "👩🏽\u200d🍳",
        "a key": "Bob 1\ufe0f\u20e3",
        "a space that does not break": "Jean\u00a0Paul",
    },
)
def test_what_can_be_seen_is_a_name(name: str) -> None:
    assert is_plain_name(name)


@walk(
    "name",
    {
        "a Hangul filler": "\u3164",
        "a Hangul vowel filler": "\u1160",
        "a narrow Hangul filler": "\uffa0",
        "Braille without a dot": "\u2800",
        "a joiner alone": "\u200d",
        "a selector alone": "\ufe0f",
        "a joiner at the end": "Ann\u200d",
        "a joiner after a space": "Ann \u200dBob",
        "two joiners": "A\u200d\u200dnn",
        "two selectors": "A\ufe0f\ufe0fnn",
        "left to right": "Ann\u200e",
        "turned round": "\u202ennA",
        "a soft hyphen": "An\u00adn",
        "a grapheme joiner": "A\u034fnn",
        "a word joiner": "An\u2060n",
        "a byte order mark": "\ufeffAnn",
        "a tag": "Ann\U000e0041",
        "a line separator": "Ann\u2028Bob",
        "two lines": "Ann\nBob",
        "half a character": "Ann\ud800",
    },
)
def test_what_nobody_can_see_is_no_part_of_a_name(name: str) -> None:
    assert not is_plain_name(name)


@walk(
    "twin",
    {
        "Cyrillic letters": "Аnn Lее",
        "a Greek letter": "Αnn Lee",
        "full width": "Ａｎｎ Ｌｅｅ",
        "two spaces": "Ann  Lee",
        "a space that does not break": "Ann\u00a0Lee",
        "joined": "An\u200dn Lee",
        "a mathematical letter": "𝐀nn Lee",
    },
)
def test_names_that_look_the_same_are_one_name(twin: str) -> None:
    assert is_plain_name(twin)
    assert skeleton(twin) == skeleton("Ann Lee")
    assert heard(twin) == heard("ann lee")


def test_an_accent_may_be_written_in_one_character_or_in_two() -> None:
    assert skeleton("Zoë") == skeleton("Zoe\u0308")


@walk(
    ("one", "other"),
    [("Ann", "Anna"), ("Zoe", "Zoë"), ("Иван", "Иоан"), ("Вова", "Boba"), ("Léa", "Lea")],
)
def test_names_that_look_different_are_two(one: str, other: str) -> None:
    assert heard(one) != heard(other)


def test_capitals_are_seen_but_not_heard() -> None:
    assert skeleton("Ann") != skeleton("ANN")
    assert heard("Ann") == heard("ANN")
