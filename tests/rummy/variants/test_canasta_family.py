"""Errors that all games of the canasta family share."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.documents.game import read_game, write_game
from tests.support.canasta import answer as answered
from tests.support.canasta import judged, of_partners, out, stock
from tests.support.documents import document, ended, variant_of
from tests.support.small_documents import check_refused
from tests.support.walks import walk

FAMILY = ("canasta", "hand-and-foot", "burraco")
OF_ONE_RANK = FAMILY[:2]
"""The games with melds of one rank, and red threes laid out separately."""


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
        "a result with something melded": (
            FAMILY,
            {"net": 435, "melded": 60},
            "Ann.net",
            "The result of Ann has everything in it: leave the rest out.",
        ),
        "a result with red threes held": (
            OF_ONE_RANK,
            {"net": 435, "red_threes_left": 1},
            "Ann.net",
            "The result of Ann has everything in it: leave the rest out.",
        ),
        "a result that no round brings": (
            FAMILY,
            {"net": -50001},
            "Ann.net",
            "For Ann, Only the result must be a whole number from -50000 to 50000.",
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
            "Enter red threes separately, not among the cards of Ann.",
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


@walk(("game", "result"), [(game, result) for game in FAMILY for result in (435, -120, 0)])
def test_one_number_is_all_that_a_side_scores(game: str, result: int) -> None:
    played = out({"net": result}, {"net": 60})
    told = judged(game, played)
    assert told["points"] == {"We": result, "They": 60}
    line = {"player": "We", "points": result, "rule": "net", "text": "As the table reckoned it"}
    assert [found for found in told["why"] if found["player"] == "We"] == ([line] if result else [])
    written = write_game(read_game(of_partners(game, played)))
    assert written["rounds"][0]["hands"] == played["hands"]


@walk("game", FAMILY)
def test_one_side_may_be_given_in_full_beside_the_result_of_the_other(game: str) -> None:
    told = judged(game, stock({"net": -120}, 25))
    assert told["points"] == {"We": -120, "They": -25}


@walk("game", FAMILY)
def test_who_plays_alone_goes_out_with_a_result(game: str) -> None:
    written = document(game, ended("out", "Ann", Ann={"net": 435}, Bob={"net": 0}))
    assert answered(written)["totals"] == {"Ann": 435, "Bob": 0}


def test_first_melds_and_the_end_follow_from_results() -> None:
    rounds = [out({"net": 3100}, {"net": -20}), out({"net": 2000}, {"net": 900})]
    told = answered(of_partners("canasta", rounds[0]))
    assert told["first_meld"] == {"We": 120, "They": 15}
    assert not told["winners"]
    assert answered(of_partners("canasta", *rounds))["winners"] == ["We"]


@walk("game", FAMILY)
def test_one_part_alone_is_all_that_a_hand_scores(game: str) -> None:
    parts = variant_of(game).own_parts
    assert [part.key for part in parts if part.is_whole_score] == ["net"]
