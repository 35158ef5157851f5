"""The best melds to put down in Rummy 500: a table, and an oracle over many hands."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from scorekeeper.rummy.cards import RANKS, SUITS, print_cards, read_cards
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.melds.showing import Showing, best_showing, most_shown
from scorekeeper.rummy.variants.rummy_500 import RUMMY_500, Rummy500Rules
from tests.support.meld_oracle import JOKER, is_meld
from tests.support.walks import walk

SUIT = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"


def deal_of(players: int = 2, **rules: Any) -> Deal:
    """Return the deal of a round of Rummy 500."""
    return RUMMY_500.deal(Rummy500Rules(**rules), players, 1)


@walk(
    ("hand", "rules", "shown", "left"),
    {
        "an ace above the king": ("QS KS AS 9C", {}, 35, 9),
        "an ace below the two": ("AS 2S 3S 9C", {}, 6, 9),
        "a low ace that counts in full": ("AS 2S 3S 9C", {"low_ace": 15}, 20, 9),
        "the ace belongs to the set": ("AS AH AD 2S 3S", {}, 45, 5),
        "four aces stay together": ("AS AH AD AC 2S 3S", {}, 60, 5),
        "the ace goes up": ("AS 2S 3S QS KS", {}, 35, 5),
        "an ace off the hand is worth more": ("AS 2S 3S 3H 3D", {}, 6, 6),
        "an ace of one is not": ("AS 2S 3S 3H 3D", {"ace_value": 1}, 9, 3),
        "four kings": ("KS KH KD KC", {}, 40, 0),
        "a joker as a king": ("KS KH JK 9C", {"jokers_per_deck": 1}, 35, 9),
        "a dear joker": ("4S JK 6S KC", {"jokers_per_deck": 1, "joker_value": 50}, 60, 10),
        "one ace and jokers, where low aces count more": (
            "AS JK JK",
            {"jokers_per_deck": 2, "ace_value": 1, "low_ace": 15},
            45,
            0,
        ),
        "a joker that helps nothing": ("JK 2S 9C", {"jokers_per_deck": 1}, 0, 26),
        "nothing": ("7S 8H 9D", {}, 0, 24),
        "fives and tens": ("AS 2S 3S", {"values": "five-ten"}, 15, 0),
        "a run from ace to ace": (f"{SUIT} AS 9C", {"players": 5}, 100, 9),
        "and the same with fives": (f"{SUIT} AS", {"players": 5, "values": "five-ten"}, 100, 0),
        "a joker as the second ace": (
            f"{SUIT} JK",
            {"players": 5, "jokers_per_deck": 2, "joker_value": 25},
            124,
            0,
        ),
    },
)
def test_the_best_shows_and_leaves(hand: str, rules: dict[str, Any], shown: int, left: int) -> None:
    found = best_showing(read_cards(hand), deal_of(**rules))
    assert (found.shown, found.left_points, found.net) == (shown, left, shown - left)


def test_the_most_that_can_be_shown_may_leave_an_ace() -> None:
    hand = read_cards("AS 2S 3S 3H 3D")
    assert most_shown(hand, deal_of()).shown == 9
    assert most_shown(hand, deal_of()).net < best_showing(hand, deal_of()).net


def test_a_joker_stands_for_a_card() -> None:
    found = best_showing(read_cards("TS JK QS KS AS 9C"), deal_of(jokers_per_deck=1))
    [run] = found.melds
    assert [(str(card), str(other)) for card, other in run.stand_ins] == [("JK", "JS")]


@walk(
    ("hand", "melds"),
    {
        "from ace to ace": (f"{SUIT} AS", [f"{SUIT} AS"]),
        "from the two": (SUIT, [SUIT.removeprefix("AS ") + " AS"]),
        "nothing follows a high ace": ("JS QS KS AS 2S 3S 4S", ["JS QS KS AS", "2S 3S 4S"]),
        "another suit": ("4S 5S 6S 7H 8H 9H", ["4S 5S 6S", "7H 8H 9H"]),
        "the same run twice": ("4S 5S 6S 7S 4S 5S 6S", ["4S 5S 6S 7S", "4S 5S 6S"]),
    },
)
def test_a_run_is_shown_in_one_piece(hand: str, melds: list[str]) -> None:
    found = best_showing(read_cards(hand), deal_of(5))
    assert sorted(print_cards(meld.cards) for meld in found.melds) == sorted(melds)


def test_one_deck_has_no_run_from_ace_to_ace() -> None:
    found = best_showing(read_cards(f"{SUIT} JK"), deal_of(4, jokers_per_deck=1))
    assert (found.shown, max(len(meld.cards) for meld in found.melds) <= 13) == (114, True)


def oracle(cards: Sequence[str], deal: Deal) -> tuple[int, int]:
    """Return the best net and the most shown over all ways to split the cards."""
    worth = deal.worth
    melds: list[list[tuple[int, int]]] = [[] for _ in cards]
    for mask in range(1, 1 << len(cards)):
        chosen = [card for place, card in enumerate(cards) if mask >> place & 1]
        if is_meld(chosen, ace_high=True, ace_to_ace=deal.ace_to_ace):
            melds[(mask & -mask).bit_length() - 1].append((mask, _points(chosen, worth)))

    @cache
    def best(left: int) -> tuple[int, int]:
        if not left:
            return 0, 0
        first = (left & -left).bit_length() - 1
        net, shown = best(left & left - 1)
        card = cards[first]
        ways = [(net - worth[JOKER if card == JOKER else card[0]], shown)]
        for mask, points in melds[first]:
            if mask & left == mask:
                net, shown = best(left ^ mask)
                ways.append((net + points, shown + points))
        return max(net for net, _ in ways), max(shown for _, shown in ways)

    return best((1 << len(cards)) - 1)


def _points(meld: Sequence[str], worth: Mapping[str, int]) -> int:
    """Return the most a meld can count: an ace in a run is low or high, in a set high."""
    points = sum(worth[JOKER if card == JOKER else card[0]] for card in meld)
    naturals = [card[0] for card in meld if card != JOKER]
    ranks = set(naturals)
    if "A" not in ranks or (len(ranks) == 1 and len(naturals) > 1):
        return points
    if naturals.count("A") == 2:
        return points - worth["A"] + worth["A1"]
    spans = {"A1": RANKS[: len(meld)], "A": "A" + RANKS[len(RANKS) + 1 - len(meld) :]}
    aces = [worth[ace] for ace, span in spans.items() if ranks <= set(span)]
    return points - worth["A"] + max(aces)


def check_best(cards: list[str], deal: Deal) -> None:
    """Check that the oracle finds none better, and that only melds of these cards are shown."""
    hand = read_cards(" ".join(cards))
    best, most = best_showing(hand, deal), most_shown(hand, deal)
    assert (best.net, most.shown) == oracle(cards, deal), cards
    for found in (best, most):
        check_legal(found, cards, deal)


def check_legal(found: Showing, cards: list[str], deal: Deal) -> None:
    """Check that every meld is legal and counts right, and that no card is used twice."""
    melds = [print_cards(meld.cards).split() for meld in found.melds]
    assert all(is_meld(meld, ace_high=True, ace_to_ace=deal.ace_to_ace) for meld in melds)
    used = [card for meld in melds for card in meld] + print_cards(found.left).split()
    assert Counter(used) == Counter(cards)
    assert [meld.points for meld in found.melds] == [_points(meld, deal.worth) for meld in melds]


def hand_of(rng: random.Random) -> tuple[list[str], Deal]:
    """Return a hand of few ranks, often with aces, under any of the house rules."""
    deal = deal_of(
        players=rng.choice([4, 5]),
        values=rng.choice(["pips", "pips", "five-ten"]),
        ace_value=rng.choice([15, 15, 11, 1]),
        low_ace=rng.choice([1, 1, 15]),
        jokers_per_deck=rng.choice([0, 1, 2]),
        joker_value=rng.choice([15, 20, 25, 50]),
    )
    first = rng.randrange(len(RANKS) - 4)
    ranks = rng.choice(["A23", "A234", "QKA23", "JQKA", RANKS[first : first + 4]])
    pack = [rank + suit for rank in ranks for suit in SUITS] * deal.decks + [JOKER] * deal.jokers
    return rng.sample(pack, rng.randint(4, 9)), deal


def long_hand_of(rng: random.Random) -> tuple[list[str], Deal]:
    """Return a hand with most of a suit, one or two aces, perhaps jokers, and a few other cards."""
    deal = deal_of(players=5, low_ace=rng.choice([1, 15]), jokers_per_deck=rng.choice([0, 1, 2]))
    jokers = min(deal.jokers, rng.randrange(3))
    suit = rng.sample(RANKS[1:], 12 - min(jokers, rng.randrange(3)))
    aces = ["AS"] * rng.choice([1, 2, 2])
    other = rng.sample(["KH", "KD", "AH", "AD", "5S", "9S"], rng.randrange(2))
    return [*aces, *[rank + "S" for rank in suit], *[JOKER] * jokers, *other], deal


def test_no_choice_of_melds_is_better_from_ace_to_ace() -> None:
    rng = random.Random(10)
    for _ in range(6):
        check_best(*long_hand_of(rng))


@pytest.mark.slow
def test_no_choice_of_melds_is_better_from_ace_to_ace_in_many_hands() -> None:
    rng = random.Random(1)
    for _ in range(60):
        check_best(*long_hand_of(rng))


def test_no_choice_of_melds_is_better() -> None:
    rng = random.Random(14)
    for _ in range(300):
        check_best(*hand_of(rng))


@pytest.mark.slow
def test_no_choice_of_melds_is_better_in_many_hands() -> None:
    rng = random.Random(500)
    for _ in range(20_000):
        check_best(*hand_of(rng))
