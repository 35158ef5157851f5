"""Warnings that a hand could count less: by how much, and with which layout."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.cards import read_cards
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.sheet import fold
from scorekeeper.rummy.hand import Unmatched, Whole
from scorekeeper.rummy.judging.warnings import BetterCount, better_counts
from tests.support.documents import Document, document, knock, score
from tests.support.walks import walk

RUN_AND_KINGS = {"melds": ["7S 8S 9S", "KH KD KC", "2S 2H 2D"], "unmatched": "AH"}
"""A knock by Ann with 1. Cards can be laid off on her run."""


def bob(*melds: str, unmatched: str) -> Any:
    """Bob’s hand as he laid it out."""
    return {"melds": list(melds), "unmatched": unmatched}


def better(round: Document) -> BetterCount:
    """Return the only warning of a round of Gin."""
    sheet = fold(read_game(document("gin", round)))
    (found,) = better_counts(sheet.rounds[0].ruling)
    return found


@walk(
    ("ann", "sentence"),
    {
        # The ten and the jack are laid off. With the queen they would be a set, which leaves 9 + 8.
        "with lay-offs": (RUN_AND_KINGS, "Bob’s hand can be laid out better: 17, not 37."),
        "where no meld can take any": (1, "Bob’s hand can be laid out better: 37, not 67."),
    },
)
def test_the_better_count_is_what_the_hand_would_count_if_given_whole(
    ann: Any, sentence: str
) -> None:
    hand = bob("4D 5D 6D", unmatched="TS JS QS QH QC 9D 8H")
    said = score("gin", knock("Ann", Ann=ann, Bob=hand))["rounds"][0]["warnings"]
    assert said == [sentence]
    cards = "4D 5D 6D TS JS QS QH QC 9D 8H"
    given_whole = score("gin", knock("Ann", Ann=ann, Bob={"hand": cards}))["rounds"][0]
    assert f": {given_whole['deadwood']['Bob']}, not" in sentence


def test_a_run_that_was_laid_off_need_not_have_been_melded() -> None:
    hand = bob("4D 5D 6D", unmatched="TS JS QS AC 3C 6C QD")
    judged = score("gin", knock("Ann", Ann=RUN_AND_KINGS, Bob=hand))["rounds"][0]
    assert (judged["deadwood"]["Bob"], judged["warnings"]) == (20, [])


def test_the_warning_knows_which_cards_would_be_left_unmatched() -> None:
    warning = better(knock("Ann", Ann=1, Bob="7S KS 7H 7D 2C"))
    assert (warning.seat, warning.hand) == (1, Unmatched(read_cards("KS 2C")))
    assert not warning.gives_whole


def test_a_hand_laid_out_badly_would_be_given_whole() -> None:
    hand = bob("4D 5D 6D", unmatched="TS JS QS QH QC 9D 8H")
    warning = better(knock("Ann", Ann=RUN_AND_KINGS, Bob=hand))
    assert (warning.seat, warning.hand) == (1, Whole(read_cards("4D 5D 6D TS JS QS QH QC 9D 8H")))
    assert warning.gives_whole
