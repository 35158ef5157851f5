"""The rules pages that a translator gets: in English until they are translated."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scorekeeper.config import CHECKOUT
from scorekeeper.languages import DEFAULT

RULES = CHECKOUT / "templates" / "rules"


def pages_in_english() -> list[Path]:
    """Return the English pages: one for each game, and one with the common rules."""
    return sorted((RULES / DEFAULT).glob("*.html"))


def begun(english: Path, language: str) -> str:
    """Return a page in English that extends the pages of another language."""
    text = english.read_text(encoding="utf-8")
    return text.replace(f"rules/{DEFAULT}/", f"rules/{language}/")


def drop_untouched(language: str) -> Iterator[Path]:
    """Delete and yield the pages returned without a change. The program would show them."""
    for english in pages_in_english():
        own = RULES / language / english.name
        if own.exists() and own.read_text(encoding="utf-8") == begun(english, language):
            own.unlink()
            yield own
