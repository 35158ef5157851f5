"""The terms of `docs/words.md`, and the meanings of short texts on the pages."""

from __future__ import annotations

import re
from functools import cache

from scorekeeper.config import CHECKOUT

WORDS = CHECKOUT / "docs" / "words.md"
SHORT_TEXTS = CHECKOUT / "tests" / "support" / "short_texts.md"


def glossary(kind: str) -> list[dict[str, str]]:
    """Return the rows in the tables of one kind, each by the headings of its table."""
    text = "".join(file.read_text(encoding="utf-8") for file in (WORDS, SHORT_TEXTS))
    tables = re.findall(rf"<!-- {kind} -->(.*?)<!-- end of {kind} -->", text, re.DOTALL)
    return [row for table in tables for row in _rows(table.strip())]


def _rows(table: str) -> list[dict[str, str]]:
    head, _line, *rows = (
        [cell.strip() for cell in line[1:-1].split("|")] for line in table.split("\n")
    )
    return [dict(zip(head, row, strict=True)) for row in rows]


@cache
def meanings() -> dict[str, str]:
    """Return the meanings of texts that are ambiguous by themselves."""
    return {row["English"]: row["What it is"] for row in (*glossary("terms"), *glossary("texts"))}
