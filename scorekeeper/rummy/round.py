"""The words of scoring: what happened in a round, and the ruling that says what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self, TypeAlias

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.messages import Message, Seat, Translate, message, render, untranslated


class AnyEnding(StrEnum):
    """How a round came to its end; a game may add endings of its own to those of `Ending`."""


class Ending(AnyEnding):
    """The endings that several games share."""

    KNOCK = "knock"
    OUT = "out"
    STOCK = "stock"
    VOID = "void"


class AnyRule(StrEnum):
    """The slug of the rule behind a line of points; a game may add its own to those of `Rule`."""


class Rule(AnyRule):
    """The slugs that several games share."""

    DIFFERENCE = "difference"
    UNDERCUT_BONUS = "undercut-bonus"
    CARDS_LEFT = "cards-left"
    ADJUSTMENT = "adjustment"
    GAME_BONUS = "game-bonus"


class AnyTag(StrEnum):
    """What kind of round it was; a game may add tags of its own to those of `Tag`.

    `word` is how people say it.
    """

    word: Message

    def __new__(cls, slug: str, word: Message) -> Self:
        """A tag with its slug as its value."""
        tag = str.__new__(cls, slug)
        tag._value_ = slug
        tag.word = word
        return tag


class Tag(AnyTag):
    """The tags that several games share."""

    UNDERCUT = "undercut", message("undercut")
    TIE = "tie", message("tie")
    OUT = "out", message("out")
    STOCK = "stock", message("stock ran out")
    VOID = "void", message("void")
    SHARED = "shared", message("shared")
    ILLEGAL_KNOCK = "illegal-knock", message("illegal knock")


ILLEGAL_KNOCK = "illegal-knock"


ILLEGAL_KNOCK = "illegal-knock"
"""What `Round.allow` holds when the table accepted a knock above the limit."""


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A hand given as its unmatched cards."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """A hand given as its deadwood in points."""

    points: int


Extras: TypeAlias = tuple[tuple[str, str], ...]
"""The `x-` keys of a document, kept and ignored: pairs of key and JSON text."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A hand given whole: its best arrangement is found."""

    cards: tuple[Card, ...]
    extras: Extras = ()


@dataclass(frozen=True, slots=True)
class Declared:
    """A hand as its player laid it out: the melds and the unmatched cards."""

    melds: tuple[tuple[Card, ...], ...]
    unmatched: tuple[Card, ...]
    extras: Extras = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the hand."""
        return tuple(card for meld in self.melds for card in meld) + self.unmatched


Hand: TypeAlias = Unmatched | Count | Whole | Declared


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that the table gives or takes by its own decision, with its reason."""

    seat: Seat
    points: int
    note: str = ""
    extras: Extras = ()


