"""Manipulation Rummy: the lowest hand, undercuts, going out, the stock and the end of the game."""

from __future__ import annotations

from typing import Any

from tests.support.documents import (
    THREE,
    VOID,
    Document,
    adjusted,
    document,
    knock,
    out,
    points,
    presets_of,
    refused,
    rules_of,
    score,
    stock,
    why,
)
from tests.support.walks import walk

FOUR = ("Ann", "Bob", "Cem", "Dee")


@walk(
    ("players", "rules", "round", "expected"),
    {
        # 9 + 17
        "3 knocks v 12, 20: 26": (THREE, {}, knock("Ann", Ann=3, Bob=12, Cem=20), (26, 0, 0)),
        # 1 + 8 + 10
        "undercut by a 2: 19": (THREE, {}, knock("Ann", Ann=3, Bob=2, Cem=10), (0, 19, 0)),
        # 0 + 11 + 10
        "equalled by one: 21": (THREE, {}, knock("Ann", Ann=4, Bob=4, Cem=15), (0, 21, 0)),
        "equalled by two: 21 each": (
            FOUR,
            {},
            knock("Ann", Ann=4, Bob=4, Cem=4, Dee=15),
            (0, 21, 21, 0),
        ),
        # 7 + 13 + 25
        "out v 7 and 13: 45": (THREE, {}, out("Ann", Bob=7, Cem=13), (45, 0, 0)),
        # 25 + 7 + 25
        "out v a joker and a 7: 57": (("Ann", "Bob"), {}, out("Ann", Bob="JK 7"), (57, 0)),
        "a joker of 50: 82": (("Ann", "Bob"), {"joker_value": 50}, out("Ann", Bob="JK 7"), (82, 0)),
        "a joker of 0: 32": (("Ann", "Bob"), {"joker_value": 0}, out("Ann", Bob="JK 7"), (32, 0)),
        "going out without a bonus: 20": (
            THREE,
            {"out_bonus": 0},
            out("Ann", Bob=7, Cem=13),
            (20, 0, 0),
        ),
        "an undercut without a bonus: 9": (
            THREE,
            {"undercut_bonus": 0},
            knock("Ann", Ann=3, Bob=2, Cem=10),
            (0, 9, 0),
        ),
        "a knock with 0 is going out: 45": (
            THREE,
            {},
            knock("Ann", Ann=0, Bob=7, Cem=13),
            (45, 0, 0),
        ),
        "the stock runs out: 6 + 8": (THREE, {}, stock(Ann=8, Bob=2, Cem=10), (0, 14, 0)),
        "the stock: equals all win": (THREE, {}, stock(Ann=8, Bob=2, Cem=2), (0, 6, 6)),
        "void": (THREE, {}, VOID, (0, 0, 0)),
    },
)
def test_a_round_scores(
    players: tuple[str, ...], rules: dict[str, Any], round: Document, expected: tuple[int, ...]
) -> None:
    assert points("manipulation", round, players=players, **rules) == expected


@walk(
    ("round", "winners", "tags", "lines"),
    {
        "a knock": (
            knock("Ann", Ann=3, Bob=12, Cem=20),
            ["Ann"],
            [],
            [("Ann", 9, "difference"), ("Ann", 17, "difference")],
        ),
        "an undercut": (
            knock("Ann", Ann=3, Bob=2, Cem=10),
            ["Bob"],
            ["undercut"],
            [("Bob", 1, "difference"), ("Bob", 8, "difference"), ("Bob", 10, "undercut-bonus")],
        ),
        "a tie": (
            knock("Ann", Ann=4, Bob=4, Cem=15),
            ["Bob"],
            ["undercut", "tie"],
            [("Bob", 0, "difference"), ("Bob", 11, "difference"), ("Bob", 10, "undercut-bonus")],
        ),
        "going out": (
            out("Ann", Bob=7, Cem=13),
            ["Ann"],
            ["out"],
            [("Ann", 7, "difference"), ("Ann", 13, "difference"), ("Ann", 25, "out-bonus")],
        ),
        "a knock with no card": (
            knock("Ann", Ann="", Bob=7, Cem=13),
            ["Ann"],
            ["out"],
            [("Ann", 7, "difference"), ("Ann", 13, "difference"), ("Ann", 25, "out-bonus")],
        ),
        "the stock runs out": (
            stock(Ann=8, Bob=2, Cem=2),
            ["Bob", "Cem"],
            ["tie", "stock", "shared"],
            [
                ("Bob", 6, "difference"),
                ("Bob", 0, "difference"),
                ("Cem", 6, "difference"),
                ("Cem", 0, "difference"),
            ],
        ),
        "void": (VOID, [], ["void"], []),
    },
)
def test_a_round_says_who_won_it_and_why(
    round: Document, winners: list[str], tags: list[str], lines: list[tuple[str, int, str]]
) -> None:
    judged = score("manipulation", round, players=THREE)["rounds"][0]
    assert (judged["winners"], judged["tags"], why(judged)) == (winners, tags, lines)


