"""Hands laid out in melds by their players: legal melds, and warnings."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy.cards import read_cards
from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.melds.meld import meld_fault
from scorekeeper.rummy.messages import render
from tests.support.documents import Document, knock, out, rum, score, stock, variant_of
from tests.support.walks import walk
from tests.support.whole_hands import laid, whole


@walk(
    ("variant", "round", "options", "deadwood"),
    {
        "Knock: seven cards for three": (
            "knock",
            rum("Ann", Ann=whole("7S 7H 7D KS KH KD KC"), Bob=9, Cem=9),
            {"players": ("Ann", "Bob", "Cem")},
            0,
        ),
        "Three Thirteen: a wild three makes a set": (
            "three-thirteen",
            out("Bob", Ann=whole("3S 8D 8C")),
            {},
            0,
        ),
        "Manipulation: ace high, a joker, any number of cards": (
            "manipulation",
            stock(Ann=whole("QS KS AS JK 9D"), Bob=20),
            {"melds_in_hand": "spared"},
            9,
        ),
        "Basic: a joker in the gap, what is left of the hand": (
            "basic",
            out("Bob", Ann=whole("3S JK 5S 9D")),
            {"melds_in_hand": "spared"},
            9,
        ),
    },
)
def test_melds_are_those_of_the_game(
    variant: str, round: Document, options: dict[str, Any], deadwood: int
) -> None:
    assert score(variant, round, **options)["rounds"][0]["deadwood"]["Ann"] == deadwood


def test_a_hand_laid_out_badly_is_warned_of() -> None:
    ann = laid("2S 3S 4S", unmatched="5S 6S 7S KH KD KC 5D")
    round = knock("Ann", Ann=ann, Bob=55) | {"allow": ["illegal-knock"]}
    judged = score("gin", round)["rounds"][0]
    assert judged["deadwood"]["Ann"] == 53
    assert judged["warnings"][1] == "Ann’s hand can be laid out better: 5, not 53."


def test_a_hand_laid_out_well_is_not() -> None:
    round = knock("Ann", Ann=laid("KH KD KC", "2S 3S 4S 5S 6S 7S", unmatched="5D"), Bob=55)
    assert score("gin", round)["rounds"][0]["warnings"] == []


LEGAL = [
    pytest.param("gin", "7S 7H 7D", {}, id="a set"),
    pytest.param("gin", "7S 7H 7D 7C", {}, id="a set of four"),
    pytest.param("gin", "3S AS 2S", {}, id="a run in any order"),
    pytest.param("gin", "TS JS QS KS", {}, id="a run up to the king"),
    pytest.param("manipulation", "QS KS AS", {}, id="a run up to the ace"),
    pytest.param("manipulation", "7S 7H JK", {}, id="a joker in a set"),
    pytest.param("manipulation", "7S 9S JK", {}, id="a joker in a run"),
    pytest.param("manipulation", "7S JK JK 8S JK", {}, id="three jokers"),
    pytest.param("manipulation", "7S JK JK JK JK", {}, id="one card in a long run"),
    pytest.param("manipulation", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", {}, id="a whole suit"),
    pytest.param("basic", "7S JK JK", {}, id="one card and two jokers"),
    pytest.param("basic", "QS KS AS", {"ace_value": 11}, id="the ace high where it counts 11"),
    pytest.param("basic", "7S 7S 7H", {"players": 6}, id="a suit twice, two decks played"),
    pytest.param("three-thirteen", "3S 9H 9D", {}, id="a wild rank"),
    pytest.param("three-thirteen", "3S 3H 3D", {}, id="the wild rank for itself"),
    pytest.param("three-thirteen", "2S 3S 4S", {}, id="the wild rank in its own place"),
    pytest.param(
        "three-thirteen",
        "JK JK JK",
        {"joker_value": 20, "all_wild": True},
        id="jokers alone where that is allowed",
    ),
]


ILLEGAL = [
    pytest.param("gin", "", {}, "A meld needs at least three cards.", id="no card"),
    pytest.param("gin", "7S 7H", {}, "7S 7H: a meld needs at least three cards.", id="two cards"),
    pytest.param(
        "gin",
        "7S 8H 9D",
        {},
        "7S 8H 9D have neither the same rank nor the same suit.",
        id="neither set nor run",
    ),
    pytest.param("gin", "7S 8S TS", {}, "7S 8S TS are not in a row.", id="a gap"),
    pytest.param("gin", "QS KS AS", {}, "QS KS AS are not in a row.", id="the ace is low"),
    pytest.param(
        "manipulation", "KS AS 2S", {}, "KS AS 2S are not in a row.", id="around the corner"
    ),
    pytest.param(
        "manipulation", "7S TS JK", {}, "7S TS JK are not in a row.", id="a gap of two for a joker"
    ),
    pytest.param(
        "manipulation",
        "7S 7S 7H",
        {"players": 3},
        "7S 7S 7H: here a set cannot have the same suit twice.",
        id="a suit twice",
    ),
    pytest.param(
        "manipulation",
        "7S 7S JK",
        {"players": 3},
        "7S 7S JK: here a set cannot have the same suit twice.",
        id="a suit twice beside a joker",
    ),
    pytest.param(
        "manipulation",
        "7S 7H 7D 7C JK",
        {},
        "7S 7H 7D 7C JK: a set has at most four cards.",
        id="a set of five",
    ),
    pytest.param(
        "basic",
        "JK JK JK",
        {"jokers_per_deck": 4},
        "JK JK JK: a meld cannot be wild cards alone.",
        id="jokers alone",
    ),
    pytest.param(
        "three-thirteen",
        "JK JK JK",
        {"joker_value": 20},
        "JK JK JK: a meld cannot be wild cards alone.",
        id="jokers alone in Three Thirteen",
    ),
    pytest.param(
        "basic",
        "7S 7S 8S",
        {"players": 6},
        "7S 7S 8S are not in a row.",
        id="a card twice in a run",
    ),
]


def fault(variant: str, meld: str, players: int = 2, **rules: Any) -> str | None:
    """Return the reason why these cards are no meld in the game’s first round, or `None`."""
    game = variant_of(variant)
    deal = game.deal(rules_in_force(game, "plain", rules), players, 1)
    found = meld_fault(read_cards(meld), deal)
    return None if found is None else render(found, [])


@walk(("variant", "meld", "options"), LEGAL)
def test_a_meld_may_be_laid_out(variant: str, meld: str, options: dict[str, Any]) -> None:
    assert fault(variant, meld, **options) is None


@walk(("variant", "meld", "options", "sentence"), ILLEGAL)
def test_cards_are_no_meld(variant: str, meld: str, options: dict[str, Any], sentence: str) -> None:
    assert fault(variant, meld, **options) == sentence
