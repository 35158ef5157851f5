"""Every class belongs to one style sheet, and colours contrast with their background."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable
from functools import cache
from itertools import product

import pytest

from scorekeeper.clubs.players import COLOURS
from scorekeeper.config import CHECKOUT, resource_dir
from scorekeeper.web.shell.static_files import EVERY_SHEET
from tests.support.styles import (
    BIG_SCREEN,
    block,
    classes,
    homes,
    selectors,
    sheets,
    styled_classes,
)
from tests.support.walks import walk

TEMPLATES = sorted(resource_dir("templates").rglob("*.html"))
SCRIPTS = sorted(resource_dir("static").glob("*.js"))
FILTERS = sorted((CHECKOUT / "scorekeeper" / "web").rglob("*.py"))
NEEDLESS = {
    "between-means",
    "end__called",
    "end__how",
    "together__record",
    "home-ways",
    "judge-answer__if-allowed",
    "languages",
    "rules-minute",
    "sheet-agreed__changed",
}
"""Classes without styles, for tests to find elements."""

PLAIN_LISTS = {"trail"}
"""Classes for lists without margin and bullets, which is the default for a list with a class."""


def written(markup: str) -> set[str]:
    """Return the classes that a template writes, with a star for inserted values."""
    markup = re.sub(r"\{\{.*?\}\}", "*", re.sub(r"\{%.*?%\}", " ", markup))
    return {name for value in re.findall(r'\bclass="([^"]*)"', markup) for name in value.split()}


@cache
def named() -> set[str]:
    """The classes of all style sheets."""
    return {
        name for sheet in sheets() for selector in selectors(sheet) for name in classes(selector)
    }


@walk("sheet", [sheet for sheet in sheets() if sheet not in EVERY_SHEET])
def test_a_subject_styles_its_own_blocks_and_what_pages_share_within_them(sheet: str) -> None:
    for selector in selectors(sheet):
        blocks = {block(name) for name in classes(selector)}
        if sheet in BIG_SCREEN and "watch" in blocks:
            continue
        assert any(homes()[block] == sheet for block in blocks), selector
        for name in styled_classes(selector):
            assert homes()[block(name)] in (sheet, *EVERY_SHEET), selector


def test_phones_get_no_styles_of_the_big_screen() -> None:
    for sheet in set(sheets()) - set(BIG_SCREEN):
        for selector in selectors(sheet):
            # Other sheets can only exclude it.
            assert not re.search(r"(?<!not\()\.watch\b", selector), f"{sheet}: {selector}"


@walk("sheet", EVERY_SHEET)
def test_what_pages_share_knows_no_subject(sheet: str) -> None:
    for selector in selectors(sheet):
        assert all(homes()[block(name)] in EVERY_SHEET for name in classes(selector)), selector


@walk("sheet", EVERY_SHEET)
def test_what_pages_share_is_styled_in_one_sheet(sheet: str) -> None:
    for selector in selectors(sheet):
        names = classes(selector)
        assert not names or any(homes()[block(name)] == sheet for name in names), selector


def test_every_class_of_a_sheet_is_used() -> None:
    text = "\n".join(path.read_text("utf-8") for path in (*TEMPLATES, *SCRIPTS, *FILTERS))
    words = set(re.findall(r"[a-z][\w-]*", text))
    begun = tuple(word for word in words if word.endswith("-"))
    assert not {name for name in named() - words if not name.startswith(begun)}


def test_every_sheet_that_a_page_names_is_there() -> None:
    for path in TEMPLATES:
        for named_here in re.findall(
            r"\{% set styles = (.*?)%\}", path.read_text("utf-8"), re.DOTALL
        ):
            assert {*re.findall(r'"([a-z-]+)"', named_here)} <= {*sheets()}, path


def test_every_class_of_a_template_is_styled() -> None:
    for path in TEMPLATES:
        for name in written(path.read_text("utf-8")) - NEEDLESS - PLAIN_LISTS:
            assert fnmatch.filter(named(), name), f"{path}: {name}"


PHYSICAL = re.compile(
    r"(?m)^\s*(?:(?:margin|padding|border)-(?:left|right)[\w-]*|left|right):"
    r"|(?:text-align|float|clear): (?:left|right);"
)
"""Properties that do not follow the direction of the text."""


@walk("sheet", sheets())
def test_a_sheet_suits_either_direction_of_writing(sheet: str) -> None:
    assert not PHYSICAL.findall((resource_dir("static") / f"{sheet}.css").read_text("utf-8"))


NAMED = re.compile(
    r"(?m)^\s*(?:font|font-size|gap|row-gap|column-gap|(?:padding|margin|border)[\w-]*): .*$"
)
WIDEST_SPACE = 1.5
"""The widest space between elements, in rem. A wider one is room for an element."""


@walk("sheet", [each for each in sheets() if each != "tokens"])
def test_sizes_of_text_spaces_and_corners_have_names(sheet: str) -> None:
    for line in NAMED.findall((resource_dir("static") / f"{sheet}.css").read_text("utf-8")):
        sizes = re.findall(r"([\d.]+)rem\b", line)
        assert all(float(size) > WIDEST_SPACE for size in sizes), line


LONGEST_SHEET = 350


@walk("sheet", sheets())
def test_a_sheet_is_short(sheet: str) -> None:
    lines = (resource_dir("static") / f"{sheet}.css").read_text("utf-8").splitlines()
    assert len(lines) <= LONGEST_SHEET


BREAKPOINTS = re.compile(r"(?m)^   ([\d.]+(?:rem|px))  +\S")
ASKED = re.compile(r"@media[^{]*\{|matchMedia\([^)]*")


def test_layouts_change_at_the_sizes_that_the_ground_of_all_sheets_names() -> None:
    static = resource_dir("static")
    named = BREAKPOINTS.findall((static / "app.css").read_text("utf-8"))
    used = {
        size
        for path in (*static.glob("*.css"), *SCRIPTS)
        for query in ASKED.findall(path.read_text("utf-8"))
        for size in re.findall(r"[\d.]+(?:rem|px|em)\b", query)
    }
    assert used == set(named)


TOKENS = (resource_dir("static") / "tokens.css").read_text("utf-8")
DAY, NIGHT = TOKENS.split("@media screen and (prefers-color-scheme: dark) {")
NIGHT = NIGHT.partition("\n}\n")[0]
TEXT, SHAPE = 4.5, 3.0
"""The least contrast of text, and of faces and lines (WCAG 2, 1.4.3 and 1.4.11)."""


def tokens(css: str, selector: str) -> dict[str, str]:
    """Return the colours that a rule sets."""
    rules = re.findall(rf"(?m)^ *{re.escape(selector)} \{{(.*?)\n *\}}", css, re.DOTALL)
    return dict(re.findall(r"--([\w-]+): (#\w{6});", "".join(rules)))


PAPER = tokens(DAY, ".paper")
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


GROUNDS = {
    "linen": (PAPER, [PAPER["paper"], PAPER["surface"]]),
    "paper at night": (PAPER_AT_NIGHT, [PAPER_AT_NIGHT["surface"]]),
    "felt": (FELT, [*FELT_GROUNDS, FELT["surface"]]),
}
LETTERS = ("ink", "ink-soft", "felt", "brass", "danger")
CARD, AT_NIGHT = tokens(DAY, ":root"), tokens(NIGHT, ":root")
CARDS = [CARD[f"card-{of}"] for of in ("S", "H", "D", "C", "X", "joker")]


@walk(
    ("colours", "grounds", "least"),
    [
        pytest.param(["#ffffff"], FACES.values(), TEXT, id="an initial on a face"),
        pytest.param(
            FACES.values(),
            [PAPER["paper"], PAPER["surface"], PAPER_AT_NIGHT["surface"]],
            TEXT,
            id="a name at the line of a chart",
        ),
        pytest.param(
            [FELT["ring"]], [*FACES.values(), *FELT_GROUNDS], SHAPE, id="the ring of a face on felt"
        ),
        *(
            pytest.param(
                [colours[letter] for letter in LETTERS], grounds, TEXT, id=f"letters on {on}"
            )
            for on, (colours, grounds) in GROUNDS.items()
        ),
        *(
            pytest.param([colours["edge"]], grounds, SHAPE, id=f"edges on {on}")
            for on, (colours, grounds) in GROUNDS.items()
        ),
        pytest.param([PAPER["on-coin"]], [PAPER["coin"]], TEXT, id="the next step"),
        pytest.param([PAPER["coin-edge"]], GROUNDS["linen"][1], SHAPE, id="its edge"),
        pytest.param([PAPER["coin"]], FELT_GROUNDS, SHAPE, id="the next step on felt"),
        pytest.param(CARDS, [CARD["card"], CARD["card-added"]], TEXT, id="a card at any hour"),
        pytest.param(
            [AT_NIGHT[f"suit-{suit}"] for suit in "SHDCX"],
            GROUNDS["felt"][1],
            TEXT,
            id="suits in a text at night",
        ),
    ],
)
def test_a_colour_can_be_told_from_what_it_lies_on(
    colours: Iterable[str], grounds: Iterable[str], least: float
) -> None:
    for colour, ground in product(colours, grounds):
        assert contrast(colour, ground) >= least, (colour, ground)


def test_cards_look_alike_at_any_hour() -> None:
    assert not {name for name in AT_NIGHT if name.startswith("card")}