def test_a_joker_worth_nothing_is_still_a_card_left() -> None:
    round = knock("Ann", Ann="JK", Bob=7, Cem=13)
    judged = score("manipulation", round, players=THREE, joker_value=0)["rounds"][0]
    assert why(judged) == [("Ann", 7, "difference"), ("Ann", 13, "difference")]


@walk(
    ("round", "expected"),
    {
        # 3 + 9 + 10: Bob still has a card, so he has not gone out.
        "a knock, a joker": (knock("Ann", Ann=3, Bob="JK", Cem=9), (0, 22, 0)),
        "a knock, a count of 0": (knock("Ann", Ann=3, Bob=0, Cem=9), (0, 22, 0)),
        "the stock": (stock(Ann=8, Bob="JK", Cem=2), (0, 10, 0)),
        # 9 + 25: Ann went out, Bob did not.
        "out": (out("Ann", Bob="JK JK", Cem=9), (34, 0, 0)),
    },
)
def test_jokers_that_count_0_are_cards(round: Document, expected: tuple[int, ...]) -> None:
    assert points("manipulation", round, players=THREE, joker_value=0) == expected


@walk(
    ("limit", "count", "legal"),
    {
        "5 at 5": (5, 5, True),
        "6 at 5": (5, 6, False),
        "20 at 20": (20, 20, True),
        "1 where only going out ends the round": (0, 1, False),
    },
)
def test_the_knock_limit(limit: int, count: int, legal: bool) -> None:
    round = knock("Ann", Ann=count, Bob=30)
    if legal:
        assert score("manipulation", round, knock_limit=limit)["rounds"][0]["warnings"] == []
    else:
        error = refused(document("manipulation", round, knock_limit=limit))
        assert error.place == "rounds[0].hands.Ann"


@walk(
    "round",
    {
        "out": out("Ann", Bob=0, Cem=5),
        "a knock with 0": knock("Ann", Ann=0, Bob=0, Cem=5),
    },
)
def test_only_one_player_goes_out(round: Document) -> None:
    error = refused(document("manipulation", round, players=THREE))
    expected = "Round 1: Bob must have something left: Ann went out first."
    assert (error.place, error.text()) == ("rounds[0].hands.Bob", expected)


@walk(
    ("rules", "round"),
    {
        "a knock": ({}, knock("Ann", Ann=3, Bob=0, Cem=9)),
        "a knock, no cards": ({}, knock("Ann", Ann=3, Bob="", Cem=9)),
        "the stock": ({}, stock(Ann=8, Bob=0, Cem=2)),
        "the stock, no cards": ({}, stock(Ann=8, Bob="", Cem=2)),
        "no cards where jokers count 0": ({"joker_value": 0}, stock(Ann=8, Bob="", Cem=2)),
    },
)
def test_nobody_is_without_cards_who_did_not_go_out(rules: dict[str, Any], round: Document) -> None:
    error = refused(document("manipulation", round, players=THREE, **rules))
    expected = "Round 1: Bob must have something left: a player with nothing left has gone out."
    assert (error.place, error.text()) == ("rounds[0].hands.Bob", expected)


@walk(
    ("rules", "round", "lines"),
    {
        "the game bonus, and no rounds won for who reached the target": (
            {},
            adjusted(knock("Ann", Ann=5, Bob=6), "Ann", 150),
            [("Ann", 100, "game-bonus")],
        ),
        "rounds won for everyone": (
            {"round_bonus_to": "everyone"},
            adjusted(knock("Ann", Ann=5, Bob=6), "Ann", 150),
            [("Ann", 100, "game-bonus"), ("Ann", 25, "round-bonus")],
        ),
        "a round won by the other": (
            {},
            adjusted(knock("Ann", Ann=5, Bob=4), "Ann", 150),
            [("Ann", 100, "game-bonus"), ("Bob", 25, "round-bonus")],
        ),
        "no game bonus": (
            {"game_bonus": 0, "round_bonus": 7},
            adjusted(knock("Ann", Ann=5, Bob=4), "Ann", 150),
            [("Bob", 7, "round-bonus")],
        ),
        "no bonus for rounds won": (
            {"round_bonus": 0},
            adjusted(knock("Ann", Ann=5, Bob=4), "Ann", 150),
            [("Ann", 100, "game-bonus")],
        ),
        # Two go over the target in one round: each has the game bonus.
        "both reached the target": (
            {},
            adjusted(adjusted(knock("Ann", Ann=5, Bob=4), "Ann", 150), "Bob", 150),
            [("Ann", 100, "game-bonus"), ("Bob", 100, "game-bonus")],
        ),
        "149 is not the end": ({}, adjusted(knock("Ann", Ann=5, Bob=6), "Ann", 148), []),
    },
)
def test_the_end_adds(
    rules: dict[str, Any], round: Document, lines: list[tuple[str, int, str]]
) -> None:
    assert why(score("manipulation", round, **rules)) == lines


