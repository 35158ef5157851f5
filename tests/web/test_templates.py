"""Templates can be read without scrolling sideways, and leave punctuation to the translations."""

from __future__ import annotations

import re

from scorekeeper.config import resource_dir

LONGEST_LINE = 160
ONE_LANGUAGE = {"en", "fr"}
"""The folders of texts that are written in one language."""


def test_no_line_of_a_template_is_too_long() -> None:
    for path in resource_dir("templates").rglob("*.html"):
        lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        assert not [number for number, line in lines if len(line) > LONGEST_LINE], path


def test_a_colon_is_translated_with_what_stands_before_it() -> None:
    """In French there is a space before it."""
    colon = re.compile(r"[%}]\}(?:</\w+>)*:(?=[\s<]|$)", re.MULTILINE)
    for path in resource_dir("templates").rglob("*.html"):
        if ONE_LANGUAGE.isdisjoint(path.parts):
            assert not colon.findall(path.read_text(encoding="utf-8")), path
