"""Game documents that are refused for the cards or the count of a hand."""

from __future__ import annotations

import pytest

from tests.support.documents import knock
from tests.support.small_documents import check_refused, gin_of, hands, played
from tests.support.walks import walk


@walk(
    ("written", "place", "sentence"),
    [
        # Cards
        pytest.param(
            played(hands(Paul="8 1")),
            "rounds[0].hands.Paul",
            "Round 1: “1” in Paul’s hand is not a card.",
            id="a card that cannot be read",
        ),
        pytest.param(
            played(hands(Paul=["8", "5 5"])),
            "rounds[0].hands.Paul",
            "Round 1: “5 5” in Paul’s hand is not a card.",
            id="two cards in one place",
        ),
        pytest.param(
            played(hands(Paul=["8", 5])),
            "rounds[0].hands.Paul",
            "Round 1: Paul’s hand must be cards or a whole number of points.",
            id="a list with a number",
        ),
        pytest.param(
            played(hands(Paul="x" * 100_000)),
            "rounds[0].hands.Paul",
            "Round 1: “" + "x" * 20 + "…” in Paul’s hand is not a card.",
            id="a text of 100 kB",
        ),
        pytest.param(
            played(hands(Pierre="K K", Jacques="K K K")),
            "rounds[0].hands.Jacques",
            "Round 1: Jacques has too many K: this game has only 4.",
            id="five kings over all hands",
        ),
        pytest.param(
            played(hands(Pierre="K K K K", Paul="KS")),
            "rounds[0].hands.Paul",
            "Round 1: Paul has too many K: this game has only 4.",
            id="five kings, one with its suit",
        ),
        pytest.param(
            played(hands(Pierre="KS", Paul="KS")),
            "rounds[0].hands.Paul",
            "Round 1: KS is in Pierre’s hand and in Paul’s, but the deck has only one.",
            id="the same king twice",
        ),
        pytest.param(
            played(hands(Pierre="KS KS")),
            "rounds[0].hands.Pierre",
            "Round 1: Pierre has KS twice, but the deck has only one.",
            id="the same king twice in one hand",
        ),
        pytest.param(
            played(hands(Pierre="3 JK")),
            "rounds[0].hands.Pierre",
            "Round 1: Pierre cannot have a joker: you play without.",
            id="a joker where none is played",
        ),
        pytest.param(
            gin_of(knock("Ann", Ann=3, Bob="JK")),
            "rounds[0].hands.Bob",
            "Round 1: Bob cannot have a joker: you play without.",
            id="a joker in Gin",
        ),
        pytest.param(
            played(hands(Pierre="A A A 2 2 2 3 3")),
            "rounds[0].hands.Pierre",
            "Round 1: Pierre has 8 cards, but a hand has 7 at most.",
            id="more cards than a hand can hold",
        ),
        pytest.param(
            gin_of(knock("Ann", Ann=3, Bob="A A A 2 2 2 3 3 3 4 5")),
            "rounds[0].hands.Bob",
            "Round 1: Bob has 11 cards, but a hand has 10 at most.",
            id="eleven cards in Gin",
        ),
        # Counts
        pytest.param(
            played(hands(Paul=-1)),
            "rounds[0].hands.Paul",
            "Round 1: Paul’s count must be a whole number from 0 to 70.",
            id="a count below 0",
        ),
        pytest.param(
            played(hands(Paul=71)),
            "rounds[0].hands.Paul",
            "Round 1: Paul’s count must be a whole number from 0 to 70.",
            id="a count above seven tens",
        ),
        pytest.param(
            played(hands(Paul=8.0)),
            "rounds[0].hands.Paul",
            "Round 1: Paul’s hand must be cards or a whole number of points.",
            id="a count that is not whole",
        ),
        pytest.param(
            played(hands(Paul=True)),
            "rounds[0].hands.Paul",
            "Round 1: Paul’s hand must be cards or a whole number of points.",
            id="true is no count",
        ),
        pytest.param(
            played(hands(Paul=None)),
            "rounds[0].hands.Paul",
            "Round 1: Paul’s hand must be cards or a whole number of points.",
            id="nothing is no count",
        ),
    ],
)
def test_a_hand_is_refused(written: object, place: str, sentence: str) -> None:
    check_refused(written, place, sentence)
