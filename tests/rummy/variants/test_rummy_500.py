"""Rummy 500: cards put down, cards left, and the low ace."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.documents.game import read_game, write_game
from tests.support.documents import (
    THREE,
    Document,
    document,
    ended,
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


def hand(shown: int | str | list[str], left: int | str = "") -> Document:
    """A hand of these melds and cards left."""
    return {"shown": shown, "left": left}


ANN_60 = hand(60)
ACE_TO_ACE = "A 2 3 4 5 6 7 8 9 10 J Q K A"


@walk(
    ("bob", "rules", "expected"),
    {
        "87 put down and 90 left": (hand(87, 90), {}, -3),
        "25 put down and 40 left": (hand(25, 40), {}, -15),
        "an ace above the king is 15": (hand(["Q K A"], "2"), {}, 33),
        "an ace below the two is 1": (hand(["A 2 3"], "2"), {}, 4),
        "the same with suits": (hand(["AS 2S 3S"], "2"), {}, 4),
        "in any order": (hand(["3S AS 2S"], "2"), {}, 4),
        "both laid off below a three": (hand(["A 2"], "2"), {}, 1),
        "no run": (hand(["AS 2H 3S"], "2"), {}, 18),
        "no neighbours": (hand(["A 2 4"], "2"), {}, 19),
        "a set of aces": (hand(["A A A"], "2"), {}, 43),
        "an ace laid off": (hand(["A"], "2"), {}, 13),
        "an ace laid off below a two": (hand(["A1"], "2"), {}, -1),
        "with its suit, and small": (hand(["A1S", "a1"], "2"), {}, 0),
        "one group": (hand("A 2 3", "2"), {}, 4),
        "an ace at each end: 1 and 15": (hand([ACE_TO_ACE], "2"), {}, 98),
        "and a third that is in no run": (hand([ACE_TO_ACE + " A"], "2"), {}, 113),
        "the low one said": (hand(["A1 " + ACE_TO_ACE[2:]], "2"), {}, 98),
        "an ace at each end and a joker between": (
            hand([ACE_TO_ACE.replace("8", "JK")], "2"),
            {"preset": "pagat"},
            105,
        ),
        "two aces and a two": (hand(["A A 2"], "2"), {}, 30),
        "a low ace at 15": (hand(["A 2 3"], "2"), {"low_ace": 15}, 18),
        "an ace at 11": (hand(["Q K A"], "2"), {"ace_value": 11}, 29),
        "an ace at 1": (hand(["Q K A"], "A"), {"ace_value": 1}, 20),
        "nothing put down, an ace and a joker": ("A JK", {"preset": "pagat"}, -30),
        "a joker at 50": (hand([], "A JK"), {"preset": "pagat", "joker_value": 50}, -65),
        "a joker for the two": (hand(["A JK 3"], "2"), {"preset": "pagat"}, 17),
        "a joker for the two, with suits": (hand(["AC JK 3C"], "2"), {"preset": "pagat"}, 17),
        "aces or a run: a run": (hand(["A JK JK"], "2"), {"preset": "pagat"}, 29),
        "aces are aces": (hand(["A A JK JK"], "2"), {"preset": "pagat"}, 58),
        "a joker for the king": (hand(["A JK Q"], "2"), {"preset": "pagat"}, 38),
        "a joker laid with an ace": (hand(["A JK"], "2"), {"preset": "pagat"}, 28),
        "a card beside the run": (hand(["AS 2S 3S KD"], "2"), {}, 14),
        "a king of the same suit": (hand(["AS 2S 3S KS"], "2"), {}, 14),
        "a card beside a run with a joker": (hand(["KD AS JK 3S"], "2"), {"preset": "pagat"}, 27),
        "a joker too few beside a card": (hand(["KD AS JK 4S"], "2"), {"preset": "pagat"}, 42),
        "a card beside a run up to the ace": (hand(["QS KS AS 2S"], "5"), {}, 32),
        "two runs in one group": (hand(["AS 2S 3S AH 2H 3H"], "2"), {}, 10),
        "one run and an ace beside it": (hand(["AS 2S 3S AH 2H"], "2"), {}, 21),
        "the marked one is the low one": (hand(["A1S 2S 3S AH KD"], "2"), {}, 29),
        "a two of another suit": (hand(["AS 2H 3S KD"], "2"), {}, 28),
        "one card has no suit": (hand(["AS 2 3S KD"], "2"), {}, 14),
        "fives and tens": (
            hand(["2 9", "10 J", "A", "A 2 3"], "K"),
            {"preset": "five-ten"},
            5 + 5 + 10 + 10 + 15 + (5 + 5 + 5) - 10,
        ),
        "fives and tens have their own aces": (
            hand(["A 2 3", "Q K A"], "JK"),
            {"preset": "five-ten", "ace_value": 1, "low_ace": 15, "jokers_per_deck": 1},
            15 + 35 - 15,
        ),
        "a joker at 15": (hand(20, "JK"), {"preset": "pagat"}, 5),
        "what is left out is empty": ({"left": "K"}, {}, -10),
        "a count is what is left": (17, {}, -17),
    },
)
def test_a_player_scores(bob: Any, rules: dict[str, Any], expected: int) -> None:
    assert points("rummy-500", out("Ann", Ann=ANN_60, Bob=bob), **rules) == (60, expected)


@walk(
    ("round", "winners", "tags"),
    {
        "out": (out("Ann", Ann=ANN_60, Bob=hand(25, 40)), ["Ann"], ["out"]),
        "not who went out": (out("Ann", Ann=hand(30), Bob=hand(70, 5)), ["Bob"], ["out"]),
        "as many points": (
            out("Ann", Ann=hand(30), Bob=hand(40, 10)),
            ["Ann", "Bob"],
            ["out", "shared"],
        ),
        "the stock ran out": (stock(Ann=hand(30, 5), Bob=hand(25, 5)), ["Ann"], ["stock"]),
    },
)
def test_the_most_points_win_the_round(
    round: Document, winners: list[str], tags: list[str]
) -> None:
    [judged] = score("rummy-500", round)["rounds"]
    assert (judged["winners"], judged["tags"]) == (winners, tags)


def test_who_went_out_with_nothing_put_down_may_have_an_empty_hand() -> None:
    assert points("rummy-500", out("Ann", Ann={}, Bob="5")) == (0, -5)


def test_both_score_when_the_stock_runs_out_and_nobody_has_the_bonus() -> None:
    round = stock(Ann=hand(30, 5), Bob=hand(["K K K"], "Q Q Q Q"))
    assert points("rummy-500", round, out_bonus=50) == (25, -10)


def test_a_round_says_why() -> None:
    round = out("Ann", Ann=hand(["7 8 9"]), Bob=hand(25, "K 9"))
    [judged] = score("rummy-500", round, out_bonus=20)["rounds"]
    assert why(judged) == [
        ("Ann", 24, "shown"),
        ("Ann", 20, "out-bonus"),
        ("Bob", 25, "shown"),
        ("Bob", -19, "cards-left"),
    ]
    assert [line["text"] for line in judged["why"]] == [
        "Ann put down 7 8 9",
        "Ann went out",
        "Bob put down 25",
        "Bob was left with K 9",
    ]
    assert judged["deadwood"] == {"Ann": 0, "Bob": 19}


@walk(
    ("group", "rules", "warns"),
    {
        "an ace and two jokers": ("A JK JK", {}, True),
        "all ranks once: the ace begins or ends them": (ACE_TO_ACE.removesuffix(" A"), {}, True),
        "two runs with one ace": ("QS KS AS 2S 3S", {}, True),
        "a king and a joker, or a joker and a three": ("K A JK 3", {}, True),
        "aces beside a run": ("AS 2S 3S AH AD", {}, True),
        "a run with jokers above it": ("A 2 3 JK JK", {}, False),
        "a joker for the two": ("A JK 3", {}, False),
        "aces with jokers": ("A A JK JK", {}, False),
        "a king beside the run": ("AS 2S 3S KD", {}, False),
        "said to be low": ("A1 JK JK", {}, False),
        "no difference": ("A JK JK", {"low_ace": 15}, False),
        "no ace": ("K JK JK", {}, False),
    },
)
def test_an_ace_that_could_be_low_or_high_is_low_with_a_warning(
    group: str, rules: dict[str, Any], warns: bool
) -> None:
    round = out("Ann", Ann=ANN_60, Bob=hand([group], "9"))
    [judged] = score("rummy-500", round, preset="pagat", **rules)["rounds"]
    cards = group.replace("10", "T")
    warning = (
        f"Bob’s {cards} can be read in two ways: the ace counts 1, as below a two. "
        "If it is high, enter it as a group of its own."
    )
    assert judged["warnings"] == [warning] * warns


FIVE = (*THREE, "Dee", "Eve")


@walk(
    ("group", "players", "expected", "warns"),
    {
        "an ace at each end": (ACE_TO_ACE, FIVE, 100, False),
        "in any order": (f"A {ACE_TO_ACE.removesuffix(' A')}", FIVE, 100, False),
        "with suits": (" ".join(f"{rank}S" for rank in ACE_TO_ACE.split()), FIVE, 100, False),
        "a joker between": (ACE_TO_ACE.replace("8", "JK"), FIVE, 107, False),
        "the low one said": ("A1 " + ACE_TO_ACE[2:], FIVE, 100, False),
        "a third beside it": (ACE_TO_ACE + " A", FIVE, 115, True),
        # One deck has no second ace of a suit, so these are two runs.
        "one deck": (ACE_TO_ACE, FIVE[:4], 100, True),
    },
)
def test_a_run_from_ace_to_ace_needs_two_decks(
    group: str, players: tuple[str, ...], expected: int, warns: bool
) -> None:
    hands = {"Bob": hand([group], "9")} | dict.fromkeys(players[2:], "9")
    round = out("Ann", Ann=ANN_60, **hands)
    [judged] = score("rummy-500", round, players=players, preset="pagat")["rounds"]
    assert judged["points"]["Bob"] == expected - 9
    assert bool(judged["warnings"]) == warns


def test_an_adjustment_does_not_win_the_round() -> None:
    round = out("Ann", Ann=ANN_60, Bob=hand(25, 5))
    round["adjustments"] = [{"player": "Bob", "points": 100}]
    [judged] = score("rummy-500", round)["rounds"]
    assert (judged["winners"], judged["points"]) == (["Ann"], {"Ann": 60, "Bob": 120})


LEFT_OVER = "Round 1: Ann ended the round, so nothing can be left."


@walk(
    ("round", "rules", "place", "text"),
    {
        "out with a card left": (
            out("Ann", Ann=hand(60, "K"), Bob="5"),
            {},
            "rounds[0].hands.Ann",
            LEFT_OVER,
        ),
        "nobody else is without cards": (
            out("Ann", Ann=ANN_60, Bob=hand(20)),
            {},
            "rounds[0].hands.Bob",
            "Round 1: Bob must have something left: Ann went out first.",
        ),
        "nor is nothing said of another’s hand": (
            out("Ann", Ann=ANN_60, Bob={}),
            {},
            "rounds[0].hands.Bob",
            "Round 1: Bob must have something left: Ann went out first.",
        ),
        "nobody at all when the stock runs out": (
            stock(Ann=hand(60), Bob="5"),
            {},
            "rounds[0].hands.Ann",
            "Round 1: Ann must have something left: a player with nothing left has gone out.",
        ),
        "a low ace is that ace": (
            out("Ann", Ann=hand(["AS 2S 3S", "A1S"]), Bob="5"),
            {},
            "rounds[0].hands.Ann",
            "Round 1: Ann’s hand has A♠ twice, but the deck has only one.",
        ),
        "put down here and left there": (
            out("Ann", Ann=hand(["KS KH KD"]), Bob="KS"),
            {},
            "rounds[0].hands.Bob",
            "Round 1: K♠ is in both hands, but the deck has only one.",
        ),
        "five kings": (
            out("Ann", Ann=hand(["K K K"]), Bob=hand(["K"], "K")),
            {},
            "rounds[0].hands.Bob",
            "Round 1: The hands have too many K together: 5, but this game has only 4.",
        ),
        "a joker put down where none is played": (
            out("Ann", Ann=hand(["K K JK"]), Bob="5"),
            {},
            "rounds[0].hands.Ann",
            "Round 1: Ann cannot have a joker: you play without.",
        ),
        "no ace is low in the hand": (
            out("Ann", Ann=ANN_60, Bob="A1"),
            {},
            "rounds[0].hands.Bob",
            "Round 1: “A1” in Bob’s hand is not a card.",
        ),
        "what is no card": (
            out("Ann", Ann=hand(["A1X"]), Bob="5"),
            {},
            "rounds[0].hands.Ann.shown[0]",
            "Round 1: “A1X” in Ann’s hand is not a card.",
        ),
        "what is no group": (
            out("Ann", Ann={"shown": [7]}, Bob="5"),
            {},
            "rounds[0].hands.Ann.shown[0]",
            "Round 1: What Ann put down is groups of cards, or a count.",
        ),
        "less than nothing put down": (
            out("Ann", Ann=hand(-1), Bob="5"),
            {},
            "rounds[0].hands.Ann.shown",
            "Round 1: Ann’s count must be a whole number from 0 to 396.",
        ),
        "no card in the one group": (
            out("Ann", Ann=hand("KX"), Bob="5"),
            {},
            "rounds[0].hands.Ann.shown",
            "Round 1: “KX” in Ann’s hand is not a card.",
        ),
        "no card in the second group": (
            out("Ann", Ann=hand(["K K K", "KX"]), Bob="5"),
            {},
            "rounds[0].hands.Ann.shown[1]",
            "Round 1: “KX” in Ann’s hand is not a card.",
        ),
        "nobody opens": (
            out("Ann", Ann={"opened": False}, Bob="5"),
            {},
            "rounds[0].hands.Ann",
            "Round 1: Whether Ann opened does not count in this game.",
        ),
    },
)
def test_what_cannot_have_happened_is_refused(
    round: Document, rules: dict[str, Any], place: str, text: str
) -> None:
    error = refused(document("rummy-500", round, **rules))
    assert (error.place, error.text()) == (place, text)


def test_rami_does_not_ask_what_was_put_down() -> None:
    error = refused(document("rami", out("Ann", Bob=hand(20, "K"))))
    assert (error.place, error.text()) == (
        "rounds[0].hands.Bob",
        "Round 1: This game does not use “shown”: leave it out of Bob’s hand.",
    )


def test_a_document_keeps_the_groups_as_they_were_written() -> None:
    hands = {"Ann": hand(["2S 3S", "A1S"]), "Bob": hand(12, "K 9")}
    round = ended("out", "Ann", **hands)
    assert write_game(read_game(document("rummy-500", round)))["rounds"] == [round]


def test_hands_grow_with_the_discards_taken() -> None:
    cards = "2 3 4 5 6 7 8 9 10 J Q K 2 3 4 5 6 7"
    assert points("rummy-500", out("Ann", Ann=ANN_60, Bob=cards)) == (60, -(84 + 27))


def test_these_are_the_presets() -> None:
    assert presets_of("rummy-500") == ["plain", "pagat", "five-ten"]
    plain = rules_of("rummy-500", "plain")
    assert rules_of("rummy-500", "pagat") == plain | {"jokers_per_deck": 2}
    assert rules_of("rummy-500", "five-ten") == plain | {"values": "five-ten"}
