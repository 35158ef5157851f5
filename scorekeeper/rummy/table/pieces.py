"""The pieces on a table: cards, coloured tiles, and jokers with the cards they stand for.

Only this module gives tiles a colour, because the tiles left on a rack count the same in every
colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from scorekeeper.rummy.cards import CARDS, JOKER_RANK, RANKS, SUITS, TILES, Card, CardError
from scorekeeper.rummy.cards import JOKER as CARD_JOKER
from scorekeeper.rummy.deal import longest_run
from scorekeeper.rummy.melds.layout import Spot
from scorekeeper.rummy.melds.layout_task import SMALLEST
from scorekeeper.rummy.messages import Message, message

JOKER = Spot(-1, -1, is_joker=True)
"""A joker without a chosen card."""

_AS = "="


@dataclass(frozen=True, eq=False)
class TablePieces:
    """The written form of a game’s pieces, and the melds that they can form.

    - `ranks`: the written ranks
    - `suits`: the written suits, one letter each
    - `suit_first`: whether a written piece begins with its suit
    - `spellings`: everything that can be typed, in upper case
    - `ace_high`: whether an ace can also follow the king
    - `ace_to_ace`: whether one run can have an ace at both ends
    - `jokers_may_be_either`: whether a joker in a set of three can be either of the missing suits
    - `sets_repeat`: whether a set can have a suit twice; such a set can have any number of cards
    - `shortest_run`: the fewest cards in a run
    - `wild`: the value of the cards that can stand for any other card, as jokers do
    """

    ranks: tuple[str, ...]
    suits: str
    spellings: Mapping[str, Spot] = field(repr=False)
    suit_first: bool = False
    ace_high: bool = False
    ace_to_ace: bool = False
    jokers_may_be_either: bool = False
    sets_repeat: bool = False
    shortest_run: int = SMALLEST
    wild: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "spellings", MappingProxyType(dict(self.spellings)))

    @property
    def longest_run(self) -> int:
        return longest_run(self.ace_to_ace)

    def read(self, text: str) -> Spot:
        """Read a piece such as `7S`, `R7`, `JK` or `JK=R7`. Raises `CardError`."""
        written, is_joker, stands_for = text.strip().upper().partition(_AS)
        if written in (JOKER_RANK, "JOKER"):
            if not is_joker:
                return JOKER
            if stands_for in self.spellings:
                return self.spellings[stands_for]._replace(is_joker=True)
        elif not is_joker and written in self.spellings:
            return self.spellings[written]
        raise CardError(text)

    def read_all(self, text: str) -> tuple[Spot, ...]:
        """Read pieces separated by spaces or commas. Raises `CardError` for the first bad one.

        >>> COLOURED_TILES.print(COLOURED_TILES.read_all("7r, n12 jk=o3 jk"))
        'R7 K12 JK=Y3 JK'
        """
        return tuple(self.read(word) for word in text.replace(",", " ").split())

    def print(self, pieces: Iterable[Spot]) -> str:
        return " ".join(map(self._print, pieces))

    def say(self, pieces: Iterable[Spot]) -> tuple[Card, ...] | tuple[Message, ...]:
        if self.suit_first:
            return tuple(map(self._tile_in_words, pieces))
        return tuple(
            CARD_JOKER if piece.is_joker else Card(self.ranks[piece.value], self.suits[piece.suit])
            for piece in pieces
        )

    def _tile_in_words(self, piece: Spot) -> Message:
        if piece.is_joker:
            return message("joker")
        words = _TILES_IN_WORDS[self.suits[piece.suit]]
        return message(words.template, number=self.ranks[piece.value])

    def _print(self, piece: Spot) -> str:
        if piece == JOKER:
            return JOKER_RANK
        rank, suit = self.ranks[piece.value], self.suits[piece.suit]
        written = suit + rank if self.suit_first else rank + suit
        return f"{JOKER_RANK}{_AS}{written}" if piece.is_joker else written


COLOURS = "RBKY"
"""Red, blue, black and yellow."""

_TILES_IN_WORDS = {
    "R": message("red {number}"),
    "B": message("blue {number}"),
    "K": message("black {number}"),
    "Y": message("yellow {number}"),
}

_COLOUR_LETTERS = {"R": 0, "B": 1, "K": 2, "N": 2, "Y": 3, "J": 3, "O": 3}
"""Every letter that can stand for a colour, in English or French (noir, jaune, orange)."""

COLOURED_TILES = TablePieces(
    TILES.ranks,
    COLOURS,
    {
        written: Spot(value, suit)
        for value, number in enumerate(TILES.ranks)
        for letter, suit in _COLOUR_LETTERS.items()
        for written in (letter + number, number + letter)
    },
    suit_first=True,
    jokers_may_be_either=True,
)

TABLE_CARDS = TablePieces(
    tuple(RANKS),
    SUITS,
    {
        written: Spot(RANKS.index(card.rank), SUITS.index(card.suit))
        for written, card in CARDS.spellings.items()
        if card.suit
    },
    ace_high=True,
)
