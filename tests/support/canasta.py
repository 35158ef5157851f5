"""Small builders for tests of the canasta family. “We” are Ann and Cem, “They” Bob and Dee."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.documents.answers import scored
from tests.support.documents import Document, document, ended, sheet_of
from tests.support.examples import NAMES

SIDES = {"We": ["Ann", "Cem"], "They": ["Bob", "Dee"]}
TEN_LEFT = {"left": 10}
"""The fewest points that partners can have left if neither of them went out."""


def of_partners(game: str, *rounds: Document, **options: Any) -> Document:
    """A game of four as partners. House rules are keyword arguments."""
    return document(game, *rounds, players=NAMES[:4], **options) | {"sides": SIDES}


def of_six(game: str, *rounds: Document, partners: int = 2, **options: Any) -> Document:
    """A game of six, as three pairs or as two sides of three."""
    sides = [NAMES[:6][place :: 6 // partners] for place in range(6 // partners)]
    written = document(game, *rounds, players=NAMES[:6], **options)
    named = zip(("We", "They", "The others"), sides, strict=False)
    return written | {"sides": {name: [*side] for name, side in named}}


def out(we: Any, they: Any = 10, by: str = "Ann", ending: str = "out") -> Document:
    """A round in which `by` went out."""
    return ended(ending, by, We=we, They=they)


def stock(we: Any, they: Any = 10) -> Document:
    """A round that ended because the stock ran out."""
    return ended("stock", None, We=we, They=they)


def answer(written: Document) -> Document:
    """Return the answer to a document as JSON values."""
    return scored(sheet_of(written)).as_json()


def judged(game: str, round: Document, **options: Any) -> Document:
    """Return the answer to the only round of a game of partners."""
    round_judged: Document = answer(of_partners(game, round, **options))["rounds"][0]
    return round_judged


def points_of_us(game: str, round: Document, **options: Any) -> int:
    """Return the points of “We” for one round."""
    points: int = judged(game, round, **options)["points"]["We"]
    return points


def lines_of_us(game: str, round: Document, **options: Any) -> list[tuple[int, str]]:
    """Return points and rule of each line of “We” for one round."""
    lines = judged(game, round, **options)["why"]
    return [(line["points"], line["rule"]) for line in lines if line["player"] == "We"]
