"""How a round ended, as the buttons of the form say it: `knock:1`, `void`."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.documents.round import read_ending
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import AnyEnding, RuleError
from scorekeeper.rummy.variant import EndingRule


@dataclass(frozen=True, slots=True)
class ReadEnding:
    """An ending read from its text, and the seat of who ended the round.

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

    @property
    def asks_own(self) -> bool:
        """Whether the hand of a player who went out is asked for all the same."""
        return self.rule is not None and self.rule.asks_own

    @property
    def leaves_none(self) -> bool:
        """Whether whoever ended the round has no card left."""
        return self.rule is not None and self.rule.leaves_none


def read_ending_text(text: str, game: Game) -> ReadEnding:
    """Read how a round of this game ended; `fault` says what could not be read."""
    slug, _, seat = text.partition(":")
    try:
        ending = read_ending(slug)
    except RuleError as fault:
        return ReadEnding(fault=fault)
    rule = game.variant.ending_rules.get(ending)
    try:
        return ReadEnding(ending, rule, read_seat_text(seat, game.players, "by"))
    except RuleError as fault:
        return ReadEnding(ending, rule, fault=fault)


def print_ending(ending: AnyEnding, by: Seat | None) -> str:
    """The text for this ending.

    >>> from scorekeeper.rummy.round import Ending
    >>> print_ending(Ending.KNOCK, Seat(1)), print_ending(Ending.VOID, None)
    ('knock:1', 'void')
    """
    return ending.value if by is None else f"{ending.value}:{int(by)}"


def read_seat_text(text: str, players: tuple[str, ...], *where: str | int) -> Seat | None:
    """A seat chosen by its number, `None` where none was; raises `RuleError` at `where`."""
    known = {"": None} | {str(number): Seat(number) for number in range(len(players))}
    if text not in known:
        raise RuleError(message("There is no seat “{seat}” at this table.", seat=text[:20]), *where)
    return known[text]
