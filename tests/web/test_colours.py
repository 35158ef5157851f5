"""Colours can be told from what they lie on, in daylight and at night."""

from __future__ import annotations

import re

from scorekeeper.clubs.players import COLOURS
from scorekeeper.config import resource_dir
from tests.support.walks import walk

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


@walk("name", GROUNDS)
@walk("letters", ["ink", "ink-soft", "felt", "brass", "danger"])
def test_letters_can_be_read_on_every_ground(name: str, letters: str) -> None:
    colours, grounds = GROUNDS[name]
    for ground in grounds:
        assert contrast(colours[letters], ground) >= TEXT, ground


@walk("name", GROUNDS)
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
