"""What the games of the canasta family refuse alike."""

from __future__ import annotations

from typing import Any

from tests.support.documents import document, ended
from tests.support.small_documents import check_refused
from tests.support.walks import walk

FAMILY = ("canasta", "hand-and-foot", "burraco")
OF_ONE_RANK = FAMILY[:2]
"""The games in which melds are of one rank, and red threes are laid out apart."""


@walk(
    ("games", "hand", "place", "sentence"),
    {
        "a count that is no multiple of 5": (
            FAMILY,
            12,
            "Ann.left",
            "All cards count 5 or a multiple of it, so Ann cannot hold 12.",
        ),
        "what is melded is none": (
            FAMILY,
            {"melded": 62, "left": 5},
            "Ann.melded",
            "All cards count 5 or a multiple of it, so Ann cannot have melded 62.",
        ),
        "5 melded": (
            FAMILY,
            {"melded": 5, "left": 5},
            "Ann.melded",
            "What Ann melded counts at least 15, not 5.",
        ),
        "10 melded": (
            FAMILY,
            {"melded": 10, "left": 5},
            "Ann.melded",
            "What Ann melded counts at least 15, not 10.",
        ),
        "nothing left": (
            FAMILY,
            {"melded": 65},
            "Ann",
            "Ann must have something left: a player with nothing left has gone out.",
        ),
        "a red three among the cards left": (
            OF_ONE_RANK,
            "3D K",
            "Ann",
            "Red threes are entered apart, not among the cards of Ann.",
        ),
        "two cards": (
            OF_ONE_RANK,
            {"melded": ["K K"], "left": 5},
            "Ann.melded[0]",
            "Ann: K K is not a meld. A meld has at least three cards.",
        ),
        "two ranks": (
            OF_ONE_RANK,
            {"melded": ["K K Q"], "left": 5},
            "Ann.melded[0]",
            "Ann: K K Q is not a meld. A meld is of one rank, with wild cards.",
        ),
    },
)
def test_a_hand_is_refused(games: tuple[str, ...], hand: Any, place: str, sentence: str) -> None:
    for game in games:
        written = document(game, ended("stock", None, Ann=hand, Bob=5))
        check_refused(written, f"rounds[0].hands.{place}", f"Round 1: {sentence}")
