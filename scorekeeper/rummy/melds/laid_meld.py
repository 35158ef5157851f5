"""A meld as it lies on the table, with what each of its cards stands for."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.deal import MeldKind


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidMeld:
    """A set or a run in the order in which its cards lie.

    - `stands_for`: what each card is in the meld; a wild card in a set is a card without a suit
    - `missing`: the cards without which it is no meld yet
    - `points`: what it counts, in games where that matters
    """

    kind: MeldKind
    cards: tuple[Card, ...]
    stands_for: tuple[Card, ...]
    missing: tuple[Card, ...] = ()
    points: int | None = None

    @property
    def stand_ins(self) -> tuple[tuple[Card, Card], ...]:
        """The cards that stand for another, each with that other card."""
        both = zip(self.cards, self.stands_for, strict=True)
        return tuple((card, other) for card, other in both if card != other)
