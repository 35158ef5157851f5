"""A judged round: its winners, its tags, and every line of points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Self

from scorekeeper.rummy.hand import NOTHING_LAID, Laid, LayOff, OnTable
from scorekeeper.rummy.messages import Message, Seat, message


class AnyRule(StrEnum):
    """The slug of the rule behind a line of points. Games can have more slugs than `Rule` has."""


class Rule(AnyRule):
    """The rule slugs that several games share."""

    DIFFERENCE = "difference"
    UNDERCUT_BONUS = "undercut-bonus"
    CARDS_LEFT = "cards-left"
    NOT_OPENED = "not-opened"
    OUT_BONUS = "out-bonus"
    ADJUSTMENT = "adjustment"
    JOINS = "joins"
    REJOINS = "rejoins"
    GAME_BONUS = "game-bonus"
    BOX_BONUS = "box-bonus"


class AnyTag(StrEnum):
    """A kind of round. Games can have more tags than `Tag` has.

    `word` is the players’ name for the tag. `shout` is the call at the table when `{player}`
    achieves the tag; it is `None` for a tag without a call.
    """

    word: Message
    shout: Message | None

    def __new__(cls, slug: str, word: Message, shout: Message | None = None) -> Self:
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
    FIRST_MELD_LOW = "first-meld-low", message("first meld too low")


ILLEGAL_KNOCK = Tag.ILLEGAL_KNOCK.value
"""The entry in `Round.allow` when the table accepted a knock above the limit."""


@dataclass(frozen=True, slots=True)
class Line:
    """Points for a player or a side, the rule behind them, and the sentence that explains them."""

    seat: Seat
    points: int
    rule: AnyRule
    text: Message


@dataclass(frozen=True, slots=True)
class Payment:
    """Points that one player pays another, in games with payments between players."""

    payer: Seat
    payee: Seat
    points: int


NO_PHASES: Mapping[Seat, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Ruling:
    """A judged round: its winners and every line. A player’s points are the sum of their lines.

    - `laid`: the hands of the players in the round; empty in a round that scores nothing
    - `least`: the table with the knocker’s least deadwood. `None` if no other layout is better for
      the knocker
    - `boxes`: the number of boxes that the winner of the round gets in the gin family
    - `is_void`: whether the round does not count, so that the same player deals again
    - `wins_game`: whether the winners of the round also win the game. The totals then do not matter
    - `phases`: the number of the phase that each player laid down, in games with phases
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
    wins_game: bool = False
    phases: Mapping[Seat, int] = field(default_factory=lambda: NO_PHASES)

    @property
    def deadwood(self) -> dict[Seat, int]:
        """The deadwood by seat, empty in a round that scores nothing."""
        return {seat: hand.deadwood for seat, hand in self.laid.items()}

    def points(self, seats: int) -> tuple[int, ...]:
        return points_of(self.lines, seats)

    def earned(self, seats: int) -> tuple[int, ...]:
        """Points by seat, without adjustments."""
        return points_of([line for line in self.lines if line.rule is not Rule.ADJUSTMENT], seats)

    @property
    def adjustments(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.rule is Rule.ADJUSTMENT)

    def lead(self, seat: Seat) -> int:
        """The points of this player minus the points of the opponent, in a two-player round."""
        return sum(line.points if line.seat == seat else -line.points for line in self.lines)


def points_of(lines: Sequence[Line], seats: int) -> tuple[int, ...]:
    """Sum lines by seat. This is the only place where lines become points."""
    points = [0] * seats
    for line in lines:
        points[line.seat] += line.points
    return tuple(points)
