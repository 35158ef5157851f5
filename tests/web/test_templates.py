"""Templates can be read without scrolling sideways."""

from __future__ import annotations

from scorekeeper.config import resource_dir

LONGEST_LINE = 160


def test_no_line_of_a_template_is_too_long() -> None:
    for path in resource_dir("templates").rglob("*.html"):
        lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        assert not [number for number, line in lines if len(line) > LONGEST_LINE], path
