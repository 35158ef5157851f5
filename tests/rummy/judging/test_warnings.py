"""Rounds scored with a warning: melds among unmatched cards, accepted faults."""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest

from tests.support.documents import Hand, knock, out, score
from tests.support.walks import walk

PLAYERS = ("Pierre", "Jean", "Jacques", "Paul")


def warnings(
    variant: str, hand: Hand, *, players: tuple[str, ...] = ("Ann", "Paul"), **rules: Any
) -> list[str]:
    """Return the warnings about Paul’s hand when all others have few points."""
    hands: dict[str, Hand] = dict.fromkeys(players, 1) | {"Paul": hand}
    ending = knock if variant in ("gin", "knock") else out
    if ending is out:
        del hands[players[0]]
    answered = score(variant, ending(players[0], **hands), players=players, **rules)
    said: list[str] = answered["rounds"][0]["warnings"]
    return said


def rules_that_spare(variant: str) -> dict[str, str]:
    """Return the house rules that exempt melds in a hand from counting."""
    return {"melds_in_hand": "spared"} if variant in ("basic", "manipulation") else {}


@walk(
    ("hand", "sentence"),
    {
        "a set": ("7S 7H 7D K 2", "7S 7H 7D make a set: Paul’s deadwood would be 12, not 33."),
        "kings alone": ("K K K", "K K K make a set: Paul’s deadwood would be 0, not 30."),
        "four kings": ("K K K K 5", "K K K K make a set: Paul’s deadwood would be 5, not 45."),
        "kings with and without suits": (
            "KS K KH 5",
            "KS K KH make a set: Paul’s deadwood would be 5, not 35.",
        ),
        "a run with the ace low": (
            "AS 2S 3S K",
            "AS 2S 3S make a run: Paul’s deadwood would be 10, not 16.",
        ),
        "a run of four": (
            "TD 9D QD JD 2H",
            "9D TD JD QD make a run: Paul’s deadwood would be 2, not 41.",
        ),
        # The set of sevens saves 21, the run only 15: without the seven of spades it is 5 and 6.
        "the better of two melds": (
            "7S 7H 7D 5S 6S",
            "7S 7H 7D make a set: Paul’s deadwood would be 11, not 32.",
        ),
        # Three sevens and the run on the fourth.
        "two melds": (
            "7S 7H 7D 7C 8S 9S 2H",
            "7H 7D 7C 7S 8S 9S are melds: Paul’s deadwood would be 2, not 47.",
        ),
    },
)
def test_melds_among_unmatched_cards_are_warned_of(hand: str, sentence: str) -> None:
    said = warnings("gin", hand)
    assert len(said) == 1
    assert _same(said[0], sentence)


def _same(said: str, expected: str) -> bool:
    """Check whether two warnings differ only in the order of their cards."""
    words = [text.replace(",", "").split() for text in (said, expected)]
    return sorted(words[0]) == sorted(words[1])


@walk(
    ("variant", "players", "hand"),
    {
        "two of a kind": ("gin", 2, "7S 7H 2"),
        "two suits": ("gin", 2, "7S 8H 9S"),
        "a run needs suits": ("gin", 2, "7 8 9"),
        "the ace is low": ("gin", 2, "QS KS AS"),
        "a count": ("gin", 2, 33),
        "a suit twice in a set": ("manipulation", 3, "7S 7S 7H"),
        "three of two decks may be one suit twice": ("manipulation", 3, "7 7 7"),
        "jokers need a natural card": ("basic", 2, "JK JK"),
        "one joker cannot make a pair a meld": ("basic", 2, "JK 7 9"),
    },
)
def test_there_is_nothing_to_warn_of(variant: str, players: int, hand: Hand) -> None:
    names = ("Ann", "Paul", "Cem")[:players]
    assert warnings(variant, hand, players=names, **rules_that_spare(variant)) == []


def test_jokers_alone_are_no_meld_to_warn_of() -> None:
    spared = rules_that_spare("basic")
    assert warnings("basic", "JK JK JK", jokers_per_deck=4, **spared) == []


MELDS_IN_HAND = [
    pytest.param("7S 7H 7D K", id="unmatched"),
    pytest.param({"hand": "7S 7H 7D KC"}, id="whole"),
    pytest.param({"melds": [], "unmatched": "7S 7H 7D KC"}, id="laid out"),
]


@walk("hand", MELDS_IN_HAND)
@walk("variant", ["basic", "manipulation"])
def test_a_meld_that_counts_all_the_same_is_not_warned_of(variant: str, hand: Any) -> None:
    assert warnings(variant, hand) == []


