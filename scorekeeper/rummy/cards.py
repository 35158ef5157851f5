"""Cards: a rank and perhaps a suit, read as people type them and printed in one way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

RANKS = "A23456789TJQK"
SUITS = "SHDC"
JOKER_RANK = "JK"
PLACE = {rank: place for place, rank in enumerate(RANKS)}
"""The place of each rank, from 0 for the ace."""

_SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_VARIATION_SELECTORS = {0xFE0E: None, 0xFE0F: None}


@dataclass(frozen=True, slots=True)
class Card:
    """One card: a rank of `RANKS` or the joker's, and a suit of `SUITS`, or "" if none was given.

    >>> str(Card("T", "D")), str(Card("K"))
    ('TD', 'K')
    """

    rank: str
    suit: str = ""

    def __str__(self) -> str:
        return self.rank + self.suit


JOKER = Card(JOKER_RANK)


class CardError(ValueError):
    """A piece of text is not a card; `text` is that piece, shortened where it is long."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text if len(text) <= 20 else text[:20] + "…"


def _spellings() -> dict[str, Card]:
    known = {"JK": JOKER, "JOKER": JOKER}
    for rank in RANKS:
        for written in (rank, "10") if rank == "T" else (rank,):
            known[written] = Card(rank)
            for suit in SUITS:
                known[written + suit] = known[written + _SUIT_SIGNS[suit]] = Card(rank, suit)
    return known


_CARD_OF = _spellings()


def read_card(text: str) -> Card:
    """Read one card as people type it (`7c`, `10D`, `K♠`, `k`, `joker`); raises `CardError`.

    >>> str(read_card("10♦"))
    'TD'
    """
    try:
        return _CARD_OF[text.strip().translate(_VARIATION_SELECTORS).upper()]
    except KeyError:
        raise CardError(text) from None


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards parted by spaces or commas; raises `CardError` for the first that is none.

    >>> print_cards(read_cards("10d, k 7♠"))
    'TD K 7S'
    """
    known = _CARD_OF
    try:
        return tuple([known[word] for word in text.upper().replace(",", " ").split()])
    except KeyError:
        return tuple([read_card(word) for word in text.replace(",", " ").split()])


def print_cards(cards: Iterable[Card]) -> str:
    """Print cards parted by spaces, in the order given: `KS 9D 2C`."""
    return " ".join([card.rank + card.suit for card in cards])
