"""Small builders for the tests of the canasta family: Ann and Cem, who are we, play Bob and Dee."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.documents.answers import scored
from tests.support.documents import Document, document, ended, sheet_of
from tests.support.examples import NAMES

SIDES = {"We": ["Ann", "Cem"], "They": ["Bob", "Dee"]}
TEN_LEFT = {"left": 10}
"""The least that partners have left of whom nobody went out."""


def of_partners(game: str, *rounds: Document, **options: Any) -> Document:
    """A game of four; house rules are given by name."""
    return document(game, *rounds, players=NAMES[:4], **options) | {"sides": SIDES}


def of_six(game: str, *rounds: Document, partners: int = 2, **options: Any) -> Document:
    """A game of six, as pairs or as two sides of three."""
    sides = [NAMES[:6][place :: 6 // partners] for place in range(6 // partners)]
    written = document(game, *rounds, players=NAMES[:6], **options)
    named = zip(("We", "They", "The others"), sides, strict=False)
    return written | {"sides": {name: [*side] for name, side in named}}


def out(we: Any, they: Any = 10, by: str = "Ann", ending: str = "out") -> Document:
    """A round in which Ann, or somebody else, went out."""
    return ended(ending, by, We=we, They=they)


def stock(we: Any, they: Any = 10) -> Document:
    """A round that ended because the stock ran out."""
    return ended("stock", None, We=we, They=they)


def answer(written: Document) -> Document:
    """The answer to a document."""
    return scored(sheet_of(written)).as_json()


def judged(game: str, round: Document, **options: Any) -> Document:
    """The answer to a round of partners."""
    round_judged: Document = answer(of_partners(game, round, **options))["rounds"][0]
    return round_judged


def points_of_us(game: str, round: Document, **options: Any) -> int:
    """What a round of partners brings Ann and Cem."""
    points: int = judged(game, round, **options)["points"]["We"]
    return points


def lines_of_us(game: str, round: Document, **options: Any) -> list[tuple[int, str]]:
    """The lines of Ann and Cem in a round of partners."""
    lines = judged(game, round, **options)["why"]
    return [(line["points"], line["rule"]) for line in lines if line["player"] == "We"]
