"""A hand as it was given: its unmatched cards, their count, all of its cards, or its parts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from scorekeeper.rummy.cards import Card


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


Groups: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards that a player put down, in groups that need not be melds: each may have been laid off."""


class HandPart(StrEnum):
    """What a game asks of a hand beside the cards left in it."""

    OPENED = "opened"
    SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class Parts:
    """A hand in a game where more counts than the cards left.

    `left` is `None` if they were not given. `opened` says whether its player ever opened, and
    `shown` what that player put down, in groups or as a count; `None` if that was not given.
    """

    left: Unmatched | Count | None = None
    opened: bool = True
    extras: Extras = ()
    shown: Groups | Count | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the hand, shown or left, as far as they are known."""
        shown = self.shown if isinstance(self.shown, tuple) else ()
        left = self.left.cards if isinstance(self.left, Unmatched) else ()
        return tuple(card for group in shown for card in group) + left

    @property
    def given(self) -> frozenset[HandPart]:
        """The parts that were given beside the cards left."""
        opened = () if self.opened else (HandPart.OPENED,)
        return frozenset(opened if self.shown is None else (*opened, HandPart.SHOWN))


Hand: TypeAlias = Unmatched | Count | Whole | Declared | Parts
