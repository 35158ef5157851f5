"""Indian rummy: the count of a hand without its runs, drops, wrong declarations, and errors."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.documents.game import read_game, write_game
from tests.support.documents import (
    THREE,
    VOID,
    Document,
    document,
    ended,
    points,
    refused,
    rules_of,
    score,
    sheet_of,
    variant_of,
    why,
)
from tests.support.examples import NAMES
from tests.support.walks import walk

AT_ONCE: Document = {"drop": "first"}
LATER: Document = {"drop": "middle"}
WRONG: Document = {"wrong": True}
NO_PURE_RUN: Document = {"no_pure_run": True}

SETS = "4S 5S 6S QS QC QD 9H 9C 9D KH KC 2D 3C"
"""One pure run and no second one: 97 points, or 82 without the pure run."""
RUNS = "4S 5S 6S QS QC QD 9H TH JK KH KC 2D 3C"
"""The same with a second run instead of the nines: 25 points."""
VALID = "4S 5S 6S 7S 2H 3H 7C QS QC QD 4H 4C JK"
"""A valid declaration with sevens wild."""
UNCAPPED = {"most_points": 0}
NOT_DRAWN = {"wild_rank": "none"}


def declared(by: str, wild: str | None = "7", **hands: Any) -> Document:
    """A round that `by` declared, with this card turned up."""
    return ended("declare", by, **hands) | ({"wild": wild} if wild else {})


def dropped(by: str, **hands: Any) -> Document:
    """A round in which all but `by` dropped or declared wrongly, with sevens wild."""
    return ended("drop", by, **hands) | {"wild": "7"}


def whole(cards: str) -> Document:
    """A whole hand."""
    return {"hand": cards}


def laid(*melds: str, left: str = "") -> Document:
    """A hand as its player laid it out."""
    return {"melds": [*melds], "unmatched": left}


@walk(
    ("hand", "rules", "expected"),
    {
        "court cards, pips and aces": ("K Q J A 9 2", {}, 51),
        "a count": (37, {}, 37),
        "cards as what is left": ({"left": "K 9"}, {}, 19),
        "a count as what is left": ({"left": 37}, {}, 37),
        "wild cards count nothing": ("K 8 5 7 JK", {}, 23),
        "nothing": (0, {}, 0),
        "at most 80": (97, {}, 80),
        "at most 40": (97, {"most_points": 40}, 40),
        "no limit": (130, UNCAPPED, 130),
        "at least 2": (1, {"least_points": 2}, 2),
        "at least 2, of nothing": (0, {"least_points": 2}, 2),
        "2 already": ("2", {"least_points": 2}, 2),
        "dropped at once": (AT_ONCE, {}, 20),
        "dropped later": (LATER, {}, 40),
        "dropped at once in a pool of 201": (AT_ONCE, {"preset": "pool-201"}, 25),
        "dropped later in a pool of 201": (LATER, {"preset": "pool-201"}, 50),
        "wrong": (WRONG, {}, 80),
        "wrong, for more than a hand can count": (WRONG, {"wrong_points": 160}, 160),
        "dropped for less than a hand counts": (AT_ONCE, {"first_drop": 1, "least_points": 2}, 1),
        "a drop is not capped": (LATER, {"middle_drop": 100, "most_points": 40}, 100),
        "no pure run": (NO_PURE_RUN, {}, 80),
        "no pure run, at most 60": (NO_PURE_RUN, {"most_points": 60}, 60),
        "no pure run, all cards": (NO_PURE_RUN | {"left": "K Q J 9 9 8 8 6 5 4 3 2 7"}, {}, 80),
        "the same without a limit": (
            NO_PURE_RUN | {"left": "K Q J 9 9 8 8 6 5 4 3 2 7"},
            UNCAPPED,
            84,
        ),
        "no pure run, and what all count": (NO_PURE_RUN | {"left": 62}, {}, 62),
        "no pure run, and all are wild": (NO_PURE_RUN | {"left": 0}, {}, 0),
        "a flag that is not set": ({"left": "K", "wrong": False}, {}, 10),
    },
)
def test_a_hand_of_one_who_did_not_win_scores(
    hand: Any, rules: dict[str, Any], expected: int
) -> None:
    players = NAMES[:3]
    round = declared("Ann", Bob=hand, Cem=5)
    assert points("indian", round, players=players, **rules) == (0, expected, 5)
    paid = points("indian", round, players=players, **rules | {"form": "points"})
    assert paid == (expected + 5, -expected, -5)


@walk(
    ("hand", "wild", "rules", "expected"),
    {
        "all cards without a second run": (whole(SETS), None, UNCAPPED, 97),
        "at most 80": (whole(SETS), None, {}, 80),
        "the pure run is spared": (whole(SETS), None, UNCAPPED | {"one_run": "spares-it"}, 82),
        "that too is at most 80": (whole(SETS), None, {"one_run": "spares-it"}, 80),
        "two runs, one of them pure": (whole(RUNS), None, {}, 25),
        "valid, but another was first": (whole(VALID), "7", {}, 0),
        "the same where no sevens are wild": (whole(VALID), "K", {}, 4),
        "as its player laid it out": (
            laid("4S 5S 6S", "9H TH JK", left="QS QC QD KH KC 2D 3C"),
            None,
            {},
            55,
        ),
        "laid out without a second run": (
            laid("4S 5S 6S", left="9H TH JK QS QC QD KH KC 2D 3C"),
            None,
            UNCAPPED,
            89,
        ),
        "laid out with a pure run that is spared": (
            laid("4S 5S 6S", left="9H TH JK QS QC QD KH KC 2D 3C"),
            None,
            UNCAPPED | {"one_run": "spares-it"},
            74,
        ),
    },
)
def test_a_whole_hand_counts_as_its_runs_allow(
    hand: Document, wild: str | None, rules: dict[str, Any], expected: int
) -> None:
    rules = rules | ({} if wild else NOT_DRAWN)
    [judged] = score("indian", declared("Ann", wild, Bob=hand), **rules)["rounds"]
    assert judged["points"] == {"Ann": 0, "Bob": expected}


def test_the_deadwood_is_what_the_cards_count_before_it_is_capped() -> None:
    rules = {"least_points": 2}
    round = declared("Ann", Bob=97, Cem=1, Dee=AT_ONCE)
    [judged] = score("indian", round, players=NAMES[:4], **rules)["rounds"]
    assert judged["deadwood"] == {"Ann": 0, "Bob": 97, "Cem": 1, "Dee": 0}
    assert judged["points"] == {"Ann": 0, "Bob": 80, "Cem": 2, "Dee": 20}


def test_no_better_layout_is_offered_for_cards_left_but_for_a_hand_laid_out_badly() -> None:
    [judged] = score("indian", declared("Ann", Bob="9S TS JS QS KS", Cem=1), players=THREE)[
        "rounds"
    ]
    assert judged["warnings"] == []
    badly = laid("4S 5S 6S", left="9H TH JK QS QC QD KH KC 2D 3C")
    [judged] = score("indian", declared("Ann", None, Bob=badly), **NOT_DRAWN)["rounds"]
    assert judged["warnings"] == ["Bob’s hand can be laid out better: 25, not 89."]


@walk(
    ("wild", "rules", "expected"),
    {
        "a seven": ("7", {}, 20),
        "a ten": ("T", {}, 27),
        "a ten, as people write it": ("10", {}, 27),
        "an ace": ("A", {}, 17),
        "a joker: aces": ("JK", {}, 17),
        "a joker: nothing": ("JK", {"joker_drawn": "none"}, 27),
        "not drawn": (None, NOT_DRAWN, 27),
    },
)
def test_the_rank_that_is_turned_up_is_wild_and_counts_nothing(
    wild: str | None, rules: dict[str, Any], expected: int
) -> None:
    assert points("indian", declared("Ann", wild, Bob="A K 7 JK"), **rules) == (0, expected)


def test_a_round_has_a_line_for_each_of_the_others() -> None:
    round = declared("Ann", Bob=AT_ONCE, Cem=37, Dee=WRONG, Eva=LATER)
    [pool] = score("indian", round, players=NAMES[:5])["rounds"]
    assert (pool["winners"], pool["tags"], pool["payments"]) == (["Ann"], ["declared"], [])
    assert why(pool) == [
        ("Bob", 20, "first-drop"),
        ("Cem", 37, "cards-left"),
        ("Dee", 80, "wrong-declaration"),
        ("Eva", 40, "middle-drop"),
    ]
    assert [line["text"] for line in pool["why"]] == [
        "Bob dropped at once",
        "Cem was left with 37",
        "Dee declared wrongly",
        "Eva dropped later",
    ]


@walk("preset", ["points", "deals"])
def test_where_they_pay_each_other_the_winner_gets_what_each_of_the_others_pays(
    preset: str,
) -> None:
    round = declared("Ann", Bob=AT_ONCE, Cem=37, Dee=WRONG, Eva=0)
    [paid] = score("indian", round, players=NAMES[:5], preset=preset)["rounds"]
    assert paid["points"] == {"Ann": 137, "Bob": -20, "Cem": -37, "Dee": -80, "Eva": 0}
    assert why(paid) == [
        ("Ann", 20, "first-drop"),
        ("Bob", -20, "first-drop"),
        ("Ann", 37, "cards-left"),
        ("Cem", -37, "cards-left"),
        ("Ann", 80, "wrong-declaration"),
        ("Dee", -80, "wrong-declaration"),
        ("Ann", 0, "cards-left"),
        ("Eva", 0, "cards-left"),
    ]
    assert paid["payments"] == [
        {"from": "Bob", "to": "Ann", "points": 20},
        {"from": "Cem", "to": "Ann", "points": 37},
        {"from": "Dee", "to": "Ann", "points": 80},
    ]


@walk(
    ("hand", "rules", "text"),
    {
        "more than the most": (97, {}, "Bob was left with 97 (80 at most)"),
        "less than the least": (1, {"least_points": 2}, "Bob was left with 1 (2 at least)"),
        "no pure run": (NO_PURE_RUN, {}, "Bob has no pure run"),
        "no pure run, counted": (
            NO_PURE_RUN | {"left": 97},
            {},
            "Bob has no pure run: all cards count, 97 (80 at most)",
        ),
    },
)
def test_a_line_says_why_it_counts_so_much(hand: Any, rules: dict[str, Any], text: str) -> None:
    [judged] = score("indian", declared("Ann", Bob=hand), **rules)["rounds"]
    assert [line["text"] for line in judged["why"]] == [text]


def test_the_last_one_in_wins_without_declaring() -> None:
    round = dropped("Ann", Bob=AT_ONCE, Cem=WRONG)
    [judged] = score("indian", round, players=THREE)["rounds"]
    assert (judged["winners"], judged["tags"]) == (["Ann"], ["all-dropped"])
    assert judged["points"] == {"Ann": 0, "Bob": 20, "Cem": 80}


def test_the_hand_of_who_declared_may_be_given_if_it_is_valid() -> None:
    melds = laid("4S 5S 6S", "2H 3H 7C", "QS QC QD", "4H 4C 7S JK")
    for hand in (whole(VALID), melds, "", 0):
        assert points("indian", declared("Ann", Ann=hand, Bob=37)) == (0, 37)


NOT_VALID = (
    "Ann’s hand is not a valid declaration: leave it out, or enter it as a wrong declaration."
)
TWO_EQUAL = laid("9H 9H 9C", "4S 5S 6S", "QS KS AS", left="8D 3C 2D TH")


@walk(
    ("round", "rules", "place", "sentence"),
    {
        "no card turned up": (
            declared("Ann", None, Bob=5),
            {},
            "wild",
            "Choose the card that was turned up: its rank is wild.",
        ),
        "a card turned up where none is": (
            declared("Ann", Bob=5),
            NOT_DRAWN,
            "wild",
            "“wild” does not count in this game.",
        ),
        "no rank": (
            declared("Ann", "8H", Bob=5),
            {},
            "wild",
            "This must be one of these: A, 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, JK.",
        ),
        "a drop beside cards": (
            declared("Ann", Bob=AT_ONCE | {"left": "K"}, Cem=5),
            {},
            "hands.Bob",
            "Bob dropped or declared wrongly: nothing else counts.",
        ),
        "a drop beside a wrong declaration": (
            declared("Ann", Bob=AT_ONCE | WRONG, Cem=5),
            {},
            "hands.Bob",
            "Bob dropped or declared wrongly: nothing else counts.",
        ),
        "a wrong declaration beside no pure run": (
            declared("Ann", Bob=WRONG | NO_PURE_RUN, Cem=5),
            {},
            "hands.Bob",
            "Bob dropped or declared wrongly: nothing else counts.",
        ),
        "no such drop": (
            declared("Ann", Bob={"drop": "last"}, Cem=5),
            {},
            "hands.Bob",
            "For Bob, “drop” must be one of these: first, middle.",
        ),
        "neither true nor false": (
            declared("Ann", Bob={"wrong": 1}, Cem=5),
            {},
            "hands.Bob.wrong",
            "This must be true or false.",
        ),
        "who declared has dropped": (
            declared("Ann", Ann=LATER, Bob=5),
            {},
            "hands.Ann",
            "Ann won, so has not dropped or declared wrongly.",
        ),
        "the last one in declared wrongly": (
            dropped("Ann", Ann=WRONG, Bob=AT_ONCE),
            {},
            "hands.Ann",
            "Ann won, so has not dropped or declared wrongly.",
        ),
        "who declared has no pure run": (
            declared("Ann", Ann=NO_PURE_RUN, Bob=5),
            {},
            "hands.Ann",
            "Ann won, so has the runs that are needed.",
        ),
        "dropping at once is not played": (
            declared("Ann", Bob=AT_ONCE, Cem=5),
            {"first_drop": 0},
            "hands.Bob",
            "Nobody may drop at once here, not even Bob.",
        ),
        "dropping later is not played": (
            declared("Ann", Bob=LATER, Cem=5),
            {"middle_drop": 0},
            "hands.Bob",
            "Nobody may drop later here, not even Bob.",
        ),
        "all dropped but one more": (
            dropped("Ann", Bob=AT_ONCE, Cem=5),
            {},
            "hands.Cem",
            "Cem has neither dropped nor declared wrongly.",
        ),
        "fourteen cards": (
            declared("Ann", Bob=" ".join(["2"] * 14), Cem=5),
            {},
            "hands.Bob",
            "Bob’s hand has 14 cards, but 13 is the most.",
        ),
        "a count above 130": (
            declared("Ann", Bob={"left": 131}, Cem=5),
            {},
            "hands.Bob",
            "Bob’s count must be a whole number from 0 to 130.",
        ),
        "no pure run in twelve cards": (
            declared("Ann", Bob=NO_PURE_RUN | {"left": " ".join("A23456789TJQ")}, Cem=5),
            {},
            "hands.Bob",
            "Bob has no pure run: enter all 13 cards, not 12, or their count.",
        ),
        "no pure run without cards, and no most": (
            declared("Ann", Bob=NO_PURE_RUN, Cem=5),
            UNCAPPED,
            "hands.Bob",
            "Bob has no pure run: enter all 13 cards, they count.",
        ),
        "nothing of a hand": (
            declared("Ann", Bob={}, Cem=5),
            {},
            "hands.Bob",
            "Bob’s hand is missing.",
        ),
        "cards of who declared": (declared("Ann", Ann="K", Bob=5), {}, "hands.Ann", NOT_VALID),
        "a count of who declared": (declared("Ann", Ann=4, Bob=5), {}, "hands.Ann", NOT_VALID),
        "a declaration without a second run": (
            declared("Ann", Ann=whole(SETS), Bob=5),
            {},
            "hands.Ann",
            NOT_VALID,
        ),
        "a whole hand of twelve": (
            declared("Ann", Bob=whole("4S 5S 6S QS QC QD 9H 9C 9D KH KC 2D"), Cem=5),
            {},
            "hands.Bob",
            "Bob’s whole hand has 12 cards; it should have 13.",
        ),
        "two equal cards in a set": (
            declared("Ann", Bob=TWO_EQUAL, Cem=5),
            {},
            "hands.Bob.melds[0]",
            "9♥ 9♥ 9♣: here a set cannot have the same suit twice.",
        ),
        "never opened": (
            declared("Ann", Bob={"opened": False}, Cem=5),
            {},
            "hands.Bob",
            "Whether Bob opened does not count in this game.",
        ),
    },
)
def test_what_cannot_be_is_refused_in_words(
    round: Document, rules: dict[str, Any], place: str, sentence: str
) -> None:
    players = [name for name in NAMES[:3] if name in (round["by"], *round["hands"])]
    error = refused(document("indian", round, players=players, **rules))
    assert error.place == f"rounds[0].{place}"
    assert error.text() == f"Round 1: {sentence}"


def test_two_equal_cards_may_be_in_a_set_if_one_is_wild() -> None:
    hand = laid("9H 9H 9C", "4S 5S 6S", "QS KS AS", left="8D 3C 2D TH")
    assert points("indian", declared("Ann", "9", Bob=hand)) == (0, 23)


def test_a_card_of_the_wild_rank_leaves_a_run_pure_in_its_own_place() -> None:
    hand = laid("6H 7H 8H", "2S 3S JK", "QS QC QD", left="TD TC 9D 4C")
    assert points("indian", declared("Ann", Bob=hand)) == (0, 33)
    spoiled = laid("6H 7C 8H", "2S 3S JK", "QS QC QD", left="TD TC 9D 4C")
    assert points("indian", declared("Ann", Bob=spoiled), **UNCAPPED) == (0, 82)


def test_a_void_round_needs_no_card_and_may_have_one() -> None:
    for round in (VOID, VOID | {"wild": "7"}):
        [judged] = score("indian", round)["rounds"]
        assert judged["points"] == {"Ann": 0, "Bob": 0}


@walk(
    ("players", "decks", "expected"),
    {
        "two": (2, "auto", 2),
        "six": (6, "auto", 2),
        "seven": (7, "auto", 3),
        "one deck for two": (2, 1, 1),
        "three for two": (2, 3, 3),
    },
)
def test_the_number_of_players_decides_on_the_decks(
    players: int, decks: int | str, expected: int
) -> None:
    names = NAMES[:players]
    others = dict.fromkeys(names[2:], 5)

    def twos(number: int) -> Document:
        round = declared("Ann", Bob=" ".join(["2S"] * number), **others)
        return document("indian", round, players=names, decks=decks)

    assert sheet_of(twos(expected)).totals[1] == 2 * expected
    assert refused(twos(expected + 1)).place == "rounds[0].hands.Bob"
    variant = variant_of("indian")
    assert variant.deal(sheet_of(twos(1)).game.rules, players, 1).dealt is None


@walk(
    ("players", "decks", "sentence"),
    {
        "one for three": (3, 1, "One deck is enough for two players only."),
        "two for seven": (7, 2, "Two decks are enough for six players at most."),
    },
)
def test_too_few_decks_are_refused(players: int, decks: int, sentence: str) -> None:
    error = refused(document("indian", players=NAMES[:players], decks=decks))
    assert (error.place, error.text()) == ("rules.decks", sentence)


@walk("jokers_per_deck", [1, 2])
def test_so_many_jokers_are_in_each_deck(jokers_per_deck: int) -> None:
    rules = {"jokers_per_deck": jokers_per_deck}

    def left(number: int) -> Document:
        return document("indian", declared("Ann", Bob=" ".join(["JK"] * number)), **rules)

    assert sheet_of(left(2 * jokers_per_deck)).totals == (0, 0)
    assert refused(left(2 * jokers_per_deck + 1)).place == "rounds[0].hands.Bob"


def test_hands_of_every_form_survive_the_round_trip() -> None:
    hands = (AT_ONCE, WRONG, NO_PURE_RUN, NO_PURE_RUN | {"left": 97}, whole(SETS), {"left": "K 9"})
    for hand in hands:
        written = document("indian", declared("Ann", Bob=hand, Cem=5), players=THREE)
        game = read_game(written)
        assert read_game(write_game(game)) == game
        again = write_game(game)["rounds"][0]
        assert again["wild"] == "7"
        assert {**again["hands"]["Bob"], "opened": True} == {**hand, "opened": True}


def test_all_the_others_dropped_however_the_end_was_entered() -> None:
    round = declared("Ann", Bob=AT_ONCE, Cem=WRONG)
    [answered] = score("indian", round, players=("Ann", "Bob", "Cem"))["rounds"]
    assert answered["tags"] == ["all-dropped"]
    assert answered["points"] == {"Ann": 0, "Bob": 20, "Cem": 80}


@walk(
    ("round", "rules", "place"),
    {
        "a drop": (declared("Ann", Bob=AT_ONCE), {}, "rounds[0].hands.Bob"),
        "a later one": (dropped("Ann", Bob=LATER), {}, "rounds[0].hands.Bob"),
        "a wrong declaration": (declared("Ann", Bob=WRONG), {}, ""),
        "where they may drop": (declared("Ann", Bob=AT_ONCE), {"drop_with_two": True}, ""),
        "in a pool": (declared("Ann", Bob=AT_ONCE), {"form": "pool", "target": 101}, ""),
        "a card twice": (declared("Ann", Bob="9S 9S 8D"), {}, "rounds[0].hands.Bob"),
        "a card twice with two decks": (declared("Ann", Bob="9S 9S 8D"), {"decks": 2}, ""),
    },
)
def test_two_players_of_deals_cannot_drop_and_have_one_deck(
    round: Document, rules: dict[str, Any], place: str
) -> None:
    written = document("indian", round, players=("Ann", "Bob"), preset="deals", **rules)
    if place:
        assert refused(written).place == place
    else:
        assert sheet_of(written).rounds


def test_a_game_of_deals_of_an_earlier_version_keeps_its_drops_and_decks() -> None:
    rules = rules_of("indian", preset="deals")
    assert rules.pop("drop_with_two") is False
    rounds = (declared("Ann", Bob=AT_ONCE), declared("Ann", Bob="9S 9S 8D"))
    written = document("indian", *rounds, players=("Ann", "Bob"), preset="deals", **rules)
    assert sheet_of(written).final == (20 + 26, -20 - 26)