@dataclass(frozen=True, slots=True)
class Round:
    """What happened at the table in one round: facts only, nothing priced.

    `hands` is by seat, `None` where nothing was given; it is empty in a round that scores nothing.
    `dealer` is given only when somebody else dealt than was expected. `on_sheet` says that the
    round was recorded before: no rule that became stricter since takes it off the sheet.
    """

    ending: AnyEnding
    by: Seat | None = None
    hands: tuple[Hand | None, ...] = ()
    upcard: Card | None = None
    dealer: Seat | None = None
    allow: tuple[str, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    note: str = ""
    extras: Extras = ()
    on_sheet: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Line:
    """Points to one seat, the rule behind them and the sentence that explains them."""

    seat: Seat
    points: int
    rule: AnyRule
    text: Message


@dataclass(frozen=True, slots=True)
class Laid:
    """A hand on the table at the count: its deadwood, and what is known of its cards.

    `unmatched` is `None` where only the count was given; `melds` are known of whole hands only.
    """

    deadwood: int
    unmatched: tuple[Card, ...] | None
    melds: tuple[tuple[Card, ...], ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether no card is left unmatched."""
        return self.deadwood == 0 if self.unmatched is None else not self.unmatched


@dataclass(frozen=True, slots=True)
class LayOff:
    """A card that the defender added to a meld of the knocker's."""

    card: Card
    on: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class OnTable:
    """The hands by seat once the defender has laid off, and those lay-offs.

    `least` is how they would lie if the knocker had laid out the least deadwood, where the knocker
    does better with more.
    """

    laid: tuple[Laid, ...]
    layoffs: tuple[LayOff, ...] = ()
    least: OnTable | None = None

    @property
    def counts(self) -> tuple[int, ...]:
        """The deadwood by seat."""
        return tuple([hand.deadwood for hand in self.laid])


@dataclass(frozen=True, slots=True)
class Payment:
    """Points that one seat pays another, where the game says who pays whom."""

    payer: Seat
    payee: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """A judged round: who won it and every line; a seat's points are the sum of its lines.

    `laid` is the hands by seat, empty in a round that scores nothing; `least` is how they would lie
    with the knocker's least deadwood, where another layout is better; `boxes` is what a win of it
    counts for in the line bonus of the gin family.
    """

    winners: tuple[Seat, ...] = ()
    lines: tuple[Line, ...] = ()
    tags: tuple[AnyTag, ...] = ()
    payments: tuple[Payment, ...] = ()
    warnings: tuple[Message, ...] = ()
    laid: tuple[Laid, ...] = ()
    layoffs: tuple[LayOff, ...] = ()
    least: OnTable | None = None
    boxes: int = 1

    @property
    def deadwood(self) -> tuple[int, ...]:
        """The deadwood by seat, empty in a round that scores nothing."""
        return tuple(hand.deadwood for hand in self.laid)

    @property
    def is_void(self) -> bool:
        """Whether the round does not count as one: it is dealt again by the same dealer."""
        return Tag.VOID in self.tags

    def points(self, seats: int) -> tuple[int, ...]:
        """The points of each of `seats` seats."""
        return points_of(self.lines, seats)

    def lead(self, seat: Seat) -> int:
        """What one of two players has more than the other by this round; less than 0 if less."""
        return sum(line.points if line.seat == seat else -line.points for line in self.lines)


def points_of(lines: Sequence[Line], seats: int) -> tuple[int, ...]:
    """Sum lines by seat: the only way in which points come about."""
    points = [0] * seats
    for line in lines:
        points[line.seat] += line.points
    return tuple(points)


class RuleError(ValueError):
    """Facts that the rules refuse: a sentence for people and the place of the fault.

    `where` leads from the outside in: keys of the document, indexes from 0, seats. `names` are the
    players' names by seat, where they are known.
    """

    def __init__(self, message: Message, *where: str | int, names: Sequence[str] = ()) -> None:
        super().__init__(message.template)
        self.message = message
        self.where = where
        self.names = names

    def under(self, *prefix: str | int, names: Sequence[str] = ()) -> RuleError:
        """The same fault seen from further outside, where the players' names may be known."""
        return RuleError(self.message, *prefix, *self.where, names=self.names or names)

    @property
    def sentence(self) -> Message:
        """The sentence, opened with the number of the round where the fault is in one."""
        if self.where[:1] == ("rounds",) and len(self.where) > 1:
            number = int(self.where[1]) + 1
            return message("Round {number}: {text}", number=number, text=self.message)
        return self.message

    def text(self, translate: Translate = untranslated) -> str:
        """The sentence with its facts, in the language of `translate`."""
        return render(self.sentence, self.names, translate)

    @property
    def place(self) -> str:
        """The place of the fault as a path.

        >>> RuleError(message("Too many."), "rounds", 2, "hands", Seat(0), names=["Paul"]).place
        'rounds[2].hands.Paul'
        """
        path = ""
        for step in self.where:
            if isinstance(step, Seat):
                path += f".{self.names[step]}"
            else:
                path += f"[{step}]" if isinstance(step, int) else f".{step}"
        return path.removeprefix(".")
