"""The places of players: first those still in the game by points, then the eliminated."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.game.places import places
from tests.support.documents import (
    Document,
    adjust,
    document,
    knock,
    leaves,
    out,
    rejoins,
    sheet_of,
)
from tests.support.walks import walk

FOUR = ("Ann", "Bob", "Cem", "Dee")
FIRST = out("Dee", Ann=40, Bob=70, Cem=20)
LAST = out("Dee", Ann=60, Cem=10)
FEWEST = "basic", {"preset": "penalty", "players": FOUR}
POOL = "rami", {"preset": "scala-40", "players": FOUR}
MOST = "gin", {"players": ("Ann", "Bob")}


@walk(
    ("game", "entries", "expected"),
    {
        "the fewest points first": (FEWEST, [FIRST], (3, 4, 2, 1)),
        "the most points first": (
            MOST,
            [knock("Bob", Ann=30, Bob=2)],
            (2, 1),
        ),
        "who is level shares a place, and the next stays empty": (
            FEWEST,
            [FIRST, adjust(Cem=20)],
            (2, 4, 2, 1),
        ),
        "who left is behind who is in, with however few points": (
            FEWEST,
            [FIRST, leaves("Cem")],
            (2, 3, 4, 1),
        ),
        "who left later is before who left earlier": (
            FEWEST,
            [FIRST, leaves("Cem"), out("Dee", Ann=5, Bob=5), leaves("Bob")],
            (2, 3, 4, 1),
        ),
        "who left together by their points": (
            FEWEST,
            [FIRST, leaves("Bob", "Cem")],
            (2, 4, 3, 1),
        ),
        "who came back is in": (FEWEST, [FIRST, leaves("Cem"), rejoins("Cem")], (3, 4, 2, 1)),
        "the winner before those who were put out": (
            POOL,
            [FIRST, out("Dee", Ann=70, Bob=31, Cem=5), out("Cem", Dee=101)],
            (4, 3, 1, 2),
        ),
    },
)
def test_places(
    game: tuple[str, dict[str, Any]], entries: list[Document], expected: tuple[int, ...]
) -> None:
    variant, options = game
    assert places(sheet_of(document(variant, *entries, **options))) == expected
