"""The known parts of a round that is being entered: its ending, facts and hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.hand import Declared, Groups, Hand, OwnParts, Parts, Unmatched, Whole
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Adjustment, AnyEnding, OwnFacts


@dataclass(frozen=True, slots=True)
class GivenHand:
    """A hand from a user, and the unmatched cards that its player claims to lay off."""

    hand: Hand
    laid_off: tuple[Card, ...] = ()

    def is_same(self, other: GivenHand) -> bool:
        """Check whether both hands have the same cards in the same melds, in any order.

        >>> from scorekeeper.rummy.cards import read_cards
        >>> one, other = (Unmatched(read_cards(text)) for text in ("KS 9D 2C", "2C KS 9D"))
        >>> GivenHand(one).is_same(GivenHand(other))
        True
        """
        return _in_order(self.hand) == _in_order(other.hand) and (
            _sorted(self.laid_off) == _sorted(other.laid_off)
        )


def _in_order(hand: Hand) -> Hand:
    """The same hand with its cards, groups and parts in a fixed order."""
    match hand:
        case Unmatched(cards):
            return Unmatched(_sorted(cards))
        case Whole(cards):
            return Whole(_sorted(cards))
        case Declared(melds, unmatched):
            return Declared(_groups(melds), _sorted(unmatched))
        case Parts(left, opened, shown=None, own=()) if left is not None and opened:
            return _in_order(left)
        case Parts(left, _, _, shown, own):
            left = Unmatched(_sorted(left.cards)) if isinstance(left, Unmatched) else left
            shown = _groups(shown) if isinstance(shown, tuple) else shown
            return replace(hand, left=left, extras=(), shown=shown, own=_by_key(own))
    return hand


def _sorted(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=str))


def _groups(groups: Groups) -> Groups:
    return tuple(sorted(map(_sorted, groups), key=str))


def _by_key(own: OwnParts) -> OwnParts:
    return tuple(sorted(own, key=lambda part: part[0]))


_NOTHING = (None, (), "")


@dataclass(frozen=True, slots=True)
class Draft:
    """The known facts of a `Round` that is being entered, and its hands by seat.

    It leaves out facts and hands that the program cannot read.
    """

    ending: AnyEnding | None = None
    by: Seat | None = None
    hands: Mapping[Seat, GivenHand] = field(default_factory=lambda: MappingProxyType({}))
    upcard: Card | None = None
    dealer: Seat | None = None
    own_facts: OwnFacts = ()
    allow: tuple[str, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    note: str = ""

    @property
    def facts(self) -> dict[str, Any]:
        """The known facts by name, without the hands."""
        told: dict[str, Any] = {
            "ending": self.ending and (self.ending, self.by),
            "upcard": self.upcard,
            "dealer": self.dealer,
            "allow": self.allow,
            "adjustments": self.adjustments,
            "note": self.note,
            **dict(self.own_facts),
        }
        return {name: fact for name, fact in told.items() if fact not in _NOTHING}

    def changed_facts(self, after: Draft) -> list[str]:
        was, now = self.facts, after.facts
        return sorted(name for name in {*was, *now} if was.get(name) != now.get(name))

    def changed_hands(self, after: Draft) -> list[Seat]:
        return [
            seat
            for seat in sorted(self.hands.keys() & after.hands.keys())
            if not self.hands[seat].is_same(after.hands[seat])
        ]
