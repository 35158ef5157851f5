"""Rami’s question: may I open with this hand?"""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.article import HandAnswer
from scorekeeper.rummy.cards import print_cards, read_cards
from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.messages import render
from scorekeeper.rummy.variants.rami import RAMI
from scorekeeper.rummy.variants.rami_opening import RAMI_QUESTION
from tests.support.walks import walk

SHORT_HAND = "7S 8S 9S KH KD KC 2D"
"""A run of 24 and a set of 30."""
FOUR_MELDS = "TS JS QS 8H 8D 8C AC 2C 3C 7D 7H 7S"
"""Twelve cards of four melds. Two more cards make a hand that has drawn."""


def asked(hand: str, **rules: Any) -> HandAnswer:
    """Return the judge’s answer about a hand by these house rules."""
    played = rules_in_force(RAMI, "plain", rules)
    return RAMI_QUESTION.answer(played, RAMI.deal(played, 2, 1), read_cards(hand))


def said(answer: HandAnswer) -> list[str]:
    """Return the verdict and the notes."""
    return [render(text, ()) for text in (answer.verdict, *answer.notes)]


BEST = "No other opening leaves fewer points in your hand."


@walk(
    ("hand", "rules", "sentences", "left_points"),
    {
        "54 points": (SHORT_HAND, {}, ["Yes: 54 points, with a run without jokers.", BEST], 2),
        "not where 71 are needed": (
            SHORT_HAND,
            {"opening": 71},
            [
                "No: 54 points, 17 short of 71.",
                "That is the most with a run without jokers.",
            ],
            2,
        ),
        "where no points are needed, any run without jokers": (
            "7S 8S 9S 2D",
            {"opening": 0},
            ["Yes: 24 points, with a run without jokers.", BEST],
            2,
        ),
        "but not a set alone": (
            "7S 7H 7D",
            {"opening": 0},
            ["No: there is no run without jokers.", "The 21 points would be enough."],
            0,
        ),
        "an ace above the king is 11, whatever it costs in the hand": (
            "TS JS QS KS AS",
            {"ace_value": 1},
            ["Yes: 51 points, with a run without jokers.", "Every card is down."],
            0,
        ),
        "sets alone": (
            "QH QD QC KS KH KD",
            {},
            ["No: there is no run without jokers.", "The 60 points would be enough."],
            0,
        ),
        "a joker in the only run": (
            "7S 8S JK KH KD 2C",
            {},
            ["No: there is no run without jokers.", "And 30 points are 21 short of 51."],
            17,
        ),
        "sets alone, where no such run is needed": (
            "QH QD QC KS KH KD",
            {"pure_run": False},
            ["Yes: 60 points.", "Every card is down."],
            0,
        ),
        "a joker in the only run, for 40 points": (
            "TS JS JK KS 2C",
            {"pure_run": False, "opening": 40},
            ["Yes: 40 points.", BEST],
            2,
        ),
        "too few points, and that is all": (
            "7S 8S JK KH KD 2C",
            {"pure_run": False, "opening": 40},
            ["No: 30 points, 10 short of 40.", "That is the most that you can put down."],
            17,
        ),
        "no points needed, but a meld": (
            "KS KH 2C",
            {"pure_run": False, "opening": 0},
            ["No: there is no meld among these cards."],
            22,
        ),
        "no meld at all": ("KS KH 2C", {}, ["No: there is no meld among these cards."], 22),
    },
)
def test_the_judge_says(
    hand: str, rules: dict[str, Any], sentences: list[str], left_points: int
) -> None:
    answer = asked(hand, **rules)
    assert (said(answer), answer.left_points) == (sentences, left_points)
    assert answer.yes == sentences[0].startswith("Yes")


@walk(
    ("hand", "left", "notes"),
    {
        "two cards left": (
            f"{FOUR_MELDS} 4D KD",
            "4D KD",
            ["Once you discard the card that costs most, the rest counts 4.", BEST],
        ),
        "one card left": (f"{FOUR_MELDS} 4C KD", "KD", ["Discard KD, and you are out."]),
        "no card left": (f"{FOUR_MELDS} 4C 5C", "", ["Every card is down."]),
    },
)
def test_a_hand_that_has_drawn_discards_a_card(hand: str, left: str, notes: list[str]) -> None:
    answer = asked(hand)
    assert (print_cards(answer.left), said(answer)[1:]) == (left, notes)
