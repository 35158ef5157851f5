"""The melds of a contract: a table, and an oracle over many hands."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import pytest

from scorekeeper.rummy.cards import RANKS, SUITS, print_cards, read_cards
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.melds.contract_melds import ContractMelds, contract_melds
from scorekeeper.rummy.variants.contract import CONTRACT
from scorekeeper.rummy.variants.contract_rules import CLASSIC, ContractRules
from tests.support.contract_oracle import ANY, JOKER, Asked, Table, fewest_left, is_meld
from tests.support.walks import walk

ROUNDS = {" ".join(melds): number for number, (melds, _name) in enumerate(CLASSIC, start=1)}
"""The number of the round with each contract."""


def laid(hand: str, contract: str, **rules: Any) -> ContractMelds:
    """Return the hand laid down for a contract such as `set run`."""
    deal = CONTRACT.deal(ContractRules(**rules), 3, ROUNDS[contract])
    assert deal.contract
    return contract_melds(read_cards(hand), deal, deal.contract.melds)


def asked_by(deal: Deal) -> list[Asked]:
    """Return the melds of the contract, for the oracle."""
    assert deal.contract
    return [
        Asked(meld.kind.value, meld.size, meld.pure, meld.mixed) for meld in deal.contract.melds
    ]


def table_of(deal: Deal) -> Table:
    """Return the rules of the table, for the oracle."""
    return Table(deal.wild, deal.max_wild, deal.corner)


def words(found: ContractMelds) -> list[str]:
    """Return the melds, one text each, with the missing cards in brackets."""
    return [
        f"{print_cards(meld.cards)} ({print_cards(meld.missing)})".removesuffix(" ()")
        for meld in found.melds
    ]


@walk(
    ("contract", "hand", "left"),
    {
        "two sets": ("set set", "7S 7H 7D KS KH KD 2C", "2C"),
        "a suit twice in a set": ("set set", "7S 7S 7H KS KS KD", ""),
        "six of a kind are two sets": ("set set", "7S 7S 7H 7H 7D 7C KC", "KC"),
        "a set and a run": ("set run", "7S 7H 7D 4D 5D 6D 7D", ""),
        "the set spares one for the run": ("set run", "7S 7H 7D 7C 4D 5D 6D", ""),
        "longer melds leave less": ("set run", "KS KH KD KC 3D 4D 5D 6D 7D", ""),
        "one set, the dearer one": ("set run", "9S 9H 9D 2S 2H 2D 4C 5C 6C 7C", "2S 2H 2D"),
        "eight in a row are two runs": ("run run", "5S 6S 7S 8S 9S TS JS QS", ""),
        "the same run twice": ("run run", "5S 6S 7S 8S 5S 6S 7S 8S", ""),
        "an ace above and one below": ("run run", "JS QS KS AS AS 2S 3S 4S", ""),
        "a joker completes a set": ("set set", "7S 7H JK KS KH KD", ""),
        "two jokers and a seven": ("set set", "7S JK JK KS KH KD", ""),
        "a joker in the gap": ("run run", "5S 6S JK 8S 5H 6H 7H 8H", ""),
        "three jokers and a five": ("run run", "5S JK JK JK 5H 6H 7H 8H", ""),
        "a joker that nothing needs": ("set set", "7S 7H 7D KS KH KD JK", ""),
        "a full run": ("run run", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 4H 5H 6H 7H JK", ""),
        "three sets and a ten": ("set set set", "7S 7H 7D 8S 8H 8D 9S 9H 9D 9C TC", "TC"),
        "a set, two runs": ("set run run", "7S 7S 7S 3C 4C 5C 6C TD JD QD KD", ""),
    },
)
def test_a_hand_meets_the_contract_and_these_cards_are_left(
    contract: str, hand: str, left: str
) -> None:
    found = laid(hand, contract)
    assert (found.lacking, print_cards(found.left)) == (0, left)
    check_legal(found, hand.split(), CONTRACT.deal(ContractRules(), 3, ROUNDS[contract]))


@walk(
    ("contract", "hand", "melds"),
    {
        "a seven": ("set set", "7S 7H KS KH KD 2C", ["KS KH KD", "7S 7H (7)"]),
        "one in all": ("set set", "7S 7H KS KH JK", ["KS KH JK", "7S 7H (7)"]),
        "a whole set": ("set set", "KS KH KD", ["KS KH KD", ""]),
        "jokers alone": ("set set", "JK JK JK JK JK KS", ["KS JK JK", ""]),
        "one of two ends": ("set run", "7S 7H 7C 4D 5D 6D", ["7S 7H 7C", "4D 5D 6D (7D)"]),
        "a king alone": ("set run", "7S 7H 7C KD", ["7S 7H 7C", "KD (JD QD AD)"]),
        "a whole run": ("set run", "7S 7H 7D", ["7S 7H 7D", ""]),
        "between ace and three": ("run run", "AS 3S 4S", ["AS 3S 4S (2S)", ""]),
    },
)
def test_a_hand_does_not_meet_the_contract_and_these_cards_are_missing(
    contract: str, hand: str, melds: list[str]
) -> None:
    found = laid(hand, contract)
    assert found.lacking
    assert sorted(words(found)) == sorted(melds)


@walk(
    ("contract", "hand", "stand_ins"),
    {
        "a seven of any suit": ("set set", "7S 7H JK KS KH KD", {"7"}),
        "the seven of clubs": ("set run", "7S 7H 7D 5C 6C JK 8C", {"7C"}),
        "the upper end": ("set run", "7S 7H 7D TC JC QC JK", {"KC"}),
        "where it is needed": ("run run", "JS QS KS AS 5H 6H 7H JK", {"8H"}),
        "nothing is above the ace": ("set run", "7S 7H 7D QS KS AS JK", {"JS"}),
    },
)
def test_a_joker_stands_for(contract: str, hand: str, stand_ins: set[str]) -> None:
    found = laid(hand, contract)
    assert {str(other) for meld in found.melds for _, other in meld.stand_ins} == stand_ins


@walk(
    ("contract", "hand", "lacking"),
    {
        "a set of twos": ("set set", "2S 2H 2D KS KH KD", 0),
        "a two that is itself": ("set set", "2S JK JK KS KH KD", 0),
        "and in a run": ("set run", "2S JK JK JK KS KH KD", 0),
        "a two as an eight": ("set run", "7S 2H 9S TS KS KH KD", 0),
        "no joker is itself": ("set set", "JK JK JK JK JK JK KS", 1),
    },
)
def test_where_twos_are_wild_the_hand_lacks(contract: str, hand: str, lacking: int) -> None:
    assert laid(hand, contract, twos_wild=True).lacking == lacking


@dataclass(frozen=True)
class AskedHand:
    """A hand, and the round with the contract to lay down."""

    deal: Deal
    cards: list[str]

    def fewest_left(self, lacking: int = 0) -> int | None:
        """Return the oracle’s result for the hand with this many unknown cards more."""
        return fewest_left(
            [*self.cards, *[ANY] * lacking],
            asked_by(self.deal),
            self.deal.worth,
            table_of(self.deal),
        )


LISTS = (
    *("s3p, s3 s4", "r4 r3", "2r3, r3 r3p", "m4", "m3 r3", "r3 m3p", "2m3", "2m3p", "s4 r3p"),
    *("s3 m3", "2s3p", "r5p", "m5p, r3", "s3p r3"),
)
"""Contracts that only lists have."""


def asked_of_a_list(rng: random.Random) -> AskedHand:
    """Return a random hand for a contract of a list, perhaps with few wild cards, or a corner."""
    hand = asked(
        rng,
        contracts=rng.choice(LISTS),
        deal="10",
        max_wild=rng.choice([0, 0, 1, 1, 2]),
        corner=rng.choice([True, False]),
    )
    return replace(hand, cards=hand.cards[:8])


def asked(rng: random.Random, **rules_of_list: Any) -> AskedHand:
    """Return a hand of few ranks and suits, so that melds compete for its cards."""
    rules = ContractRules(
        **rules_of_list,
        run_length=rng.choice([3, 3, 4]),
        twos_wild=rng.choice([True, False]),
        jokers_per_deck=4,
        joker_value=rng.choice([15, 50]),
    )
    first = rng.randrange(len(RANKS) - 4)
    neighbours = RANKS[first : first + rng.randint(3, 5)]
    ranks = rng.choice([neighbours, "QKA23", rng.sample(RANKS, rng.randint(2, 5))])
    suits = rng.sample(SUITS, rng.randint(1, 3))
    pack = [rank + suit for rank in ranks for suit in suits] * 2 + [JOKER] * rng.randint(0, 5)
    if rules.twos_wild:
        pack += ["2S", "2H"] * rng.randint(0, 2)
    cards = rng.sample(pack, min(len(pack), rng.randint(5, 9)))
    rounds = CONTRACT.last_round(rules)
    return AskedHand(CONTRACT.deal(rules, 5, rng.randint(1, rounds)), cards)


def check_best(hand: AskedHand) -> None:
    """Check that the oracle finds no melds that leave fewer points, or lack fewer cards."""
    deal = hand.deal
    assert deal.contract
    found = contract_melds(read_cards(" ".join(hand.cards)), deal, deal.contract.melds)
    if found.lacking:
        check_used_once(found, hand.cards)
        # With many more cards the oracle would take long.
        enough = min(found.lacking, 10 - len(hand.cards))
        assert hand.fewest_left() is None, hand
        if enough == found.lacking:
            assert hand.fewest_left(enough) is not None, hand
        if not any(asked.pure for asked in asked_by(deal)) and not deal.max_wild:
            assert hand.fewest_left(min(found.lacking - 1, enough)) is None, hand
    else:
        check_legal(found, hand.cards, deal)
        assert sum(deal.worth[card.rank] for card in found.left) == hand.fewest_left(), hand


def check_legal(found: ContractMelds, cards: list[str], deal: Deal) -> None:
    """Check that the melds fit the contract, and use only the cards of the hand."""
    check_used_once(found, cards)
    asked_melds = asked_by(deal)
    assert [meld.kind for meld in found.melds] == [meld.kind for meld in asked_melds]
    for meld, wanted in zip(found.melds, asked_melds, strict=True):
        assert is_meld(print_cards(meld.cards).split(), wanted, table_of(deal)), meld


def check_used_once(found: ContractMelds, cards: list[str]) -> None:
    """Check that every card is in one meld or left."""
    used = [str(card) for meld in found.melds for card in meld.cards] + [*map(str, found.left)]
    assert Counter(used) == Counter(cards)


def test_no_choice_of_melds_is_better() -> None:
    rng = random.Random(15)
    for _ in range(150):
        check_best(asked(rng))
        check_best(asked_of_a_list(rng))


@pytest.mark.slow
def test_no_choice_of_melds_is_better_in_many_hands() -> None:
    rng = random.Random(16)
    for _ in range(5_000):
        check_best(asked(rng))
        check_best(asked_of_a_list(rng))
