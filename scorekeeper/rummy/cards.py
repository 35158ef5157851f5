"""Cards and tiles: a rank and perhaps a suit, read as people type them, printed in one format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

RANKS = "A23456789TJQK"
SUITS = "SHDC"
STARS = "X"
"""A fifth suit. No language of players has this letter for a rank, another suit or a colour."""
EVERY_SUIT = SUITS + STARS
JOKER_RANK = "JK"
WILD_RANK, SKIP_RANK = "W", "SK"
"""The ranks of cards of their own, in games without jokers."""
LOW_ACE_RANK = "A1"
"""The rank of an ace that was laid off below a two, where an ace counts by its place."""
PLACE = {rank: place for place, rank in enumerate(RANKS)}
"""The position of each rank, from 0 for the ace."""

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", STARS: "★☆⭐*"}
"""The signs of each suit as people type them. The first is printed."""
_PRINTED_SIGNS = {"": "", **{suit: signs[0] for suit, signs in SUIT_SIGNS.items()}}
_SAID = {"T": "10", JOKER_RANK: "joker", WILD_RANK: "wild", SKIP_RANK: "skip"}
_VARIATION_SELECTORS = {0xFE0E: None, 0xFE0F: None}


@dataclass(frozen=True, slots=True)
class Card:
    """One card: a rank from `RANKS` or `JOKER_RANK`, and a suit of `EVERY_SUIT` or "" if not given.

    A tile is one too: its rank is its number, and it has no suit.

    >>> str(Card("T", "D")), str(Card("K"))
    ('TD', 'K')
    """

    rank: str
    suit: str = ""

    def __str__(self) -> str:
        return self.rank + self.suit


JOKER = Card(JOKER_RANK)


class CardError(ValueError):
    """A piece of text is not a card. `text` is that piece, shortened if it is long."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text if len(text) <= 20 else text[:20] + "…"


@dataclass(frozen=True, eq=False)
class Pieces:
    """What a game is played with: its ranks from the lowest up, and how each piece is written.

    `suits` is empty if nobody says what suit or colour a piece has. Melds are not known then.
    `also` are further letters of suits. `lacking` is the template of what is said of a card that
    other games have, and this one lacks. `unsuited` is said where melds are given and
    not known. Where it does not matter which of several cards one has, `keys` are the ranks to tap,
    such as `1-9` for any of these. Pieces that `are_coloured` are numbers with the letter of their
    colour before them.
    """

    ranks: tuple[str, ...]
    suits: str
    spellings: Mapping[str, Card]
    are_tiles: bool = False
    lacking: str = ""
    also: Mapping[str, str] = field(default_factory=dict)
    unsuited: str = ""
    keys: tuple[str, ...] = ()
    are_coloured: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "spellings", MappingProxyType(dict(self.spellings)))
        object.__setattr__(self, "also", MappingProxyType(dict(self.also)))


_JOKERS = {"JK": JOKER, "JOKER": JOKER}


def spellings(
    ranks: Sequence[str], suits: str, also: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Card]:
    """Map every spelling to its card: the cards of these ranks and suits, and jokers.

    `also` are further letters of suits.
    """
    known = dict(_JOKERS)
    for rank in ranks:
        for written in (rank, "10") if rank == "T" else (rank,):
            known[written] = Card(rank)
            for suit in suits:
                signs = (suit, *SUIT_SIGNS[suit])
                known.update({written + sign: Card(rank, suit) for sign in signs})
            known.update({written + letter: known[written + suit] for letter, suit in also.items()})
    return known


CARDS = Pieces(tuple(RANKS), SUITS, spellings(RANKS, SUITS))
EVERY_CARD = Pieces(tuple(RANKS), EVERY_SUIT, spellings(RANKS, EVERY_SUIT))
"""What is a card in any game."""

_NUMBERS = tuple(str(number) for number in range(1, 14))
TILES = Pieces(
    _NUMBERS, "", _JOKERS | {number: Card(number) for number in _NUMBERS}, are_tiles=True
)
"""Tiles with the numbers 1 to 13, whose colours nobody enters."""


def read_card(text: str, pieces: Pieces = CARDS) -> Card:
    """Read one card as people type it (`7c`, `10D`, `K♠`, `k`, `joker`). Raises `CardError`.

    >>> str(read_card("10♦"))
    'TD'
    """
    try:
        return pieces.spellings[text.strip().translate(_VARIATION_SELECTORS).upper()]
    except KeyError:
        raise CardError(text) from None


def read_cards(text: str, pieces: Pieces = CARDS) -> tuple[Card, ...]:
    """Read cards separated by spaces or commas. Raises `CardError` for the first invalid one.

    >>> print_cards(read_cards("10d, k 7♠"))
    'TD K 7S'
    >>> print_cards(read_cards("10, 12 1", TILES))
    '10 12 1'
    """
    known = pieces.spellings
    try:
        return tuple(known[word] for word in text.upper().replace(",", " ").split())
    except KeyError:
        return tuple(read_card(word, pieces) for word in text.replace(",", " ").split())


def read_shown_cards(text: str) -> tuple[Card, ...]:
    """Read cards that were put down, where `A1` is an ace below a two. Raises `CardError`.

    >>> print_cards(read_shown_cards("2s a1s A1"))
    '2S A1S A1'
    """
    words = text.upper().replace(",", " ").split()
    return tuple(_read_shown_card(word) for word in words)


def _read_shown_card(word: str) -> Card:
    if not word.startswith(LOW_ACE_RANK):
        return read_card(word)
    try:
        return Card(LOW_ACE_RANK, read_card("A" + word.removeprefix(LOW_ACE_RANK)).suit)
    except CardError:
        raise CardError(word) from None


def say_cards(cards: Iterable[Card], said: Mapping[str, str] = MappingProxyType({})) -> str:
    """Write cards as people do in a sentence, with the signs of their suits.

    >>> say_cards(read_cards("TD K 7S JK"))
    '10♦ K 7♠ joker'

    Other languages say some ranks otherwise.

    >>> say_cards(read_cards("TD K 7S JK"), {"K": "R"})
    '10♦ R 7♠ joker'
    """
    ranks = {**_SAID, **said}
    return " ".join([ranks.get(card.rank, card.rank) + _PRINTED_SIGNS[card.suit] for card in cards])


def print_cards(cards: Iterable[Card]) -> str:
    """In the order given: `KS 9D 2C`."""
    return " ".join([card.rank + card.suit for card in cards])
