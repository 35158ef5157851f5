"""The answers to questions about the melds on a table, as JSON has them."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.documents.answer import Answer


@dataclass(slots=True, kw_only=True)
class FaultyMeld(Answer):
    """Cards that are no meld, by their number from 1: the name of the fault and its sentence."""

    meld: int
    fault: str
    text: str


@dataclass(slots=True, kw_only=True)
class TableAnswered(Answer):
    """Whether a table is legal, what is wrong with it, and the answer in a sentence."""

    verdict: str
    legal: bool
    faults: tuple[FaultyMeld, ...]


@dataclass(slots=True, kw_only=True)
class IllegalTable(TableAnswered):
    """A table that is not legal, and how its cards can be laid so that it is; both may be null.

    `kept` is how many of its legal melds lie there as they did.
    """

    layout: tuple[str, ...] | None
    kept: int | None


@dataclass(slots=True, kw_only=True)
class BestPlay(TableAnswered):
    """The most that can be put down, what is left and counts, and the whole new table."""

    melds: tuple[str, ...]
    down: str
    unmatched: str
    deadwood: int
    out: bool


@dataclass(slots=True, kw_only=True)
class AddedCard(TableAnswered):
    """Whether a card can be added: on which melds as they lie, and the new table if it can.

    In games where melds stay as they lie, `joker_in` are those in which a joker stands for the
    card, and `joker` says what the rules are then.
    """

    yes: bool
    on: tuple[int, ...]
    melds: tuple[str, ...] | None = None
    joker_in: tuple[int, ...] | None = None
    joker: str | None = None


@dataclass(slots=True, kw_only=True)
class SwappedJoker(TableAnswered):
    """Whether a joker may be swapped for a card, and in which melds one stands for it.

    `joker` is a further sentence. Where the player takes the joker, `melds` are the new table.
    """

    yes: bool
    joker_in: tuple[int, ...]
    joker: str | None = None
    melds: tuple[str, ...] | None = None


@dataclass(slots=True, kw_only=True)
class WorthOfMelds(TableAnswered):
    """Whether melds are a first meld; those that are legal have a worth and what that lacks.

    Equal tiles in a game that is opened with `pairs` too have only their number.
    """

    yes: bool
    worth: int | None = None
    short: int | None = None
    pairs: int | None = None


@dataclass(slots=True, kw_only=True)
class BestFirstMeld(Answer):
    """The best first meld of a hand, or the one worth the most where none is enough.

    In a game that is opened with `pairs` too, they are the `melds` where only they are enough.
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
"""The kinds of answer to a question about a table."""
