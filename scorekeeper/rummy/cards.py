"""Cards and tiles with a rank and perhaps a suit: reading what people type, and printing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

RANKS = "A23456789TJQK"
SUITS = "SHDC"
STARS = "X"
"""A fifth suit. In no language is this letter also a rank, another suit or a colour."""
EVERY_SUIT = SUITS + STARS
JOKER_RANK = "JK"
WILD_RANK, SKIP_RANK = "W", "SK"
"""The ranks of special cards, in games without jokers."""
LOW_ACE_RANK = "A1"
"""The rank of an ace laid off below a two. Some games count this ace less than a high ace."""
PLACE = {rank: place for place, rank in enumerate(RANKS)}
"""The position of each rank, from 0 for the ace."""

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", STARS: "★☆⭐*"}
"""The signs that people can type for each suit. The program prints the first sign."""
_PRINTED_SIGNS = {"": "", **{suit: signs[0] for suit, signs in SUIT_SIGNS.items()}}
_SAID = {"T": "10", JOKER_RANK: "joker", WILD_RANK: "wild", SKIP_RANK: "skip"}
_VARIATION_SELECTORS = {0xFE0E: None, 0xFE0F: None}


@dataclass(frozen=True, slots=True)
class Card:
    """One card: a rank from `RANKS` or a special rank, and a suit of `EVERY_SUIT` or "".

    The suit is "" if it is not given. Tiles and the cards of Phase 10 are also `Card` values. Their
    rank is their number, or a colour and a number such as `R7`, and they have no suit.

    >>> str(Card("T", "D")), str(Card("K"))
    ('TD', 'K')
    """

    rank: str
    suit: str = ""

    def __str__(self) -> str:
        return self.rank + self.suit


JOKER = Card(JOKER_RANK)


class CardError(ValueError):
    """The error for a text that is not a card. `text` has its first 20 characters."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text if len(text) <= 20 else text[:20] + "…"


@dataclass(frozen=True, eq=False)
class Pieces:
    """The cards or tiles of a game: the ranks from the lowest up, and the spellings of each piece.

    - `suits`: the suits or colours that people enter. If it is empty, people enter only ranks, and
      the program cannot know melds
    - `also`: further letters for suits
    - `lacking`: the error template for a card that only other games have
    - `unsuited`: the error for melds from a user, if the cards have no suits
    - `keys`: the keys of the pad, in games where a key stands for several ranks, such as `1-9`
    - `are_coloured`: whether people write the letter of the colour before the number, such as `R7`
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

    `also` has further letters for suits.
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
"""All cards with a rank from `RANKS`, in five suits, and jokers."""

_NUMBERS = tuple(str(number) for number in range(1, 14))
TILES = Pieces(
    _NUMBERS, "", _JOKERS | {number: Card(number) for number in _NUMBERS}, are_tiles=True
)
"""Tiles with the numbers 1 to 13. Players enter them without colours."""


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
    """Read cards separated by spaces or commas. Raises `CardError` for the first invalid card.

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
    """Read cards from the table, with `A1` for an ace below a two. Raises `CardError`.

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

    `said` has the names of the ranks that another language names differently.

    >>> say_cards(read_cards("TD K 7S JK"), {"K": "R"})
    '10♦ R 7♠ joker'
    """
    ranks = {**_SAID, **said}
    return " ".join([ranks.get(card.rank, card.rank) + _PRINTED_SIGNS[card.suit] for card in cards])


def print_cards(cards: Iterable[Card]) -> str:
    """Write cards as documents do, in the order given: `KS 9D 2C`."""
    return " ".join([card.rank + card.suit for card in cards])
