"""The facts of a round, and the error for facts against the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias, TypeVar

from scorekeeper.rummy.cards import Card, say_cards
from scorekeeper.rummy.hand import Extras, Hand
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

ToldFact: TypeAlias = Seat | str | tuple[Seat, ...]
"""The value of a fact that only one game has: one player, several players, or a choice."""

OwnFacts: TypeAlias = tuple[tuple[str, ToldFact], ...]
"""The facts of a round that only one game has, as pairs of key and value."""


def seats_of(fact: ToldFact) -> tuple[Seat, ...]:
    if isinstance(fact, Seat):
        return (fact,)
    return fact if isinstance(fact, tuple) else ()


def for_seats(fact: ToldFact, call: Callable[[Seat], _T]) -> _T | str | tuple[_T, ...]:
    """Replace each seat in a fact, for example by a name or by another seat."""
    if isinstance(fact, str):
        return fact
    return call(fact) if isinstance(fact, Seat) else tuple(map(call, fact))


class AnyEnding(StrEnum):
    """The ending of a round. Games can have further endings besides those in `Ending`."""


class Ending(AnyEnding):
    """The endings that several games share."""

    KNOCK = "knock"
    OUT = "out"
    AT_ONCE = "at-once"
    STOCK = "stock"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that the players agreed to add or subtract, with their reason."""

    seat: Seat
    points: int
    note: str = ""
    extras: Extras = ()


def adjustment_text(note: str) -> Message:
    return message("Adjustment: {note}", note=note) if note else message("Adjustment")


@dataclass(frozen=True, slots=True)
class Round:
    """The facts of one round at the table, without points.

    - `hands`: the hands by seat. `None` stands for a hand that was not given, but the last hand is
      never `None`. A round that scores nothing has no hands
    - `dealer`: the player who dealt. `None` means the expected dealer
    - `own_facts`: the facts that only this game has, such as who made the exact cut
    - `allow`: the tags of breaches of the rules that the table allowed
    - `on_sheet`: whether the round is already recorded. Some newer checks skip recorded rounds
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
        # Rounds with the same facts must be equal, even if players join later.
        hands = self.hands
        while hands and hands[-1] is None:
            hands = hands[:-1]
        object.__setattr__(self, "hands", hands)

    @property
    def named(self) -> Iterator[tuple[Seat, tuple[str | int, ...]]]:
        """Every player in the facts, with the path to the fact."""
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
        return self.hands[seat] if seat < len(self.hands) else None


_NAMELESS = tuple(f"Player {number}" for number in range(1, 17))


class RuleError(ValueError):
    """Facts that the rules reject: a sentence for people and the place of the error.

    - `where`: the path from the part that was read to the error. Its steps are document keys,
      indexes from 0 and seats. `under` adds the steps that lead to the part
    - `names`: the players’ names by seat, if known
    - `number`: the number of the round. `None` if the index in `where` tells the number; 0 for an
      entry that is not a round
    - `allowable`: the tag for `Round.allow` if the table can allow these facts. Empty if it cannot
    - `nearest`: the possible numbers next to an impossible number
    """

    def __init__(
        self,
        message: Message,
        *where: str | int,
        names: Sequence[str] = (),
        number: int | None = None,
        allowable: str = "",
        nearest: tuple[int, ...] = (),
    ) -> None:
        super().__init__(message.template)
        self.message = message
        self.where = where
        self.names = names
        self.number = number
        self.allowable = allowable
        self.nearest = nearest

    def under(
        self, *prefix: str | int, names: Sequence[str] = (), number: int | None = None
    ) -> RuleError:
        """The same error with `prefix` before its path.

        An error without names gets `names`, and an error without a number gets `number`.
        """
        return RuleError(
            self.message,
            *prefix,
            *self.where,
            names=self.names or names,
            number=number if self.number is None else self.number,
            allowable=self.allowable,
            nearest=self.nearest,
        )

    def seen_from_entry(self, place: int | None) -> RuleError:
        """Shorten the path of an error in entry number `place` to the path within that entry."""
        if place is not None and self.where[:2] == ("rounds", place - 1):
            return RuleError(
                self.message,
                *self.where[2:],
                names=self.names,
                allowable=self.allowable,
                nearest=self.nearest,
            )
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
