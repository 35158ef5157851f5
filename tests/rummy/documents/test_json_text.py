"""JSON is read strictly: texts that only Python accepts are rejected with a sentence."""

from __future__ import annotations

import pytest

from scorekeeper.rummy.documents.reading import read_json
from scorekeeper.rummy.round import RuleError
from tests.support.walks import walk


def test_json_is_read_with_or_without_a_mark_of_its_bytes() -> None:
    assert read_json('{"name": "Léa", "points": [1, -2]}'.encode()) == {
        "name": "Léa",
        "points": [1, -2],
    }
    assert read_json("\ufeff[]".encode()) == []


@walk(
    ("content", "sentence"),
    {
        "no JSON": (b'{"a":\n oh}', "This is not JSON: line 2, column 2."),
        "no JSON in one line": (b'{"a": oh}\n', "This is not JSON: column 7."),
        "another encoding": (b'"L\xe9a"', "This is not JSON in UTF-8."),
        "too deep": (b"[" * 100_000, "This JSON is nested too deeply or holds too long a number."),
        "too long": (b"1" * 5_000, "This JSON is nested too deeply or holds too long a number."),
        "a name twice": (b'{"a": 1, "a": 2}', "“a” is given twice in one object."),
        "NaN": (b"[NaN]", "Unknown field “NaN”."),
    },
)
def test_anything_else_is_refused(content: bytes, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_json(content)
    assert refused.value.text() == sentence
