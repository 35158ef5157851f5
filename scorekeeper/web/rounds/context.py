"""Where a round stands in its game: its number, what is dealt, and whose deal it is."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.game.sheet import Game, Sheet
from scorekeeper.rummy.messages import Seat


@dataclass(frozen=True, slots=True)
class RoundContext:
    """The sheet as it is now, and the place of one round on it: a recorded one or the next.

    `dealer` is the player whose turn it is to deal.
    """

    sheet: Sheet
    number: int
    deal: Deal
    dealer: Seat

    @property
    def game(self) -> Game:
        """The game with the rounds that are on its sheet."""
        return self.sheet.game

    @property
    def is_new(self) -> bool:
        """Whether this round is not on the sheet yet."""
        return self.number > len(self.sheet.rounds)


def context_of(sheet: Sheet, number: int | None = None) -> RoundContext:
    """The context of round `number`, or of the next one."""
    number = number or len(sheet.rounds) + 1
    is_new = number > len(sheet.rounds)
    deal = sheet.next_deal if is_new else sheet.rounds[number - 1].deal
    return RoundContext(sheet, number, deal, _dealer_in_turn(sheet, number))


def _dealer_in_turn(sheet: Sheet, number: int) -> Seat:
    """Who deals round `number` unless somebody deals out of turn."""
    game = sheet.game
    if number == 1:
        return game.dealer
    last = sheet.rounds[number - 2]
    return game.variant.next_dealer(game.rules, last.dealer, last.ruling, len(game.players))
