"""Every class has one home: a style sheet a subject, and none that styles another's."""

from __future__ import annotations

import fnmatch
import re

from scorekeeper.config import CHECKOUT, resource_dir
from tests.support.styles import SHARED, block, classes, homes, selectors, sheets, styled_classes
from tests.support.walks import walk

TEMPLATES = sorted(resource_dir("templates").rglob("*.html"))
SCRIPTS = sorted(resource_dir("static").glob("*.js"))
FILTERS = sorted((CHECKOUT / "scorekeeper" / "web").rglob("*.py"))
NEEDLESS = {"together__record", "judge-answer__if-allowed", "rules-minute", "sheet-agreed__changed"}
"""Classes by which tests find what has no look of its own."""

PLAIN_LISTS = {"book-game__scores", "trail"}
"""Classes whose look is that of every list with a class: no margin, and no bullets."""


def written(markup: str) -> set[str]:
    """The classes that a template writes, with a star for what it puts in."""
    markup = re.sub(r"\{\{.*?\}\}", "*", re.sub(r"\{%.*?%\}", " ", markup))
    return {name for value in re.findall(r'\bclass="([^"]*)"', markup) for name in value.split()}


def named() -> set[str]:
    """The classes of all style sheets."""
    return {name for sheet in sheets() for each in selectors(sheet) for name in classes(each)}


@walk("sheet", [each for each in sheets() if each not in SHARED])
def test_a_subject_styles_its_own_blocks_and_what_pages_share_within_them(sheet: str) -> None:
    for selector in selectors(sheet):
        assert any(homes()[block(name)] == sheet for name in classes(selector)), selector
        for name in styled_classes(selector):
            assert homes()[block(name)] in (sheet, *SHARED), selector


@walk("sheet", SHARED)
def test_what_pages_share_knows_no_subject(sheet: str) -> None:
    for selector in selectors(sheet):
        assert all(homes()[block(name)] in SHARED for name in classes(selector)), selector


@walk("sheet", SHARED)
def test_what_pages_share_is_styled_in_one_sheet(sheet: str) -> None:
    for selector in selectors(sheet):
        names = classes(selector)
        assert not names or any(homes()[block(name)] == sheet for name in names), selector


def test_every_class_of_a_sheet_is_used() -> None:
    text = "\n".join(path.read_text() for path in (*TEMPLATES, *SCRIPTS, *FILTERS))
    words = set(re.findall(r"[a-z][\w-]*", text))
    begun = tuple(word for word in words if word.endswith("-"))
    assert not {name for name in named() - words if not name.startswith(begun)}


def test_every_class_of_a_template_is_styled() -> None:
    for path in TEMPLATES:
        for name in written(path.read_text()) - NEEDLESS - PLAIN_LISTS:
            assert fnmatch.filter(named(), name), f"{path}: {name}"
