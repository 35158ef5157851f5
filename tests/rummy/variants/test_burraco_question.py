"""The question of Burraco: may I move the wild card?"""

from __future__ import annotations

import pytest

from scorekeeper.rummy.cards import print_cards
from scorekeeper.rummy.messages import render
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants.canasta_melds import naturals_in_place
from tests.support.plays import asked, said
from tests.support.walks import walk

STAYS = "It stays in this meld for good, and nobody takes it into the hand."


@walk(
    ("meld", "card", "sentences", "melds"),
    {
        "between natural cards": (
            "4H 5H 2S 7H 8H 9H TH",
            "6H",
            ["Yes: put 6H in its place, and the wild card at an end.", STAYS],
            [("2S 4H 5H 6H 7H 8H 9H TH", "semi_clean"), ("4H 5H 6H 7H 8H 9H TH 2S", "semi_clean")],
        ),
        "a two that comes to its own place": (
            "3H JK 5H",
            "4H",
            ["Yes: put 4H in its place, and the wild card at an end.", STAYS],
            [("JK 3H 4H 5H", None), ("3H 4H 5H JK", None)],
        ),
        "below the ace is no place": (
            "AH JK 3H 4H",
            "2H",
            ["Yes: put 2H in its place, and the wild card at an end.", STAYS],
            [("AH 2H 3H 4H JK", None)],
        ),
        "above the ace is none either": (
            "QH JK AH",
            "KH",
            ["Yes: put KH in its place, and the wild card at an end.", STAYS],
            [("JK QH KH AH", None)],
        ),
        "another card": (
            "4H 5H 2S 7H",
            "6S",
            ["No: it stands for 6H, and only that frees it."],
            [],
        ),
        "a joker does not free one": (
            "4H 5H 2S 7H",
            "JK",
            ["No: it stands for 6H, and only that frees it."],
            [],
        ),
        "no wild card": ("AH 2H 3H", "4H", ["No: there is no wild card in this meld."], []),
        "a set": (
            "4H 4D JK",
            "4S",
            ["No: in a set it has no place to leave. Add your card to the set."],
            [],
        ),
        "from ace to ace": (
            "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH JK AH",
            "KH",
            ["No: the run has no end left for the wild card."],
            [],
        ),
    },
)
def test_whether_the_wild_card_may_be_moved(
    meld: str, card: str, sentences: list[str], melds: list[tuple[str, str | None]]
) -> None:
    answer = asked("burraco", meld=meld, card=card)
    assert said(answer) == sentences
    assert answer.yes is bool(melds)
    assert [(print_cards(moved.cards), moved.kind) for moved in answer.melds] == melds


def test_cards_that_are_no_meld_are_refused() -> None:
    with pytest.raises(RuleError) as refused:
        asked("burraco", meld="4H 6H 7H", card="5H")
    assert refused.value.where == ("meld",)
    assert render(refused.value.message, ()).startswith("This is neither a set nor a run")


RANKS = "A23456789TJQKA"


@walk("place", range(7))
@walk("low", range(8))
def test_a_moved_wild_card_makes_a_run_with_all_else_in_place(low: int, place: int) -> None:
    run = [f"{rank}S" for rank in RANKS[low : low + 7]]
    taken = run[place]
    answer = asked("burraco", meld=" ".join([*run[:place], "JK", *run[place + 1 :]]), card=taken)
    assert answer.yes
    for moved in answer.melds:
        own = naturals_in_place(moved.cards)
        assert own is not None
        assert own.count(False) == 1
        assert " ".join(run) in print_cards(moved.cards)
