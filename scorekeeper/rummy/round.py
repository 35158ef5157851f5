"""The vocabulary of scoring: hands as they were given, what happened in a round, and its ruling."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Self, TypeAlias, TypeVar

from scorekeeper.rummy.cards import Card, say_cards
from scorekeeper.rummy.messages import (
    SEATS,
    Message,
    Seat,
    Translate,
    message,
    render,
    untranslated,
)

_T = TypeVar("_T")


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
    """A hand given with all its cards; the program finds the best arrangement."""

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


OwnParts: TypeAlias = tuple[tuple[str, int | str | bool], ...]
"""What only one game asks of a hand beside its cards, by the keys of those parts."""


def tells_why_not(own: OwnParts) -> bool:
    """Whether a choice or a flag stands in for the cards, as for a player who dropped."""
    return bool(own) and any(value is True or isinstance(value, str) for _key, value in own)


Groups: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards that a player put down, in groups that need not be melds: each may have been laid off."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A hand in a game where more counts than the cards left.

    `left` is `None` if they were not given. `opened` says whether its player ever opened, and
    `shown` what that player put down, in groups or as a count; `None` if that was not given.
    `shown_as` is the key of that in documents. `own` are the parts that only some games have: a
    number, a choice, or the value of a flag that is not as it usually is.
    """

    left: Unmatched | Count | None = None
    opened: bool = True
    extras: Extras = ()
    shown: Groups | Count | None = None
    own: OwnParts = ()
    shown_as: str = "shown"

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the hand, shown or left, as far as they are known."""
        shown = self.shown if isinstance(self.shown, tuple) else ()
        left = self.left.cards if isinstance(self.left, Unmatched) else ()
        return tuple(card for group in shown for card in group) + left

    @property
    def tells_cards(self) -> bool:
        """Whether anything is said of its cards or of its opening."""
        return self.left is not None or self.shown is not None or not self.opened

    @property
    def stands_alone(self) -> bool:
        """Whether it is enough without any cards."""
        return self.tells_cards or tells_why_not(self.own)

    @property
    def given(self) -> frozenset[str]:
        """The keys of the parts that were given beside the cards left."""
        opened = set() if self.opened else {"opened"}
        shown = set() if self.shown is None else {self.shown_as}
        return frozenset(opened | shown | {key for key, _value in self.own})


Hand: TypeAlias = Unmatched | Count | Whole | Declared | Parts


ToldFact: TypeAlias = Seat | str | tuple[Seat, ...]
"""What is told of a round in one game alone: who it was, one or several, or a choice."""

OwnFacts: TypeAlias = tuple[tuple[str, ToldFact], ...]
"""What only one game asks of a round, by the keys of those facts."""


def seats_of(fact: ToldFact) -> tuple[Seat, ...]:
    """The players that a fact names, in the order in which it names them."""
    if isinstance(fact, Seat):
        return (fact,)
    return fact if isinstance(fact, tuple) else ()


def for_seats(fact: ToldFact, call: Callable[[Seat], _T]) -> _T | str | tuple[_T, ...]:
    """A fact with what stands for each seat in it, such as a name or another seat."""
    if isinstance(fact, str):
        return fact
    return call(fact) if isinstance(fact, Seat) else tuple(map(call, fact))


class AnyEnding(StrEnum):
    """How a round ended; a game may add its own endings to those of `Ending`."""


class Ending(AnyEnding):
    """The endings that several games share."""

    KNOCK = "knock"
    OUT = "out"
    STOCK = "stock"
    VOID = "void"


class AnyRule(StrEnum):
    """The slug of the rule behind a line of points; a game may add its own to those of `Rule`."""


class Rule(AnyRule):
    """The rule slugs that several games share."""

    DIFFERENCE = "difference"
    UNDERCUT_BONUS = "undercut-bonus"
    CARDS_LEFT = "cards-left"
    OUT_BONUS = "out-bonus"
    ADJUSTMENT = "adjustment"
    JOINS = "joins"
    REJOINS = "rejoins"
    GAME_BONUS = "game-bonus"
    BOX_BONUS = "box-bonus"


class AnyTag(StrEnum):
    """What kind of round it was; a game may add its own tags to those of `Tag`.

    `word` is the name that players use. `shout` is what they call out when `{player}` does it; it
    is `None` if they just deal again.
    """

    word: Message
    shout: Message | None

    def __new__(cls, slug: str, word: Message, shout: Message | None = None) -> Self:
        """A tag with its slug as its value."""
        tag = str.__new__(cls, slug)
        tag._value_ = slug
        tag.word, tag.shout = word, shout
        return tag


class Tag(AnyTag):
    """The tags that several games share."""

    UNDERCUT = "undercut", message("undercut"), message("{player} undercuts {knocker}!")
    TIE = "tie", message("tie")
    OUT = "out", message("out")
    STOCK = "stock", message("stock ran out")
    VOID = "void", message("void")
    SHARED = "shared", message("shared")
    ILLEGAL_KNOCK = "illegal-knock", message("knock too high")
    ILLEGAL_OUT = "illegal-out", message("out too soon")


ILLEGAL_KNOCK = Tag.ILLEGAL_KNOCK.value
"""The entry in `Round.allow` when the table accepted a knock above the limit."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that the players agreed to give or take, with their reason."""

    seat: Seat
    points: int
    note: str = ""
    extras: Extras = ()


