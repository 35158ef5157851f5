"""How a round went, read from its fields: its ending, its upcard, and everything but the hands."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.documents import round as documents
from scorekeeper.rummy.documents.names import check_name
from scorekeeper.rummy.documents.reading import read_note
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Adjustment, AnyEnding, RuleError
from scorekeeper.rummy.variant import EndingRule
from scorekeeper.web.rounds.typed_round import TypedAdjustment, TypedRound

_P = ParamSpec("_P")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class ReadEnding:
    """How a round ended, read from its text, and the seat of who ended it.

    `rule` is this game's rule for it; `fault` says what could not be read.
    """

    ending: AnyEnding | None = None
    rule: EndingRule | None = None
    by: Seat | None = None
    fault: RuleError | None = None

    @property
    def is_possible(self) -> bool:
        """Whether a round of this game can end like this."""
        if self.rule is None or self.fault:
            return False
        return self.rule.needs_player == (self.by is not None)

    @property
    def scores(self) -> bool:
        """Whether hands are counted; assumed while the ending is not known."""
        return self.rule is None or self.rule.scores

    def goes_out(self, seat: int) -> bool:
        """Whether this player ended the round and has no card left."""
        return self.rule is not None and self.rule.leaves_none and self.by == seat

    def needs_hand(self, seat: int) -> bool:
        """Whether the hand of this player must be given."""
        asks_own = self.rule is not None and self.rule.asks_own
        return self.scores and (asks_own or not self.goes_out(seat))

    def takes_hand(self, seat: int) -> bool:
        """Whether it counts if it is given."""
        may_be_given = self.rule is not None and self.rule.shows_deal
        return self.needs_hand(seat) or (self.scores and may_be_given)


def read_ending(text: str, game: Game) -> ReadEnding:
    """Read how a round of this game ended from a text such as `knock:1` or `void`."""
    slug, _, seat = text.partition(":")
    try:
        ending = documents.read_ending(slug)
    except RuleError as fault:
        return ReadEnding(fault=fault)
    rule = game.variant.ending_rules.get(ending)
    try:
        return ReadEnding(ending, rule, _read_seat(seat, game.players, "by"))
    except RuleError as fault:
        return ReadEnding(ending, rule, fault=fault)


@dataclass(frozen=True, slots=True)
class ReadFacts:
    """Everything about a round except its hands; what could not be read is among the `faults`."""

    ending: ReadEnding
    upcard: Card | None
    dealer: Seat | None
    feats: tuple[tuple[str, Seat], ...]
    adjustments: tuple[Adjustment, ...]
    note: str
    faults: tuple[RuleError, ...]


def read_facts(typed: TypedRound, game: Game) -> ReadFacts:
    """Read every field of a round of this game except its hands."""
    players = game.players
    ending = read_ending(typed.ending, game)
    faults = [ending.fault] if ending.fault else []

    def attempt(read: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T | None:
        try:
            return read(*args, **kwargs)
        except RuleError as error:
            faults.append(error.under(names=players))
            return None

    if typed.entered_by:
        attempt(check_name, typed.entered_by, "entered_by")
    return ReadFacts(
        ending=ending,
        upcard=attempt(documents.read_upcard, typed.upcard) if typed.upcard else None,
        dealer=attempt(_read_seat, typed.dealer, players, "dealer"),
        feats=tuple(
            (key, seat)
            for key, text in typed.feats
            if (seat := attempt(_read_seat, text, players, key)) is not None
        ),
        adjustments=attempt(_read_adjustments, typed.adjustments, players) or (),
        note=attempt(read_note, typed.note, "note") or "",
        faults=tuple(faults),
    )


def _read_seat(text: str, players: tuple[str, ...], *where: str | int) -> Seat | None:
    """A seat chosen by its number, `None` where none was; raises `RuleError` at `where`."""
    known = {"": None} | {str(number): Seat(number) for number in range(len(players))}
    if text not in known:
        raise RuleError(message("There is no seat “{seat}” at this table.", seat=text[:20]), *where)
    return known[text]


def _read_adjustments(
    typed: tuple[TypedAdjustment, ...], players: tuple[str, ...]
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
    points = documents.read_points(int(number) if is_number else None)
    seat = _read_seat(typed.player, players, "player")
    if seat is None:
        raise RuleError(message("Choose a player."), "player")
    return Adjustment(seat, points, read_note(typed.note, "note"))
