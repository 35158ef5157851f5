"""The sets of cards that a defender can lay off together, for random knocks.

The least deadwood of the rest is proved in `test_every_gin_hand`, and the best defence is the least
over all choices of lay-offs. So only these choices are compared, with the result of adding single
cards to the melds. A card that no order of lay-offs reaches has no effect. The other cards of any
hand are one of the choices.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from scorekeeper.rummy.cards import read_cards
from scorekeeper.rummy.deal import card_points
from scorekeeper.rummy.melds.lay_offs import every_lay_off
from scorekeeper.rummy.melds.single_deck import bits_of
from tests.support import meld_oracle
from tests.support.random_hands import DECK, clustered_hand, random_hand

HAND_SIZE = 10
Meld = frozenset[str]


def bits(cards: Sequence[str] | Meld) -> int:
    return bits_of(read_cards(" ".join(cards)))


def knock(rng: random.Random) -> list[Meld]:
    """Return the melds of a hand laid out with the least deadwood, at least one."""
    while True:
        hand = rng.choice([random_hand, clustered_hand])(rng, HAND_SIZE)
        arrangements = meld_oracle.best_arrangements(hand, card_points())
        # Sorted by cards, so that each run of the tests chooses the same.
        if melds := min(sorted(map(sorted, melds)) for melds in arrangements):
            return list(map(frozenset, melds))


def laid_one_by_one(melds: list[Meld]) -> set[int]:
    """Return all sets of up to ten cards that can be laid off in some order, as bits."""
    free = set(DECK).difference(*melds)
    at_once = {tuple(melds)}
    found = {0}
    for _ in range(HAND_SIZE):
        at_once = {
            (*laid_out[:place], longer, *laid_out[place + 1 :])
            for laid_out in at_once
            for place, meld in enumerate(laid_out)
            for card in free.difference(*laid_out)
            if (longer := meld | {card}) in meld_oracle.MELDS
        }
        found |= {sum(map(bits, laid_out)) - sum(map(bits, melds)) for laid_out in at_once}
    return found


def check_every_hand(rng: random.Random) -> None:
    melds = knock(rng)
    on = list(map(bits, melds))
    choices = laid_one_by_one(melds)
    for fitting in choices:
        within = {laid for laid in choices if laid & fitting == laid}
        assert every_lay_off(fitting, on) == within, (melds, fitting)
    others = sorted(set(DECK).difference(*melds))
    for _ in range(10):
        hand = bits(rng.sample(others, HAND_SIZE))
        assert every_lay_off(hand, on) == {laid for laid in choices if laid & hand == laid}


@pytest.mark.parametrize("knocks", [3, pytest.param(300, marks=pytest.mark.slow)])
def test_a_defender_can_lay_off_together_what_can_be_laid_off_one_by_one(knocks: int) -> None:
    rng = random.Random(knocks)
    for _ in range(knocks):
        check_every_hand(rng)
