"""The JSON answers to questions about the melds on a table."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.documents.answer import Answer


@dataclass(slots=True, kw_only=True)
class FaultyMeld(Answer):
    """Cards that are not a meld, by their number from 1: the name of the fault and its sentence."""

    meld: int
    fault: str
    text: str


@dataclass(slots=True, kw_only=True)
class TableAnswered(Answer):
    """A table that is legal or not, its faults, and the answer in a sentence."""

    verdict: str
    legal: bool
    faults: tuple[FaultyMeld, ...]


@dataclass(slots=True, kw_only=True)
class IllegalTable(TableAnswered):
    """A table that is not legal, and a legal layout of its cards. Both parts can be null.

    `kept` is the number of its legal melds that stay unchanged in the layout.
    """

    layout: tuple[str, ...] | None
    kept: int | None


@dataclass(slots=True, kw_only=True)
class BestPlay(TableAnswered):
    """The most that can be put down, the cards left and their points, and the whole new table."""

    melds: tuple[str, ...]
    down: str
    unmatched: str
    deadwood: int
    out: bool


@dataclass(slots=True, kw_only=True)
class AddedCard(TableAnswered):
    """The answer whether a card can be added, the numbers of the melds that take it, and the new
    table.

    In games with fixed melds on the table, `joker_in` are the melds with a joker for the card, and
    `joker` is the rule for that case.
    """

    yes: bool
    on: tuple[int, ...]
    melds: tuple[str, ...] | None = None
    joker_in: tuple[int, ...] | None = None
    joker: str | None = None


@dataclass(slots=True, kw_only=True)
class SwappedJoker(TableAnswered):
    """The answer whether a player can swap a joker for a card, and the melds with such a joker.

    `joker` is a further sentence. If the player takes the joker, `melds` are the new table.
    """

    yes: bool
    joker_in: tuple[int, ...]
    joker: str | None = None
    melds: tuple[str, ...] | None = None


@dataclass(slots=True, kw_only=True)
class WorthOfMelds(TableAnswered):
    """The answer whether melds are a first meld, with their worth and the points that they lack.

    Illegal melds have no worth. In a game that also opens with `pairs`, equal tiles have only the
    number of pairs.
    """

    yes: bool
    worth: int | None = None
    short: int | None = None
    pairs: int | None = None


@dataclass(slots=True, kw_only=True)
class BestFirstMeld(Answer):
    """The best first meld of a hand, or the one worth the most if none is enough.

    In a game that also opens with `pairs`, `melds` are pairs if only pairs are enough.
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
