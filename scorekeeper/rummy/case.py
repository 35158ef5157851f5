"""A round before its judge: facts checked, hands counted, and the lines that games share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.scoring import Ending, Line, Round, Rule, RuleError, Unmatched
from scorekeeper.rummy.texts import Seat, say


@dataclass(frozen=True, slots=True)
class Case:
    """A round whose facts have been checked and counted, before its judge.

    `ending` is what it really was (a knock with nothing left is gin, a run or going out); `counts`
    is the deadwood by seat.
    """

    rules: Any
    deal: Deal
    round: Round
    ending: Ending
    counts: tuple[int, ...]

    @property
    def by(self) -> Seat:
        """Who ended the round; ask only where somebody did."""
        if self.round.by is None:
            raise AssertionError("nobody ended this round")
        return self.round.by

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every seat in order of play."""
        return tuple(Seat(index) for index in range(len(self.counts)))

    def difference(self, winner: Seat, loser: Seat) -> Line:
        """The line that gives a winner what another has more."""
        most, least = self.counts[loser], self.counts[winner]
        text = say(
            "{other} {count} less {player} {least}",
            other=loser,
            count=most,
            player=winner,
            least=least,
        )
        return Line(winner, most - least, Rule.DIFFERENCE, text)

    def cards_left(self, holder: Seat, scorer: Seat) -> Line:
        """The line that gives `scorer` what `holder` has left."""
        count, hand = self.counts[holder], self.round.hands[holder]
        if isinstance(hand, Unmatched) and hand.cards:
            text = say("{player} was left with {cards}", player=holder, cards=hand.cards)
        else:
            text = say("{player} was left with {count}", player=holder, count=count)
        return Line(scorer, count, Rule.CARDS_LEFT, text)

    def has_none(self, seat: Seat) -> bool:
        """Whether this player has no card left."""
        hand = self.round.hands[seat]
        return hand is None or hand.is_empty

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Every seat but this one."""
        return tuple(other for other in self.seats if other != seat)


def lowest_but_knocker(case: Case) -> tuple[Seat, ...]:
    """Who has the lowest count; a knocker who is level with others gives way to them."""
    low = min(case.counts)
    lowest = tuple(seat for seat in case.seats if case.counts[seat] == low)
    return tuple(seat for seat in lowest if seat != case.round.by) or lowest


def check_nobody_else_is_out(round: Round) -> None:
    """Refuse a second player without cards where one went out; raises `RuleError` at that hand."""
    for index, hand in enumerate(round.hands):
        if index != round.by and hand is not None and hand.is_empty:
            raise RuleError(
                say(
                    "{player} cannot have no card left: {other} went out first.",
                    player=Seat(index),
                    other=Seat(round.by or 0),
                ),
                "hands",
                Seat(index),
            )
