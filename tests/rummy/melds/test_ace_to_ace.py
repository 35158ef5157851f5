"""Every run of a suit, up to a run from ace to ace, as each part of the program reads it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from scorekeeper.rummy.cards import Card, read_cards
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.judging.put_down import could_count_otherwise, shown_points
from scorekeeper.rummy.melds.layout import Meld
from scorekeeper.rummy.melds.meld import meld_fault
from scorekeeper.rummy.table.additions import melds_that_take, with_added
from scorekeeper.rummy.table.melds import TableMeld, read_meld
from scorekeeper.rummy.table.pieces import TablePieces
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants.rami import RAMI
from scorekeeper.rummy.variants.rami_rules import RamiRules
from scorekeeper.rummy.variants.rummy_500 import RUMMY_500, Rummy500Rules
from tests.support.meld_oracle import JOKER, RANKS, SUITS, is_meld, rows
from tests.support.walks import walk


@dataclass(frozen=True)
class Table:
    """A game with its rules, for this many players."""

    variant: Variant = field(repr=False)
    rules: Any
    players: int

    @property
    def deal(self) -> Deal:
        """The deal of a round."""
        return self.variant.deal(self.rules, self.players, 1)

    @property
    def pieces(self) -> TablePieces:
        """The pieces with which the game reads melds on the table."""
        assert self.variant.table
        return self.variant.table.game(self.rules, self.players).pieces

    def has(self, cards: list[str]) -> bool:
        """Check whether these cards are a meld by its definition."""
        return is_meld(cards, ace_high=True, ace_to_ace=self.deal.ace_to_ace)


TWO_DECKS = Table(RUMMY_500, Rummy500Rules(jokers_per_deck=2), 5)
ONE_DECK = Table(RUMMY_500, Rummy500Rules(jokers_per_deck=2), 4)
SCALA_40 = Table(RAMI, RamiRules(**RAMI.presets[3].overrides), 3)
RAMI_51 = Table(RAMI, RamiRules(), 3)
TABLES = {
    "Rummy 500, two decks": TWO_DECKS,
    "Rummy 500, one deck": ONE_DECK,
    "Scala 40": SCALA_40,
    "Rami 51": RAMI_51,
}

CARDS = [rank + suit for suit in SUITS for rank in RANKS] + [JOKER]


def runs(table: Table) -> Iterator[list[str]]:
    """Yield every run of spades."""
    for row in rows(ace_high=True, ace_to_ace=table.deal.ace_to_ace):
        yield [rank + "S" for rank in row]


def with_jokers(run: list[str]) -> Iterator[list[str]]:
    """Yield the run, and the same with a joker in place of each card in turn."""
    yield run
    for place in range(len(run)):
        yield [*run[:place], JOKER, *run[place + 1 :]]


def spots_of(written: Meld, pieces: TablePieces) -> Meld:
    """Return the cards of a meld on a table, in order."""
    read = read_meld(written, pieces)
    assert isinstance(read, TableMeld), written
    return read.spots


def is_in_a_row(values: list[int]) -> bool:
    """Check whether each value follows the one before. An ace at the end is high."""
    return all(after == (value + 1) % len(RANKS) for value, after in pairwise(values))


def cards_of(cards: list[str]) -> tuple[Card, ...]:
    return read_cards(" ".join(cards))


@walk(
    ("table", "longest", "number"),
    # 12 of three cards, 11 of four, …, 2 of thirteen, and one of fourteen
    {
        "Rummy 500, two decks": (TWO_DECKS, 14, 78),
        "Rummy 500, one deck": (ONE_DECK, 13, 77),
        "Scala 40": (SCALA_40, 14, 78),
        "Rami 51": (RAMI_51, 13, 77),
    },
)
def test_a_run_has_fourteen_cards_where_it_may_go_from_ace_to_ace(
    table: Table, longest: int, number: int
) -> None:
    lengths = [len(run) for run in runs(table)]
    assert (max(lengths), len(lengths)) == (longest, number)
    assert table.deal.longest_run == table.pieces.longest_run == longest


@walk("table", TABLES)
def test_every_run_is_a_meld_as_it_lies_and_in_a_hand(table: Table) -> None:
    pieces = table.pieces
    for run in runs(table):
        for laid in with_jokers(run):
            assert meld_fault(cards_of(laid), table.deal) is None, laid
            assert len(spots_of(pieces.read_all(" ".join(laid)), pieces)) == len(laid)


@walk("table", TABLES)
def test_a_run_takes_the_cards_that_make_it_a_longer_one(table: Table) -> None:
    pieces, deal = table.pieces, table.deal
    for run in runs(table):
        written = pieces.read_all(" ".join(run))
        meld = TableMeld(spots_of(written, pieces))
        for card in CARDS:
            added, longer = pieces.read(card), [*run, card]
            takes = melds_that_take([meld], added, pieces) == [0]
            assert takes == table.has(longer), longer
            assert takes == (meld_fault(cards_of(longer), deal) is None), longer
            if takes:
                laid = with_added(written, meld, added, pieces)
                assert is_in_a_row([spot.value for spot in laid]), longer
                assert sorted(laid) == sorted(spots_of(laid, pieces))


@walk("table", {"two decks": TWO_DECKS, "one deck": ONE_DECK})
def test_an_ace_of_a_run_counts_by_its_end(table: Table) -> None:
    worth = table.deal.worth
    for run in runs(table):
        for laid in with_jokers(run):
            group = cards_of(laid)
            points = sum(worth[JOKER if card == JOKER else card[0]] for card in laid)
            if not could_count_otherwise(table.deal, group):
                less = worth["A"] - worth["A1"] if laid[0] == "AS" else 0
                assert shown_points(table.deal, group) == points - less, laid
