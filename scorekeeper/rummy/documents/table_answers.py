"""The JSON answers to questions about the melds on a table."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.documents.answer import Answer


@dataclass(slots=True, kw_only=True)
class FaultyMeld(Answer):
    """A meld with a fault: the meld’s number from 1, the fault’s name, and the fault in words."""

    meld: int
    fault: str
    text: str


@dataclass(slots=True, kw_only=True)
class TableAnswered(Answer):
    """The answer whether a table is legal, and its faults."""

    verdict: str
    legal: bool
    faults: tuple[FaultyMeld, ...]


@dataclass(slots=True, kw_only=True)
class IllegalTable(TableAnswered):
    """A table that is not legal, and a legal `layout` of the same cards, if there is one.

    `kept` is the number of legal melds that stay unchanged in the layout. If the program finds no
    legal layout, `layout` and `kept` are null. In games with fixed melds on the table, the program
    looks for no layout.
    """

    layout: tuple[str, ...] | None
    kept: int | None


@dataclass(slots=True, kw_only=True)
class BestPlay(TableAnswered):
    """The best play: the cards put down, the cards left with their points, and the new table."""

    melds: tuple[str, ...]
    down: str
    unmatched: str
    deadwood: int
    out: bool


@dataclass(slots=True, kw_only=True)
class AddedCard(TableAnswered):
    """The answer whether a card can be added, the melds that take the card, and the new table.

    - `on`: the numbers of the melds that take the card
    - `melds`: the new table, if the card can be added
    - `joker_in`: the numbers of the melds with a joker in place of this card, in games with fixed
      melds on the table
    - `joker`: a sentence about these jokers
    """

    yes: bool
    on: tuple[int, ...]
    melds: tuple[str, ...] | None = None
    joker_in: tuple[int, ...] | None = None
    joker: str | None = None


@dataclass(slots=True, kw_only=True)
class SwappedJoker(TableAnswered):
    """The answer whether a player can swap a card for a joker, and the melds with such a joker.

    - `joker_in`: the numbers of the melds with a joker in place of the card
    - `joker`: the rule on such a joker. If no joker stands for the card, the cards that the jokers
      on the table stand for
    - `melds`: the new table, if the player takes the joker
    """

    yes: bool
    joker_in: tuple[int, ...]
    joker: str | None = None
    melds: tuple[str, ...] | None = None


@dataclass(slots=True, kw_only=True)
class WorthOfMelds(TableAnswered):
    """The answer whether melds are enough for a first meld.

    - `worth`: the worth of the melds
    - `short`: the points that the melds lack
    - `pairs`: the number of pairs, if the melds are pairs and players can open with pairs

    Answers about illegal melds or about pairs have no `worth` and no `short`.
    """

    yes: bool
    worth: int | None = None
    short: int | None = None
    pairs: int | None = None


@dataclass(slots=True, kw_only=True)
class BestFirstMeld(Answer):
    """The best first meld of a hand, or the melds with the most worth if none is enough.

    In games where players can also open with pairs, `melds` are pairs if only pairs are enough.
    `pairs` is the number of pairs in the hand.
    """

    verdict: str
    yes: bool
    melds: tuple[str, ...]
    unmatched: str
    deadwood: int
    worth: int
    short: int
    pairs: int | None = None


TABLE_ANSWERS: tuple[type[Answer], ...] = (
    TableAnswered,
    IllegalTable,
    BestPlay,
    AddedCard,
    SwappedJoker,
    WorthOfMelds,
    BestFirstMeld,
)
