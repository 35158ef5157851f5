"""The shares of hands, where partners score as one: what sides melded, and what players hold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.rummy.case import GONE_OUT
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.hand import Declared, Parts, Unmatched, Whole
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.sides import Holder, shares_of
from scorekeeper.rummy.variant import Variant
from scorekeeper.web.entering.hand_in_progress import HandInProgress, check_hands
from scorekeeper.web.entering.round_in_progress import RoundInProgress


@dataclass(frozen=True)
class SharesInProgress(RoundInProgress):
    """A round whose hands are typed share by share, which is never judged.

    `asks` is the game as it asks for some of the shares; the game itself if there is none.
    """

    asks: Variant | None = None

    @cached_property
    def game(self) -> Game:
        """The game, as it asks for these shares."""
        return replace(self.sheet.game, variant=self.asks) if self.asks else self.sheet.game

    @property
    def givers(self) -> tuple[Seat, ...]:
        """Who gives a share, in the order of their texts."""
        return shares_of(self.seats)

    @cached_property
    def hands(self) -> tuple[HandInProgress, ...]:
        """The shares, each checked by itself and against those before it."""
        checked = check_hands(
            self.entered, self.givers, self.game, self.givers, self.deal, self.ending
        )
        return tuple(map(self._checked, checked))

    def _checked(self, share: HandInProgress) -> HandInProgress:
        """A share of melds without the cards left; that of a player who holds none is refused."""
        hand = share.hand
        if not isinstance(share.seat, Holder):
            if not isinstance(hand, Parts):
                return share
            left = None if hand.left == Unmatched(()) else hand.left
            return replace(share, hand=replace(hand, left=left), missing=None)
        if hand is None or share.fault:
            return share
        text = message(GONE_OUT.template, player=share.seat)
        if isinstance(hand, Whole | Declared):
            text = message("For {player}, enter just the cards left.", player=share.seat)
        elif share.deadwood or (isinstance(hand, Parts) and any(dict(hand.own).values())):
            return replace(share, missing=None)
        fault = RuleError(text, "hands", share.seat).under(names=self.game.players)
        return replace(share, fault=fault)
