"""Chinchón: points left, closing with no points left, a run of seven, elimination."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy import RuleError, best_melds
from scorekeeper.rummy.examples import whole
from scorekeeper.rummy.messages import render
from tests.support.documents import (
    THREE,
    VOID,
    Document,
    adjusted,
    document,
    ended,
    knock,
    presets_of,
    refused,
    rejoins,
    rules_of,
    score,
    variant_of,
)
from tests.support.walks import walk

LOOSE = {"deck": "40", "wild": "none"}


def points(round: Document, **rules: Any) -> tuple[int, ...]:
    """Return the points of Ann, Bob and Cem in a round."""
    scored = score("chinchon", round, players=THREE, **rules)["rounds"][0]["points"]
    return tuple(scored[name] for name in THREE)


def chinchon(by: str, **hands: Any) -> Document:
    """A round that `by` closed with a run of seven."""
    return ended("chinchon", by, **hands)


@walk(
    ("round", "rules", "expected"),
    {
        "31.1 Ann closes with 3": (knock("Ann", Ann=3, Bob="K 7 A", Cem=0), {}, (3, 18, 0)),
        "31.2 with nothing left": (knock("Ann", Ann=0, Bob="K 7 A", Cem=5), {}, (-10, 18, 5)),
        "31.3 conga: court cards 10, 11, 12": (
            knock("Ann", Ann=3, Bob="K Q J", Cem=0),
            {"preset": "conga"},
            (3, 33, 0),
        ),
        "31.4 Fournier: 8, 9, 10": (
            knock("Ann", Ann=3, Bob="K Q J", Cem=0),
            {"preset": "fournier"},
            (3, 27, 0),
        ),
        "31.5 conga: a wild ace": (
            knock("Ann", Ann=0, Bob="K 7 A", Cem="JK 4"),
            {"preset": "conga"},
            (-10, 20, 29),
        ),
        "a joker of 50": (
            knock("Ann", Ann="A", Bob="JK", Cem=0),
            {"wild": "jokers", "joker_value": 50},
            (1, 50, 0),
        ),
        "31.7 a chinchón of 50": (
            chinchon("Bob", Ann=20, Cem=40),
            {"chinchon": "50"},
            (20, -50, 40),
        ),
        "31.8 conga: with the wild ace": (
            ended("chinchon-wild", "Bob", Ann=20, Cem=40),
            {"preset": "conga"},
            (20, -25, 40),
        ),
        "nothing off where the table plays none": (
            knock("Ann", Ann=0, Bob=3, Cem=5),
            {"all_melded": 0},
            (0, 3, 5),
        ),
        "no card left": (knock("Ann", Ann="", Bob=3, Cem=5), {}, (-10, 3, 5)),
        "31.13 a whole hand": (
            knock("Ann", Ann=0, Bob=whole("6S 7S JS AD AC AH KD"), Cem=0),
            LOOSE,
            (-10, 10, 0),
        ),
        "31.13 another": (
            knock("Ann", Ann=0, Bob=whole("AS 2S 3S 7H 7D 7C KH"), Cem=0),
            LOOSE,
            (-10, 10, 0),
        ),
        "with 48 cards the jack follows the nine": (
            knock("Ann", Ann=0, Bob=whole("6S 7S JS AD AC AH KD"), Cem=0),
            {"deck": "48"},
            (-10, 33, 0),
        ),
        "one wild card a meld": (
            knock("Ann", Ann=0, Bob=whole("6S JK JK KD KC 2H 3H"), Cem=0),
            {"wild": "jokers"},
            (-10, 6, 0),
        ),
    },
)
def test_a_round_scores(round: Document, rules: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert points(round, **rules) == expected


def test_letters_of_the_spanish_suits_are_read() -> None:
    read = {"hand": "7O 7E 7b 7c JO QO KO"}
    error = refused(document("chinchon", knock("Ann", Ann=0, Bob=read, Cem=0), players=THREE))
    assert error.text() == ("Round 1: Bob’s hand has 7♣ twice, but the deck has only one.")
    answer = best_melds({"variant": "chinchon", "hand": "7O 7E 7B JO QO KO 2H"})
    assert (answer.melds, answer.deadwood) == (("JD QD KD", "7S 7D 7C"), 2)


@walk(
    ("hand", "rules", "deadwood"),
    {
        "six, seven, jack": ("6S 7S JS", {}, 0),
        "not with 48 cards": ("6S 7S JS", {"deck": "48"}, 23),
        "eight, nine, jack": ("8S 9S JS", {"deck": "48"}, 0),
        "no corner": ("QS KS AS", {}, 21),
        "four of a rank": ("7S 7H 7D 7C", {}, 0),
        "a run with a joker inside": ("6S JK JS", {"wild": "jokers"}, 0),
        "two jokers in two melds": ("6S JK JS KD KC JK", {"wild": "jokers"}, 0),
        "a pair and two jokers": ("KD KC JK JK", {"wild": "jokers"}, 25),
        "a joker joins a run": ("AS 2S 3S JK", {"wild": "jokers"}, 0),
        "a joker in place of a fourth seven": ("7S 7H 7D 7C JK", {"wild": "jokers"}, 7),
        "jokers alone": ("JK JK", {"wild": "jokers"}, 50),
        "a card that two melds want": ("5S 5H 5D 6S 7S JK 2H", {"wild": "jokers"}, 2),
    },
)
def test_a_hand_is_laid_out_to(hand: str, rules: dict[str, Any], deadwood: int) -> None:
    asked = {"variant": "chinchon", "rules": rules, "hand": hand}
    assert best_melds(asked).deadwood == deadwood


def test_with_two_packs_a_set_has_four_cards_of_one_rank_at_most() -> None:
    asked = {"variant": "chinchon", "players": 5, "hand": "7S 7S 7H 7H 7D"}
    assert best_melds(asked).deadwood == 7
    laid = {"melds": ["7S 7S 7H 7H 7D"], "unmatched": "2C 3C"}
    five = ("Ann", "Bob", "Cem", "Dee", "Eva")
    round = knock("Ann", Ann=0, Bob=laid, Cem=0, Dee=0, Eva=0)
    error = refused(document("chinchon", round, players=five))
    assert error.text() == "Round 1: 7♠ 7♠ 7♥ 7♥ 7♦: a set has at most four cards."


FAR: Document = knock("Ann", Ann=3, Bob=60, Cem=65)


def test_a_chinchon_wins_the_game_whatever_the_totals() -> None:
    answered = score("chinchon", FAR, chinchon("Bob", Ann=20, Cem=40), players=THREE)
    assert answered["totals"] == {"Ann": 23, "Bob": 60, "Cem": 105}
    assert (answered["over"], answered["winners"]) == (True, ["Bob"])
    error = refused(document("chinchon", chinchon("Bob", Ann=1, Cem=2), FAR, players=THREE))
    assert error.text() == "Round 2: The game was over after round 1."


def test_a_chinchon_that_takes_points_off_ends_nothing() -> None:
    rounds = [FAR, chinchon("Bob", Ann=20, Cem=30)]
    assert not score("chinchon", *rounds, players=THREE, chinchon="25")["over"]


NEAR = (
    knock("Ann", Ann=0, Bob=50, Cem=50),
    knock("Ann", Ann=0, Bob=50, Cem=51),
)


def test_above_a_hundred_a_player_is_out() -> None:
    answered = score("chinchon", *NEAR, players=THREE)
    assert answered["totals"] == {"Ann": -20, "Bob": 100, "Cem": 101}
    assert (answered["over"], answered["in"]) == (False, ["Ann", "Bob"])


def test_a_player_who_is_out_comes_back_with_the_worst_total() -> None:
    answered = score("chinchon", *NEAR, rejoins("Cem"), players=THREE)
    assert answered["totals"]["Cem"] == 100
    assert answered["in"] == ["Ann", "Bob", "Cem"]


def test_at_fourniers_table_a_hundred_is_out() -> None:
    answered = score("chinchon", *NEAR, players=THREE, preset="fournier")
    assert (answered["over"], answered["winners"]) == (True, ["Ann"])


def test_nobody_comes_back_in_argentina() -> None:
    error = refused(document("chinchon", *NEAR, rejoins("Cem"), players=THREE, preset="argentina"))
    assert "cannot come back" in error.text()


def test_where_all_are_out_the_fewest_points_stay_in() -> None:
    answered = score("chinchon", knock("Ann", Ann=5, Bob=60, Cem=60), players=THREE, target=5)
    assert (answered["over"], answered["winners"], answered["in"]) == (True, ["Ann"], ["Ann"])


def test_without_a_target_a_game_is_ended_by_its_players() -> None:
    rounds = [knock("Ann", Ann=5, Bob=60, Cem=60)] * 3
    assert not score("chinchon", *rounds, players=THREE, target=0)["over"]
    called = score("chinchon", *rounds, players=THREE, target=0, called=True)
    assert called["winners"] == ["Ann"]


def test_a_game_called_early_is_won_by_the_fewest_points_of_those_in() -> None:
    answered = score("chinchon", *NEAR, players=THREE, called=True)
    assert answered["winners"] == ["Ann"]


def test_an_adjustment_does_not_undo_a_won_game() -> None:
    round = adjusted(chinchon("Bob", Ann=20, Cem=40), "Bob", 200)
    answered = score("chinchon", round, players=THREE)
    assert (answered["winners"], answered["totals"]["Bob"]) == (["Bob"], 200)


def test_a_close_that_is_too_high_is_let_pass_with_a_warning() -> None:
    round = knock("Ann", Ann=7, Bob="K", Cem=0)
    answered = score("chinchon", round | {"allow": ["illegal-knock"]}, players=THREE)
    [judged] = answered["rounds"]
    assert judged["points"]["Ann"] == 7
    assert judged["warnings"] == ["The table let Ann close with 7, over the limit of 5."]


@walk(
    ("round", "rules", "place", "text"),
    {
        "an eight": (
            knock("Ann", Ann=0, Bob="8 7", Cem=0),
            {},
            "Bob",
            "Bob cannot have 8: you play without.",
        ),
        "a nine of coins": (
            knock("Ann", Ann=0, Bob="9O", Cem=0),
            {},
            "Bob",
            "Bob cannot have 9: you play without.",
        ),
        "a ten of coins": (
            knock("Ann", Ann=0, Bob="TD", Cem=0),
            {},
            "Bob",
            "Spanish cards go from the ace to the nine, then jack, queen and king.",
        ),
        "above the limit": (
            knock("Ann", Ann=7, Bob="K", Cem=0),
            {},
            "Ann",
            "Ann has 7 and may close with 5 at most.",
        ),
        "the closer’s count": (knock("Ann", Bob="K", Cem=0), {}, "Ann", "Ann’s hand is missing."),
        "eight cards": (
            knock("Ann", Ann=0, Bob="A 2 3 4 5 6 7 7", Cem=0),
            {},
            "Bob",
            "Bob’s hand has 8 cards, but 7 is the most.",
        ),
        "five kings": (
            knock("Ann", Ann=0, Bob="K K K", Cem="K K"),
            {},
            "Cem",
            "The hands have too many K together: 5, but this game has only 4.",
        ),
        "two of one card": (
            knock("Ann", Ann=0, Bob="KO", Cem="KD"),
            {},
            "Cem",
            "K♦ is in Bob’s hand and in Cem’s, but the deck has only one.",
        ),
        "a joker": (
            knock("Ann", Ann=0, Bob="JK", Cem=0),
            {},
            "Bob",
            "Bob cannot have a joker: you play without.",
        ),
        "two wild aces of one pack": (
            knock("Ann", Ann=0, Bob="JK", Cem="JK"),
            {"wild": "ace"},
            "Cem",
            "The hands have too many joker together: 2, but this game has only 1.",
        ),
        "the ace of coins where it is wild": (
            knock("Ann", Ann=0, Bob="AO 4", Cem=0),
            {"wild": "ace"},
            "Bob",
            "A♦ is wild here: enter it as a joker.",
        ),
        "four aces beside the wild one": (
            knock("Ann", Ann=0, Bob="A A A", Cem="A"),
            {"wild": "ace"},
            "Cem",
            "The hands have too many A together: 4, but this game has only 3.",
        ),
        "the cards of a chinchón": (
            chinchon("Ann", Ann="K", Bob="K", Cem=0),
            {},
            "Ann",
            "Ann has chinchón: leave that hand out.",
        ),
        "the whole hand of a chinchón": (
            chinchon("Ann", Ann=whole("AS 2S 3S 4S 5S 6S 7S"), Bob="K", Cem=0),
            {},
            "Ann",
            "Ann has chinchón: leave that hand out.",
        ),
    },
)
def test_a_hand_is_refused(round: Document, rules: dict[str, Any], place: str, text: str) -> None:
    error = refused(document("chinchon", round, players=THREE, **rules))
    assert error.place == f"rounds[0].hands.{place}"
    assert error.text() == f"Round 1: {text}"


def test_a_chinchon_with_a_wild_card_needs_wild_cards() -> None:
    round = ended("chinchon-wild", "Ann", Bob=3, Cem=4)
    error = refused(document("chinchon", round, players=THREE))
    assert (error.place, error.text()) == (
        "rounds[0].ending",
        "Round 1: You play without wild cards, so enter it as a plain chinchón.",
    )


def test_court_cards_by_their_places_need_the_pack_of_forty() -> None:
    error = refused(document("chinchon", deck="48", court_value="places"))
    assert str(error) == ("rules.court_value: Jack 8, queen 9 and king 10 are for the pack of 40.")


@walk(
    ("hand", "rules", "text"),
    {
        "an eight": ("8S 7S", {}, "hand: You play without 8."),
        "the wild ace": ("AO 2O", {"wild": "ace"}, "hand: A♦ is wild here: enter it as a joker."),
        "a ten": (
            "TS",
            {},
            "hand: Spanish cards go from the ace to the nine, then jack, queen and king.",
        ),
    },
)
def test_a_question_about_a_hand_is_refused(hand: str, rules: dict[str, Any], text: str) -> None:
    with pytest.raises(RuleError) as refusal:
        best_melds({"variant": "chinchon", "rules": rules, "hand": hand})
    assert str(refusal.value) == text


def test_two_wild_cards_in_a_meld_are_refused_with_the_reason() -> None:
    laid = {"melds": ["6S JK JK"], "unmatched": "AC 2C 4H 5H"}
    round = knock("Ann", Ann=0, Bob=laid, Cem=0)
    error = refused(document("chinchon", round, players=THREE, wild="jokers"))
    assert error.place == "rounds[0].hands.Bob.melds[0]"
    assert error.text() == ("Round 1: 6♠ joker joker: a meld has at most 1 wild card here.")


def test_melds_among_the_cards_left_bring_a_warning() -> None:
    round = knock("Ann", Ann=0, Bob="6S 7S JS", Cem=0)
    assert score("chinchon", round, players=THREE)["rounds"][0]["warnings"] == [
        "6S 7S JS make a run: Bob’s deadwood would be 0, not 23."
    ]


@walk(
    ("preset", "expected"),
    {
        "plain": ("plain", {}),
        "fournier": ("fournier", {"court_value": "places", "target": 100}),
        "conga": ("conga", {"wild": "ace", "court_value": "index"}),
        "argentina": (
            "argentina",
            {"deck": "48", "court_value": "index", "knock_limit": 7, "rejoin": "no"},
        ),
        "club": ("club", {"deck": "48", "wild": "ace", "court_value": "index"}),
    },
)
def test_a_preset_changes_these_rules(preset: str, expected: Document) -> None:
    plain = rules_of("chinchon", "plain")
    changed = rules_of("chinchon", preset)
    assert {name: value for name, value in changed.items() if value != plain[name]} == expected
    assert preset in presets_of("chinchon")


@walk(
    ("players", "packs"),
    {"four take one pack": (4, 1), "five take two": (5, 2), "eight take two": (8, 2)},
)
def test_packs_by_the_number_of_players(players: int, packs: int) -> None:
    names = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal")[:players]
    sevens = " ".join(["7S"] * packs)
    hands = dict.fromkeys(names, 0) | {"Bob": sevens}
    assert score("chinchon", knock("Ann", **hands), players=names)["totals"]["Bob"] == 7 * packs
    error = refused(
        document(
            "chinchon",
            knock("Ann", **hands) | {"hands": hands | {"Bob": sevens + " 7S"}},
            players=names,
        )
    )
    assert error.place == "rounds[0].hands.Bob"


def test_the_same_player_deals_after_a_void_round() -> None:
    answered = score("chinchon", VOID, players=THREE)
    assert answered["next_dealer"] == "Ann"


def test_the_limit_is_said_as_its_players_say_it() -> None:
    words = variant_of("chinchon").knock_words
    told = [words.at_most(5), words.in_short(7), words.at_most(0), words.in_short(0)]
    assert [render(text, ()) for text in told] == [
        "Close with at most 5.",
        "close at 7",
        "Close with nothing left.",
        "close at 0",
    ]


def test_cards_without_suits_are_in_no_run() -> None:
    round = knock("Ann", Ann=0, Bob="7 7 7 2 3 4", Cem=0)
    assert score("chinchon", round, players=THREE)["rounds"][0]["warnings"] == [
        "7 7 7 make a set: Bob’s deadwood would be 9, not 30."
    ]
