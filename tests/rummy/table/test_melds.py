"""Melds on a table: the cards of their jokers, and their faults."""

from __future__ import annotations

import pytest

from scorekeeper.rummy.cards import CardError
from scorekeeper.rummy.melds.layout import Spot
from scorekeeper.rummy.messages import render
from scorekeeper.rummy.table.melds import MeldFault, TableMeld, read_meld
from scorekeeper.rummy.table.pieces import COLOURED_TILES, JOKER, TABLE_CARDS, TablePieces
from tests.support.walks import walk

TILES, CARDS = COLOURED_TILES, TABLE_CARDS


@walk(
    ("pieces", "written", "meant"),
    [
        (TILES, "R3 R4 R5", "R3 R4 R5"),
        (TILES, "R5 R3 R4", "R3 R4 R5"),
        (TILES, "R9 B9 K9 Y9", "R9 B9 K9 Y9"),
        # Only one reading is possible.
        (TILES, "R12 R13 JK", "JK=R11 R12 R13"),
        (TILES, "JK R1 R2", "R1 R2 JK=R3"),
        (TILES, "R3 R5 JK", "R3 JK=R4 R5"),
        (TILES, "JK R9 B9 K9", "R9 B9 K9 JK=Y9"),
        (TILES, "R9 B9 JK JK", "R9 B9 JK=K9 JK=Y9"),
        (TILES, "R3 JK JK R6", "R3 JK=R4 JK=R5 R6"),
        # The order decides.
        (TILES, "R3 R4 JK", "R3 R4 JK=R5"),
        (TILES, "JK R3 R4", "JK=R2 R3 R4"),
        (TILES, "JK R3 R4 JK", "JK=R2 R3 R4 JK=R5"),
        # The joker’s card was stated.
        (TILES, "R4 R3 JK=R2", "JK=R2 R3 R4"),
        (TILES, "JK=R3 JK=R4 R5", "JK=R3 JK=R4 R5"),
        (CARDS, "7S 7H JK=7D", "7S 7H JK=7D"),
        # An ace is below the two or above the king.
        (CARDS, "QS KS AS", "QS KS AS"),
        (CARDS, "AS 2S 3S", "AS 2S 3S"),
        (CARDS, "KS AS JK", "JK=QS KS AS"),
        (CARDS, "QS KS JK", "QS KS JK=AS"),
        (CARDS, "2S AS 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"),
    ],
)
def test_a_meld_is_read_as_the_players_mean_it(
    pieces: TablePieces, written: str, meant: str
) -> None:
    meld = read_meld(pieces.read_all(written), pieces)
    assert isinstance(meld, TableMeld)
    assert pieces.print(meld.spots) == meant


def test_a_joker_of_a_set_of_three_is_either_colour_in_tiles() -> None:
    meld = read_meld(TILES.read_all("R9 JK B9"), TILES)
    assert isinstance(meld, TableMeld)
    assert TILES.print(meld.either) == "K9 Y9"
    assert TILES.print(meld.lying) == "R9 B9 JK"


@walk(
    ("pieces", "written", "fault"),
    [
        (TILES, "R3 R4", "too-short"),
        (TILES, "JK JK", "too-short"),
        (TILES, "JK JK JK", "no-card"),
        (TILES, "JK=R3 JK=R4 JK=R5", "no-card"),
        (TILES, "R3 JK JK", "joker-unclear"),
        (TILES, "R7 B8 K9", "mixed"),
        (TILES, "R7 R7 B7", "twice"),
        (TILES, "R7 R7 R8", "twice"),
        (TILES, "JK=R7 R7 R8", "twice"),
        (TILES, "R1 B1 K1 Y1 JK", "too-long"),
        (TILES, "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 JK", "too-long"),
        (TILES, "R12 R13 R1", "corner"),
        (TILES, "R13 JK R2", "corner"),
        (CARDS, "KS AS 2S", "corner"),
        (TILES, "R3 R4 R6", "gap"),
        (TILES, "R3 R7 JK", "gap"),
        (CARDS, "TS JS AS", "gap"),
        (TILES, "R4 R3 JK", "joker-unclear"),
        (CARDS, "7S 7H JK", "joker-unclear"),
    ],
)
def test_the_first_fault_that_applies_is_told(
    pieces: TablePieces, written: str, fault: str
) -> None:
    read = read_meld(pieces.read_all(written), pieces)
    assert isinstance(read, MeldFault)
    assert read.fault == fault


@walk(
    ("pieces", "written", "sentence"),
    [
        (TILES, "R7 B8 K9", "These are neither all of one number nor all of one colour."),
        (CARDS, "7S 8H 9D", "These are neither all of one rank nor all of one suit."),
        (TILES, "R7 R7 B7", "A set has each colour once."),
        (CARDS, "7S 7S 7H", "A set has each suit once."),
        (TILES, "R7 R7 R8", "A run has each number once."),
        (TILES, "R12 R13 R1", "A run ends with the 13: the 1 does not follow it."),
        (CARDS, "KS AS 2S", "An ace ends a run above the king: the two does not follow it."),
    ],
)
def test_a_fault_is_told_in_the_words_of_the_game(
    pieces: TablePieces, written: str, sentence: str
) -> None:
    read = read_meld(pieces.read_all(written), pieces)
    assert isinstance(read, MeldFault)
    assert render(read.text, ()) == sentence


@walk(
    ("text", "meant"),
    [("7r", "R7"), ("n12", "K12"), ("12K", "K12"), ("J1", "Y1"), ("o3", "Y3"), ("jk=5B", "JK=B5")],
)
def test_a_tile_is_written_in_many_ways_and_printed_in_one(text: str, meant: str) -> None:
    assert TILES.print([TILES.read(text)]) == meant


def test_cards_are_read_as_everywhere() -> None:
    assert CARDS.print(CARDS.read_all("10♦, as joker JK=7c")) == "TD AS JK JK=7C"
    assert CARDS.read("jk") == JOKER
    assert CARDS.read("JK=AS") == Spot(0, 0, is_joker=True)


@walk("text", ["7", "R14", "R0", "7S", "JK=", "JK=JK", "R7=JK", "", "JK=7"])
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(CardError):
        TILES.read(text)
