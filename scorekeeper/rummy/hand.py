"""Hands as players give them, and hands laid on the table at the count."""

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
"""The `x-` keys of a document: pairs of key and JSON text. The program only stores them."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A hand given with all its cards.

    The program finds the melds, unless melds in a hand count as deadwood.
    """

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
"""The value of a part that only one game has: a number, a flag, a choice or several choices."""

OwnParts: TypeAlias = tuple[tuple[str, PartValue], ...]
"""The parts of a hand that only one game has, as pairs of key and value."""


OPENED_KEY = "opened"
"""The key of the part about opening: whether the player opened, or a special way to open."""

PHASE = "phase"
"""The key of the part about phases: the number of the phase laid down, or yes or no."""

NET = "net"
"""The key of the part with the whole score of a hand. Users enter it instead of cards."""


def tells_why_not(own: OwnParts) -> bool:
    """Check whether a part can replace the cards: a choice, a flag or the whole score."""
    return bool(own) and any(
        key not in (OPENED_KEY, PHASE) and (key == NET or value is True or isinstance(value, str))
        for key, value in own
    )


Groups: TypeAlias = tuple[tuple[Card, ...], ...]
"""Groups of cards that a player put down. A group of laid-off cards need not be a meld."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A hand in a game that counts more than the cards left.

    - `left`: the cards left; `None` if not given
    - `opened`: whether the player ever opened; true by default
    - `says_opened`: whether the user gave `opened`
    - `shown`: the cards put down, in groups or as a count; `None` if not given
    - `shown_as`: the key of `shown` in documents
    - `own`: the parts that only some games have. Flags with their usual value are left out
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
        """Check whether the hand has cards, or a part that can replace the cards."""
        return self.tells_cards or tells_why_not(self.own)

    @property
    def net(self) -> int | None:
        """The whole score of the hand. `None` if the hand has cards or other parts instead."""
        value = dict(self.own).get(NET)
        return value if isinstance(value, int) else None

    @property
    def given(self) -> frozenset[str]:
        """The keys of the parts given, without the cards left."""
        opened = set() if self.opened else {OPENED_KEY}
        shown = set() if self.shown is None else {self.shown_as}
        return frozenset(opened | shown | {key for key, _value in self.own})


Hand: TypeAlias = Unmatched | Count | Whole | Declared | Parts


def unopened(hand: Hand | None) -> Hand:
    """Mark a hand as unopened. A hand with all its cards, or with `opened`, stays unchanged."""
    if isinstance(hand, Whole | Declared):
        return hand
    if not isinstance(hand, Parts):
        return Parts(hand, opened=False)
    told = hand.says_opened or OPENED_KEY in dict(hand.own)
    return hand if told else replace(hand, opened=False)


@dataclass(frozen=True, slots=True)
class Laid:
    """A hand on the table at the count: its deadwood, and its cards if they are known.

    - `unmatched`: the cards outside the melds; `None` if only the count was given
    - `melds`: known only for whole hands
    - `opened`: whether the player opened, in games with openings
    - `shown`: the count of the cards that the player put down
    - `groups`: the cards that the player put down, if they are known
    - `own`: the parts that only some games have
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
        """Check whether no card is known, for example if a side gave only its whole score."""
        is_told = not self.opened or tells_why_not(self.own)
        return is_told and self.unmatched is None and self.deadwood == 0


@dataclass(frozen=True, slots=True)
class LayOff:
    """A card that the defender added to one of the knocker’s melds."""

    card: Card
    on: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class OnTable:
    """The hands by seat after the defender’s lay-offs, and the lay-offs.

    `least` is the table with the knocker’s least deadwood. `None` if no other layout is better for
    the knocker.
    """

    laid: Mapping[Seat, Laid]
    layoffs: tuple[LayOff, ...] = ()
    least: OnTable | None = None

    @property
    def counts(self) -> dict[Seat, int]:
        return {seat: hand.deadwood for seat, hand in self.laid.items()}


NOTHING_LAID: Mapping[Seat, Laid] = MappingProxyType({})
"""The hands of a round that scores nothing."""
