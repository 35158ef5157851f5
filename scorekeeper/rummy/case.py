"""A round that is ready to be judged, and the lines of points that several games share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.hand import Laid
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import AnyEnding, Round, RuleError
from scorekeeper.rummy.ruling import Line, Rule
from scorekeeper.rummy.sides import Side, members, said_of, side_of

SECOND_OUT = message("{player} must have something left: {other} went out first.")
"""The error if a second player has nothing left."""
GONE_OUT = message("{player} must have something left: a player with nothing left has gone out.")
"""The error if a player has nothing left after an ending without going out."""

NONE_HELD: Mapping[Seat, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Case:
    """A round with checked and counted facts, ready to be judged.

    - `ending`: the actual ending. In some games, a knock with nothing left is gin, rum or going out
    - `laid`: the hand of each side still playing
    - `counts`: the deadwood of each side still playing
    - `out`: the side of the player who went out. `None` if nobody went out
    - `sides`: the sides that score

    If partners have their own hands, `laid` and `counts` have a value for each player, and `out` is
    a player.
    """

    rules: Any
    deal: Deal
    round: Round
    ending: AnyEnding
    laid: Mapping[Seat, Laid]
    counts: Mapping[Seat, int]
    out: Seat | None = None
    sides: tuple[Seat, ...] = ()

    @property
    def by(self) -> Seat:
        if self.round.by is None:
            raise AssertionError("nobody ended this round")
        return self.round.by

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The owners of hands, in order of play: the sides still playing, or their players."""
        return tuple(self.counts)

    def scorer(self, holder: Seat) -> Seat:
        return side_of(members(holder)[0], self.sides)

    def difference(self, winner: Seat, loser: Seat) -> Line:
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
        if hand.unmatched:
            text = said_of(
                holder,
                message("{player} was left with {cards}"),
                message("{side} were left with {cards}"),
                cards=hand.unmatched,
            )
        elif self._has_nothing_left(holder):
            text = message("{player} has nothing left", player=holder)
        else:
            text = said_of(
                holder,
                message("{player} was left with {count}"),
                message("{side} were left with {count}"),
                count=hand.deadwood,
            )
        return Line(scorer, hand.deadwood, Rule.CARDS_LEFT, text)

    def check_nobody_else_is_out(
        self, held: Mapping[Seat, int] = NONE_HELD, least_card: int = 0
    ) -> None:
        """Check that each side has at least one card for each of its players who did not go out.

        `held` is the number of cards that each side holds outside its hand. It must be 0 for a side
        whose players all went out. `least_card` is the fewest points of a card. Raises `RuleError`
        at the hand of the side.

        If the game spares melds, a hand with a count of 0 can still hold cards, so the function
        checks nothing. It also checks nothing in a recorded round that ended without going out.
        """
        out = self.out
        if self.deal.spares_melds or (out is None and self.round.on_sheet):
            return
        for seat in self.seats:
            if self.laid[seat].is_unknown:
                continue
            holding, more = len(members(seat)) - (seat == out), held.get(seat, 0)
            if not holding and more:
                text = message("{player} went out, so nothing is left.", player=seat)
                raise RuleError(text, "hands", seat)
            if more < holding and not self._has_cards(seat, holding, more, least_card):
                raise RuleError(self._too_few(seat, holding), "hands", seat)

    def _has_cards(self, seat: Seat, holding: int, more: int, least_card: int) -> bool:
        """Check whether the side has enough cards to give one to each of `holding` players.

        `more` is the number of cards that the side holds outside its hand.
        """
        hand = self.laid[seat]
        if self.has_no_card(seat):
            return False
        if hand.unmatched is None:
            return hand.deadwood >= least_card * (holding - more)
        return len(hand.unmatched) + more >= holding

    def _too_few(self, side: Seat, holding: int) -> Message:
        if not isinstance(side, Side):
            if self.out is None:
                return message(GONE_OUT.template, player=side)
            return message(SECOND_OUT.template, player=side, other=self.out)
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
        return text

    def has_no_card(self, seat: Seat) -> bool:
        return self._has_nothing_left(seat) and not self.laid[seat].melds

    def _has_nothing_left(self, seat: Seat) -> bool:
        """Check whether the hand has no unmatched card.

        The answer is no for a hand given as a count of 0, if a card of the deal counts 0.
        """
        hand = self.laid[seat]
        may_be_jokers = hand.unmatched is None and 0 in self.deal.worth.values()
        return hand.is_empty and not may_be_jokers

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(other for other in self.seats if other != seat)


def lowest_but_knocker(case: Case) -> tuple[Seat, ...]:
    """The players with the lowest count. If there are several, the knocker is left out."""
    low = min(case.counts.values())
    lowest = tuple(seat for seat in case.seats if case.counts[seat] == low)
    return tuple(seat for seat in lowest if seat != case.round.by) or lowest
