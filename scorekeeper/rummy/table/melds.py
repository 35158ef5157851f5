"""Read a meld on the table: the cards that its jokers stand for, or its first fault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from scorekeeper.rummy.melds.layout import Spot
from scorekeeper.rummy.melds.layout_task import LARGEST_SET, SMALLEST, SUITS, VALUES
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.table.pieces import JOKER, TablePieces


class FaultKind(StrEnum):
    TOO_SHORT = "too-short"
    NO_CARD = "no-card"
    JOKER_UNCLEAR = "joker-unclear"
    MIXED = "mixed"
    TWICE = "twice"
    TOO_LONG = "too-long"
    CORNER = "corner"
    GAP = "gap"


@dataclass(frozen=True, slots=True)
class MeldFault:
    """A fault and the sentence that explains it."""

    fault: FaultKind
    text: Message


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A legal meld in order, with each joker as the card that it stands for.

    If a joker stands for `either` of two cards, `spots` has the first of these cards. In a set that
    can repeat a suit, a joker can have any suit.
    """

    spots: tuple[Spot, ...]
    either: tuple[Spot, ...] = ()

    @property
    def is_set(self) -> bool:
        return self.spots[0].value == self.spots[1].value

    @property
    def lying(self) -> tuple[Spot, ...]:
        """The meld, with a plain `JOKER` for a joker that can be either of two cards."""
        joker = self.either[0]._replace(is_joker=True) if self.either else None
        return tuple([JOKER if spot == joker else spot for spot in self.spots])

    def choices(self, joker: Spot) -> tuple[Spot, ...]:
        stands_for = joker._replace(is_joker=False)
        return self.either if stands_for in self.either else (stands_for,)


def read_meld(written: Sequence[Spot], pieces: TablePieces) -> TableMeld | MeldFault:
    """Return the meld that these cards form, or its first fault.

    The written order matters only if a joker could be in several places. A wild card counts as
    itself if possible. If not, it counts as a joker.
    """
    wild = [place for place, spot in enumerate(written) if is_wild(spot, pieces)]
    for number in range(len(wild) + 1):
        for places in combinations(wild, number):
            taken = [JOKER if place in places else spot for place, spot in enumerate(written)]
            read = _read_meld(taken, pieces)
            if isinstance(read, TableMeld):
                return read
    return read


def is_wild(spot: Spot, pieces: TablePieces) -> bool:
    return not spot.is_joker and spot.value == pieces.wild


def _read_meld(written: Sequence[Spot], pieces: TablePieces) -> TableMeld | MeldFault:
    named = [spot for spot in written if spot != JOKER]
    jokers = len(written) - len(named)
    suits, values = {spot.suit for spot in named}, {spot.value for spot in named}
    if len(written) < SMALLEST:
        return MeldFault(FaultKind.TOO_SHORT, message("A meld has at least three."))
    if all(spot.is_joker for spot in written):
        return MeldFault(FaultKind.NO_CARD, message("Jokers alone don’t make a meld."))
    if len(named) == 1:
        return _unclear()
    if len(values) > 1 and len(suits) > 1:
        return _mixed(pieces)
    is_set = len(values) == 1
    if is_set and pieces.sets_repeat:
        joker = named[0]._replace(is_joker=True)
        return TableMeld((*named, *[joker] * jokers))
    # A run with an ace at both ends has all numbers, and the ace twice.
    is_long = pieces.ace_to_ace and len(written) >= pieces.longest_run
    both_aces = is_long and sum(spot.value == 0 for spot in named) == 2
    if len(suits if is_set else values) < len(named) - both_aces:
        return _twice(pieces, is_set=is_set)
    if is_set:
        return _read_set(named, jokers, pieces)
    return _read_run(written, named, pieces)


def _read_set(named: Sequence[Spot], jokers: int, pieces: TablePieces) -> TableMeld | MeldFault:
    if len(named) + jokers > LARGEST_SET:
        return MeldFault(FaultKind.TOO_LONG, message("A set has at most four."))
    missing = [
        Spot(named[0].value, suit)
        for suit in range(SUITS)
        if suit not in {spot.suit for spot in named}
    ]
    standing = [spot._replace(is_joker=True) for spot in missing[:jokers]]
    if not jokers or jokers == len(missing):
        return TableMeld((*named, *standing))
    if pieces.jokers_may_be_either:
        return TableMeld((*named, *standing), tuple(missing))
    return _unclear()


def _read_run(
    written: Sequence[Spot], named: Sequence[Spot], pieces: TablePieces
) -> TableMeld | MeldFault:
    if len(written) < pieces.shortest_run:
        text = message("A run has at least {number} cards here.", number=pieces.shortest_run)
        return MeldFault(FaultKind.TOO_SHORT, text)
    if len(written) > pieces.longest_run:
        text = message("A run has at most thirteen.")
        if pieces.ace_to_ace:
            text = message("A run has at most fourteen.")
        return MeldFault(FaultKind.TOO_LONG, text)
    found = list(_readings(named, len(written), ace_high=pieces.ace_high))
    # A run of all thirteen can have two equal readings, with the ace low or high.
    readings = list({frozenset(reading): reading for reading in reversed(found)}.values())
    if not readings:
        turns = any(_turns_the_corner(named, len(written), first) for first in range(VALUES))
        return (
            _corner(pieces)
            if turns
            else MeldFault(FaultKind.GAP, message("These are not in a row."))
        )
    if len(readings) > 1:
        # Only the written order shows where the joker is.
        readings = [
            reading
            for reading in readings
            if all(spot in (JOKER, there) for spot, there in zip(written, reading, strict=True))
        ]
    return TableMeld(readings[0]) if readings else _unclear()


def _readings(named: Sequence[Spot], size: int, *, ace_high: bool) -> Iterator[tuple[Spot, ...]]:
    """Yield every run of this size with these cards, and jokers in the other places."""
    suit = named[0].suit
    for first in range(VALUES + ace_high - size + 1):
        unplaced, reading = list(named), []
        for place in range(first, first + size):
            joker = Spot(place % VALUES, suit, is_joker=True)
            spot = next((spot for spot in unplaced if spot.value == joker.value), joker)
            if spot in unplaced:
                unplaced.remove(spot)
            reading.append(spot)
        if not unplaced:
            yield tuple(reading)


def _turns_the_corner(named: Sequence[Spot], size: int, first: int) -> bool:
    """Check whether the cards would be a run from `first` on if an ace could join king and two."""
    values = {value % VALUES for value in range(first, first + size)}
    return {spot.value for spot in named} <= values


def _unclear() -> MeldFault:
    return MeldFault(FaultKind.JOKER_UNCLEAR, message("Choose the card that the joker stands for."))


def _mixed(pieces: TablePieces) -> MeldFault:
    if pieces.suit_first:
        text = message("These are neither all of one number nor all of one colour.")
    else:
        text = message("These are neither all of one rank nor all of one suit.")
    return MeldFault(FaultKind.MIXED, text)


def _twice(pieces: TablePieces, *, is_set: bool) -> MeldFault:
    if not is_set:
        text = message("A run has each number once.")
    elif pieces.suit_first:
        text = message("A set has each colour once.")
    else:
        text = message("A set has each suit once.")
    return MeldFault(FaultKind.TWICE, text)


def _corner(pieces: TablePieces) -> MeldFault:
    if pieces.ace_high:
        text = message("An ace ends a run above the king: the two does not follow it.")
    elif pieces.suit_first:
        text = message("A run ends with the 13: the 1 does not follow it.")
    else:
        text = message("A run ends with the king: here the ace comes only before the two.")
    return MeldFault(FaultKind.CORNER, text)