def test_two_who_go_over_the_target_in_one_round_both_have_the_game_bonus() -> None:
    # Bob and Cem are level with the knocker's 4: 4 v 79, 75 each, and 10, twice: 170 each.
    rounds = [knock("Ann", Ann=4, Bob=4, Cem=4, Dee=79)] * 2
    answered = score("manipulation", *rounds, players=FOUR)
    assert answered["final"] == {"Ann": 0, "Bob": 270, "Cem": 270, "Dee": 0}
    assert answered["winners"] == ["Bob", "Cem"]


def test_a_whole_game_round_by_round() -> None:
    # Ann reaches the target with 151 in one round. Bob's five rounds won put him ahead.
    answered = score(
        "manipulation",
        out("Bob", Ann=11),
        knock("Bob", Ann=34, Bob=4),
        knock("Ann", Ann=5, Bob=3),
        VOID,
        stock(Ann=33, Bob=1),
        knock("Bob", Ann=33, Bob=5),
        out("Ann", Bob="K K K Q Q Q J J J T T T 6"),
    )
    assert [tuple(round["points"].values()) for round in answered["rounds"]] == [
        (0, 36),  # 11 and 25 for going out
        (0, 30),
        (0, 12),  # undercut: 2 and 10
        (0, 0),
        (0, 32),
        (0, 28),
        (151, 0),  # 126 and 25
    ]
    assert answered["totals"] == {"Ann": 151, "Bob": 138}
    assert why(answered) == [("Ann", 100, "game-bonus"), ("Bob", 125, "round-bonus")]
    assert answered["final"] == {"Ann": 251, "Bob": 263}
    assert (answered["over"], answered["winners"]) == (True, ["Bob"])


def test_251_loses_to_140_with_five_rounds_won() -> None:
    won = [knock("Bob", Ann=29, Bob=1)] * 5
    answered = score("manipulation", *won, out("Ann", Bob=126))
    assert answered["totals"] == {"Ann": 151, "Bob": 140}
    assert answered["final"] == {"Ann": 251, "Bob": 265}
    assert answered["winners"] == ["Bob"]


@walk(
    ("players", "most"),
    {
        # One pack: 4 × (1 + 2 + … + 10 + 30) = 340, and a joker of 25. Two packs: twice that.
        "one pack for two": (("Ann", "Bob"), 365),
        "two packs for three": (THREE, 730),
    },
)
def test_a_count_is_at_most_the_whole_pack(players: tuple[str, ...], most: int) -> None:
    others = dict.fromkeys(players[2:], 9)
    assert score("manipulation", out("Ann", Bob=most, **others), players=players)["rounds"]
    error = refused(document("manipulation", out("Ann", Bob=most + 1, **others), players=players))
    expected = f"Round 1: Bob’s count must be a whole number from 0 to {most}."
    assert (error.place, error.text()) == ("rounds[0].hands.Bob", expected)


def test_the_deal_passes_to_the_left_but_for_a_void_round() -> None:
    rounds = [stock(Ann=8, Bob=2, Cem=2), VOID, out("Cem", Ann=3, Bob=4)]
    answered = score("manipulation", *rounds, players=THREE)
    assert [round["dealer"] for round in answered["rounds"]] == ["Ann", "Bob", "Bob"]
    assert answered["next_dealer"] == "Cem"


def test_plain_is_the_only_preset() -> None:
    assert presets_of("manipulation") == ["plain"]
    assert rules_of("manipulation", "plain") == {
        "knock_limit": 5,
        "undercut_bonus": 10,
        "out_bonus": 25,
        "joker_value": 25,
        "melds_in_hand": "count",
        "table_jokers": "replaced",
        "target": 150,
        "game_bonus": 100,
        "round_bonus": 25,
        "round_bonus_to": "others",
    }
