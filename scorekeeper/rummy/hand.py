"""Hands: as they were given, and as they lie on the table at the count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.messages import Seat


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
    """A hand given with all its cards. The program finds the best arrangement."""

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
        return tuple(card for meld in self.melds for card in meld) + self.unmatched


PartValue: TypeAlias = int | str | bool | tuple[str, ...]
"""A part of a hand that only one game asks for: a number, a choice or several, or a flag."""

OwnParts: TypeAlias = tuple[tuple[str, PartValue], ...]
"""What only one game asks of a hand beside its cards, by the keys of those parts."""


OPENED_KEY = "opened"
"""The part of a hand that says whether its player opened, or in which way."""

PHASE = "phase"
"""The part of a hand that says whether its player laid down a phase, or which."""

NET = "net"
"""The part of a hand that is all it scores in one number, whose cards nobody wrote down."""


def tells_why_not(own: OwnParts) -> bool:
    """Whether a choice, a flag or a number for all stands in for the cards."""
    return bool(own) and any(
        key not in (OPENED_KEY, PHASE) and (key == NET or value is True or isinstance(value, str))
        for key, value in own
    )


Groups: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards that a player put down, in groups that need not be melds: each may have been laid off."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A hand in a game where more counts than the cards left.

    `left` is `None` if they were not given. `opened` says whether its player ever opened, which is
    presumed unless the hand `says_opened`, and
    `shown` what that player put down, in groups or as a count; `None` if that was not given.
    `shown_as` is the key of that in documents. `own` are the parts that only some games have: a
    number, a choice or several, or the value of a flag that is not as it usually is.
    """

    left: Unmatched | Count | None = None
    opened: bool = True
    extras: Extras = ()
    shown: Groups | Count | None = None
    own: OwnParts = ()
    shown_as: str = "shown"
    says_opened: bool = field(default=False, compare=False)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All known cards of the hand, shown or left."""
        shown = self.shown if isinstance(self.shown, tuple) else ()
        left = self.left.cards if isinstance(self.left, Unmatched) else ()
        return tuple(card for group in shown for card in group) + left

    @property
    def tells_cards(self) -> bool:
        return self.left is not None or self.shown is not None or not self.opened

    @property
    def stands_alone(self) -> bool:
        """Whether it is enough without any cards."""
        return self.tells_cards or tells_why_not(self.own)

    @property
    def net(self) -> int | None:
        """All that it scores, if only that is known."""
        value = dict(self.own).get(NET)
        return value if isinstance(value, int) else None

    @property
    def given(self) -> frozenset[str]:
        """The keys of the parts that were given beside the cards left."""
        opened = set() if self.opened else {OPENED_KEY}
        shown = set() if self.shown is None else {self.shown_as}
        return frozenset(opened | shown | {key for key, _value in self.own})


Hand: TypeAlias = Unmatched | Count | Whole | Declared | Parts


def unopened(hand: Hand | None) -> Hand:
    """The hand of a player who did not open, unless it says otherwise or has all its cards."""
    if isinstance(hand, Whole | Declared):
        return hand
    if not isinstance(hand, Parts):
        return Parts(hand, opened=False)
    told = hand.says_opened or OPENED_KEY in dict(hand.own)
    return hand if told else replace(hand, opened=False)


@dataclass(frozen=True, slots=True)
class Laid:
    """A hand on the table at the count: its deadwood, and its cards as far as they are known.

    `unmatched` is `None` if only the count was given. `melds` are known only for whole hands.
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
        value = self.part(key)
        return value if isinstance(value, int) else 0

    def part(self, key: str) -> PartValue | None:
        for own, value in self.own:
            if own == key:
                return value
        return None

    @property
    def net(self) -> int | None:
        value = self.part(NET)
        return value if isinstance(value, int) else None

    @property
    def is_empty(self) -> bool:
        if self.is_unknown:
            return False
        return self.deadwood == 0 if self.unmatched is None else not self.unmatched

    @property
    def is_unknown(self) -> bool:
        """Whether no card is known, as of a player who never opened or a side with one number."""
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
        return {seat: hand.deadwood for seat, hand in self.laid.items()}


NOTHING_LAID: Mapping[Seat, Laid] = MappingProxyType({})
"""The hands of a round that scores nothing."""
