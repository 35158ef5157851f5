"""The speed of the meld search, against OpenSpiel and RLCard, and against fixed limits.

Run with `pytest -m benchmark -s`. Without the two others, from `pip install open_spiel rlcard`, the
comparisons are skipped. A rate is hands a second of processor time on one core, the best of several
turns, from hands written as texts. The contenders take turns in one run with the same hands.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rummy.cards import print_cards, read_cards
from scorekeeper.rummy.melds.arrange import best_arrangement
from scorekeeper.rummy.melds.lay_offs import best_defence, least_layouts
from scorekeeper.rummy.melds.single_deck import (
    GIN_WORTH,
    bits_in,
    cards_of,
    least_deadwood,
    tables_of,
)
from scorekeeper.rummy.variants.manipulation import MANIPULATION, ManipulationRules
from scorekeeper.rummy.variants.rami import RAMI
from scorekeeper.rummy.variants.rami_opening import RAMI_QUESTION
from scorekeeper.rummy.variants.rami_rules import RamiRules
from tests.benchmarks.measuring import MILLISECOND, by_turns, cold_seconds, forget
from tests.support.random_hands import (
    DECK,
    HARD_HANDS,
    Dealt,
    clustered_hand,
    hand_of_a_game,
    random_hand,
)

pytestmark = pytest.mark.benchmark

SEED = 313
TURNS = 7
NUMBER = 20_000

ONE_DECK = [
    pytest.param(random_hand, id="random"),
    pytest.param(clustered_hand, id="clustered"),
]
Deal = Callable[[random.Random], list[str]]
Count = Callable[[str], int]


def hands(deal: Deal, number: int) -> list[str]:
    """Return ten-card hands as texts."""
    rng = random.Random(SEED)
    return [" ".join(deal(rng)) for _ in range(number)]


def paces(number: int, **contenders: Callable[[], object]) -> dict[str, float]:
    """Return the hands a second of each contender. All take turns."""
    taken = by_turns(*contenders.values(), times=TURNS)
    rates = {name: number / min(each) for name, each in zip(contenders, taken, strict=True)}
    print(", ".join(f"{name} {rate:,.0f} a second" for name, rate in rates.items()))
    return rates


def each(count: Callable[..., object], *given: Sequence[Any]) -> Callable[[], None]:
    """Return a function that counts every hand and drops the results."""

    def run() -> None:
        for _ in map(count, *given):
            pass

    return run


@pytest.fixture(scope="module")
def openspiel() -> Count:
    """OpenSpiel’s function that counts a hand in its own notation, `7s 7h`."""
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    judge = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    read, least = judge.card_strings_to_card_ints, judge.min_deadwood
    return lambda hand: least(read(hand.split()))


@pytest.fixture(scope="module")
def rlcard() -> Count:
    """RLCard’s function that counts a hand."""
    reason = "rlcard is not installed"
    melding = pytest.importorskip("rlcard.games.gin_rummy.utils.melding", reason=reason)
    utils = pytest.importorskip("rlcard.games.gin_rummy.utils.utils", reason=reason)

    def count(hand: str) -> int:
        cards = [utils.card_from_text(card) for card in hand.split()]
        best = melding.get_best_meld_clusters(cards)
        least: int = utils.get_deadwood_count(cards, best[0] if best else [])
        return least

    return count


def spelt_for_openspiel(hand: str) -> str:
    """Return the hand with its suits in lower case."""
    return " ".join(card[0] + card[1].lower() for card in hand.split())


@pytest.mark.parametrize("deal", ONE_DECK)
def test_it_counts_more_hands_than_openspiel(deal: Deal, openspiel: Count) -> None:
    ours = hands(deal, NUMBER)
    theirs = [spelt_for_openspiel(hand) for hand in ours]
    assert list(map(least_deadwood, ours)) == list(map(openspiel, theirs))
    rates = paces(NUMBER, ours=each(least_deadwood, ours), openspiel=each(openspiel, theirs))
    print(f"{rates['ours'] / rates['openspiel']:.2f} times OpenSpiel's")
    assert rates["ours"] >= rates["openspiel"]


@pytest.mark.parametrize("deal", ONE_DECK)
def test_it_counts_ten_times_as_many_hands_as_rlcard(deal: Deal, rlcard: Count) -> None:
    few = hands(deal, 200)
    many = few * 100
    ours = paces(len(many), ours=each(least_deadwood, many))["ours"]
    theirs = paces(len(few), rlcard=each(rlcard, few))["rlcard"]
    print(f"{ours / theirs:,.0f} times RLCard's")
    assert ours >= 10 * theirs


@pytest.mark.parametrize("deal", ONE_DECK)
def test_fifty_thousand_hands_are_laid_off_a_second(deal: Deal) -> None:
    known = tables_of(GIN_WORTH)
    rng = random.Random(SEED)
    cases: list[tuple[str, list[str]]] = []
    while len(cases) < 5_000:
        knocker = " ".join(deal(rng))
        defender = " ".join(card for card in deal(rng) if card not in knocker)
        if melds := least_layouts(bits_in(knocker), known)[0]:
            cases.append((defender, [print_cards(cards_of(meld)) for meld in melds]))

    def lay_off(defender: str, melds: list[str]) -> None:
        best_defence(bits_in(defender), [bits_in(meld) for meld in melds], known)

    rates = paces(len(cases), ours=each(lay_off, *zip(*cases, strict=True)))
    assert rates["ours"] >= 50_000


def hands_with_wild_cards(number: int, fewest: int, most: int) -> list[tuple[Dealt, str]]:
    """Return hands of all games with wild cards, each of `fewest` to `most` cards."""
    rng = random.Random(SEED)
    dealt = [hand_of_a_game(rng, fewest, most) for _ in range(number)]
    return [(each, " ".join(each.cards)) for each in dealt]


def arrange(dealt: Dealt, hand: str) -> None:
    """Find the best melds of a hand, given as text."""
    best_arrangement(read_cards(hand), dealt.deal)


def slowest(dealt: list[tuple[Dealt, str]]) -> tuple[float, str]:
    """Return the most seconds that a hand takes with empty caches, and that hand."""
    worst = (0.0, "")
    for each, hand in dealt:
        worst = max(worst, (cold_seconds(partial(arrange, each, hand)), hand))
    print(f"at most {worst[0] / MILLISECOND:.2f} ms: {worst[1]}")
    return worst


def test_five_thousand_hands_with_wild_cards_are_laid_out_a_second() -> None:
    dealt = hands_with_wild_cards(5_000, 7, 13)
    lay_out = each(arrange, *zip(*dealt, strict=True))

    def lay_out_anew() -> None:
        forget()
        lay_out()

    rates = paces(len(dealt), ours=lay_out_anew)
    assert rates["ours"] >= 5_000


def test_no_hand_with_wild_cards_takes_five_milliseconds() -> None:
    assert slowest(hands_with_wild_cards(5_000, 7, 13))[0] < 5 * MILLISECOND


def test_no_twenty_cards_take_long() -> None:
    assert slowest(hands_with_wild_cards(3_000, 20, 20))[0] < 50 * MILLISECOND


_TWO_PACKS = MANIPULATION.deal(ManipulationRules(), 3, 1)


def crowded_hands(number: int, size: int) -> list[tuple[Dealt, str]]:
    """Return hands of Manipulation with both jokers that fit many sets and many runs."""
    rng = random.Random(SEED)
    dealt = []
    for _ in range(number):
        ranks = rng.choice(["A23456789TJQK", "56789TJQ", "A23456", "89TJQK"])
        pack = [rank + suit for rank in ranks for suit in "SHDC"] * 2
        cards = [*rng.sample(pack, size - 2), "JK", "JK"]
        dealt.append((Dealt(_TWO_PACKS, cards), " ".join(cards)))
    return dealt


def test_forty_cards_cost_no_more_than_a_few_hands_of_twenty() -> None:
    few, many = crowded_hands(200, 20), crowded_hands(200, 40)
    rates = paces(200, twenty=_anew(few), forty=_anew(many))
    print(f"forty cards cost {rates['twenty'] / rates['forty']:.1f} times twenty")
    assert rates["forty"] >= rates["twenty"] / 25


def test_the_hardest_hands_known_are_laid_out_in_half_a_second() -> None:
    deals = {1: MANIPULATION.deal(ManipulationRules(), 2, 1), 2: _TWO_PACKS}
    dealt = [(Dealt(deals[decks], hand.split()), hand) for decks, hand, _ in HARD_HANDS]
    assert slowest(dealt)[0] < 500 * MILLISECOND


def _anew(dealt: list[tuple[Dealt, str]]) -> Callable[[], None]:
    """Return a function that lays out every hand with empty caches."""

    def run() -> None:
        for each, hand in dealt:
            forget()
            arrange(each, hand)

    return run


def test_an_opening_costs_no_more_than_a_few_arrangements() -> None:
    rules = RamiRules()
    deal = RAMI.deal(rules, 2, 1)
    rng = random.Random(SEED)
    drawn = [Dealt(deal, [*rng.sample(DECK * 2, 12), "JK", "JK"]) for _ in range(200)]
    dealt = [(each, " ".join(each.cards)) for each in drawn]

    def open_with(_dealt: Dealt, hand: str) -> None:
        RAMI_QUESTION.answer(rules, deal, read_cards(hand))

    opened = each(open_with, *zip(*dealt, strict=True))
    rates = paces(200, arranged=_anew(dealt), opened=opened)
    print(f"an opening costs {rates['arranged'] / rates['opened']:.1f} times an arrangement")
    assert rates["opened"] >= rates["arranged"] / 8


IMPORT = """
from time import process_time
started = process_time()
import {name}
print(process_time() - started)
"""


def importing(name: str) -> float:
    """Return the processor time of an import in a new process, in seconds."""
    command = [sys.executable, "-c", IMPORT.format(name=name)]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    return float(done.stdout)


def test_the_core_is_imported_sooner_than_flask_alone() -> None:
    each = [(importing("scorekeeper.rummy"), importing("flask")) for _ in range(TURNS)]
    core, flask = map(min, zip(*each, strict=True))
    print(f"importing the core takes {core / flask:.2f} of importing Flask")
    assert core < flask
