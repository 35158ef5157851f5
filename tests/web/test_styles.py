"""Every class has one home, a style sheet a subject; and colours can be told from their ground."""

from __future__ import annotations

import fnmatch
import re

from scorekeeper.clubs.players import COLOURS
from scorekeeper.config import CHECKOUT, resource_dir
from tests.support.styles import SHARED, block, classes, homes, selectors, sheets, styled_classes
from tests.support.walks import walk

TEMPLATES = sorted(resource_dir("templates").rglob("*.html"))
SCRIPTS = sorted(resource_dir("static").glob("*.js"))
FILTERS = sorted((CHECKOUT / "scorekeeper" / "web").rglob("*.py"))
NEEDLESS = {
    "end__called",
    "end__how",
    "together__record",
    "home-ways",
    "judge-answer__if-allowed",
    "languages",
    "rules-minute",
    "sheet-agreed__changed",
}
"""Classes by which tests find what has no look of its own."""

PLAIN_LISTS = {"trail"}
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


TOKENS = (resource_dir("static") / "tokens.css").read_text()
DAY, NIGHT = TOKENS.split("@media screen and (prefers-color-scheme: dark) {")
NIGHT = NIGHT.partition("\n}\n")[0]
TEXT, SHAPE = 4.5, 3.0
"""The least contrast of letters, and of faces and lines (WCAG 2, 1.4.3 and 1.4.11)."""


def tokens(css: str, selector: str) -> dict[str, str]:
    """The colours that a rule sets."""
    rules = re.findall(rf"(?m)^ *{re.escape(selector)} \{{(.*?)\n *\}}", css, re.DOTALL)
    return dict(re.findall(r"--([\w-]+): (#\w{6});", "".join(rules)))


PAPER = tokens(DAY, ".paper")
LINEN = PAPER
PAPER_AT_NIGHT = PAPER | tokens(NIGHT, ".paper")
FELT = PAPER | tokens(NIGHT, ":root")
FELT_GROUNDS = re.findall(r"#\w{6}", NIGHT.partition("radial-gradient(")[2].partition(")")[0])
FACES = {
    int(n): colour for n, colour in re.findall(r"\.colour-(\d+) \{\s*--colour: (#\w+);", TOKENS)
}


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_there_is_a_colour_for_each_number() -> None:
    assert sorted(FACES) == list(range(COLOURS))
    assert len(set(FACES.values())) == COLOURS


@walk("colour", FACES.values())
def test_an_initial_can_be_read_on_a_face(colour: str) -> None:
    assert contrast("#ffffff", colour) >= TEXT


@walk("colour", FACES.values())
def test_a_name_at_the_line_of_a_chart_can_be_read_on_paper(colour: str) -> None:
    for paper in (PAPER["surface"], PAPER_AT_NIGHT["surface"], LINEN["paper"]):
        assert contrast(colour, paper) >= TEXT


@walk("colour", FACES.values())
def test_a_face_on_felt_has_a_ring_that_can_be_told_from_both(colour: str) -> None:
    assert contrast(FELT["ring"], colour) >= SHAPE
    for ground in FELT_GROUNDS:
        assert contrast(FELT["ring"], ground) >= SHAPE


GROUNDS = {
    "linen": (LINEN, [LINEN["paper"], LINEN["surface"]]),
    "paper at night": (PAPER_AT_NIGHT, [PAPER_AT_NIGHT["surface"]]),
    "felt": (FELT, [*FELT_GROUNDS, FELT["surface"]]),
}


@walk("name", list(GROUNDS))
@walk("letters", ["ink", "ink-soft", "felt", "brass", "danger"])
def test_letters_can_be_read_on_every_ground(name: str, letters: str) -> None:
    colours, grounds = GROUNDS[name]
    for ground in grounds:
        assert contrast(colours[letters], ground) >= TEXT, ground


@walk("name", list(GROUNDS))
def test_edges_can_be_seen_on_every_ground(name: str) -> None:
    colours, grounds = GROUNDS[name]
    for ground in grounds:
        assert contrast(colours["edge"], ground) >= SHAPE, ground


def test_the_next_step_can_be_read_and_seen() -> None:
    assert contrast(PAPER["on-coin"], PAPER["coin"]) >= TEXT
    for ground in (LINEN["paper"], LINEN["surface"]):
        assert contrast(PAPER["coin-edge"], ground) >= SHAPE
    for ground in FELT_GROUNDS:
        assert contrast(PAPER["coin"], ground) >= SHAPE


CARD = tokens(DAY, ":root")


@walk("letters", ["card-S", "card-H", "card-D", "card-C", "card-joker"])
def test_a_card_can_be_read_at_any_hour(letters: str) -> None:
    assert not {name for name in tokens(NIGHT, ":root") if name.startswith("card")}
    for ground in (CARD["card"], CARD["card-added"]):
        assert contrast(CARD[letters], ground) >= TEXT


@walk("suit", "SHDC")
def test_suits_in_a_text_can_be_read_at_night(suit: str) -> None:
    at_night = tokens(NIGHT, ":root")
    for ground in (*FELT_GROUNDS, FELT["surface"]):
        assert contrast(at_night[f"suit-{suit}"], ground) >= TEXT, ground
