"""The question of Canasta and of Hand and Foot: may I take the pile?"""

from __future__ import annotations

import random
from itertools import product

import pytest

from scorekeeper.rummy.cards import print_cards
from scorekeeper.rummy.messages import render
from scorekeeper.rummy.round import RuleError
from tests.support.plays import asked, said
from tests.support.walks import walk

WHOLE = "Meld the top card at once. You take the whole pile, and what is left counts."
SEVEN = "Meld the top card at once. You take its seven top cards, or all if it has fewer."
TOP_ONLY = "Only the top card of the pile counts for the first meld."


@walk(
    ("top", "hand", "laid", "frozen", "sentences"),
    {
        "two natural cards": (
            "K",
            "K K 4",
            "others",
            "yes",
            ["Yes: you have two natural cards of its rank.", WHOLE],
        ),
        "one while it is frozen": (
            "K",
            "K 2 4",
            "rank",
            "yes",
            [
                "No: the pile is frozen, and that takes two natural cards of its rank"
                " from your hand."
            ],
        ),
        "a natural card and a wild one": (
            "K",
            "K JK 2 4",
            "others",
            "no",
            [
                "Yes: a natural card and a wild one are enough, because the pile is not frozen.",
                WHOLE,
            ],
        ),
        "a meld that it fits": (
            "K",
            "4",
            "rank",
            "no",
            ["Yes: the top card goes on your meld of its rank.", WHOLE],
        ),
        "one natural card": (
            "K",
            "K 4",
            "others",
            "no",
            [
                "No: that takes two natural cards of its rank, one and a wild card,"
                " or a meld of that rank."
            ],
        ),
        "before the first meld": (
            "K",
            "K 2 JK A A A",
            "nothing",
            "no",
            [
                "No: until your side has melded, that takes two natural cards of its rank"
                " from your hand."
            ],
        ),
        "a black three": (
            "3",
            "3 3",
            "others",
            "no",
            ["No: nobody takes the pile with 3 on top."],
        ),
        "a wild card": ("2", "2 2", "others", "no", ["No: nobody takes the pile with 2 on top."]),
    },
)
def test_whether_the_pile_may_be_taken(
    top: str, hand: str, laid: str, frozen: str, sentences: list[str]
) -> None:
    answer = asked("canasta", top=top, hand=hand, laid=laid, frozen=frozen)
    assert said(answer) == sentences
    assert answer.yes is sentences[0].startswith("Yes")


def test_the_wild_card_that_counts_least_is_laid() -> None:
    answer = asked("canasta", top="K", hand="K JK 2", laid="others")
    assert [(print_cards(meld.cards), meld.count) for meld in answer.melds] == [("K K 2", 40)]


@walk(
    ("game", "rules", "number", "total", "hand", "sentences", "melds"),
    {
        "enough": (
            "canasta",
            {},
            1,
            0,
            "K K 7 7 2",
            [
                "Yes: with the top card you can meld 60, and 50 is enough.",
                TOP_ONLY,
                WHOLE,
            ],
            ["K K K", "7 7 2"],
        ),
        "not enough": (
            "canasta",
            {},
            1,
            1500,
            "K K 7 7 2 3",
            [
                "No: with the top card you can meld 60, and the first meld needs 90.",
                TOP_ONLY,
            ],
            ["K K K", "7 7 2"],
        ),
        "three wild cards in a meld at most": (
            "canasta",
            {},
            1,
            3000,
            "K K 2 2 2 2 JK",
            ["Yes: with the top card you can meld 120, and 120 is enough.", TOP_ONLY, WHOLE],
            ["K K K JK 2 2"],
        ),
        "wild cards by themselves": (
            "canasta",
            {"wild_canasta": 1000},
            1,
            3000,
            "K K 2 2 2 2 JK",
            ["Yes: with the top card you can meld 160, and 120 is enough.", TOP_ONLY, WHOLE],
            ["K K K 2 2", "JK 2 2"],
        ),
        "two wild cards at most, and none among sevens": (
            "canasta",
            {"swing": True},
            1,
            0,
            "K K 7 7 2 2 2",
            ["Yes: with the top card you can meld 70, and 50 is enough.", TOP_ONLY, WHOLE],
            ["K K K 2 2"],
        ),
        "by the round in modern American Canasta": (
            "canasta",
            {"first_meld": "american-rounds"},
            2,
            0,
            "K K A A A 2",
            ["No: with the top card you can meld 110, and the first meld needs 155.", TOP_ONLY],
            ["K K K 2", "A A A"],
        ),
        "by the round": (
            "hand-and-foot",
            {},
            3,
            0,
            "K K 4 4 4 JK",
            ["No: with the top card you can meld 95, and the first meld needs 120.", TOP_ONLY],
            ["K K K JK", "4 4 4"],
        ),
        "no more wild cards than natural ones": (
            "hand-and-foot",
            {},
            1,
            0,
            "K K 2 2 2 2",
            ["Yes: with the top card you can meld 90, and 50 is enough.", TOP_ONLY, SEVEN],
            ["K K K 2 2 2"],
        ),
    },
)
def test_whether_it_is_enough_for_the_first_meld(
    game: str,
    rules: dict[str, int],
    number: int,
    total: int,
    hand: str,
    sentences: list[str],
    melds: list[str],
) -> None:
    asked_for = {"number": number, "total": total, "rules": rules}
    answer = asked(game, top="K", hand=hand, **asked_for)
    assert said(answer) == sentences
    assert [print_cards(meld.cards) for meld in answer.melds] == melds


