"""JSON is read strictly: what Python alone would take is refused with a sentence."""

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
    [
        pytest.param(b'{"a":\n oh}', "This is not JSON: line 2, column 2.", id="no JSON"),
        pytest.param(b'{"a": oh}\n', "This is not JSON: column 7.", id="no JSON in one line"),
        pytest.param(b'"L\xe9a"', "This is not JSON in UTF-8.", id="another encoding"),
        pytest.param(
            b"[" * 100_000,
            "This JSON is nested too deeply or holds too long a number.",
            id="too deep",
        ),
        pytest.param(
            b"1" * 5_000,
            "This JSON is nested too deeply or holds too long a number.",
            id="too long",
        ),
        pytest.param(b'{"a": 1, "a": 2}', "“a” is given twice in one object.", id="a name twice"),
        pytest.param(b"[NaN]", "“NaN” means nothing here.", id="NaN"),
    ],
)
def test_anything_else_is_refused(content: bytes, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_json(content)
    assert refused.value.text() == sentence