def adjustment_text(note: str) -> Message:
    """The words of a line of points that the players agreed on."""
    return message("Adjustment: {note}", note=note) if note else message("Adjustment")


@dataclass(frozen=True, slots=True)
class Round:
    """What happened at the table in one round: facts only, no points.

    `hands` is by seat, `None` for a hand that was not given, as of a player who was not in; it
    ends with the last that was given, and is empty in a round that scores nothing. `dealer` is
    given only if somebody other than the expected player dealt. `own_facts` are those that only
    this game asks for, by their keys: who made the exact cut. `allow` are the tags of what the
    rules refuse and the table let pass. `on_sheet` says that the round is
    already recorded, so that checks added later do not refuse it.
    """

    ending: AnyEnding
    by: Seat | None = None
    hands: tuple[Hand | None, ...] = ()
    upcard: Card | None = None
    dealer: Seat | None = None
    own_facts: OwnFacts = ()
    allow: tuple[str, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    note: str = ""
    extras: Extras = ()
    on_sheet: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        # The same facts are the same round, however many players there are by now.
        hands = self.hands
        while hands and hands[-1] is None:
            hands = hands[:-1]
        object.__setattr__(self, "hands", hands)

    @property
    def named(self) -> Iterator[tuple[Seat, tuple[str | int, ...]]]:
        """Every player of whom something is said, with the place where."""
        if self.by is not None:
            yield self.by, ("by",)
        if self.dealer is not None:
            yield self.dealer, ("dealer",)
        for key, value in self.own_facts:
            for seat in seats_of(value):
                yield seat, (key,)
        for seat, hand in zip(SEATS, self.hands, strict=False):
            if hand is not None:
                yield seat, ("hands", seat)
        for place, given in enumerate(self.adjustments):
            yield given.seat, ("adjustments", place)

    def hand(self, seat: Seat) -> Hand | None:
        """The hand of a player, `None` if it was not given."""
        return self.hands[seat] if seat < len(self.hands) else None


@dataclass(frozen=True, slots=True)
class Line:
    """Points for one player, the rule behind them and the sentence that explains them."""

    seat: Seat
    points: int
    rule: AnyRule
    text: Message


@dataclass(frozen=True, slots=True)
class Laid:
    """A hand on the table at the count: its deadwood, and its cards as far as they are known.

    `unmatched` is `None` if only the count was given; `melds` are known only for whole hands.
    `opened` says whether its player opened, in games where that counts. `shown` is what the cards
    count that the player put down, and `groups` are those cards, as far as they are known.
    `own` are the parts of the hand that only some games have.
    """

    deadwood: int
    unmatched: tuple[Card, ...] | None
    melds: tuple[tuple[Card, ...], ...] = ()
    opened: bool = True
    shown: int | None = None
    groups: Groups = ()
    own: OwnParts = ()

    def number(self, key: str) -> int:
        """The part of the hand that is this number; 0 if it was not given."""
        value = self.part(key)
        return value if isinstance(value, int) else 0

    def part(self, key: str) -> int | str | bool | None:
        """This part of the hand; `None` if it was not given."""
        return dict(self.own).get(key)

    @property
    def is_empty(self) -> bool:
        """Whether no card is left unmatched."""
        if self.is_unknown:
            return False
        return self.deadwood == 0 if self.unmatched is None else not self.unmatched

    @property
    def is_unknown(self) -> bool:
        """Whether it is only known why the cards are not, as of a player who never opened."""
        is_told = not self.opened or tells_why_not(self.own)
        return is_told and self.unmatched is None and self.deadwood == 0


@dataclass(frozen=True, slots=True)
class LayOff:
    """A card that the defender added to one of the knocker's melds."""

    card: Card
    on: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class OnTable:
    """The hands by seat after the defender's lay-offs, and those lay-offs.

    If the knocker does better by keeping more than the least deadwood, `least` is the same table
    with the least deadwood instead.
    """

    laid: Mapping[Seat, Laid]
    layoffs: tuple[LayOff, ...] = ()
    least: OnTable | None = None

    @property
    def counts(self) -> dict[Seat, int]:
        """The deadwood by seat."""
        return {seat: hand.deadwood for seat, hand in self.laid.items()}


NOTHING_LAID: Mapping[Seat, Laid] = MappingProxyType({})
"""The hands of a round that scores nothing."""


@dataclass(frozen=True, slots=True)
class Payment:
    """Points that one player pays another, in games that say who pays whom."""

    payer: Seat
    payee: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """A judged round: its winners and every line; a player's points are the sum of their lines.

    `laid` is the hands of those who were in, empty in a round that scores nothing. `least` is the
    table with the knocker's least deadwood, if another layout is better. `boxes` is the number of
    boxes that the round is worth to its winner in the gin family. A round that `is_void` counts
    nowhere, and the same player deals again.
    """

    winners: tuple[Seat, ...] = ()
    lines: tuple[Line, ...] = ()
    tags: tuple[AnyTag, ...] = ()
    payments: tuple[Payment, ...] = ()
    warnings: tuple[Message, ...] = ()
    laid: Mapping[Seat, Laid] = field(default_factory=lambda: NOTHING_LAID)
    layoffs: tuple[LayOff, ...] = ()
    least: OnTable | None = None
    boxes: int = 1
    is_void: bool = False

    @property
    def deadwood(self) -> dict[Seat, int]:
        """The deadwood by seat, empty in a round that scores nothing."""
        return {seat: hand.deadwood for seat, hand in self.laid.items()}

    def points(self, seats: int) -> tuple[int, ...]:
        """The points by seat, for this number of seats."""
        return points_of(self.lines, seats)

    def earned(self, seats: int) -> tuple[int, ...]:
        """The points by seat without adjustments."""
        return points_of([line for line in self.lines if line.rule is not Rule.ADJUSTMENT], seats)

    @property
    def adjustments(self) -> tuple[Line, ...]:
        """The lines that the players agreed on."""
        return tuple(line for line in self.lines if line.rule is Rule.ADJUSTMENT)

    def lead(self, seat: Seat) -> int:
        """The points of this seat minus those of the other player, in a two-player round."""
        return sum(line.points if line.seat == seat else -line.points for line in self.lines)


def points_of(lines: Sequence[Line], seats: int) -> tuple[int, ...]:
    """Sum lines by seat; points are computed in no other way."""
    points = [0] * seats
    for line in lines:
        points[line.seat] += line.points
    return tuple(points)


_NAMELESS = tuple(f"Player {number}" for number in range(1, 17))


class RuleError(ValueError):
    """Facts that the rules refuse: a sentence for people and the place of the error.

    `where` is the path to it from the outside in: document keys, indexes from 0, seats. `names`
    are the players' names by seat, if known. `number` is that of the round, if it is not
    its place among the entries; 0 for an entry that is no round.
    """

    def __init__(
        self,
        message: Message,
        *where: str | int,
        names: Sequence[str] = (),
        number: int | None = None,
    ) -> None:
        super().__init__(message.template)
        self.message = message
        self.where = where
        self.names = names
        self.number = number

    def under(
        self, *prefix: str | int, names: Sequence[str] = (), number: int | None = None
    ) -> RuleError:
        """The same error with a longer path, and with what else is known here."""
        return RuleError(
            self.message,
            *prefix,
            *self.where,
            names=self.names or names,
            number=number if self.number is None else self.number,
        )

    def seen_from_entry(self, place: int | None) -> RuleError:
        """The same error with its place seen from the entry in this place, if it is in that."""
        if place is not None and self.where[:2] == ("rounds", place - 1):
            return RuleError(self.message, *self.where[2:], names=self.names)
        return self

    def __str__(self) -> str:
        """The place and the sentence, in English.

        >>> str(RuleError(message("{player} has too many.", player=Seat(0)), "hands", Seat(0)))
        'hands.Player 1: Player 1 has too many.'
        """
        known = self if self.names else self.under(names=_NAMELESS)
        return f"{known.place}: {known.text()}" if self.where else known.text()

    @property
    def sentence(self) -> Message:
        """The sentence, with the number of the round in front if the error is in a round."""
        if self.where[:1] == ("rounds",) and len(self.where) > 1:
            number = int(self.where[1]) + 1 if self.number is None else self.number
            if number:
                return message("Round {number}: {text}", number=number, text=self.message)
        return self.message

    def text(self, translate: Translate = untranslated) -> str:
        """The sentence in the language of `translate`, with cards as `7♠`."""
        return render(self.sentence, self.names, translate, say_cards)

    @property
    def place(self) -> str:
        """The place of the error as a path.

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
