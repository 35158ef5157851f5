"""Modern American Canasta: canastas of certain ranks, open melds, threes, special hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.documents.melds import answer_melds
from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.hand import Count, Parts
from scorekeeper.rummy.round import RuleError
from tests.support.canasta import answer, judged, lines_of_us, of_partners, of_six, out, stock
from tests.support.canasta_oracle import AMERICAN
from tests.support.documents import (
    Document,
    adjust,
    document,
    ended,
    presets_of,
    rules_of,
    sheet_of,
    variant_of,
)
from tests.support.small_documents import check_refused
from tests.support.walks import walk

FULL = {"melded": 420, "natural": 1, "mixed": 1, "red_threes": 2, "black_threes": 1, "left": 25}
"""A side with two canastas, and threes of both colours."""
TWO_CANASTAS = {"melded": 205, "natural": 1, "mixed": 1, "left": 25}
ACES, SEVENS, TWOS = "A A A A A A A", "7 7 7 7 7 7 7", "2 2 2 2 2 2 2"
KINGS, KINGS_AND_TWOS = "K K K K K K K", "K K K K K 2 2"
ALL_JOKERS = "JK JK JK JK 2 2 2"
NOTHING_ELSE = {"left": 20}


def american(round: Document, preset: str = "american", **rules: Any) -> Document:
    """A round of partners. First melds can count too little."""
    allow = [*round.get("allow", ()), "first-meld-low"]
    return judged("canasta", round | {"allow": allow}, preset=preset, **rules)


def special(hand: str, they: Any = NOTHING_ELSE) -> Document:
    """A round that Ann ended with a special hand."""
    return out({"special": hand}, they, ending="special")


@walk(
    ("round", "we", "they"),
    {
        "two canastas and none": (
            out(FULL, {"melded": 90, "red_threes": 1, "left": 60}),
            1695,
            -250,
        ),
        "one canasta: threes count nothing": (
            out(FULL, {"melded": 190, "mixed": 1, "red_threes": 2, "black_threes": 3, "left": 60}),
            1695,
            430,
        ),
        "one canasta, and sevens left open": (
            out(FULL, {"melded": 190, "mixed": 1, "open": ["sevens"], "left": 60}),
            1695,
            -2070,
        ),
        "no canasta, two open melds, three aces held": (
            out(FULL, {"melded": 150, "open": ["wild", "aces"], "held": 1, "left": 60}),
            1695,
            -6210,
        ),
        "seven aces and seven sevens": (
            out({"melded": [ACES, SEVENS], "left": 20}, NOTHING_ELSE),
            5255,
            -20,
        ),
        "seven twos and seven kings": (
            out({"melded": [TWOS, KINGS], "left": 5}, NOTHING_ELSE),
            3805,
            -20,
        ),
        "four jokers with three twos, and a mixed canasta": (
            out({"melded": [ALL_JOKERS, KINGS_AND_TWOS], "left": 5}, NOTHING_ELSE),
            3245,
            -20,
        ),
        "a straight": (
            special("straight", {"melded": 420, "natural": 1, "mixed": 1, "left": 25}),
            3000,
            1195,
        ),
        "the stock runs out": (
            stock(
                {"melded": 200, "natural": 1, "mixed": 1, "black_threes": 4, "left": 20},
                {"red_threes": 4, "left": 40},
            ),
            1980,
            -1040,
        ),
        "the same as counts": (
            out({"melded": 175, "aces": 1, "sevens": 1, "left": 20}, NOTHING_ELSE),
            5255,
            -20,
        ),
        "twos as counts": (
            out({"melded": 210, "twos": 1, "natural": 1, "left": 5}, NOTHING_ELSE),
            3805,
            -20,
        ),
        "jokers as counts": (
            out({"melded": 350, "jokers": 1, "mixed": 1, "left": 5}, NOTHING_ELSE),
            3245,
            -20,
        ),
        "wild cards with three jokers": (
            out({"melded": ["JK JK JK 2 2 2 2", KINGS], "left": 5}, NOTHING_ELSE),
            230 + 70 + 2000 + 500 + 100 - 5,
            -20,
        ),
        "aces with a two are mixed": (
            out({"melded": ["A A A A A A 2", KINGS], "left": 5}, NOTHING_ELSE),
            140 + 70 + 300 + 500 + 100 - 5,
            -20,
        ),
        "no open meld of aces with a two": (
            stock({"melded": ["A A A 2", KINGS, "8 8 8 8 8 8 2"], "left": 10}),
            80 + 70 + 80 + 500 + 300 - 10,
            -10,
        ),
        "open melds are found among the cards": (
            stock({"melded": ["A A A", "7 7 7 7 7", "2 2 JK", KINGS], "left": 10}),
            60 + 25 + 90 + 70 + 500 - 2 * 2500 - 2000 - 10,
            -10,
        ),
        "three aces held by each partner": (
            stock({"melded": 150, "natural": 1, "held": 2, "left": "A A A A A A"}),
            150 + 500 - 2 * 1500 - 120,
            -10,
        ),
        "a three still held is a card": (
            stock({"melded": 150, "natural": 1, "left": "3H 3S"}),
            640,
            -10,
        ),
        "nobody has melded anything": (stock(30, 40), -30, -40),
        "one number for all": (stock({"net": 435}, {"net": -120}), 435, -120),
    },
)
def test_both_sides_score(round: Document, we: int, they: int) -> None:
    assert american(round)["points"] == {"We": we, "They": they}


@walk(
    ("threes", "points"),
    {"one": (1, 100), "two": (2, 300), "three": (3, 500), "all four": (4, 1000)},
)
def test_threes_of_a_colour_count_by_their_number(threes: int, points: int) -> None:
    for colour in ("red", "black"):
        ours = TWO_CANASTAS | {f"{colour}_threes": threes}
        assert (points, f"{colour}-threes") in lines_of_us("canasta", out(ours), preset="american")


def test_five_red_threes_of_three_decks_count_like_four() -> None:
    ours = TWO_CANASTAS | {"red_threes": 5}
    written = of_six(
        "canasta",
        out(ours, 15) | {"hands": {"We": ours, "They": 10, "The others": 10}},
        preset="american",
    )
    [round] = answer(written)["rounds"]
    assert (1000, "red-threes") in [(line["points"], line["rule"]) for line in round["why"]]


@walk(
    ("hand", "league", "pagat"),
    {
        "a straight": ("straight", 3000, 3000),
        "pairs": ("pairs", 2500, 2500),
        "pairs with wild cards": ("wild-pairs", 2000, 2000),
        "garbage": ("garbage", 3000, 2000),
        "Miami pairs": ("miami-pairs", 2500, None),
        "a zip code": ("zip-code", 2500, None),
        "a blast-off": ("blast-off", 3000, None),
        "triples": ("triples", 3500, None),
        "quads": ("quads", 3500, None),
        "a dream hand of four": ("dream-four", 8500, None),
        "a dream hand of five": ("dream-five", 8500, None),
    },
)
def test_a_special_hand_is_all_that_a_side_scores(
    hand: str, league: int, pagat: int | None
) -> None:
    for preset in ("american", "american-rounds"):
        round = american(special(hand), preset)
        assert round["points"] == {"We": league, "They": -20}
        [line, _left] = round["why"]
        assert (line["rule"], line["points"]) == ("special-hand", league)
        assert "special" in round["tags"]
        assert "out" not in round["tags"]
    if pagat is not None:
        assert american(special(hand), "american-pagat")["points"]["We"] == pagat
    else:
        check_refused(
            of_partners("canasta", special(hand), preset="american-pagat"),
            "rounds[0].hands.We.special",
            f"Round 1: “{hand}” does not count in this game.",
        )


def test_a_dream_hand_wins_the_game_at_once() -> None:
    behind = adjust(They=8000)
    they = {"melded": 600, "natural": 5, "left": 20}
    written = of_partners("canasta", behind, special("dream-four", they), preset="american")
    answered = answer(written)
    assert answered["over"] is True
    assert answered["totals"] == {"We": 8500, "They": 11_080}
    assert (answered["winners"], answered["rounds"][1]["winners"]) == (["We"], ["We"])


def test_two_players_show_special_hands_too() -> None:
    written = document(
        "canasta",
        ended("special", "Ann", Ann={"special": "quads"}, Bob=20),
        preset="american",
    )
    assert answer(written)["totals"] == {"Ann": 3500, "Bob": -20}


@walk(
    ("before", "needed"),
    {
        "below 0": (-500, 125),
        "at 0": (0, 125),
        "just below 3,000": (2995, 125),
        "at 3,000": (3000, 155),
        "just below 5,000": (4995, 155),
        "at 5,000": (5000, 180),
    },
)
def test_what_a_first_meld_must_count_by_the_total(before: int, needed: int) -> None:
    for preset in ("american", "american-pagat"):
        written = of_partners("canasta", adjust(We=before), preset=preset)
        assert answer(written)["first_meld"]["We"] == needed


def test_what_a_first_meld_must_count_by_the_round() -> None:
    round, void = stock(TWO_CANASTAS, 10), {"ending": "void"}
    written = of_partners("canasta", round, void, round, preset="american-rounds", rounds=0)
    rounds = answer(written)["rounds"]
    assert [round["first_meld"]["We"] for round in rounds] == [125, 155, 155]
    assert answer(written)["first_meld"] == {"We": 180, "They": 180}


def test_everybody_is_dealt_13_cards() -> None:
    game = sheet_of(of_partners("canasta", preset="american")).game
    for players in (2, 3, 4, 6):
        assert game.variant.deal(game.rules, players, 1).dealt == 13


def test_three_rounds_end_the_game() -> None:
    round = stock(TWO_CANASTAS, 10)
    written = of_partners("canasta", round, round, round, preset="american-rounds")
    assert (answer(written)["over"], answer(written)["winners"]) == (True, ["We"])


def test_the_higher_wins_where_both_are_at_the_target() -> None:
    written = of_partners(
        "canasta", adjust(We=7500, They=8400), out(FULL, TWO_CANASTAS), preset="american"
    )
    assert answer(written)["winners"] == ["They"]


def test_every_line_has_its_rule() -> None:
    ours = {
        "melded": 1000,
        "natural": 1,
        "mixed": 1,
        "aces": 1,
        "sevens": 1,
        "wild": 1,
        "red_threes": 1,
        "black_threes": 2,
        "open": ["sevens", "aces"],
        "held": 1,
        "left": 15,
    }
    assert lines_of_us("canasta", out(ours) | {"allow": ["illegal-out"]}, preset="american") == [
        (1000, "melded"),
        (500, "natural-canasta"),
        (300, "mixed-canasta"),
        (2500, "ace-canasta"),
        (2500, "seven-canasta"),
        (2000, "wild-canasta"),
        (100, "red-threes"),
        (300, "black-threes"),
        (-2500, "open-melds"),
        (-2500, "open-melds"),
        (-1500, "held-three"),
        (100, "out-bonus"),
        (-15, "cards-left"),
    ]


def test_a_round_says_why() -> None:
    theirs = {
        "melded": 150,
        "red_threes": 1,
        "black_threes": 2,
        "open": ["wild"],
        "held": 2,
        "left": 60,
    }
    assert [line["text"] for line in american(special("zip-code", theirs))["why"]] == [
        "Ann had a special hand: Zip code",
        "Melded cards: 150, lost without a canasta",
        "Red threes: 1, lost without a canasta",
        "Black threes: 2, lost without a canasta",
        "An open meld: wild cards",
        "Three or more aces or sevens in one hand: 2 × 1500",
        "They were left with 60",
    ]


@walk(
    ("round", "warnings"),
    {
        "too few canastas": (
            out({"melded": 150, "natural": 1, "left": 10}),
            ["The table let Ann go out without two canastas."],
        ),
        "an open meld of aces": (
            out(TWO_CANASTAS | {"open": ["aces"]}),
            ["The table let We go out with an open meld of aces."],
        ),
        "open melds among the cards": (
            out({"melded": [KINGS, TWOS, "7 7 7", "A A A"], "left": 10}),
            ["The table let We go out with an open meld of aces, sevens."],
        ),
        "both": (
            out({"melded": 150, "open": ["wild"], "left": 10}),
            [
                "The table let Ann go out without two canastas.",
                "The table let We go out with an open meld of wild cards.",
            ],
        ),
        "aces with a two": (
            stock({"melded": ["A A A 2", KINGS], "left": 10}),
            ["A A A 2 has a wild card, so seven of them are a mixed canasta, not one of aces."],
        ),
    },
)
def test_the_table_lets_it_pass(round: Document, warnings: list[str]) -> None:
    said = judged("canasta", round | {"allow": ["illegal-out"]}, preset="american")["warnings"]
    assert said == warnings


SPECIAL_ALONE = "The special hand of We is all that counts: leave the rest out."


@walk(
    ("round", "rules", "place", "sentence"),
    {
        # A part that is not played
        "aces without their price": (
            stock({"melded": 150, "aces": 1, "left": 10}),
            {"ace_canasta": 0},
            "hands.We.aces",
            "“aces” does not count in this game.",
        ),
        "sevens without their price": (
            stock({"melded": 150, "sevens": 1, "left": 10}),
            {"seven_canasta": 0},
            "hands.We.sevens",
            "“sevens” does not count in this game.",
        ),
        "twos without their price": (
            stock({"melded": 150, "twos": 1, "left": 10}),
            {"two_canasta": 0},
            "hands.We.twos",
            "“twos” does not count in this game.",
        ),
        "twos where wild cards are not melded": (
            stock({"melded": 150, "twos": 1, "left": 10}),
            {"wild_canasta": 0},
            "hands.We.twos",
            "“twos” does not count in this game.",
        ),
        "jokers without their price": (
            stock({"melded": 260, "jokers": 1, "left": 10}),
            {"joker_canasta": 0},
            "hands.We.jokers",
            "“jokers” does not count in this game.",
        ),
        "open melds that cost nothing": (
            stock({"melded": 150, "open": ["aces"], "left": 10}),
            {"open_special": 0, "open_wild": 0},
            "hands.We.open",
            "“open” does not count in this game.",
        ),
        "open aces that cost nothing": (
            stock({"melded": 150, "open": ["wild", "aces"], "left": 10}),
            {"open_special": 0},
            "hands.We.open",
            "“aces” does not count in this game.",
        ),
        "open wild cards that are not melded": (
            stock({"melded": 150, "open": ["wild"], "left": 10}),
            {"wild_canasta": 0},
            "hands.We.open",
            "“wild” does not count in this game.",
        ),
        "held cards that cost nothing": (
            stock({"melded": 150, "held": 1, "left": 60}),
            {"held_three": 0},
            "hands.We.held",
            "“held” does not count in this game.",
        ),
        "black threes that stay in the hand": (
            stock({"melded": 150, "black_threes": 1, "left": 10}),
            {"threes": "red"},
            "hands.We.black_threes",
            "“black_threes” does not count in this game.",
        ),
        "a red three held, which is a card left": (
            stock({"melded": 150, "red_threes_left": 1, "left": 10}),
            {},
            "hands.We.red_threes_left",
            "“red_threes_left” does not count in this game.",
        ),
        "a special hand where none are played": (
            special("straight"),
            {"special_hands": "none"},
            "hands.We.special",
            "“special” does not count in this game.",
        ),
        "an ending by a special hand where none are played": (
            out(TWO_CANASTAS, ending="special"),
            {"special_hands": "none"},
            "ending",
            "You play without special hands.",
        ),
        # Special hands
        "a special hand and melds": (
            out({"special": "straight", "melded": 125}, ending="special"),
            {},
            "hands.We.special",
            SPECIAL_ALONE,
        ),
        "a special hand and cards left": (
            out({"special": "straight", "left": 10}, ending="special"),
            {},
            "hands.We.special",
            SPECIAL_ALONE,
        ),
        "a special hand and red threes": (
            out({"special": "straight", "red_threes": 1}, ending="special"),
            {},
            "hands.We.special",
            SPECIAL_ALONE,
        ),
        "a special hand of the other side": (
            out({"special": "straight"}, {"special": "pairs"}, ending="special"),
            {},
            "hands.They.special",
            "They cannot have a special hand: the round ended otherwise.",
        ),
        "a special hand of a side that went out": (
            out({"special": "straight"}),
            {},
            "hands.We.special",
            "We cannot have a special hand: the round ended otherwise.",
        ),
        "a special hand when the stock ran out": (
            stock({"special": "straight"}),
            {},
            "hands.We.special",
            "We cannot have a special hand: the round ended otherwise.",
        ),
        "an ending without the special hand": (
            out(TWO_CANASTAS, ending="special"),
            {},
            "hands.We.special",
            "Which special hand did Ann have?",
        ),
        "a special hand that there is not": (
            special("flush"),
            {},
            "hands.We",
            "For We, “special” must be one of these: straight, pairs, wild-pairs, miami-pairs, "
            "zip-code, garbage, blast-off, triples, quads, dream-four, dream-five.",
        ),
        "a special hand of the league": (
            special("quads"),
            {"special_hands": "pagat"},
            "hands.We.special",
            "“quads” does not count in this game.",
        ),
        # Going out
        "one canasta": (
            out({"melded": 150, "natural": 1, "left": 10}),
            {},
            "hands.We",
            "Ann cannot go out yet: that needs two canastas.",
        ),
        "an open meld of aces": (
            out(TWO_CANASTAS | {"open": ["aces"]}),
            {},
            "hands.We",
            "We cannot go out with an open meld of aces.",
        ),
        "an open meld of sevens": (
            out({"melded": [KINGS, TWOS, "7 7 7"], "left": 10}),
            {},
            "hands.We",
            "We cannot go out with an open meld of sevens.",
        ),
        "an open meld of wild cards": (
            out({"melded": [KINGS, ACES, "2 JK 2"], "left": 10}),
            {},
            "hands.We",
            "We cannot go out with an open meld of wild cards.",
        ),
        # Melds
        "three wild cards": (
            stock({"melded": ["K K K K 2 2 2"], "left": 10}),
            {},
            "hands.We.melded[0]",
            "We: K K K K 2 2 2 is not a meld. A meld has at most two wild cards.",
        ),
        "sevens with a two": (
            stock({"melded": ["7 7 7 7 2"], "left": 10}),
            {},
            "hands.We.melded[0]",
            "We: 7 7 7 7 2 is not a meld. Sevens are melded without wild cards.",
        ),
        "eight kings": (
            stock({"melded": [f"{KINGS} K"], "left": 10}),
            {},
            "hands.We.melded[0]",
            "We: K K K K K K K K is not a meld. A meld has at most seven cards.",
        ),
        "eight wild cards": (
            stock({"melded": [f"{TWOS} 2"], "left": 10}),
            {},
            "hands.We.melded[0]",
            "We: 2 2 2 2 2 2 2 2 is not a meld. A meld has at most seven cards.",
        ),
        "black threes by the side that goes out": (
            out({"melded": [KINGS, ACES, "3 3 3"], "left": 10}),
            {},
            "hands.We.melded[2]",
            "We: 3 3 3 is not a meld. Threes are not melded.",
        ),
        "red threes in a meld": (
            stock({"melded": ["3H 3H 3D"], "left": 10}),
            {},
            "hands.We.melded[0]",
            "We: 3♥ 3♥ 3♦ is not a meld. Threes are not melded.",
        ),
        # Lists
        "open melds that are none": (
            stock({"melded": 150, "open": ["kings"], "left": 10}),
            {},
            "hands.We",
            "For We, “open” must be a list of these: aces, sevens, wild.",
        ),
        "an open meld that is no list": (
            stock({"melded": 150, "open": "aces", "left": 10}),
            {},
            "hands.We",
            "For We, “open” must be a list of these: aces, sevens, wild.",
        ),
        "an open meld twice": (
            stock({"melded": 150, "open": ["aces", "aces"], "left": 10}),
            {},
            "hands.We.open",
            "For We, “aces” is there twice.",
        ),
        "open melds that are not among the cards": (
            stock({"melded": [KINGS, "7 7 7"], "open": ["aces"], "left": 10}),
            {},
            "hands.We.open",
            "In the melds of We, “Open melds” is sevens, not aces.",
        ),
        "an open meld where none is": (
            stock({"melded": [KINGS, "8 8 8"], "open": ["aces"], "left": 10}),
            {},
            "hands.We.open",
            "In the melds of We, “Open melds” is none, not aces.",
        ),
        # Numbers
        "aces that are not among the cards": (
            stock({"melded": [KINGS, "A A A A A A 2"], "aces": 1, "left": 10}),
            {},
            "hands.We.aces",
            "In the melds of We, “Aces” is 0, not 1.",
        ),
        "five held": (
            stock({"melded": 150, "held": 5, "left": 60}),
            {},
            "hands.We.held",
            "For We, Three aces or sevens held must be a whole number from 0 to 4.",
        ),
        "five black threes": (
            stock({"melded": 150, "black_threes": 5, "left": 10}),
            {},
            "hands.We.black_threes",
            "For We, Black threes must be a whole number from 0 to 4.",
        ),
        "aces that count too little": (
            stock({"melded": 135, "aces": 1, "left": 10}),
            {},
            "hands.We.melded",
            "With the cards of the canastas, what We melded counts at least 140, not 135.",
        ),
        "jokers that count too little": (
            stock({"melded": 255, "jokers": 1, "left": 10}),
            {},
            "hands.We.melded",
            "With the cards of the canastas, what We melded counts at least 260, not 255.",
        ),
        # More cards than the packs have
        "14 aces": (
            stock({"melded": 300, "aces": 2, "left": 10}),
            {},
            "hands.We.aces",
            "14 × A, but this game has only 8.",
        ),
        "seven sevens on each side": (
            stock(
                {"melded": 200, "sevens": 1, "left": 10},
                {"melded": 200, "sevens": 1, "left": 10},
            ),
            {},
            "hands.They.sevens",
            "14 × 7, but this game has only 8.",
        ),
        "four jokers on each side": (
            stock(
                {"melded": 300, "jokers": 1, "left": 10},
                {"melded": 300, "jokers": 1, "left": 10},
            ),
            {},
            "hands.They",
            "14 wild cards, but there are only 12.",
        ),
        "five red threes with one held": (
            stock(
                TWO_CANASTAS | {"red_threes": 4},
                {"melded": 150, "left": "3H 5"},
            ),
            {},
            "hands.They.red_threes",
            "5 red threes, but there are only 4.",
        ),
        "five black ones with one held": (
            stock(
                TWO_CANASTAS | {"black_threes": 4},
                {"melded": 150, "left": "3S 5"},
            ),
            {},
            "hands.They.black_threes",
            "5 black threes, but there are only 4.",
        ),
        "nine threes": (
            stock(
                TWO_CANASTAS | {"red_threes": 4, "black_threes": 4},
                {"melded": 150, "left": "3 5"},
            ),
            {},
            "hands.They.red_threes",
            "9 threes, but there are only 8.",
        ),
    },
)
def test_a_round_is_refused(
    round: Document, rules: dict[str, Any], place: str, sentence: str
) -> None:
    written = of_partners("canasta", round, preset="american", **rules)
    check_refused(written, f"rounds[0].{place}", f"Round 1: {sentence}")


def test_canasta_proper_plays_none_of_it() -> None:
    for part in ("aces", "sevens", "twos", "jokers", "held", "black_threes"):
        check_refused(
            of_partners("canasta", stock({"melded": 150, part: 1, "left": 10})),
            f"rounds[0].hands.We.{part}",
            f"Round 1: “{part}” does not count in this game.",
        )
    check_refused(
        of_partners("canasta", special("straight")),
        "rounds[0].hands.We.special",
        "Round 1: “special” does not count in this game.",
    )


@walk(
    ("melds", "rules", "kinds"),
    {
        "by the preset": (
            [ACES, SEVENS, TWOS, ALL_JOKERS],
            {"decks": "3"},
            ["aces", "sevens", "twos", "jokers"],
        ),
        "aces and sevens like others": (
            [ACES, SEVENS],
            {"ace_canasta": 0, "seven_canasta": 0},
            ["natural", "natural"],
        ),
        "wild cards all alike": (
            [TWOS, "JK JK JK JK 2 2 2"],
            {"two_canasta": 0, "joker_canasta": 0, "decks": "3"},
            ["wild", "wild"],
        ),
    },
)
def test_what_each_meld_is(melds: list[str], rules: dict[str, Any], kinds: list[str]) -> None:
    question = {
        "variant": "canasta",
        "preset": "american",
        "rules": rules,
        "players": 4,
        "melds": melds,
        "ask": True,
    }
    assert answer_melds(question).as_json()["kinds"] == kinds


def test_the_round_is_asked_for_where_first_melds_depend_on_it() -> None:
    question = {"variant": "canasta", "players": 4, "melds": ["K K K JK"], "ask": True}
    by_round = question | {"preset": "american-rounds", "round": 2}
    assert answer_melds(by_round).as_json()["first_meld"] == 155
    for preset, field in (("plain", "round"), ("american", "round"), ("american-rounds", "total")):
        with pytest.raises(RuleError) as refused:
            answer_melds(question | {"preset": preset, field: 2})
        assert refused.value.text() == f"Unknown field “{field}”."


def test_a_document_keeps_the_hands_as_they_were_written() -> None:
    ours = {
        "melded": 420,
        "natural": 1,
        "sevens": 1,
        "red_threes": 2,
        "black_threes": 1,
        "left": 25,
    }
    theirs = {"melded": 150, "left": "7 7 7 K", "open": ["aces"], "held": 1}
    for round in (out(ours, theirs), special("blast-off", theirs)):
        written = of_partners("canasta", round, preset="american")
        assert write_game(read_game(written))["rounds"] == written["rounds"]


def test_these_are_the_presets() -> None:
    assert presets_of("canasta")[3:] == ["american", "american-pagat", "american-rounds"]
    american = rules_of("canasta", "plain") | AMERICAN
    assert rules_of("canasta", "american") == american
    assert rules_of("canasta", "american-pagat") == american | {"special_hands": "pagat"}
    assert rules_of("canasta", "american-rounds") == american | {
        "first_meld": "american-rounds",
        "target": 0,
        "rounds": 3,
    }


def test_a_share_says_a_special_hand_alone() -> None:
    """A phone’s share is rejected at once, before the round is judged."""
    game = read_game(of_partners("canasta", preset="american"))
    variant, side = game.variant, game.sides[0]
    deal = variant.deal(game.rules, 4, 1)
    straight = Parts(own=(("special", "straight"),))
    variant.check_hand(game.rules, deal, side, straight, True)
    with pytest.raises(RuleError, match="is all that counts"):
        variant.check_hand(game.rules, deal, side, replace(straight, left=Count(5)), True)


def test_threes_climb_by_their_number_only_where_both_colours_are_laid() -> None:
    variant = variant_of("canasta")
    [red] = [part for part in variant.hand_parts if part.key == "red_threes"]
    assert red.ladder(rules_in_force(variant, "american", {})) == (100, 300, 500, 1000)
    assert red.ladder(rules_in_force(variant, "plain", {})) == ()


def test_a_hand_says_either_a_special_hand_or_cards() -> None:
    alone = [part.key for part in variant_of("canasta").own_parts if part.replaces_cards]
    assert alone == ["special", "net"]
