"""Canasta: the least first meld, the end at 5,000, tied sides, and the deal."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy.documents.melds import answer_melds
from scorekeeper.rummy.round import RuleError
from tests.support.canasta import answer, of_partners, of_six, out, stock
from tests.support.documents import (
    VOID,
    Document,
    adjust,
    document,
    ended,
    joins,
    leaves,
    refused,
    rejoins,
)
from tests.support.examples import NAMES
from tests.support.walks import walk


def scored(we: int, they: int) -> Document:
    """A round of these points for the sides, made with adjustments."""
    given = [{"player": "We", "points": we + 10}, {"player": "They", "points": they + 10}]
    return stock(10) | {"adjustments": given}


@walk(
    ("total", "classic", "high"),
    {
        "below nothing": (-5, 15, 15),
        "at first": (0, 50, 50),
        "short of 1,500": (1495, 50, 50),
        "1,500": (1500, 90, 90),
        "short of 3,000": (2995, 90, 90),
        "3,000": (3000, 120, 120),
        "short of 7,500": (7495, 120, 120),
        "7,500": (7500, 120, 150),
        "9,000": (9000, 120, 150),
    },
)
def test_a_first_meld_is_by_the_total(total: int, classic: int, high: int) -> None:
    for name, asked in (("classic", classic), ("high", high)):
        written = of_partners("canasta", scored(total, 0), first_meld=name, target=20000)
        assert answer(written)["first_meld"] == {"We": asked, "They": 50}


def test_each_round_says_what_it_asked_and_the_game_what_the_next_will() -> None:
    rounds = [scored(1500, -5), VOID, adjust(They=3005), scored(0, 0)]
    answered = answer(of_partners("canasta", *rounds))
    asked = [entry.get("first_meld") for entry in answered["rounds"]]
    assert asked == [
        {"We": 50, "They": 50},
        {"We": 90, "They": 15},
        None,
        {"We": 90, "They": 120},
    ]
    assert answered["first_meld"] == {"We": 90, "They": 120}


def test_nothing_melded_and_all_red_threes_ask_for_15_next() -> None:
    answered = answer(of_partners("canasta", stock({"red_threes": 4, "left": "2 4"})))
    assert answered["totals"]["We"] == -825
    assert answered["first_meld"] == {"We": 15, "They": 15}


def test_no_first_meld_is_asked_once_the_game_is_over() -> None:
    for written in (
        of_partners("canasta", scored(5000, 0)),
        of_partners("canasta", scored(15, 0), called=True),
    ):
        assert answer(written)["first_meld"] is None


def test_players_alone_have_a_first_meld_each() -> None:
    written = document("canasta", ended("stock", None, Ann=5, Bob={"red_threes_left": 1}))
    assert answer(written)["first_meld"] == {"Ann": 15, "Bob": 15}
    assert answer(document("canasta"))["first_meld"] == {"Ann": 50, "Bob": 50}


PLAY_ON = {"tie_at_end": "play-on"}


@walk(
    ("rounds", "rules", "winners"),
    {
        "short of 5,000": ([scored(4995, 0)], {}, None),
        "at 5,000": ([scored(5000, 0)], {}, ["We"]),
        "both there": ([scored(5000, 5005)], {}, ["They"]),
        "by a bonus between rounds": ([scored(4900, 0), adjust(We=100)], {}, ["We"]),
        "another target": ([scored(3000, 0)], {"target": 3000}, ["We"]),
        "a long game": ([scored(5000, 0)], {"preset": "long"}, None),
        "10,000 of a long game": ([scored(10000, 0)], {"preset": "long"}, ["We"]),
        "no target": ([scored(9000, 0)] * 2, {"target": 0}, None),
        "level": ([scored(5000, 5000)], {}, ["We", "They"]),
        "level: another round": ([scored(5000, 5000)], PLAY_ON, None),
        "a void round decides nothing": ([scored(5000, 5000), VOID], PLAY_ON, None),
        "level again": ([scored(5000, 5000), scored(5, 5)], PLAY_ON, None),
        "the next round decides": ([scored(5000, 5000), scored(0, 5)], PLAY_ON, ["They"]),
        "after so many rounds": ([scored(5, 0)] * 2, {"rounds": 2}, ["We"]),
        "before them": ([scored(5, 0)], {"rounds": 2}, None),
        "void rounds do not count": ([scored(5, 0), VOID], {"rounds": 2}, None),
        "level after them": ([scored(5, 5)], {"rounds": 1}, ["We", "They"]),
        "level after them: another": ([scored(5, 5)], PLAY_ON | {"rounds": 1}, None),
        "which decides": ([scored(5, 5), scored(5, 0)], PLAY_ON | {"rounds": 1}, ["We"]),
        "the target before the rounds": ([scored(5000, 0)], {"rounds": 3}, ["We"]),
    },
)
def test_the_most_points_win(
    rounds: list[Document], rules: dict[str, Any], winners: list[str] | None
) -> None:
    answered = answer(of_partners("canasta", *rounds, **rules))
    assert (answered["over"], answered["winners"]) == (winners is not None, winners or [])


def test_a_called_game_is_won_by_the_most_points() -> None:
    answered = answer(of_partners("canasta", scored(-100, -50), called=True, **PLAY_ON))
    assert answered["winners"] == ["They"]
    assert (answered["bonuses"], answered["totals"]) == ([], {"We": -100, "They": -50})


def test_no_round_follows_the_end() -> None:
    assert refused(of_partners("canasta", scored(5000, 0), scored(0, 0))).place == "rounds[1]"


def test_the_deal_passes_to_the_left_by_player() -> None:
    went_out = out({"melded": 50, "mixed": 1, "left": 5}, by="Cem")
    answered = answer(of_partners("canasta", scored(0, 5), VOID, went_out, scored(5, 0)))
    assert [entry["dealer"] for entry in answered["rounds"]] == ["Ann", "Bob", "Bob", "Cem"]
    assert answered["next_dealer"] == "Dee"
    three = of_six("canasta", stock(15, 15), partners=3) | {"dealer": "Fay"}
    assert answer(three)["next_dealer"] == "Ann"


@walk(
    ("written", "place"),
    {
        "partners leave": (of_partners("canasta", leaves("Ann")), "leaves"),
        "somebody joins partners": (of_partners("canasta", joins(Eva=0)), "joins"),
        "somebody comes back to them": (of_partners("canasta", rejoins("Ann")), "rejoins"),
        "points for a player": (of_partners("canasta", adjust(Ann=5)), "adjust"),
        "a fourth player": (document("canasta", joins(Dee=0), players=NAMES[:4]), "joins"),
        "a fourth and a fifth": (
            document("canasta", joins(Dee=0, Eva=0), players=NAMES[:5]),
            "joins",
        ),
    },
)
def test_who_may_not_come_or_go(written: Document, place: str) -> None:
    error = refused(written)
    assert error.place.startswith(f"rounds[0].between.{place}")
    assert error.text()


def test_a_third_may_join_two_and_leave_again() -> None:
    round = ended("stock", None, Ann=5, Bob=10)
    rounds = [round, joins(Cem=1500), round | {"hands": round["hands"] | {"Cem": 5}}, leaves("Bob")]
    answered = answer(document("canasta", *rounds, players=["Ann", "Bob", "Cem"]))
    assert answered["totals"] == {"Ann": -10, "Bob": -20, "Cem": 1495}
    assert answered["rounds"][2]["first_meld"]["Cem"] == 90


def test_two_need_two_canastas_and_three_need_one_from_when_there_are_so_many() -> None:
    canasta = {"melded": 50, "mixed": 1}
    two = ended("out", "Ann", Ann=canasta, Bob=5)
    three = ended("out", "Ann", Ann=canasta, Bob=5, Cem=5)
    for entries, place in (
        ([two, joins(Cem=0)], "rounds[0].hands.Ann"),
        ([joins(Cem=0), three, leaves("Cem"), two], "rounds[3].hands.Ann"),
    ):
        written = document("canasta", *entries, players=["Ann", "Bob", "Cem"])
        assert refused(written).place == place
        written["rounds"][written["rounds"].index(two)] = two | {"allow": ["illegal-out"]}
        assert answer(written)["totals"]["Ann"] == 450 * (1 + (three in entries))


def asked(*melds: str, game: str = "canasta", **fields: Any) -> Document:
    """Return the judge’s answer to a first meld."""
    question = {"variant": game, "melds": [*melds], "ask": True} | fields
    return answer_melds(question).as_json()


@walk(
    ("melds", "fields", "counts", "first_meld", "yes"),
    {
        "90 at 1,500": (
            ["K K JK", "7 7 7"],
            {"players": 4, "total": 1500},
            [70, 15],
            90,
            False,
        ),
        "which is enough at first": (["K K JK", "7 7 7"], {}, [70, 15], 50, True),
        "just enough": (["K K K", "A A 2"], {"total": 1500}, [30, 60], 90, True),
        "five short": (["K K K", "7 7 7"], {}, [30, 15], 50, False),
        "below nothing": (["7 7 7"], {"total": -5}, [15], 15, True),
        "3,000": (["A A A", "K K JK"], {"total": 3000}, [60, 70], 120, True),
        "7,500": (["A A A", "K K JK"], {"total": 7500}, [60, 70], 120, True),
        "7,500 in a long game": (
            ["A A A", "K K JK"],
            {"total": 7500, "preset": "long"},
            [60, 70],
            150,
            False,
        ),
        "a canasta’s bonus does not help": (["4 4 4 4 4 4 4"], {}, [35], 50, False),
    },
)
def test_is_this_first_meld_enough(
    melds: list[str], fields: Document, counts: list[int], first_meld: int, yes: bool
) -> None:
    found = asked(*melds, **fields)
    assert (found["counts"], found["count"]) == (counts, sum(counts))
    assert (found["first_meld"], found["yes"]) == (first_meld, yes)
    short = f"No, {first_meld - sum(counts)} short."
    assert found["verdict"] == ("Yes, that is enough." if yes else short)


def test_the_kind_of_each_meld() -> None:
    melds = ["K K K", "4 4 4 4 4 4 4", "9 9 9 9 9 9 2", "JK JK JK JK 2 2 2"]
    assert asked(*melds, preset="wild")["kinds"] == [None, "natural", "mixed", "wild"]


NOT_A_HAND = "Ask about melds in this game, not about a hand."
WHOLE_TOTAL = "A total is a whole number, up to 1000000."


@walk(
    ("question", "place", "sentence"),
    {
        "threes": (
            {"melds": ["K K K", "3 3 3"]},
            "melds[1]",
            "Black threes are melded only by the side that goes out.",
        ),
        "two cards": ({"melds": ["K K"]}, "melds[0]", "A meld has at least three cards."),
        "no card": ({"melds": [""]}, "melds[0]", "A meld has at least three cards."),
        "two ranks": (
            {"melds": ["K K Q"]},
            "melds[0]",
            "A meld is of one rank, with wild cards.",
        ),
        "wild cards alone": (
            {"melds": ["2 2 JK"]},
            "melds[0]",
            "Melds of wild cards alone are not played here.",
        ),
        "nine kings": (
            {"melds": ["K K K K K", "K K K K"]},
            "melds[1]",
            "There are too many K: this game has only 8.",
        ),
        "what cannot be read": ({"melds": ["K K X"]}, "melds[0]", "“X” is not a card."),
        "a low ace": ({"melds": ["A1 A A"]}, "melds[0]", "“A1” is not a card."),
        "no list": ({"melds": "K K K"}, "melds", "Enter the melds as a list."),
        "no melds": ({"melds": []}, "melds", "Enter the melds as a list."),
        "a number": ({"melds": [7]}, "melds[0]", "Enter the cards, such as “K K K”."),
        "a total in words": ({"melds": ["K K K"], "total": "much"}, "total", WHOLE_TOTAL),
        "a total that is true": ({"melds": ["K K K"], "total": True}, "total", WHOLE_TOTAL),
        "a round": ({"melds": ["K K K"], "round": 2}, "round", "Unknown field “round”."),
        "a hand": ({"melds": ["K K K"], "hand": "K"}, "melds", "Unknown field “melds”."),
        "a hand alone": ({"hand": "K K K"}, "hand", NOT_A_HAND),
        "its best melds": ({"hand": "4S 5S 6S", "ask": False}, "hand", NOT_A_HAND),
        "nothing is asked": (
            {"melds": ["K K K"], "ask": False},
            "ask",
            "Say “ask”: true to ask about melds.",
        ),
        "a game without first melds": (
            {"melds": ["K K K"], "variant": "gin"},
            "melds",
            "Nothing is asked about melds of this game.",
        ),
        "five players": (
            {"melds": ["K K K"], "players": 5},
            "players",
            "Canasta is for 2, 3, 4 or 6 players.",
        ),
        "an unknown rule": (
            {"melds": ["K K K"], "rules": {"books": 1}},
            "rules.books",
            "There is no house rule “books” in this game.",
        ),
    },
)
def test_a_question_is_refused(question: Document, place: str, sentence: str) -> None:
    with pytest.raises(RuleError) as caught:
        answer_melds({"variant": "canasta", "ask": True} | question)
    assert (caught.value.place, caught.value.text()) == (place, sentence)


def test_what_is_ignored_in_a_question() -> None:
    assert asked("K K K", **{"x-table": 3}) == asked("K K K")
