"""A round that is ready to be judged, and the lines of points that several games share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import AnyEnding, Laid, Line, Round, Rule, RuleError
from scorekeeper.rummy.sides import Side

SECOND_OUT = message("{player} must have something left: {other} went out first.")
"""The error when a second player has nothing left."""
GONE_OUT = message("{player} must have something left: a player with nothing left has gone out.")
"""The error when a player has nothing left although nobody went out."""


@dataclass(frozen=True, slots=True)
class Case:
    """A round whose facts have been checked and counted, ready to be judged.

    `ending` is the actual ending (a knock with nothing left is gin, rum or going out). `laid`
    is the hands of those who are in by side, and `counts` their deadwood. `out` is the side of
    the player who went out.
    """

    rules: Any
    deal: Deal
    round: Round
    ending: AnyEnding
    laid: Mapping[Seat, Laid]
    counts: Mapping[Seat, int]
    out: Seat | None = None

    @property
    def by(self) -> Seat:
        """The player who ended the round; an error if nobody did."""
        if self.round.by is None:
            raise AssertionError("nobody ended this round")
        return self.round.by

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every side that is in, in order of play."""
        return tuple(self.counts)

    def difference(self, winner: Seat, loser: Seat) -> Line:
        """The line that gives the winner the difference between the two counts."""
        most, least = self.counts[loser], self.counts[winner]
        text = message(
            "{other} {count} − {player} {least}",
            other=loser,
            count=most,
            player=winner,
            least=least,
        )
        return Line(winner, most - least, Rule.DIFFERENCE, text)

    def undercut_text(self, winner: Seat) -> Message:
        """Why the winner gets a bonus for beating or equalling the knocker."""
        if self.counts[winner] == self.counts[self.by]:
            return message(
                "{player} tied {knocker}: a tie is an undercut",
                player=winner,
                knocker=self.by,
            )
        return message("{player} undercut {knocker}", player=winner, knocker=self.by)

    def cards_left(self, holder: Seat, scorer: Seat) -> Line:
        """The line that gives `scorer` the value of the cards that `holder` has left."""
        hand = self.laid[holder]
        # Of partners a sentence says “were”.
        are_partners = isinstance(holder, Side)
        if hand.unmatched:
            text = message("{player} was left with {cards}", player=holder, cards=hand.unmatched)
            if are_partners:
                text = message("{side} were left with {cards}", side=holder, cards=hand.unmatched)
        elif self._has_nothing_left(holder):
            text = message("{player} has nothing left", player=holder)
        else:
            text = message("{player} was left with {count}", player=holder, count=hand.deadwood)
            if are_partners:
                text = message("{side} were left with {count}", side=holder, count=hand.deadwood)
        return Line(scorer, hand.deadwood, Rule.CARDS_LEFT, text)

    def check_nobody_else_is_out(self) -> None:
        """Refuse a player with nothing left who did not go out; raises `RuleError` at that hand.

        If melds still in the hand do not count, a player with a count of 0 may still hold some.
        """
        out = self.out
        if self.deal.spares_melds or (out is None and self.round.on_sheet):
            return
        for seat in self.seats:
            if isinstance(seat, Side):
                self._check_partners(seat)
            elif seat != out and self.has_no_card(seat):
                text = message(GONE_OUT.template, player=seat)
                if out is not None:
                    text = message(SECOND_OUT.template, player=seat, other=out)
                raise RuleError(text, "hands", seat)

    def _check_partners(self, side: Side) -> None:
        """Refuse a side with fewer cards than players who did not go out; raises `RuleError`."""
        holding = len(side.players) - (side == self.out)
        cards = self.laid[side].unmatched
        if not self.has_no_card(side) and (cards is None or len(cards) >= holding):
            return
        text = message(
            "{side} must have {number} cards left at least, one for each of them.",
            side=side,
            number=holding,
        )
        if side == self.out:
            text = message(
                "{side} must have something left: only {player} went out.",
                side=side,
                player=self.by,
            )
        raise RuleError(text, "hands", side)

    def has_no_card(self, seat: Seat) -> bool:
        """Whether a hand is certainly empty."""
        return self._has_nothing_left(seat) and not self.laid[seat].melds

    def _has_nothing_left(self, seat: Seat) -> bool:
        """Whether no card is left unmatched: a count of 0 may be jokers if jokers are worth 0."""
        hand = self.laid[seat]
        may_be_jokers = hand.unmatched is None and 0 in self.deal.worth.values()
        return hand.is_empty and not may_be_jokers

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Everybody who is in but this player."""
        return tuple(other for other in self.seats if other != seat)


def lowest_but_knocker(case: Case) -> tuple[Seat, ...]:
    """The players with the lowest count, without the knocker if others have it too."""
    low = min(case.counts.values())
    lowest = tuple(seat for seat in case.seats if case.counts[seat] == low)
    return tuple(seat for seat in lowest if seat != case.round.by) or lowest