@walk(
    ("hand", "laid", "sentences"),
    {
        "two": ("K K", "others", ["Yes: you have two natural cards of its rank.", SEVEN]),
        "one": (
            "K 2",
            "others",
            ["No: that takes two natural cards of its rank from your hand."],
        ),
    },
)
def test_in_hand_and_foot_it_always_takes_two(hand: str, laid: str, sentences: list[str]) -> None:
    assert said(asked("hand-and-foot", top="K", hand=hand, laid=laid)) == sentences


@walk(
    ("texts", "place", "sentence"),
    {
        "two top cards": (
            {"top": "K Q", "hand": "K"},
            "top",
            "Here it is one card, not 2.",
        ),
        "no card": ({"top": "X", "hand": "K"}, "top", "“X” is not a card."),
        "too many": (
            {"top": "K", "hand": "K K K K K K K K"},
            "hand",
            "There are too many K: this game has only 8.",
        ),
    },
)
def test_what_cannot_be_asked(texts: dict[str, str], place: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        asked("canasta", **texts)
    assert (refused.value.where, render(refused.value.message, ())) == ((place,), sentence)


WORTH = {"K": 10, "7": 5, "A": 20, "2": 20, "JK": 50}


def highest_by_trying(hand: list[str], *, plays_wild: bool) -> int:
    """Return the most that can be melded with a king of the pile, by trying everything."""
    naturals = {rank: hand.count(rank) + (rank == "K") for rank in "K7A"}
    twos, jokers = hand.count("2"), hand.count("JK")
    best = 0
    for melded in product((False, True), repeat=2):
        ranks = ["K", *(rank for rank, is_in in zip("7A", melded, strict=True) if is_in)]
        # The numbers of wild cards in the meld of each rank, and by themselves.
        for wild in product(range(4), repeat=len(ranks)):
            for alone in range(twos + jokers + 1 if plays_wild else 1):
                total = sum(wild) + alone
                fits = total <= twos + jokers and alone not in (1, 2)
                sizes = zip(ranks, wild, strict=True)
                whole = all(
                    naturals[rank] > 1 and naturals[rank] + number > 2 for rank, number in sizes
                )
                if fits and whole:
                    of_wild = sorted([50] * jokers + [20] * twos, reverse=True)[:total]
                    counted = sum(naturals[rank] * WORTH[rank] for rank in ranks)
                    best = max(best, counted + sum(of_wild))
    return best


@walk("plays_wild", [False, True])
@walk("seed", range(40))
def test_the_first_meld_is_the_highest_there_is(seed: int, plays_wild: bool) -> None:
    drawn = random.Random(seed)
    numbers = {"7": 4, "A": 4, "2": 4, "JK": 4, "K": 3}
    hand = [
        "K",
        "K",
        *(rank for rank, most in numbers.items() for _ in range(drawn.randint(0, most))),
    ]
    rules = {"wild_canasta": 1000 if plays_wild else 0}
    answer = asked("canasta", top="K", hand=" ".join(hand), rules=rules)
    count = sum(meld.count for meld in answer.melds)
    assert count == highest_by_trying(hand, plays_wild=plays_wild)
