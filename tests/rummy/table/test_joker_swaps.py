"""Swaps of a joker on the table, allowed or not: the rules of each game, and brute force."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from scorekeeper.rummy import RuleError, answer_melds
from tests.support.walks import walk


def asked(variant: str, table: str, card: str, **more: Any) -> dict[str, Any]:
    """Return the answer to the question about a joker. Bars separate the melds."""
    melds = [meld.strip() for meld in table.split("|")]
    question = {"variant": variant, "table": melds, "ask": "joker", "card": card}
    return answer_melds(question | more).as_json()


def said(answer: dict[str, Any]) -> str:
    """Return all sentences of the judge."""
    return " ".join(filter(None, (answer["verdict"], answer.get("joker"))))


TAKE_9 = "Yes: put 9♠ in its place and take the joker."


@walk(
    ("variant", "table", "card", "verdict"),
    {
        "the end of a run": ("basic", "7S 8S JK", "9S", TAKE_9),
        "the middle of a run": ("basic", "8S JK TS", "9S", TAKE_9),
        "another card of the run": (
            "basic",
            "7S 8S JK",
            "TS",
            "No: no joker on the table stands for 10♠. There a joker stands for: 9♠.",
        ),
        "either suit of a set of three": (
            "basic",
            "9H 9D JK",
            "9S",
            TAKE_9,
        ),
        "another card of the set": (
            "basic",
            "9H 9D 9C JK",
            "8S",
            "No: no joker on the table stands for 8♠. There a joker stands for: 9♠.",
        ),
        "the second of two melds": ("basic", "4D 5D 6D | 7S 8S JK", "9S", TAKE_9),
        "no joker": ("basic", "7S 8S 9S", "TS", "No: there is no joker on the table."),
        "rami": (
            "rami",
            "7S 8S JK",
            "9S",
            "Yes, at many tables: put 9♠ in its place and take the joker.",
        ),
        "contract rummy": (
            "contract",
            "7S 8S JK TS",
            "9S",
            "No: it stands for 9♠, and stays where it is.",
        ),
        "manipulation": (
            "manipulation",
            "9H 9D JK=9S",
            "9S",
            "Yes: put 9♠ in its place. "
            "The joker is back in a meld before your turn ends, and never in your hand.",
        ),
        "manipulation: not the suit that was named": (
            "manipulation",
            "9H 9D JK=9S",
            "9C",
            "No: no joker on the table stands for 9♣. There a joker stands for: 9♠.",
        ),
        "tiles": (
            "tiles",
            "R9 B9 JK",
            "Y9",
            "Yes: put yellow 9 in its place. "
            "The joker is back in a meld before your turn ends, and never on your rack.",
        ),
    },
)
def test_what_the_judge_says(variant: str, table: str, card: str, verdict: str) -> None:
    answer = asked(variant, table, card)
    assert said(answer) == verdict
    assert answer["yes"] == verdict.startswith("Yes")


@walk(
    ("variant", "rules", "verdict"),
    {
        "a freed joker begins a new meld": (
            "tiles",
            {"freed_joker": "new-meld"},
            "Yes: put red 7 in its place. The joker goes into a new meld in the same turn, with a "
            "tile from your rack and without those that lay beside it.",
        ),
        "a joker is free without its tile": (
            "tiles",
            {"table_jokers": "free"},
            "Yes, and without its card too: here a joker of the table may stand for something "
            "else. The joker is back in a meld before your turn ends, and never on your rack.",
        ),
    },
)
def test_house_rules_say_where_it_goes(variant: str, rules: dict[str, Any], verdict: str) -> None:
    assert said(asked(variant, "R5 R6 JK", "R7", rules=rules)) == verdict


@walk(
    ("variant", "sentence"),
    {
        "rami": ("rami", "No: you have to open first."),
        "contract rummy": ("contract", "No: your contract has to be on the table first."),
    },
)
def test_nobody_swaps_before_opening(variant: str, sentence: str) -> None:
    assert said(asked(variant, "7S 8S JK TS", "9S", opened=False)) == sentence


@walk(
    ("table", "card", "melds"),
    [
        ("9S 7S JK", "8S", ["7S 8S 9S"]),
        ("JK JK TS JS", "8S", ["8S JK=9S TS JS"]),
        ("9H JK 9D", "9C", ["9H 9C 9D"]),
        ("9H JK 9D | 7C JK 9C", "8C", ["9H JK 9D", "7C 8C 9C"]),
    ],
)
def test_the_card_lies_where_the_joker_lay(table: str, card: str, melds: list[str]) -> None:
    assert asked("basic", table, card, players=4, rules={"jokers_per_deck": 4})["melds"] == melds


def test_melds_that_are_none_are_answered_as_such() -> None:
    answer = asked("basic", "7S 8H JK", "9S")
    assert (answer["verdict"], answer["legal"]) == ("Not all of these are melds.", False)


def test_a_joker_does_not_free_a_joker() -> None:
    sentence = "No: that takes the card for which the joker stands."
    assert said(asked("rami", "7S 8S JK", "JK")) == sentence


@walk("variant", ["basic", "contract", "rummy-500"])
def test_without_jokers_nothing_is_asked_of_them(variant: str) -> None:
    with pytest.raises(RuleError) as refused:
        asked(variant, "7S 8S 9S TS", "JS", rules={"jokers_per_deck": 0})
    assert (refused.value.place, refused.value.text()) == (
        "ask",
        "There are no jokers in this game.",
    )


# Brute force: put every card in the place of a joker, and check for a meld.

RANKS, SUITS = "A23456789TJQKA", "SHDC"
PACK = [rank + suit for suit in SUITS for rank in RANKS[:13]]
RUNS = {
    tuple(rank + suit for rank in RANKS[first : first + size])
    for suit in SUITS
    for size in range(3, 6)
    for first in range(15 - size)
}
"""Every run of three to five cards from the lowest up, with the ace low or high as in Rami."""
SETS = {
    tuple(rank + suit for suit in suits)
    for rank in RANKS
    for size in (3, 4)
    for suits in permutations(SUITS, size)
}
"""Every set of three or four, in every order."""


def test_every_card_for_every_joker() -> None:
    melds = [meld for meld in sorted(RUNS | SETS) if meld[0][1] == "S" or meld[0] == "9H"]
    judged = 0
    for meld in melds:
        for place in range(len(meld)):
            written = [*meld[:place], "JK", *meld[place + 1 :]]
            for card in PACK:
                if card in written:
                    continue
                answer = asked("rami", " ".join(written), card)
                makes_a_meld = (*meld[:place], card, *meld[place + 1 :]) in RUNS | SETS
                assert answer["yes"] is makes_a_meld, (written, card)
                judged += 1
    assert judged > 10_000
