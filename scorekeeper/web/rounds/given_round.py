"""An open round as it was given, share by share, and the hands that the shares make."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.games.open_rounds import OpenRound
from scorekeeper.rummy.entering import GivenHand
from scorekeeper.rummy.judging.shares import put_together, tells_held
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.sides import Holder, Side, are_partners, members, shares_of
from scorekeeper.rummy.variant import Variant
from scorekeeper.web.rounds.ending import ReadEnding, read_ending
from scorekeeper.web.rounds.fields import ENDING
from scorekeeper.web.rounds.game_state import GameState
from scorekeeper.web.rounds.hand_in_progress import Entered, as_it_ended, read_entered
from scorekeeper.web.rounds.hand_text import print_given
from scorekeeper.web.rounds.round_in_progress import RoundInProgress
from scorekeeper.web.rounds.shares import SharesInProgress
from scorekeeper.web.rounds.typed_round import TypedRound


@dataclass(frozen=True)
class GivenRound:
    """The open round of a game with everything that was given, whichever phone gave it.

    Where partners score as one, their hand has a share of each player who holds cards, and one of
    what the side melded, which either of them gives. A side may also give its hand in one piece.
    Where nobody has a partner, each hand is its only share.
    """

    state: GameState
    open: OpenRound

    # Of whom shares are asked

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in order of play."""
        return self.state.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who is in the game, in order of play."""
        return self.state.sheet.seats

    @property
    def is_shared(self) -> bool:
        """Whether partners give shares of one hand."""
        return are_partners(self.seats)

    @cached_property
    def shares(self) -> tuple[Seat, ...]:
        """Whose hands, or shares of them, are asked for."""
        return shares_of(self.seats)

    @property
    def of_players(self) -> list[Seat]:
        """What each player gives, in order of play."""
        return [share for share in self.shares if not isinstance(share, Side)]

    def holders(self, side: Seat) -> list[Holder]:
        """The shares of the partners of a side."""
        holders = (share for share in self.shares if isinstance(share, Holder))
        return [holder for holder in holders if holder.player in members(side)]

    def share_of(self, player: Seat | None) -> Seat | None:
        """What a player gives: the hand, or what is held of that of the side."""
        return next((share for share in self.of_players if members(share) == (player,)), None)

    def in_one_number(self, shares: Sequence[Seat]) -> list[Seat]:
        """The sides of these holders that may be given as one number, by no share of theirs."""
        if not any(part.is_all for part in self.state.sheet.game.variant.own_parts):
            return []
        players = {share.player for share in shares if isinstance(share, Holder)}
        return [side for side in self.seats if players.intersection(members(side))]

    # Which shares count

    @cached_property
    def how(self) -> ReadEnding:
        """How the round ended, and who ended it."""
        return read_ending(self.open.facts.get(ENDING.name, ""), self.state.sheet.game)

    @property
    def givers(self) -> tuple[Seat, ...]:
        """Who gives a share, and who is out, in the order of the texts of a form."""
        return self.shares if self.is_shared else self.state.sheet.game.sides

    @cached_property
    def entered(self) -> dict[Seat, Entered]:
        """Whatever was given, as it was read."""
        game = self.state.sheet.game
        return {
            share: read_entered(self.open.hand(share).text, share, game) for share in self.givers
        }

    def is_another(self, share: Seat, now: Entered) -> bool:
        """Whether this is not the same as what was given before, by its value."""
        was = self.entered.get(share)
        return not (isinstance(was, GivenHand) and isinstance(now, GivenHand) and was.is_same(now))

    @cached_property
    def in_one_piece(self) -> frozenset[Seat]:
        """Which sides gave all of their hand at once, with what their players hold."""
        variant = self.state.sheet.game.variant
        given = {side: self._read(side) for side in self.seats}
        return frozenset(
            side for side, hand in given.items() if hand and tells_held(hand.hand, variant)
        )

    def _read(self, share: Seat) -> GivenHand | None:
        read = self.entered[share]
        return None if isinstance(read, RuleError) else as_it_ended(read, share, self.how)

    def is_melds(self, share: Seat) -> bool:
        """Whether it is what a side melded, apart from what its players hold."""
        return isinstance(share, Side) and share not in self.in_one_piece

    def is_covered(self, share: Seat) -> bool:
        """Whether the side gave it with all of its hand."""
        return isinstance(share, Holder) and any(
            share.player in members(side) for side in self.in_one_piece
        )

    def takes(self, share: Seat) -> bool:
        """Whether it counts after this ending if it is given."""
        if not isinstance(share, Holder):
            return self.how.takes_hand(share)
        is_asked = self.how.scores and not self.how.goes_out(share)
        return is_asked and not self.is_covered(share)

    def is_in(self, share: Seat) -> bool:
        """Whether it was given, and counts after this ending."""
        return bool(self.open.hand(share).text) and self.takes(share)

    def given_by(self, share: int) -> str:
        """Who gave it, as they are called now: a phone stays that of the same player."""
        hand = self.open.hand(share)
        seat = self.open.phones.get(hand.device_id or "")
        return hand.by if seat is None else self.players[seat]

    @property
    def given_shares(self) -> list[Seat]:
        """The shares that were given and count, in order of play."""
        return [share for share in self.shares if self.is_in(share)]

    # How shares are entered

    def asks(self, shares: Sequence[Seat]) -> Variant:
        """The game as the form of these shares asks for them."""
        variant = self.state.sheet.game.variant
        if not self.is_shared or not self.in_one_piece.isdisjoint(shares):
            return variant
        is_held = any(isinstance(share, Holder) for share in shares)
        return variant.as_held if is_held else variant.as_melded

    def with_shares(
        self,
        typed: TypedRound,
        asks: Variant | None = None,
        read: tuple[Entered, ...] | None = None,
    ) -> RoundInProgress:
        """A round typed, or `read`, share by share, in the game as it `asks` for these."""
        if self.is_shared:
            return SharesInProgress(self.state.sheet, None, typed, read=read, asks=asks)
        return RoundInProgress(self.state.sheet, None, typed, read=read)

    def typed_by(self, shares: Iterable[Seat]) -> TypedRound:
        """The facts, with these shares as they were given."""
        there = {*shares}
        texts = (self.open.hand(share).text if share in there else "" for share in self.givers)
        return TypedRound(self.open.facts, tuple(texts))

    def read_by(self, shares: Iterable[Seat]) -> tuple[Entered, ...]:
        """These shares as they were read."""
        there = {*shares}
        return tuple(self.entered[share] if share in there else None for share in self.givers)

    # What shares make together

    @cached_property
    def given(self) -> RoundInProgress:
        """The round with every share that counts; as secret as `whole`."""
        counts = [share for share in self.shares if self.is_in(share)]
        return self.with_shares(self.typed_by(counts), read=self.read_by(counts))

    @cached_property
    def typed(self) -> TypedRound:
        """The round as typed, with every hand that counts after this ending and is all in."""
        if not self.is_shared:
            return self.given.typed
        pieces = self.state.sheet.game.variant.pieces
        texts = (
            print_given(hand, pieces) if isinstance(hand, GivenHand) else ""
            for hand in self.whole.entered
        )
        return replace(self.given.typed, hands=tuple(texts))

    @cached_property
    def whole(self) -> RoundInProgress:
        """The round with every hand; it is judged once all are in."""
        if not self.is_shared:
            return self.given
        facts, hands = self.typed_by(()), self.as_hands(self.given)
        return RoundInProgress(self.state.sheet, None, facts, read=hands)

    @property
    def is_complete(self) -> bool:
        """Whether everything needed for a ruling is in."""
        return not self.whole.is_incomplete

    def as_hands(self, shares: RoundInProgress) -> tuple[Entered, ...]:
        """These shares as hands; that of a side is empty while any share of it is."""
        if not self.is_shared:
            return shares.entered
        return tuple(self._hand_of(side, shares) for side in self.seats)

    def _hand_of(self, side: Seat, shares: RoundInProgress) -> Entered:
        melded = shares.hands[side].hand
        if melded is None or side in self.in_one_piece:
            return shares.entered[side]
        holders = filter(self.takes, self.holders(side))
        held = [shares.hands[holder].hand for holder in holders]
        given = [hand for hand in held if hand is not None]
        if len(given) < len(held):
            return None
        variant = self.state.sheet.game.variant
        return GivenHand(put_together(melded, given, shares.deal, variant))
