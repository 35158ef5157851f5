"""The melds of an answer about a table as they are drawn, with the origin of their cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scorekeeper.rummy.cards import JOKER_RANK, Card
from scorekeeper.rummy.melds.layout import Meld, Spot
from scorekeeper.rummy.messages import Message
from scorekeeper.rummy.table.pieces import JOKER, TablePieces


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """A card or tile in the answer. `came_from` is the number of the meld it left, or 0.

    A joker shows the card that it `stands_for`, if that is known.
    """

    rank: str
    suit: str
    is_joker: bool = False
    stands_for: str = ""
    is_new: bool = False
    came_from: int = 0

    @property
    def card(self) -> Card:
        return Card(JOKER_RANK) if self.is_joker else Card(self.rank, self.suit)


@dataclass(frozen=True, slots=True)
class MeldOnTable:
    """A meld of the answer, or a wrong meld of the table with its `fault`.

    `is_kept`: the same meld was on the table before.
    """

    pieces: tuple[DrawnPiece, ...]
    is_kept: bool = False
    fault: Message | None = None


def drawn_pieces(spots: Iterable[Spot], pieces: TablePieces) -> tuple[DrawnPiece, ...]:
    return tuple(_drawn(spot, pieces) for spot in spots)


def _drawn(spot: Spot, pieces: TablePieces) -> DrawnPiece:
    if spot == JOKER:
        return DrawnPiece("", "", is_joker=True)
    rank, suit = pieces.ranks[spot.value], pieces.suits[spot.suit]
    stands_for = pieces.print([spot._replace(is_joker=False)]) if spot.is_joker else ""
    return DrawnPiece(rank, suit, spot.is_joker, stands_for)


def drawn_melds(
    melds: Sequence[Meld], table: Sequence[Meld], down: Iterable[Spot], pieces: TablePieces
) -> list[MeldOnTable]:
    """The melds of the answer, changed melds first. Cards put `down` are marked as new."""
    lying, put_down = list(map(Counter, table)), Counter(down)
    kept_first = sorted(melds, key=lambda meld: Counter(meld) not in lying)
    drawn = [_drawn_meld(meld, table, lying, put_down, pieces) for meld in kept_first]
    return sorted(drawn, key=lambda meld: meld.is_kept)


def _drawn_meld(
    meld: Meld,
    table: Sequence[Meld],
    lying: list[Counter[Spot]],
    down: Counter[Spot],
    pieces: TablePieces,
) -> MeldOnTable:
    """Draw a meld with the origin of its cards. `lying` and `down` lose the cards used."""
    if Counter(meld) in lying:
        lying[lying.index(Counter(meld))].clear()
        return MeldOnTable(drawn_pieces(meld, pieces), is_kept=True)
    home = max(lying, key=lambda cards: len({*meld} & {*+cards}), default=Counter[Spot]())
    drawn = zip(meld, drawn_pieces(meld, pieces), strict=True)
    return MeldOnTable(tuple(_marked(spot, piece, home, down, table) for spot, piece in drawn))


def _marked(
    spot: Spot, piece: DrawnPiece, home: Counter[Spot], down: Counter[Spot], table: Sequence[Meld]
) -> DrawnPiece:
    """Mark a card as put down or as taken from another meld. Cards of `home` stay unmarked."""
    held = JOKER if spot.is_joker else spot
    if home[spot]:
        home[spot] -= 1
    elif down[held]:
        down[held] -= 1
        return replace(piece, is_new=True)
    elif home[held]:
        home[held] -= 1
    else:
        return replace(piece, came_from=_place_of(spot, table))
    return piece


def _place_of(spot: Spot, table: Sequence[Meld]) -> int:
    """The number of the meld that had this card or, for a joker, any joker. 0 if unknown."""
    places = (number for number, meld in enumerate(table, 1) if spot in meld)
    jokers = (
        number
        for number, meld in enumerate(table, 1)
        if spot.is_joker and any(other.is_joker for other in meld)
    )
    return next(places, None) or next(jokers, 0)
