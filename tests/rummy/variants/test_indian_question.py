"""Indian rummy’s question: may I declare with this hand?"""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.article import HandAnswer
from scorekeeper.rummy.cards import print_cards, read_cards
from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.messages import render
from scorekeeper.rummy.variants.indian import INDIAN
from scorekeeper.rummy.variants.indian_question import INDIAN_QUESTION
from tests.support.walks import walk


def asked(hand: str, wild: str, **rules: Any) -> HandAnswer:
    """Return the judge’s answer about a hand by these house rules, with this rank turned up."""
    played = rules_in_force(INDIAN, "plain", rules)
    deal = INDIAN.deal_with(played, INDIAN.deal(played, 2, 1), (("wild", wild),))
    return INDIAN_QUESTION.answer(played, deal, read_cards(hand))


def said(answer: HandAnswer) -> list[str]:
    """Return the verdict and the notes."""
    return [render(text, ()) for text in (answer.verdict, *answer.notes)]


ONE_RUN = "4S 5S 6S QS QC QD 9H 9C 9D KH KC 2D 3C"
TWO_RUNS = "4S 5S 6S 9H TH JK QS QC QD KH KC 2D 3C"
NO_PURE_RUN = "4S 5S JK KS KH KD 2C 3D 9H 9C 7D TC QS"
ALL_MELDED = "4S 5S 6S 7S 2H 3H 7C QS QC QD 4H 4C JK"


@walk(
    ("hand", "wild", "rules", "sentences", "points"),
    {
        "valid": (
            ALL_MELDED,
            "7",
            {},
            ["Yes: every card is in a meld.", "4S 5S 6S is a pure run."],
            0,
        ),
        "cards left over": (
            TWO_RUNS,
            "8",
            {},
            ["No: that leaves KH KC 2D 3C.", "That counts 25 points, and no layout counts less."],
            25,
        ),
        "one run": (
            ONE_RUN,
            "8",
            {"most_points": 0},
            [
                "No: there is no second run beside the pure one.",
                "So all cards count: 97 points.",
            ],
            97,
        ),
        "one run, at most 80": (
            ONE_RUN,
            "8",
            {},
            [
                "No: there is no second run beside the pure one.",
                "So all cards count: 97 points.",
                "No hand counts more than 80 points.",
            ],
            97,
        ),
        "one run, which is spared": (
            ONE_RUN,
            "8",
            {"one_run": "spares-it", "most_points": 0},
            [
                "No: there is no second run beside the pure one.",
                "All but the pure run count: 82 points.",
            ],
            82,
        ),
        "no pure run": (
            NO_PURE_RUN,
            "8",
            {"most_points": 0},
            ["No: there is no pure run.", "So all cards count: 89 points."],
            89,
        ),
        "aces wild with a joker turned up": (
            TWO_RUNS.replace("KH KC 2D 3C", "KH KC AD AC"),
            "JK",
            {},
            ["Yes: every card is in a meld.", "4S 5S 6S is a pure run."],
            0,
        ),
    },
)
def test_the_judge_says_whether_it_is_a_declaration_and_what_it_counts(
    hand: str, wild: str, rules: dict[str, Any], sentences: list[str], points: int
) -> None:
    answer = asked(hand, wild, **rules)
    assert said(answer) == sentences
    assert (answer.yes, answer.left_points) == (sentences[0].startswith("Yes"), points)


def test_the_best_melds_are_shown_even_where_all_cards_count() -> None:
    answer = asked(ONE_RUN, "8")
    first, *others = [print_cards(meld.cards) for meld in answer.melds]
    assert (first, len(others), print_cards(answer.left)) == ("4S 5S 6S", 2, "KH KC 2D 3C")
