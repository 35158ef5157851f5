"""The pages of the rules as a translator gets them: in English until they are translated."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scorekeeper.config import CHECKOUT
from scorekeeper.languages import DEFAULT

RULES = CHECKOUT / "templates" / "rules"


def pages_in_english() -> list[Path]:
    """The English pages, one of each game and one of what games share."""
    return sorted((RULES / DEFAULT).glob("*.html"))


def begun(english: Path, language: str) -> str:
    """A page that is still in English, but builds on those of its own language."""
    text = english.read_text(encoding="utf-8")
    return text.replace(f"rules/{DEFAULT}/", f"rules/{language}/")


def drop_untouched(language: str) -> Iterator[Path]:
    """Delete the pages that came back as they were sent: the program would take them for whole."""
    for english in pages_in_english():
        own = RULES / language / english.name
        if own.exists() and own.read_text(encoding="utf-8") == begun(english, language):
            own.unlink()
            yield own
