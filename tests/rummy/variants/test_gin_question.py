"""The question of gin: may I lay off after a knock, or after gin?"""

from __future__ import annotations

import random

import pytest

from scorekeeper.rummy.cards import Card, print_cards
from scorekeeper.rummy.melds.meld import meld_fault
from scorekeeper.rummy.messages import render
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants import find_variant
from tests.support.plays import asked, said
from tests.support.walks import walk

MELDS = "7S 8S 9S KH KD KC"


@walk(
    ("ended", "cards", "sentences", "melds"),
    {
        "some fit": (
            "knock",
            "TS JS KS 2D",
            [
                "Yes: you may lay off TS JS KS, but not 2D.",
                "TS goes on 7S 8S 9S.",
                "JS goes on 7S 8S 9S.",
                "KS goes on KH KD KC.",
                "The least that these cards can count is 2.",
            ],
            ["KS KH KD KC", "7S 8S 9S TS JS"],
        ),
        "all fit": (
            "knock",
            "6S",
            [
                "Yes: you may lay off 6S.",
                "6S goes on 7S 8S 9S.",
                "The least that these cards can count is 0.",
            ],
            ["KH KD KC", "6S 7S 8S 9S"],
        ),
        "it is better kept": (
            "knock",
            "TS TH TD 3C",
            [
                "Yes: you may lay off TS, but not TH TD 3C.",
                "TS goes on 7S 8S 9S.",
                "The least that these cards can count is 3.",
            ],
            ["KH KD KC", "7S 8S 9S TS"],
        ),
        "none fits": (
            "knock",
            "JS 2D",
            [
                "No: none of these cards fits a meld of the knocker.",
                "The least that these cards can count is 12.",
            ],
            [],
        ),
        "after gin": (
            "gin",
            "TS 4C",
            [
                "No: against gin nobody lays off.",
                "The least that these cards can count is 14.",
            ],
            [],
        ),
    },
)
@walk("game", ["gin", "oklahoma", "hollywood"])
def test_what_may_be_laid_off(
    game: str, ended: str, cards: str, sentences: list[str], melds: list[str]
) -> None:
    answer = asked(game, melds=MELDS, cards=cards, ended=ended)
    assert said(answer) == sentences
    assert answer.yes is (ended == "knock" and bool(melds))
    assert sorted(print_cards(meld.cards) for meld in answer.melds) == sorted(melds)


@walk(
    ("texts", "place", "sentence"),
    {
        "no meld": (
            {"melds": "7S 8S KH", "cards": "2D"},
            "melds",
            "In no meld of the knocker: 7S 8S KH.",
        ),
        "a suit is missing": (
            {"melds": MELDS, "cards": "2"},
            "cards",
            "Every card needs its suit here: “2” has none.",
        ),
        "a card twice": (
            {"melds": MELDS, "cards": "7S"},
            "cards",
            "7S is there twice, but the deck has only one.",
        ),
        "nothing": ({"melds": MELDS}, "cards", "Enter these cards as well: Your cards."),
        "too many": (
            {"melds": MELDS, "cards": "AS 2S 3S AD 2D 3D AH 2H 3H AC 2C 3C"},
            "cards",
            "Here it is 11 cards at most, not 12.",
        ),
    },
)
def test_what_cannot_be_asked(texts: dict[str, str], place: str, sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        asked("gin", **texts)
    assert (refused.value.where, render(refused.value.message, ())) == ((place,), sentence)


DECK = [Card(rank, suit) for suit in "SHDC" for rank in "A23456789TJQK"]


@walk("seed", range(40))
def test_everything_that_fits_is_laid_off_and_nothing_else(seed: int) -> None:
    gin = find_variant("gin")
    assert gin
    deal = gin.deal(gin.rules_type(), 2, 1)
    drawn = random.Random(seed)
    low, suit = drawn.randrange(8), drawn.choice("SHDC")
    run = [Card("A23456789TJQK"[low + step], suit) for step in range(3)]
    rank = drawn.choice(
        [rank for rank in "A23456789TJQK" if rank not in {card.rank for card in run}]
    )
    ranks = [Card(rank, suit) for suit in drawn.sample("SHDC", 3)]
    rest = [card for card in DECK if card not in run + ranks]
    cards = drawn.sample(rest, 10)
    answer = asked("gin", melds=print_cards([*run, *ranks]), cards=print_cards(cards))
    melds = [meld.cards for meld in answer.melds] or [tuple(run), tuple(ranks)]
    assert all(meld_fault(meld, deal) is None for meld in melds)
    kept = [card for card in cards if card not in sum(melds, ())]
    assert not any(meld_fault((*meld, card), deal) is None for meld in melds for card in kept)
    assert answer.yes is (len(kept) < len(cards))
