"""The best opening of a hand: a table, the nearest layouts, and an oracle over many hands."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import pytest

from scorekeeper.rummy.cards import JOKER, LOW_ACE_RANK, RANKS, print_cards, read_cards
from scorekeeper.rummy.deal import Deal, MeldKind, card_points
from scorekeeper.rummy.melds.arrange import best_arrangement
from scorekeeper.rummy.melds.meld import LaidMeld
from scorekeeper.rummy.melds.openings import LayDown, Opening, best_opening
from tests.support.meld_oracle import every_way, is_clean_run, is_meld, most_shown
from tests.support.walks import walk

RAMI = Deal(worth=card_points(ace=11) | {"JK": 20}, hand_size=13, decks=2, jokers=4, ace_high=True)
COUNTS = card_points(ace=11) | {LOW_ACE_RANK: 1}


def opened(hand: str, points: int = 51, deal: Deal = RAMI) -> LayDown:
    """Return the best opening of a hand, or the layout nearest to an opening."""
    return best_opening(read_cards(hand), deal, Opening(points, COUNTS))


def opens(found: LayDown, points: int = 51) -> bool:
    return found.opens(Opening(points, COUNTS))


def melds(found: LayDown) -> str:
    """Return the melds, sorted."""
    return " + ".join(sorted(print_cards(meld.cards) for meld in found.melds))


@walk(
    ("hand", "laid", "points", "left"),
    {
        "ten to ace is just 51": ("TS JS QS KS AS", "TS JS QS KS AS", 51, ""),
        "a run and a set": ("9S TS JS QH QD QC", "9S TS JS + QH QD QC", 59, ""),
        "with a joker": ("9S TS JS QH QD JK 4C", "9S TS JS + QH QD JK", 59, "4C"),
        "a joker as the ace": ("9S TS JS QH KH JK", "9S TS JS + QH KH JK", 60, ""),
        "aces in a set: 11": ("9S TS JS AH AD AC", "9S TS JS + AH AD AC", 62, ""),
        "low ace: 1": ("9S TS JS AH 2H 3H JD QD KD", "9S TS JS + AH 2H 3H + JD QD KD", 65, ""),
        "a joker as the four rather than the ace": (
            "9S TS JS 2H 3H JK QH QD QC",
            "2H 3H JK + 9S TS JS + QH QD QC",
            68,
            "",
        ),
        "the same run from two decks": ("TS JS QS TS JS QS", "TS JS QS + TS JS QS", 60, ""),
        "no suit twice": ("7C 8C 9C TS JS QS KH KH KD", "7C 8C 9C + TS JS QS", 54, "KH KH KD"),
        "one run rather than two": ("7S 8S 9S TS JS QS", "7S 8S 9S TS JS QS", 54, ""),
        "every card has a place": ("8S 9S TS JS QS QH QD", "8S 9S TS JS + QS QH QD", 67, ""),
        "two jokers in a set of four": ("5D 6D 7D KS KH JK JK", "5D 6D 7D + KS KH JK JK", 58, ""),
    },
)
def test_the_best_opening_is(hand: str, laid: str, points: int, left: str) -> None:
    found = opened(hand)
    assert (melds(found), found.points, print_cards(found.left)) == (laid, points, left)
    assert opens(found)


@walk(
    ("hand", "laid", "points", "clean"),
    {
        "too few points": ("7S 8S 9S KH 4D", "7S 8S 9S", 24, True),
        "a joker would spoil the run": ("TS JS QS KS JK 2C", "TS JS QS KS", 40, True),
        "sets alone": ("QH QD QC KS KH KD", "KS KH KD + QH QD QC", 60, False),
        "a joker in it": ("TS JS JK KS AS QH QD QC", "QH QD QC + TS JS JK KS AS", 81, False),
        "no meld at all": ("KS KH 2C 7D", "", 0, False),
        "jokers alone are no meld": ("JK JK JK", "", 0, False),
        "no run goes round the corner": ("KS AS 2S", "", 0, False),
        "a run rather than a set": ("4S 5S 6S KS KH KD 4H 4D", "4S 5S 6S + KS KH KD", 45, True),
    },
)
def test_without_an_opening_this_comes_nearest(
    hand: str, laid: str, points: int, clean: bool
) -> None:
    found = opened(hand)
    assert (melds(found), found.points, found.has_clean_run) == (laid, points, clean)
    assert not opens(found)


@walk(
    ("points", "laid", "left"),
    {
        "64 points": (51, "AS AC JK + QH KH AH", "2S 3S QS 2C"),
        "43 points": (40, "AC 2C JK + AS 2S 3S + QH KH AH", "QS"),
    },
)
def test_the_points_to_open_may_cost_a_better_lay_down(points: int, laid: str, left: str) -> None:
    found = opened("AS 2S 3S QS AH QH KH 2C AC JK", points)
    assert (melds(found), print_cards(found.left)) == (laid, left)


@walk(
    ("hand_size", "left", "deadwood"),
    {
        "eight cards dealt": (8, "8H 8D", 16),
        "seven dealt and one drawn": (7, "9S 7S", 7),
    },
)
def test_the_dearest_card_left_is_discarded_after_a_draw(
    hand_size: int, left: str, deadwood: int
) -> None:
    found = opened("8H 8D 9C 9S 7S TC 8S 8C", deal=replace(RAMI, hand_size=hand_size))
    assert (print_cards(found.left), found.deadwood) == (left, deadwood)


def test_jokers_show_what_they_stand_for() -> None:
    found = opened("9S TS JS QH KH JK 8D 8C JK")
    assert {print_cards(meld.cards): print_cards(meld.stands_for) for meld in found.melds} == {
        "9S TS JS": "9S TS JS",
        "QH KH JK": "QH KH AH",
        "8D 8C JK": "8D 8C 8",
    }


@dataclass(frozen=True)
class Dealt:
    """A hand, its deal, and the requirements of an opening."""

    cards: list[str]
    deal: Deal
    points: int
    needs_clean_run: bool = True

    @property
    def opening(self) -> Opening:
        return Opening(self.points, COUNTS, self.needs_clean_run)

    @property
    def found(self) -> LayDown:
        return best_opening(read_cards(" ".join(self.cards)), self.deal, self.opening)


def small_hand(rng: random.Random, most: int = 8) -> Dealt:
    """Return a hand of neighbouring ranks, sometimes with a drawn card, by some house rules."""
    first, suits = rng.randrange(len(RANKS)), rng.choice(["SHDC", "SHD", "SH", "S"])
    ranks = (RANKS * 2)[first : first + rng.randint(3, 7)]
    pack = [rank + suit for rank in ranks for suit in suits] * 2
    jokers = rng.choice([0, 0, 1, 2, 3, 4, 6])
    naturals = min(max(1, rng.randint(4, most) - jokers), len(pack))
    cards = rng.sample(pack, naturals) + ["JK"] * jokers
    worth = card_points(ace=rng.choice([1, 11])) | {"JK": rng.choice([20, 25, 50])}
    deal = replace(RAMI, worth=worth, hand_size=len(cards) - rng.choice([0, 0, 1]))
    return Dealt(cards, deal, rng.choice([0, 30, 40, 51]), rng.choice([True, False]))


def check_best(dealt: Dealt) -> None:
    """Check that the melds are legal and count right, and that the oracle finds none better."""
    found, deal = dealt.found, dealt.deal
    check_legal(found, dealt)
    ways = every_way(dealt.cards, deal.worth, discard=deal.hand_size == len(dealt.cards) - 1)
    clean = [way for way in ways if way.clean or not dealt.needs_clean_run]
    enough = [way for way in clean if way.shown and way.shown >= dealt.points]
    assert found.opens(dealt.opening) == bool(enough), dealt
    if enough:
        best = min(enough, key=lambda way: (way.left, -way.shown))
    else:
        best = max(clean or ways, key=lambda way: (way.shown, -way.left))
    assert (found.deadwood, found.points) == (best.left, best.shown), dealt


def check_legal(found: LayDown, dealt: Dealt) -> None:
    """Check that every meld is legal and counts right, and that no other cards are used."""
    for meld in found.melds:
        cards = print_cards(meld.cards).split()
        assert is_meld(cards, ace_high=True), dealt
        assert meld.points == most_shown(cards), dealt
        check_stands_for(meld)
    laid = Counter(card for meld in found.melds for card in meld.cards)
    assert laid + Counter(found.left) == Counter(read_cards(" ".join(dealt.cards)))
    assert found.points == sum(meld.points or 0 for meld in found.melds)


def check_stands_for(meld: LaidMeld) -> None:
    """Check that only jokers represent other cards, and the represented cards are a meld."""
    both = zip(meld.cards, meld.stands_for, strict=True)
    assert all(card in (JOKER, stood_for) for card, stood_for in both), meld
    if meld.kind is MeldKind.RUN:
        assert is_clean_run(row := print_cards(meld.stands_for).split())
        assert is_meld(row, ace_high=True), meld
    else:
        assert len({card.rank for card in meld.stands_for}) == 1, meld


@walk("seed", range(10))
def test_no_opening_leaves_less(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(30):
        check_best(small_hand(rng))


@pytest.mark.slow
def test_no_opening_leaves_less_in_5_000_hands() -> None:
    rng = random.Random(5_000)
    for _ in range(5_000):
        check_best(small_hand(rng, most=9))


def full_hand(rng: random.Random) -> Dealt:
    """Return thirteen cards of both decks."""
    pack = [rank + suit for rank in RANKS for suit in "SHDC"] * 2 + ["JK"] * 4
    return Dealt(rng.sample(pack, 13), RAMI, 51)


def without_each_clean_run(hand: list[str]) -> Iterator[list[str]]:
    """Yield the rest of a hand without each of its runs without jokers."""
    for suit in "SHDC":
        row = [rank + suit for rank in RANKS + "A"]
        for first, end in combinations(range(len(row) + 1), 2):
            run = row[first:end]
            if 3 <= len(run) <= len(RANKS) and {*run} <= {*hand}:
                yield list((Counter(hand) - Counter(run)).elements())


@walk("seed", range(5))
def test_a_full_hand_leaves_what_the_best_melds_beside_a_clean_run_leave(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        dealt = replace(full_hand(rng), points=0)
        rests = [read_cards(" ".join(rest)) for rest in without_each_clean_run(dealt.cards)]
        least = min((best_arrangement(rest, RAMI).deadwood for rest in rests), default=None)
        assert opens(dealt.found, 0) == (least is not None), dealt
        assert least in (None, dealt.found.deadwood), dealt


@walk("seed", range(5))
def test_one_more_card_never_prevents_an_opening(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        fewer = full_hand(rng)
        *without, _last = fewer.cards
        assert opens(fewer.found) >= opens(replace(fewer, cards=without).found), fewer


@walk("seed", range(5))
def test_the_order_of_the_cards_does_not_matter(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        dealt = full_hand(rng)
        check_legal(dealt.found, dealt)
        shuffled = replace(dealt, cards=rng.sample(dealt.cards, len(dealt.cards)))
        one, other = dealt.found, shuffled.found
        assert (one.points, one.deadwood) == (other.points, other.deadwood), dealt
