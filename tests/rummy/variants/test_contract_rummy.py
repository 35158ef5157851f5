"""Contract Rummy: seven contracts, the cards left, and the exact cut."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy import answer_melds
from tests.support.documents import (
    THREE,
    VOID,
    Document,
    document,
    ended,
    out,
    points,
    presets_of,
    refused,
    rules_of,
    score,
    sheet_of,
    why,
)
from tests.support.examples import NAMES
from tests.support.walks import walk

ANN_OUT = out("Ann", Bob="5", Cem="6")


def bobs(left: str | int, **rules: Any) -> int:
    """Return Bob’s points after a round in which Ann went out."""
    return points("contract", out("Ann", Bob=left, Cem="5"), players=THREE, **rules)[1]


@walk(
    ("left", "rules", "expected"),
    {
        "10 + 15 + 7 + 15": ("K A 7 JK", {}, 47),
        "an ace at 1": ("K A 7 JK", {"ace_value": 1}, 33),
        "an ace at 11": ("K A 7 JK", {"ace_value": 11}, 43),
        "an ace at 20": ("K A 7 JK", {"ace_value": 20}, 52),
        "a joker at 20": ("K A 7 JK", {"joker_value": 20}, 52),
        "a joker at 50": ("K A 7 JK", {"joker_value": 50}, 82),
        "liverpool: a joker at 25": ("K A 7 JK", {"preset": "liverpool"}, 57),
        "rising: a joker at 50": ("K A 7 JK", {"preset": "rising"}, 82),
        "bicycle": ("K A 7 JK", {"preset": "bicycle"}, 47),
        "a two": ("2 9", {}, 11),
        "a wild two counts 20": ("2 9", {"twos_wild": True}, 29),
        "court cards and the ten": ("J Q K T", {}, 40),
        "a set that was never laid down": ("7S 7H 7D", {}, 21),
        "a whole hand counts whole": ({"hand": "7S 7H 7D KC"}, {}, 31),
        "a run of three": ({"melds": ["7S 8S 9S"], "unmatched": "KC"}, {"run_length": 3}, 34),
        "wild in it": ({"melds": ["7S 2H 9S TS"], "unmatched": "2C"}, {"twos_wild": True}, 66),
        "a count": (32, {}, 32),
        "eight aces of two decks": ("A " * 8, {}, 120),
    },
)
def test_a_player_scores_the_cards_left(left: Any, rules: dict[str, Any], expected: int) -> None:
    assert bobs(left, **rules) == expected


def test_a_round_says_who_won_it_and_why() -> None:
    [judged] = score("contract", ANN_OUT, players=THREE)["rounds"]
    assert (judged["winners"], judged["tags"], why(judged)) == (
        ["Ann"],
        ["out"],
        [("Bob", 5, "cards-left"), ("Cem", 6, "cards-left")],
    )


@walk(
    ("cutter", "expected"),
    {
        "a player with 47 left": ("Bob", (0, -3, 5)),
        "the one who went out": ("Ann", (-50, 47, 5)),
    },
)
def test_an_exact_cut_takes_fifty_points_off(cutter: str, expected: tuple[int, ...]) -> None:
    round = out("Ann", Bob="K A 7 JK", Cem="5") | {"exact_cut": cutter}
    assert points("contract", round, players=THREE, exact_cut=50) == expected


def test_an_exact_cut_has_a_line_of_its_own() -> None:
    round = ANN_OUT | {"exact_cut": "Cem"}
    [judged] = score("contract", round, players=THREE, preset="liverpool")["rounds"]
    assert why(judged)[-1] == ("Cem", -50, "exact-cut")


@walk(
    ("round", "rules", "place", "text"),
    {
        "where the house does not play it": (
            ANN_OUT | {"exact_cut": "Bob"},
            {},
            "rounds[0].exact_cut",
            "Round 1: “exact_cut” does not count in this game.",
        ),
        "in a void round": (
            VOID | {"exact_cut": "Bob"},
            {"exact_cut": 50},
            "rounds[0].exact_cut",
            "Round 1: Nobody scores in a round like this, not even Bob.",
        ),
        "by nobody": (
            ANN_OUT | {"exact_cut": "Zoe"},
            {"exact_cut": 50},
            "rounds[0].exact_cut",
            "Round 1: Nobody in this game is called “Zoe”.",
        ),
        "a second player without cards": (
            out("Ann", Bob="", Cem=4),
            {},
            "rounds[0].hands.Bob",
            "Round 1: Bob must have something left: Ann went out first.",
        ),
        "out with a card left": (
            out("Ann", Ann="4", Bob="5", Cem="6"),
            {},
            "rounds[0].hands.Ann",
            "Round 1: Ann ended the round, so nothing can be left.",
        ),
        "a joker where none is played": (
            out("Ann", Bob="JK", Cem="6"),
            {"jokers_per_deck": 0},
            "rounds[0].hands.Bob",
            "Round 1: Bob cannot have a joker: you play without.",
        ),
        "a whole hand without suits": (
            out("Ann", Bob={"melds": ["7S 8S 9S"], "unmatched": "K"}, Cem="5"),
            {},
            "rounds[0].hands.Bob",
            "Round 1: A whole hand needs suits, and Bob has a card without one.",
        ),
        "a run of three": (
            out("Ann", Bob={"melds": ["7S 8S 9S"], "unmatched": "KS"}, Cem="5"),
            {},
            "rounds[0].hands.Bob.melds[0]",
            "Round 1: 7♠ 8♠ 9♠: a run needs at least 4 cards here.",
        ),
        "a third king of spades in two decks": (
            out("Ann", Bob="KS KS", Cem="KS"),
            {},
            "rounds[0].hands.Cem",
            "Round 1: The hands have too many K♠ together: 3, but this game has only 2.",
        ),
    },
)
def test_what_cannot_have_happened_is_refused(
    round: Document, rules: dict[str, Any], place: str, text: str
) -> None:
    error = refused(document("contract", round, players=THREE, **rules))
    assert (error.place, error.text()) == (place, text)


def test_no_other_game_knows_an_exact_cut() -> None:
    error = refused(document("basic", out("Ann", Bob="5") | {"exact_cut": "Bob"}))
    assert error.place == "rounds[0].exact_cut"


@walk(
    ("deal", "cards"),
    {
        "pagat": ("pagat", [10, 10, 10, 12, 12, 12, 12]),
        "bicycle": ("bicycle", [10, 10, 10, 10, 12, 12, 12]),
        "rising": ("rising", [7, 10, 10, 10, 12, 12, 14]),
    },
)
def test_every_round_has_its_contract_and_its_cards(deal: str, cards: list[int]) -> None:
    rounds = score("contract", *[ANN_OUT] * 7, players=THREE, deal=deal)["rounds"]
    assert [round["cards_dealt"] for round in rounds] == cards
    assert [round["contract"] for round in rounds] == [
        "set set",
        "set run",
        "run run",
        "set set set",
        "set set run",
        "set run run",
        "run run run",
    ]
    assert not any("wild" in round for round in rounds)


def test_a_void_round_is_played_again_with_the_same_contract() -> None:
    rounds = score("contract", ANN_OUT, VOID, ANN_OUT, players=THREE)["rounds"]
    assert [round["contract"] for round in rounds] == ["set set", "set run", "set run"]
    assert [round["dealer"] for round in rounds] == ["Ann", "Bob", "Bob"]


def test_the_game_is_over_after_seven_rounds_and_the_fewest_points_win() -> None:
    rounds = [*[ANN_OUT] * 3, VOID, *[ended("out", "Cem", Ann="K", Bob="4")] * 4]
    answered = score("contract", *rounds, players=THREE)
    assert (answered["over"], answered["totals"]) == (True, {"Ann": 40, "Bob": 31, "Cem": 18})
    assert answered["winners"] == ["Cem"]
    assert refused(document("contract", *rounds, ANN_OUT, players=THREE)).place == "rounds[8]"


def test_equal_totals_share_the_win() -> None:
    by_turns = [out("Ann", Bob="4", Cem="K"), out("Bob", Ann="4", Cem="K")] * 3
    answered = score("contract", *by_turns, out("Cem", Ann="6", Bob="6"), players=THREE)
    assert answered["totals"] == {"Ann": 18, "Bob": 18, "Cem": 60}
    assert answered["winners"] == ["Ann", "Bob"]


def test_hands_may_grow_because_cards_are_bought() -> None:
    assert bobs("2 3 4 5 6 7 8 9 2 3 4 5") == 58


@walk(
    ("players", "legal"),
    {
        "three: two decks": (3, 2),
        "four: two decks": (4, 2),
        "five: three decks": (5, 3),
        "eight: three decks": (8, 3),
    },
)
def test_the_number_of_players_decides_on_the_decks(players: int, legal: int) -> None:
    names = NAMES[:players]

    def left(card: str, copies: int) -> Document:
        hands = {"Bob": f"{card} " * copies} | dict.fromkeys(names[2:], 5)
        return document("contract", out("Ann", **hands), players=names, jokers_per_deck=4)

    for card, most, worth in (("KS", legal, 10), ("JK", 4 * legal, 15)):
        assert sheet_of(left(card, most)).totals[1] == worth * most
        assert refused(left(card, most + 1)).place == "rounds[0].hands.Bob"


def test_these_are_the_presets() -> None:
    assert presets_of("contract") == [
        *("plain", "bicycle", "liverpool", "rising"),
        *("shanghai", "shanghai-7", "carioca", "telefunken", "continental"),
    ]
    plain = rules_of("contract", "plain")
    assert plain == {
        "jokers_per_deck": 1,
        "run_length": 4,
        "deal": "pagat",
        "exact_cut": 0,
        "ace_value": 15,
        "joker_value": 15,
        "twos_wild": False,
        "spare_joker": False,
        "contracts": "classic",
        "values": "pips",
        "decks": "auto",
        "at_once": 0,
        "max_wild": 0,
        "corner": False,
        "tie_at_end": "share",
    }
    assert rules_of("contract", "bicycle") == plain | {"deal": "bicycle", "spare_joker": True}
    assert rules_of("contract", "liverpool") == plain | {"exact_cut": 50, "joker_value": 25}
    assert rules_of("contract", "rising") == plain | {"deal": "rising", "joker_value": 50}
    assert rules_of("contract", "shanghai") == plain | {
        "contracts": "2s3, s3 r4, 2r4, 3s3, s3 r7, 2s3 r5, 3r4, s3 r10, 3s3 r5, 3r5",
        "deal": "11",
        "values": "2-T 5, J-K 10",
        "joker_value": 50,
        "jokers_per_deck": 2,
        "at_once": 25,
        "max_wild": 1,
    }
    assert rules_of("contract", "shanghai-7") == plain | {
        "deal": "11",
        "values": "2-7 5, 8-K 10",
        "ace_value": 20,
        "joker_value": 50,
        "jokers_per_deck": 2,
    }
    assert rules_of("contract", "carioca") == plain | {
        "contracts": "2s3, s3 r4, 2r4, 3s3, 2s3 r4, s3 2r4, 3r4, 4s3, r13p!",
        "deal": "12",
        "ace_value": 20,
        "joker_value": 30,
        "jokers_per_deck": 2,
        "max_wild": 1,
        "corner": True,
        "tie_at_end": "rounds-won",
    }
    assert rules_of("contract", "telefunken") == plain | {
        "contracts": "s3p, 2s3, s4, 2s4, s5, 2s5, r7",
        "deal": "11",
        "values": "2-9 5, T-K 10",
        "joker_value": 50,
        "jokers_per_deck": 2,
        "max_wild": 1,
    }
    assert rules_of("contract", "continental") == plain | {
        "deal": "7 8 9 10 11 12 13",
        "ace_value": 20,
        "joker_value": 50,
        "jokers_per_deck": 3,
        "at_once": 10,
        "corner": True,
    }


@walk(
    ("hand", "yes"),
    {
        "three runs": ("4S 5S 6S 7S 4H 5H 6H 7H 4D 5D 6D 7D", True),
        "a card that fits in one": ("4S 5S 6S 7S 8S 4H 5H 6H 7H 4D 5D 6D 7D", True),
        "a king left over": ("4S 5S 6S 7S 4H 5H 6H 7H 4D 5D 6D 7D KC", False),
    },
)
def test_the_last_contract_is_not_met_while_a_card_is_left_over(hand: str, yes: bool) -> None:
    asked = {"variant": "contract", "players": 3, "round": 7, "hand": hand, "ask": True}
    answered = answer_melds(asked).as_json()
    assert answered["yes"] == yes
    assert answered["verdict"].startswith("Yes" if yes else "No")


@walk(
    ("preset", "players", "jokers"),
    {
        "plain, two packs": ("plain", 4, 2),
        "plain, three packs": ("plain", 5, 3),
        "bicycle, two packs": ("bicycle", 4, 1),
        "bicycle, three packs": ("bicycle", 5, 2),
    },
)
def test_bicycle_leaves_one_joker_out(preset: str, players: int, jokers: int) -> None:
    table = NAMES[:players]
    hands = {"Bob": "JK " * jokers} | dict.fromkeys(table[2:], 5)
    assert points("contract", out("Ann", **hands), players=table, preset=preset)[1] == 15 * jokers
    one_more = out("Ann", **hands | {"Bob": "JK " * (jokers + 1)})
    place = refused(document("contract", one_more, players=table, preset=preset)).place
    assert place == "rounds[0].hands.Bob"


def test_a_game_that_states_the_rules_of_its_time_is_played_without_later_ones() -> None:
    rules = rules_of("contract", preset="bicycle")
    assert rules.pop("spare_joker") is True
    two_jokers = out("Ann", Bob="JK JK", Cem="5")
    assert points("contract", two_jokers, players=THREE, preset="bicycle", **rules)[1] == 30
