"""The count of a hand of Indian rummy: a table, layouts by players, and an oracle."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

import pytest

from scorekeeper.rummy.cards import RANKS, SUITS, print_cards, read_cards
from scorekeeper.rummy.deal import Deal, MeldKind, card_points
from scorekeeper.rummy.melds.arrange import best_arrangement
from scorekeeper.rummy.melds.declaration import Declaration, best_declaration, declaration, lay_meld
from scorekeeper.rummy.melds.meld import meld_fault
from scorekeeper.rummy.messages import render
from tests.support.declaration_oracle import Kind, fewest, kind_of
from tests.support.walks import walk

WORTH = card_points(ace=10) | {"JK": 0}


def deal(wild: str | None = None, decks: int = 2) -> Deal:
    """Return a deal of thirteen cards from this many decks, each with two jokers."""
    worth = WORTH | ({wild: 0} if wild else {})
    return Deal(
        worth=worth,
        hand_size=13,
        decks=decks,
        jokers=2 * decks,
        wild=wild,
        ace_high=True,
    )


def best(hand: str, wild: str | None = None, *, spares_one_run: bool = False) -> Declaration:
    return best_declaration(read_cards(hand), deal(wild), spares_one_run=spares_one_run)


def melds(found: Declaration) -> str:
    """Return the melds in their order of cards: the first one first, the others sorted."""
    first, *others = [print_cards(meld.cards) for meld in found.melds]
    return " + ".join([first, *sorted(others)])


ONE_RUN = "4S 5S 6S QS QC QD 9H 9C 9D KH KC 2D 3C"


@walk(
    ("hand", "wild", "points", "spared"),
    {
        "one run, so all cards count": (ONE_RUN, None, 97, 82),
        "a second run with a joker": (ONE_RUN.replace("9H 9C 9D", "9H TH JK"), None, 25, 25),
        "valid": ("4S 5S 6S 7S 2H 3H 7C QS QC QD 4H 4C JK", "7", 0, 0),
        "no pure run": ("4S 5S JK KS KH KD 2C 3D", None, 44, 44),
        "two pure runs in one row": ("4S 5S 6S 7S 8S 9S KD", None, 10, 10),
        "one row of five is one run": ("4S 5S 6S 7S 8S KD", None, 40, 10),
        "the ace low and high": ("AS 2S 3S QH KH AH", None, 0, 0),
        "not round the corner": ("KS AS 2S 5H 6H 7H", None, 40, 22),
        "a wild card as itself in the pure run": ("6H 7H 8H 4S 5S JK", "7", 0, 0),
        "no wild card to spare for the pure run": ("6H 7H 8H 4S 5S", "7", 23, 9),
        "wild cards alone, one as itself": ("4S 5S 6S 7H 7D JK", "7", 0, 0),
        "jokers alone are no meld, but cost nothing": ("4S 5S 6S JK JK JK", None, 15, 0),
        "the run with the joker is spared too": ("4S 5S 6S KH JK JK", None, 0, 0),
        "the same suit twice in no set": ("4S 5S 6S 9H TH JH QS QS QD", None, 30, 30),
        "a joker as the other suit": ("4S 5S 6S 9H TH JH QS QD QS JK", None, 10, 10),
        "a wild card as another suit": ("4S 5S 6S 9H TH JH 7S 7S 7D", "7", 0, 0),
        "aces wild": ("4S 5S 6S 9H AC JH KD KH AC", "A", 0, 0),
        "the dearer run is spared": ("4S 5S 6S 7S 7H 7D", None, 36, 14),
        "nothing": ("KS 2H", None, 12, 12),
        "wild cards alone": ("7S 7H JK", "7", 0, 0),
    },
)
def test_the_fewest_points_that_may_count_are(
    hand: str, wild: str | None, points: int, spared: int
) -> None:
    assert best(hand, wild).points == points
    assert best(hand, wild, spares_one_run=True).points == spared


@walk(
    ("hand", "wild", "laid", "unmatched"),
    {
        "one run": (ONE_RUN, None, "4S 5S 6S + 9H 9D 9C + QS QD QC", "KH KC 2D 3C"),
        "no pure run": ("4S 5S JK KS KH KD 2C", None, "4S 5S JK + KS KH KD", "2C"),
        "a wild card between two others as itself": (
            "2S 3S 4S 6H 7H 8H JK",
            "7",
            "2S 3S 4S + 6H 7H 8H JK",
            "",
        ),
        "sets of one rank": (
            "4S 5S 6S 8H 9H TH QS QS QH QH QD QD",
            None,
            "4S 5S 6S + 8H 9H TH + QS QH QD + QS QH QD",
            "",
        ),
        "with one run, no joker in it": ("4S 5S 6S JK", None, "4S 5S 6S", "JK"),
    },
)
def test_the_pure_run_is_laid_first(hand: str, wild: str | None, laid: str, unmatched: str) -> None:
    found = best(hand, wild)
    assert (melds(found), print_cards(found.unmatched)) == (laid, unmatched)


@walk(
    ("laid", "unmatched", "wild", "points", "spared", "valid"),
    {
        "two runs and a set": (["4S 5S 6S", "9H TH JK", "QS QC QD"], "KH 2D", None, 12, 12, False),
        "all in melds": (["4S 5S 6S", "9H TH JK"], "", None, 0, 0, True),
        "no pure run": (["4S JK 6S", "9H TH JK"], "", None, 29, 29, False),
        "one run": (["4S 5S 6S", "QS QC QD"], "JK 2D", None, 47, 32, False),
        "one row of six is one run": (["4S 5S 6S 7S 8S 9S"], "2D", None, 41, 2, False),
        "a wild card as itself": (["6H 7H 8H", "4S 5S JK"], "", "7", 0, 0, True),
        "a wild card as another": (["6H 7S 8H", "4S 5S JK"], "", "7", 23, 23, False),
        "one card with wild cards is a run": (["6H 7H 8H", "KS JK 7C"], "", "7", 0, 0, True),
        "nothing melded": ([], "KS 2D JK", None, 12, 12, False),
    },
)
def test_a_hand_counts_as_it_was_laid(
    laid: list[str], unmatched: str, wild: str | None, points: int, spared: int, valid: bool
) -> None:
    groups, left = [read_cards(meld) for meld in laid], read_cards(unmatched)
    found = declaration(groups, left, deal(wild))
    assert (found.points, found.is_valid) == (points, valid)
    assert declaration(groups, left, deal(wild), spares_one_run=True).points == spared


@walk(
    ("cards", "wild", "kind", "laid", "stands_for"),
    {
        "a pure run": ("8H 6H 7H", "7", MeldKind.RUN, "6H 7H 8H", "6H 7H 8H"),
        "an ace above the king": ("AS QS KS", None, MeldKind.RUN, "QS KS AS", "QS KS AS"),
        "a joker in the gap": ("6H JK 8H", None, MeldKind.RUN, "6H JK 8H", "6H 7H 8H"),
        "a joker above": ("JK 6H 7H", None, MeldKind.RUN, "6H 7H JK", "6H 7H 8H"),
        "a joker below the ace": ("AS KS JK", None, MeldKind.RUN, "JK KS AS", "QS KS AS"),
        "two of the wild rank": ("7H 6H 7H 9H", "7", MeldKind.RUN, "6H 7H 7H 9H", "6H 7H 8H 9H"),
        "a set": ("8H JK 8D", None, MeldKind.SET, "8H 8D JK", "8H 8D 8"),
        "wild cards alone": ("7H JK 7D", "7", MeldKind.RUN, "7H JK 7D", "7H 8H 9H"),
    },
)
def test_a_meld_is_laid_in_order(
    cards: str, wild: str | None, kind: MeldKind, laid: str, stands_for: str
) -> None:
    meld = lay_meld(read_cards(cards), deal(wild))
    assert (meld.kind, print_cards(meld.stands_for)) == (kind, stands_for)
    assert sorted(print_cards(meld.cards).split()) == sorted(laid.split())
    assert all(
        card == other or card.rank in ("JK", wild)
        for card, other in zip(meld.cards, meld.stands_for, strict=True)
    )


@walk(
    ("cards", "wild", "fault"),
    {
        "two equal cards": (
            "QS QS QD",
            None,
            "QS QS QD: here a set cannot have the same suit twice.",
        ),
        "one of them wild": ("7S 7S 7D", "7", None),
        "five alike": ("QS QH QD QC JK", None, "QS QH QD QC JK: a set has at most four cards."),
        "jokers alone": ("JK JK JK", None, "JK JK JK: a meld cannot be wild cards alone."),
        "one of them can be itself": ("JK 7S JK", "7", None),
        "round the corner": ("KS AS 2S", None, "KS AS 2S are not in a row."),
    },
)
def test_what_is_no_meld_has_a_fault(cards: str, wild: str | None, fault: str | None) -> None:
    found = meld_fault(read_cards(cards), deal(wild))
    assert (found and render(found, ())) == fault
    assert (kind_of(cards.split(), wild) is None) == (fault is not None)


# Many hands


@dataclass(frozen=True)
class Dealt:
    """A hand, its wild rank, and its number of decks."""

    cards: list[str]
    wild: str | None
    decks: int

    @cached_property
    def deal(self) -> Deal:
        return deal(self.wild, self.decks)

    def found(self, *, spares_one_run: bool = False) -> Declaration:
        hand = read_cards(" ".join(self.cards))
        return best_declaration(hand, self.deal, spares_one_run=spares_one_run)


def small_hand(rng: random.Random, size: int) -> Dealt:
    """Return a hand of neighbouring ranks, often with wild cards."""
    decks, wild = rng.choice([2, 3]), rng.choice([None, *RANKS])
    first, suits = rng.randrange(len(RANKS)), rng.choice(["SHDC", "SHD", "SH", "SH", "S"])
    ranks = (RANKS * 2)[first : first + rng.choice([3, 4, 5, 6, 8, 13])]
    pack = [rank + suit for rank in ranks for suit in suits if rank != wild] * decks
    wilds = [wild + suit for suit in SUITS if wild] * decks + ["JK"] * 2 * decks
    number = min(rng.choice([0, 0, 1, 1, 2, 3, 4, 5]), size, len(wilds))
    cards = rng.sample(pack, min(size - number, len(pack))) + rng.sample(wilds, number)
    return Dealt(rng.sample(cards, len(cards)), wild, decks)


def full_hand(rng: random.Random) -> Dealt:
    """Return thirteen cards of whole decks."""
    decks = rng.choice([2, 3])
    pack = [rank + suit for rank in RANKS for suit in SUITS] * decks + ["JK"] * decks
    return Dealt(rng.sample(pack, 13), rng.choice(RANKS), decks)


def check_best(dealt: Dealt) -> None:
    """Check that the layouts are legal and count right, and that the oracle finds none better."""
    oracle = fewest(dealt.cards, WORTH, dealt.wild)
    for spares_one_run, points in enumerate(oracle[:2]):
        found = dealt.found(spares_one_run=bool(spares_one_run))
        assert (found.points, found.is_valid) == (points, oracle.is_valid), dealt
        check_layout(found, dealt)
        groups = [meld.cards[::-1] for meld in found.melds]
        again = declaration(
            groups, found.unmatched, dealt.deal, spares_one_run=bool(spares_one_run)
        )
        assert (again.points, again.is_valid) == (found.points, found.is_valid), dealt


def check_layout(found: Declaration, dealt: Dealt) -> None:
    """Check that every meld is of its kind, and that melds and unmatched cards are the hand."""
    for meld in found.melds:
        assert meld_fault(meld.cards, dealt.deal) is None, dealt
        is_run = meld.kind is MeldKind.RUN
        kind = Kind(is_run, is_run and meld.cards == meld.stands_for)
        assert kind_of(print_cards(meld.cards).split(), dealt.wild) == kind, dealt
    laid = [*(card for meld in found.melds for card in meld.cards), *found.unmatched]
    assert sorted(print_cards(laid).split()) == sorted(dealt.cards)


@pytest.mark.slow
@walk("seed", range(10))
def test_no_layout_of_a_small_hand_counts_less(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        check_best(small_hand(rng, rng.randint(3, 9)))


@walk("seed", range(8))
def test_no_layout_of_a_larger_hand_counts_less(seed: int) -> None:
    rng = random.Random(seed)
    check_best(small_hand(rng, 11))
    check_best(full_hand(rng))


@pytest.mark.slow
def test_no_layout_counts_less_in_5_000_hands() -> None:
    rng = random.Random(5_000)
    for _ in range(5_000):
        check_best(small_hand(rng, rng.randint(3, 10)))


@walk("seed", range(5))
def test_where_all_cards_count_the_melds_leave_as_little_as_they_can(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        dealt = full_hand(rng)
        found = dealt.found()
        if not found.has_pure_run:
            cards = read_cards(" ".join(dealt.cards))
            least = best_arrangement(cards, dealt.deal).deadwood
            assert dealt.deal.points_of(found.unmatched) == least, dealt
            assert found.points == dealt.deal.points_of(cards), dealt
