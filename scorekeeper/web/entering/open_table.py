"""An open round as one phone sees it: its shares, its tasks, and the hands it may see."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask_babel import gettext as _

from scorekeeper.clubs.members import in_use
from scorekeeper.games.open_round import OpenRound
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.documents.draft import write_draft
from scorekeeper.rummy.documents.reading import program_of
from scorekeeper.rummy.hand import Count
from scorekeeper.rummy.judging.shares import tells_held
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.sides import Holder, members
from scorekeeper.storage.models import GameRow
from scorekeeper.web.entering.game_state import GameState, state_of
from scorekeeper.web.entering.given_round import GivenRound
from scorekeeper.web.entering.round_in_progress import LeastSoFar, RoundInProgress
from scorekeeper.web.parts.formatting import done_by, list_of, who_did


@dataclass(frozen=True)
class OpenTable:
    """The open round of a game, from the view of the requesting device.

    A device sees the hands that it gave, and the melds of its player's side. It sees other hands
    only once all are given, or each as soon as it is given if the club chose that. Code that shows
    a hand must ask `may_see` first. `round` has every hand: until it `is_complete`, use only its
    public facts, such as the awaited hands.

    A phone asks for the share of its player. The side's melds come from one partner: the first with
    no more cards to give. `for_all` is for a screen that everybody sees: it hides everything that
    only this device may see.
    """

    state: GameState
    open: OpenRound
    for_all: bool = False

    @cached_property
    def round(self) -> GivenRound:
        return GivenRound(self.state.id, self.state.sheet, self.open)

    # The player of this phone, and the shares it gave

    @property
    def who(self) -> str:
        """The name that others see for this device: its player when the round was announced.

        A device without a player at that time has its current name. The name is empty if it is the
        name of a player who had another phone when the round was announced.
        """
        name, phones = self.state.member.author or "", self.open.phones
        seat = phones.get(self.state.member.device_id)
        if seat is not None:
            return self.round.players[seat]
        return "" if name in {self.round.players[seat] for seat in phones.values()} else name

    @property
    def own_share(self) -> Seat | None:
        return self.round.share_of(self.state.own_seat)

    @property
    def own_melds(self) -> Seat | None:
        if not self.round.is_shared:
            return None
        player = self.state.own_seat
        return next((side for side in self.round.seats if player in members(side)), None)

    def is_from_here(self, share: int) -> bool:
        return self.open.hand(share).device_id == self.state.member.device_id

    def is_from_elsewhere(self, share: int) -> bool:
        return self.open.hand(share).device_id not in (None, self.state.member.device_id)

    def are_given_elsewhere(self, shares: Sequence[Seat]) -> bool:
        given = map(self.round.containing_share, shares)
        return bool(shares) and all(map(self.is_from_elsewhere, given))

    @property
    def taken_from_here(self) -> dict[Seat, Any]:
        """The documents of hands that this device gave and another device replaced."""
        if self.for_all:
            return {}
        replaced = {share: self.open.hand(share).replaced for share in self.round.shares}
        ours = self.state.member.device_id
        return {
            share: before.hand
            for share, before in replaced.items()
            if before and before.device_id == ours
        }

    def covered_by(self, side: Seat, entered: RoundInProgress) -> Seat | None:
        """A partner's share from another device that this whole hand of the side would replace."""
        if not tells_held(entered.hands[side].hand, self.state.sheet.game.variant):
            return None
        given = filter(self.round.is_given, self.round.holders(side))
        return next(filter(self.is_from_elsewhere, given), None)

    def who_entered(self, share: Seat) -> str:
        """A sentence with the person who gave this hand on another device."""
        by = self.round.giver_name(share)
        if by == self.round.players[share] or program_of(by) is not None:
            return str(_("%(who)s has entered this hand.", who=who_did(by)))
        return str(_("%(who)s has entered this hand on another phone.", who=who_did(by)))

    # The shares to give on this phone and on others

    @property
    def asked_here(self) -> list[Seat]:
        """The shares that this phone must give next: its player’s share, or the side's melds."""
        asked, melds, player = self.own_share, self.own_melds, self.state.own_seat
        if asked not in self.round.awaited and melds is not None and self.giver_of(melds) == player:
            asked = melds
        return [share for share in self.round.awaited if share == asked]

    def asked_among(self, numbers: Collection[str]) -> list[Seat]:
        """The shares with these numbers that this phone can enter on one page."""
        if self.state.only_watches:
            return []
        asked = [share for share in self.round.shares if str(int(share)) in numbers]
        if not self.round.is_shared:
            return asked
        return [share for share in asked if isinstance(share, Holder)] or asked[:1]

    def is_asked_elsewhere(self, share: Seat) -> bool:
        elsewhere = self.state.seats_elsewhere
        if share == self.own_melds:
            return self.giver_of(share) in elsewhere
        return not elsewhere.isdisjoint(members(share))

    def asks_first(self, share: Seat) -> bool:
        """Check whether to confirm before entering this hand: another phone gives or gave it."""
        if self.round.is_complete or self.is_from_here(share):
            return False
        return self.is_from_elsewhere(share) or self.is_asked_elsewhere(share)

    @property
    def without_phones(self) -> list[Seat]:
        own = self.own_share, self.own_melds
        others = (share for share in self.round.awaited if share not in own)
        return [share for share in others if not self.is_asked_elsewhere(share)]

    def giver_of(self, side: Seat) -> Seat | None:
        """The partner who must give the melds of a side: the first with no more cards to give.

        `None` if these partners have no phone at the table.
        """
        order = list(self.open.hands)
        here = {*self.state.seats_elsewhere, self.state.own_seat}
        free = [
            holder
            for holder in self.round.holders(side)
            if holder not in self.round.awaited and holder.player in here
        ]
        free.sort(key=lambda holder: order.index(holder) if self.round.counts(holder) else -1)
        return free[0].player if free else None

    def giver_name(self, side: Seat) -> str:
        """The giver of a side's melds, or the partner who must give them. Empty without one."""
        if self.round.is_given(side):
            return done_by(self.round.giver_name(side))
        giver = self.giver_of(side)
        return "" if giver is None else self.round.players[giver]

    @property
    def awaited_names(self) -> str:
        """A list of the players with missing hands. For a side's melds, it names one partner.

        While no partner can give the melds, the list names the side, unless it already names one of
        its partners.
        """
        awaited, players = self.round.awaited, self.round.players
        names = [players[share] for share in awaited if not self.round.is_melds(share)]
        for side in filter(self.round.is_melds, awaited):
            giver = self.giver_name(side)
            if giver or not any(holder in awaited for holder in self.round.holders(side)):
                names.append(giver or players[side])
        return list_of(dict.fromkeys(names))

    @property
    def agrees_for(self) -> Seat | None:
        """The seat that this device may agree for: its player or side at the announcement."""
        player = self.open.phones.get(self.state.member.device_id)
        return next((side for side in self.round.seats if player in members(side)), None)

    @cached_property
    def agreeing(self) -> list[Seat]:
        """The seats with a phone in use, which must agree if the club requires it."""
        if not self.open.all_agree:
            return []
        here = in_use(self.open.phones) | {self.state.member.device_id}
        there = {seat for phone, seat in self.open.phones.items() if phone in here}
        return [side for side in self.round.seats if there.intersection(members(side))]

    @property
    def still_to_agree(self) -> list[Seat]:
        return [seat for seat in self.agreeing if seat not in self.open.agreed]

    @property
    def is_agreed(self) -> bool:
        """Check that no hand is being changed and that all who must agree have done so.

        An objection does not count here.
        """
        return not self.round.changing and not self.still_to_agree

    @property
    def without_own_doubt(self) -> OpenRound:
        return self.open.without_doubt(self.state.member.device_id)

    @property
    def is_doubted_here(self) -> bool:
        return self.state.member.device_id in self.open.doubters

    @property
    def discarded(self) -> OpenRound:
        if not self.round.was_ruled:
            return self.open.discarded(self.who)
        seen = write_draft(self.round.whole.draft)
        return self.open.discarded(self.who, seen, self.state.last_recorded)

    # Hands that this phone may see

    def may_see(self, share: Seat) -> bool:
        """Check whether this device may see this hand. Only this function decides that.

        Melds are on the table, so partners see the melds of their side.
        """
        return self.round.is_given(share) and (
            self.round.is_complete
            or self.open.shows_at_once
            or (not self.for_all and self._may_see_here(share))
        )

    def _may_see_here(self, share: Seat) -> bool:
        is_melds_of_own_side = share == self.own_melds and self.round.is_melds(share)
        return self.is_from_here(share) or is_melds_of_own_side

    @cached_property
    def seen_shares(self) -> RoundInProgress:
        seen = self.round.given_among(filter(self.may_see, self.round.shares))
        return replace(self.round.by_share, entered=seen, is_partial=True)

    @cached_property
    def seen_round(self) -> RoundInProgress:
        if self.round.is_complete:
            return self.round.whole
        if not self.round.is_shared:
            return self.seen_shares
        hands = self.round.as_hands(self.seen_shares)
        return RoundInProgress(self.state.sheet, self.round.facts, hands, is_partial=True)

    def cards_of(self, share: Seat) -> tuple[Card, ...]:
        hand = self.seen_shares.hands[share].hand
        return () if hand is None or isinstance(hand, Count) else hand.cards

    @property
    def least_so_far(self) -> LeastSoFar | None:
        if self.round.is_complete:
            return None
        return self.seen_round.least_so_far(self.round.awaited)

    @property
    def clockwise(self) -> list[Seat]:
        """The shares of players from the left of this phone's player, who comes last."""
        own = self.own_share
        return sorted(self.round.of_players, key=lambda share: own is not None and share <= own)


def announced_table(row: GameRow) -> OpenTable | None:
    """The announced round as the requesting phone sees it. `None` if there is none."""
    state = state_of(row)
    return OpenTable(state, state.open) if state.open and state.is_announced else None
