"""The ending of a round as text, such as `knock:1` or `void`: reading and printing it."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.documents import round as documents
from scorekeeper.rummy.endings import EndingRule
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import AnyEnding, RuleError
from scorekeeper.rummy.sides import by_side, members, numbered, sides_of


@dataclass(frozen=True, slots=True)
class ReadEnding:
    """The ending of a round as read, with the seat of the player who ended it.

    `rule` is the game's rule for this ending. `fault` is the reason why it could not be read.
    """

    ending: AnyEnding | None = None
    rule: EndingRule | None = None
    by: Seat | None = None
    fault: RuleError | None = None

    @property
    def is_possible(self) -> bool:
        if self.rule is None or self.fault:
            return False
        return self.rule.needs_player == (self.by is not None)

    @property
    def scores(self) -> bool:
        """An unknown ending counts as scoring."""
        return self.rule is None or self.rule.scores

    def was_ended_by(self, side: Seat) -> bool:
        return self.by in members(side)

    def goes_out(self, seat: Seat) -> bool:
        """Check for the hand of one player who ended the round and has no cards left.

        A hand of partners together does not count, because the partner can have cards.
        """
        leaves_none = self.rule is not None and self.rule.leaves_none
        return leaves_none and members(seat) == (self.by,)

    def needs_hand(self, seat: Seat) -> bool:
        asks_own = self.rule is not None and self.rule.asks_own
        return self.scores and (asks_own or not self.goes_out(seat))

    def takes_hand(self, seat: Seat) -> bool:
        """Check whether a given hand counts."""
        may_be_given = self.rule is not None and (self.rule.shows_deal or self.rule.may_tell)
        return self.needs_hand(seat) or (self.scores and may_be_given)


def read_ending(text: str, game: Game) -> ReadEnding:
    """Read the ending of a round of this game from a text such as `knock:1` or `void`."""
    slug, _, seat = text.partition(":")
    try:
        ending = documents.read_ending(slug)
    except RuleError as fault:
        return ReadEnding(fault=fault)
    rule = game.variant.ending_rules.get(ending)
    try:
        by = read_seat(seat, game.players, "by")
        return ReadEnding(ending, rule, by)
    except RuleError as fault:
        return ReadEnding(ending, rule, fault=fault)


def print_ending(ending: AnyEnding, by: Seat | None) -> str:
    """The text for this ending.

    >>> from scorekeeper.rummy.round import Ending
    >>> print_ending(Ending.KNOCK, Seat(1)), print_ending(Ending.VOID, None)
    ('knock:1', 'void')
    """
    return ending.value if by is None else f"{ending.value}:{int(by)}"


def read_seat(text: str, players: tuple[str, ...], *where: str | int) -> Seat | None:
    """The seat with this number, `None` for an empty text. Raises `RuleError` at `where`."""
    known = {"": None} | {str(number): Seat(number) for number in range(len(players))}
    if text not in known:
        raise RuleError(message("There is no seat “{seat}” at this table.", seat=text[:20]), *where)
    return known[text]


def read_side(text: str, players: tuple[str, ...], *where: str | int) -> Seat | None:
    """The side with this number, `None` for an empty text. Raises `RuleError` at `where`."""
    side = read_seat(text, tuple(by_side(players)), *where)
    return None if side is None else numbered(side, sides_of(players))


def print_seat(seat: Seat | None) -> str:
    return "" if seat is None else str(int(seat))
