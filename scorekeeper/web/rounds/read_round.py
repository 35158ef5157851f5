"""A typed round read once, field by field, into the values that the rules judge."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ParamSpec, TypeVar

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.documents.names import check_name
from scorekeeper.rummy.documents.reading import read_note
from scorekeeper.rummy.documents.round import read_points, read_upcard
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import (
    ILLEGAL_KNOCK,
    Adjustment,
    Count,
    Declared,
    Hand,
    HandPart,
    Parts,
    Round,
    RuleError,
    Whole,
)
from scorekeeper.web.rounds.ending_text import ReadEnding, read_ending_text, read_seat_text
from scorekeeper.web.rounds.hand_text import read_hand_text
from scorekeeper.web.rounds.typed_round import TypedAdjustment, TypedRound

MOST_CARDS = 40
"""One hand may have this many cards: nobody holds more, and their best layout is found at once."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class SeatHand:
    """A seat's hand and claimed lay-offs, or why they cannot be read."""

    hand: Hand | None = None
    laid_off: tuple[Card, ...] = ()
    fault: RuleError | None = None


@dataclass(frozen=True, slots=True)
class ReadRound:
    """A round read from its fields.

    `round` is the whole of it, `None` where a field could not be read; `fault` is the first reason.
    """

    ending: ReadEnding
    hands: tuple[SeatHand, ...]
    upcard: Card | None
    round: Round | None
    fault: RuleError | None

    @property
    def claims_lay_offs(self) -> bool:
        """Whether any player claims to have laid off cards."""
        return any(each.laid_off for each in self.hands)

    def complete(self) -> Round:
        """The whole round; raises `RuleError` where a field could not be read."""
        if self.round is None:
            raise self.fault or AssertionError("a round that could not be read has a fault")
        return self.round


def read_typed_round(typed: TypedRound, game: Game) -> ReadRound:
    """Read every field of a round of this game."""
    reading = _Reading(game.players)
    reading.attempt(check_entered_by, typed.entered_by)
    ending = read_ending_text(typed.ending, game)
    hands = [_read_hand(text, Seat(seat), game) for seat, text in enumerate(typed.hands)]
    if ending.rule and not ending.rule.others_opened:
        hands = [each if seat == ending.by else _unopened(each) for seat, each in enumerate(hands)]
    faults = (ending.fault, *(each.fault for each in hands))
    reading.faults += [fault for fault in faults if fault]
    upcard = reading.attempt(_read_upcard, typed.upcard)
    dealer = reading.attempt(read_seat_text, typed.dealer, game.players, "dealer")
    exact_cut = reading.attempt(read_seat_text, typed.exact_cut, game.players, "exact_cut")
    adjustments = reading.attempt(_read_adjustments, typed.adjustments, game.players) or ()
    note = reading.attempt(read_note, typed.note, "note") or ""
    if reading.faults or ending.ending is None:
        return ReadRound(ending, tuple(hands), upcard, None, reading.faults[0])
    given = tuple(each.hand for each in hands)
    round = Round(
        ending=ending.ending,
        by=ending.by,
        hands=given if any(hand is not None for hand in given) else (),
        upcard=upcard,
        dealer=dealer,
        exact_cut=exact_cut,
        allow=(ILLEGAL_KNOCK,) if typed.allow else (),
        adjustments=adjustments,
        note=note,
    )
    return ReadRound(ending, tuple(hands), upcard, round, None)


class _Reading:
    """Reads one field after another and collects the faults in order."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self.players = players
        self.faults: list[RuleError] = []

    def attempt(self, read: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T | None:
        """The value, or `None` if reading it raises `RuleError`."""
        try:
            return read(*args, **kwargs)
        except RuleError as error:
            self.faults.append(error.under(names=self.players))
            return None


def _read_hand(text: str, seat: Seat, game: Game) -> SeatHand:
    """The hand of a seat, `None` where nothing was typed."""
    if not text:
        return SeatHand()
    try:
        shows = HandPart.SHOWN in game.variant.hand_parts
        read = read_hand_text(text, seat, game.variant.pieces, shows=shows)
        check_size(seat, read.hand)
    except RuleError as error:
        return SeatHand(fault=error.under(names=game.players))
    return SeatHand(read.hand, read.laid_off)


def _unopened(given: SeatHand) -> SeatHand:
    """The hand of a player who cannot have opened, because of how the round ended."""
    if given.fault or isinstance(given.hand, Whole | Declared):
        return given
    left = given.hand.left if isinstance(given.hand, Parts) else given.hand
    return replace(given, hand=Parts(left, opened=False))


def check_size(seat: Seat, hand: Hand) -> None:
    """Refuse a hand of more cards than are laid out on request; raises `RuleError` at it."""
    if not isinstance(hand, Count) and len(hand.cards) > MOST_CARDS:
        text = message(
            "{player}’s hand has {number} cards: from {most} up, give what it counts.",
            player=seat,
            number=len(hand.cards),
            most=MOST_CARDS + 1,
        )
        raise RuleError(text, "hands", seat)


def _read_upcard(text: str) -> Card | None:
    return read_upcard(text) if text else None


def _read_adjustments(
    typed: Sequence[TypedAdjustment], players: tuple[str, ...]
) -> tuple[Adjustment, ...]:
    read = []
    for index, each in enumerate(typed):
        try:
            read.append(read_adjustment(each, players))
        except RuleError as error:
            raise error.under("adjustments", index) from None
    return tuple(read)


def read_adjustment(typed: TypedAdjustment, players: tuple[str, ...]) -> Adjustment:
    """Points for a player as typed; raises `RuleError` at `player`, `points` or `note`."""
    number = typed.points.replace("−", "-")
    is_number = re.fullmatch(r"[+-]?[0-9]{1,9}", number)
    points = read_points(int(number) if is_number else None)
    seat = read_seat_text(typed.player, players, "player")
    if seat is None:
        raise RuleError(message("Choose a player."), "player")
    return Adjustment(seat, points, read_note(typed.note, "note"))


def check_entered_by(name: str) -> None:
    """Refuse a name that no player could have; raises `RuleError` at `entered_by`."""
    if name:
        check_name(name, "entered_by")
