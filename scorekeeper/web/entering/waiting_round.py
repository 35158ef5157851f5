"""What an open round waits for, and whom it asks: for shares of hands, then for agreement."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.clubs.members import in_hand
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.sides import Holder, members
from scorekeeper.web.entering.given_round import GivenRound
from scorekeeper.web.parts.formatting import done_by, listed


@dataclass(frozen=True)
class WaitingRound(GivenRound):
    """The open round of a game, and what is still to be done on which phone before it is recorded.

    A phone is asked for the share of its player. What a side melded is asked of one partner: the
    first who has no more cards to give.
    """

    # What this phone is asked for

    @property
    def mine(self) -> Seat | None:
        """The share of the player whose phone this is, for which it asks."""
        return self.share_of(self.state.own_seat)

    @property
    def ours(self) -> Seat | None:
        """The share of melds of the side of whoever holds this phone."""
        player = self.state.own_seat
        return next(
            (side for side in self.seats if self.is_shared and player in members(side)), None
        )

    @property
    def around(self) -> list[Seat]:
        """What each player gives, from the left of whoever holds this phone, who comes last."""
        mine = self.mine
        return sorted(self.of_players, key=lambda share: mine is not None and share <= mine)

    @property
    def asked_here(self) -> list[Seat]:
        """What this phone is asked for next: its player’s share, or what the side melded."""
        asked, ours, player = self.mine, self.ours, self.state.own_seat
        if asked not in self.awaited and ours is not None and self.giver_of(ours) == player:
            asked = ours
        return [share for share in self.awaited if share == asked]

    def asked(self, texts: Collection[str]) -> list[Seat]:
        """The shares among these texts that this phone may enter on one page."""
        if self.state.only_watches:
            return []
        asked = [share for share in self.shares if str(int(share)) in texts]
        if not self.is_shared:
            return asked
        return [share for share in asked if isinstance(share, Holder)] or asked[:1]

    # Who is awaited

    @cached_property
    def awaited(self) -> list[Seat]:
        """The shares that are still to be given."""
        if not self.is_shared:
            return self.whole.awaited
        return [share for share in self.shares if self.takes(share) and not self.is_in(share)]

    @property
    def awaited_names(self) -> str:
        """Who is awaited, in a list: for the melds of a side, the partner who is asked for them.

        While nobody is, the side is named only if none of its partners is awaited anyway.
        """
        names = [self.players[share] for share in self.awaited if not self.is_melds(share)]
        for side in filter(self.is_melds, self.awaited):
            giver = self.giver_name(side)
            if giver or not any(holder in self.awaited for holder in self.holders(side)):
                names.append(giver or self.players[side])
        return listed(dict.fromkeys(names))

    def giver_of(self, side: Seat) -> Seat | None:
        """Which partner is asked what the side melded: the first to have no more cards to give.

        `None` while there is none with a phone at the table.
        """
        order = list(self.open.hands)
        here = {*self.state.seats_elsewhere, self.state.own_seat}
        free = [
            holder
            for holder in self.holders(side)
            if holder not in self.awaited and holder.player in here
        ]
        free.sort(key=lambda holder: order.index(holder) if self.takes(holder) else -1)
        return free[0].player if free else None

    def giver_name(self, side: Seat) -> str:
        """Who gave what the side melded, or is asked for it; empty while nobody is."""
        if self.is_in(side):
            return done_by(self.given_by(side))
        giver = self.giver_of(side)
        return "" if giver is None else self.players[giver]

    # Who can give it

    def is_asked_elsewhere(self, share: Seat) -> bool:
        """Whether somebody else has a phone at the table to give this."""
        elsewhere = self.state.seats_elsewhere
        if share == self.ours:
            return self.giver_of(share) in elsewhere
        return not elsewhere.isdisjoint(members(share))

    @property
    def without_phones(self) -> list[Seat]:
        """The shares of others that are awaited and have no phone at the table."""
        others = (share for share in self.awaited if share not in (self.mine, self.ours))
        return [share for share in others if not self.is_asked_elsewhere(share)]

    # Who changes what, and who agrees

    @cached_property
    def changing(self) -> dict[Seat, str]:
        """Who is changing which hand after all were in; the round waits for them."""
        if not self.is_complete:
            return {}
        who = {share: self.open.hand(share).changing for share in self.shares if self.is_in(share)}
        return {share: name for share, name in who.items() if name is not None}

    @property
    def changing_hands(self) -> list[Seat]:
        """Whose hands are being changed, or a share of them."""
        players = {player for share in self.changing for player in members(share)}
        return [side for side in self.seats if not players.isdisjoint(members(side))]

    @property
    def agreed(self) -> list[Seat]:
        """The seats that agree to the ruling."""
        return [side for side in self.seats if side in self.open.agreed]

    @property
    def agrees_for(self) -> Seat | None:
        """The seat for which this device may agree: its player's when the round was announced."""
        player = self.open.phones.get(self.state.member.device_id)
        return next((side for side in self.seats if player in members(side)), None)

    @cached_property
    def agreeing(self) -> list[Seat]:
        """The seats that must agree, in a club where all do: those whose phone is in use."""
        if not self.open.all_agree:
            return []
        here = in_hand(self.open.phones) | {self.state.member.device_id}
        there = {seat for phone, seat in self.open.phones.items() if phone in here}
        return [side for side in self.seats if there.intersection(members(side))]

    @property
    def still_to_agree(self) -> list[Seat]:
        """The seats that have not agreed yet."""
        return [seat for seat in self.agreeing if seat not in self.open.agreed]

    @property
    def may_record(self) -> bool:
        """Whether it may be recorded: no hand is being changed, and all who must agree have."""
        return not self.changing and not self.still_to_agree