@walk(
    ("variant", "players", "hand", "sentence"),
    {
        "a suit twice in a set where two decks are played": (
            "basic",
            6,
            "7S 7S 7H",
            "7S 7S 7H make a set: Paul’s deadwood would be 0, not 21.",
        ),
        "three of a kind where a set may repeat a suit": (
            "three-thirteen",
            3,
            "7 7 7",
            "7 7 7 make a set: Paul’s deadwood would be 0, not 21.",
        ),
        "a set of three suits from two decks": (
            "manipulation",
            3,
            "7S 7H 7D",
            "7S 7H 7D make a set: Paul’s deadwood would be 0, not 21.",
        ),
        "three of a kind of one deck": (
            "manipulation",
            2,
            "7 7 7",
            "7 7 7 make a set: Paul’s deadwood would be 0, not 21.",
        ),
        "wild cards that stand for themselves": (
            "three-thirteen",
            2,
            "3S 3H 3D",
            "3S 3H 3D make a set: Paul’s deadwood would be 0, not 9.",
        ),
        "jokers beside the dearest card": (
            "basic",
            2,
            "7 JK JK 9",
            "9 JK JK make a set: Paul’s deadwood would be 7, not 46.",
        ),
        "a joker beside a pair": (
            "basic",
            2,
            "7 JK 7",
            "7 7 JK make a set: Paul’s deadwood would be 0, not 29.",
        ),
        "a joker in the gap of a run": (
            "basic",
            2,
            "7S JK 9S",
            "7S JK 9S make a run: Paul’s deadwood would be 0, not 31.",
        ),
        "the ace is high too in Manipulation": (
            "manipulation",
            2,
            "QS KS AS",
            "QS KS AS make a run: Paul’s deadwood would be 0, not 21.",
        ),
        "one run twice from two decks": (
            "manipulation",
            3,
            "7S 8S 9S 7S 8S 9S",
            "7S 8S 9S 7S 8S 9S are melds: Paul’s deadwood would be 0, not 48.",
        ),
    },
)
def test_melds_are_those_of_the_game(variant: str, players: int, hand: str, sentence: str) -> None:
    names = ("Ann", "Paul", "Cem", "Dee", "Eva", "Fay")[:players]
    said = warnings(variant, hand, players=names, **rules_that_spare(variant))
    assert len(said) == 1
    assert _same(said[0], sentence)


def test_the_ace_is_high_in_basic_where_it_counts_11() -> None:
    round = out("Ann", Bob="QS KS AS")
    spared = rules_that_spare("basic")
    said = score("basic", round, **spared, ace_value=11)["rounds"][0]["warnings"]
    assert len(said) == 1
    assert _same(said[0], "QS KS AS make a run: Bob’s deadwood would be 0, not 31.")
    assert score("basic", round, **spared)["rounds"][0]["warnings"] == []


def test_a_warning_leaves_the_points_alone() -> None:
    judged = score("gin", knock("Ann", Ann=1, Bob="7S 7H 7D K 2"))["rounds"][0]
    assert (judged["deadwood"]["Bob"], judged["points"]["Ann"]) == (33, 32)


def test_every_hand_is_looked_at() -> None:
    round = knock("Ann", Ann="A A A", Bob="2 2 2", Cem="9 9 9", Dee=5)
    answered = score("knock", round, players=("Ann", "Bob", "Cem", "Dee"))
    assert [text.split()[0] for text in answered["rounds"][0]["warnings"]] == ["A", "2", "9"]


def test_an_accepted_illegal_knock_is_warned_of_first() -> None:
    round = knock("Ann", Ann="4 4 4", Bob=30) | {"allow": ["illegal-knock"], "dealer": "Bob"}
    judged = score("gin", round)["rounds"][0]
    assert judged["tags"] == ["illegal-knock"]
    assert judged["points"] == {"Ann": 18, "Bob": 0}
    assert judged["warnings"] == [
        "The table let Ann knock with 12, over the limit of 10.",
        "4 4 4 make a set: Ann’s deadwood would be 0, not 12.",
        "It was Ann’s deal, but Bob dealt.",
    ]


def test_a_legal_knock_that_was_allowed_is_not_warned_of() -> None:
    round = knock("Ann", Ann=10, Bob=30) | {"allow": ["illegal-knock"]}
    judged = score("gin", round)["rounds"][0]
    assert (judged["tags"], judged["warnings"]) == ([], [])


@walk(
    ("players", "round", "hand"),
    {
        "twelve of a kind of three decks": (5, 11, " ".join(["7"] * 12) + " 2"),
        "eleven of a kind that touch a run": (5, 11, "7S 7H 7D 7C 7S 7H 7D 7C 7S 7H 7D 6S 8S"),
    },
)
def test_a_hand_full_of_melds_is_judged_at_once(players: int, round: int, hand: str) -> None:
    names = ("Ann", "Paul", "Cem", "Dee", "Eva")[:players]
    rest = dict.fromkeys(names[2:], 1)
    before = [out("Ann", Paul=1, **rest)] * (round - 1)
    started = process_time()
    answered = score("three-thirteen", *before, out("Ann", Paul=hand, **rest), players=names)
    assert process_time() - started < 1
    assert len(answered["rounds"][-1]["warnings"]) == 1
