"""Rejected game documents: faults of cards and counts."""

from __future__ import annotations

from tests.support.documents import knock
from tests.support.small_documents import check_refused, gin_of, hands, played
from tests.support.walks import walk


@walk(
    ("written", "place", "sentence"),
    {
        # Cards
        "a card that cannot be read": (
            played(hands(Paul="8 1")),
            "rounds[0].hands.Paul",
            "Round 1: “1” in Paul’s hand is not a card.",
        ),
        "two cards in one place": (
            played(hands(Paul=["8", "5 5"])),
            "rounds[0].hands.Paul",
            "Round 1: “5 5” in Paul’s hand is not a card.",
        ),
        "a list with a number": (
            played(hands(Paul=["8", 5])),
            "rounds[0].hands.Paul",
            "Round 1: Paul’s hand must be cards or a whole number of points.",
        ),
        "a text of 100 kB": (
            played(hands(Paul="x" * 100_000)),
            "rounds[0].hands.Paul",
            "Round 1: “" + "x" * 20 + "…” in Paul’s hand is not a card.",
        ),
        "five kings over all hands": (
            played(hands(Pierre="K K", Jacques="K K K")),
            "rounds[0].hands.Jacques",
            "Round 1: The hands have too many K together: 5, but this game has only 4.",
        ),
        "five kings, one with its suit": (
            played(hands(Pierre="K K K K", Paul="KS")),
            "rounds[0].hands.Paul",
            "Round 1: The hands have too many K together: 5, but this game has only 4.",
        ),
        "the same king twice": (
            played(hands(Pierre="KS", Paul="KS")),
            "rounds[0].hands.Paul",
            "Round 1: K♠ is in Pierre’s hand and in Paul’s, but the deck has only one.",
        ),
        "the same king twice in one hand": (
            played(hands(Pierre="KS KS")),
            "rounds[0].hands.Pierre",
            "Round 1: Pierre’s hand has K♠ twice, but the deck has only one.",
        ),
        "a joker where none is played": (
            played(hands(Pierre="3 JK")),
            "rounds[0].hands.Pierre",
            "Round 1: Pierre cannot have a joker: you play without.",
        ),
        "a joker in Gin": (
            gin_of(knock("Ann", Ann=3, Bob="JK")),
            "rounds[0].hands.Bob",
            "Round 1: Bob cannot have a joker: you play without.",
        ),
        "more cards than a hand can hold": (
            played(hands(Pierre="A A A 2 2 2 3 3")),
            "rounds[0].hands.Pierre",
            "Round 1: Pierre’s hand has 8 cards, but 7 is the most.",
        ),
        "eleven cards in Gin": (
            gin_of(knock("Ann", Ann=3, Bob="A A A 2 2 2 3 3 3 4 5")),
            "rounds[0].hands.Bob",
            "Round 1: Bob’s hand has 11 cards, but 10 is the most.",
        ),
        # Counts
        "a count below 0": (
            played(hands(Paul=-1)),
            "rounds[0].hands.Paul",
            "Round 1: Paul’s count must be a whole number from 0 to 70.",
        ),
        "a count above seven tens": (
            played(hands(Paul=71)),
            "rounds[0].hands.Paul",
            "Round 1: Paul’s count must be a whole number from 0 to 70.",
        ),
        "a count that is not whole": (
            played(hands(Paul=8.0)),
            "rounds[0].hands.Paul",
            "Round 1: Paul’s hand must be cards or a whole number of points.",
        ),
        "true is no count": (
            played(hands(Paul=True)),
            "rounds[0].hands.Paul",
            "Round 1: Paul’s hand must be cards or a whole number of points.",
        ),
        "nothing is no count": (
            played(hands(Paul=None)),
            "rounds[0].hands.Paul",
            "Round 1: Paul’s hand must be cards or a whole number of points.",
        ),
    },
)
def test_a_hand_is_refused(written: object, place: str, sentence: str) -> None:
    check_refused(written, place, sentence)
