"""An open round as one phone sees it: what it gave, which hands it may see, what it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask_babel import gettext as _

from scorekeeper.games.open_rounds import NOTES, OpenRound
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.documents.draft import write_draft
from scorekeeper.rummy.documents.reading import program_of
from scorekeeper.rummy.hand import Count
from scorekeeper.rummy.judging.shares import tells_held
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.ruling import Ruling
from scorekeeper.storage.models import GameRow
from scorekeeper.web.entering.ending import read_ending
from scorekeeper.web.entering.facts import ENDING
from scorekeeper.web.entering.game_state import state_of
from scorekeeper.web.entering.round_in_progress import LeastSoFar, RoundInProgress
from scorekeeper.web.entering.waiting_round import WaitingRound
from scorekeeper.web.parts.formatting import ending_message, who_did


@dataclass(frozen=True)
class OpenTable(WaitingRound):
    """The open round of a game, limited to what the asking device may see.

    A hand is shown on the device that gave it and nowhere else until all are in, or to everybody as
    it comes where the club chose so; whose phone it is makes no difference. Whatever shows a hand
    asks `shows` first. `whole` is the round with every hand: only what is shown to everybody, such
    as who is awaited, may be taken from it before `is_complete`.
    """

    # What was given here, and what elsewhere

    @property
    def who(self) -> str:
        """Whoever acts here, as others are told: the player whose phone this was at first.

        Empty if this phone later took the name of a player who then had a different phone.
        """
        name, phones = self.state.member.signs or "", self.open.phones
        seat = phones.get(self.state.member.device_id)
        if seat is not None:
            return self.players[seat]
        return "" if name in {self.players[seat] for seat in phones.values()} else name

    def is_from_here(self, seat: int) -> bool:
        """Whether this device gave the hand."""
        return self.open.hand(seat).device_id == self.state.member.device_id

    def is_from_elsewhere(self, seat: int) -> bool:
        """Whether another device gave the hand."""
        return self.open.hand(seat).device_id not in (None, self.state.member.device_id)

    def are_given_elsewhere(self, seats: Sequence[Seat]) -> bool:
        """Whether there are such seats, and the hands of all were given by other devices."""
        return bool(seats) and all(map(self.is_from_elsewhere, seats))

    @property
    def taken_from_here(self) -> dict[Seat, Any]:
        """The hands that this device gave and another one replaced, as their documents."""
        replaced = {share: self.open.hand(share).replaced for share in self.shares}
        ours = self.state.member.device_id
        return {
            share: before.hand
            for share, before in replaced.items()
            if before and before.device_id == ours
        }

    def covered_by(self, side: Seat, entered: RoundInProgress) -> Seat | None:
        """The share on another device that would no longer count if the side gave this hand."""
        if not tells_held(entered.hands[side].hand, self.state.sheet.game.variant):
            return None
        given = filter(self.is_in, self.holders(side))
        return next(filter(self.is_from_elsewhere, given), None)

    def asks_first(self, seat: Seat) -> bool:
        """Whether to ask before this hand is entered here: somebody else has given it or may."""
        if self.is_complete or self.is_from_here(seat):
            return False
        return self.is_from_elsewhere(seat) or self.is_asked_elsewhere(seat)

    def entered_by(self, seat: Seat) -> str:
        """Who gave this hand on another device, in a sentence."""
        by = self.given_by(seat)
        if by == self.players[seat] or program_of(by) is not None:
            return str(_("%(who)s has entered this hand.", who=who_did(by)))
        return str(_("%(who)s has entered this hand on another phone.", who=who_did(by)))

    # Which hands may be seen here

    def shows(self, seat: Seat) -> bool:
        """Whether this device may see this hand: the one place where that is decided.

        Melds lie on the table, so partners see those of their side.
        """
        return self.is_in(seat) and (
            self.is_complete
            or self.open.shows_at_once
            or self.is_from_here(seat)
            or (seat == self.ours and self.is_melds(seat))
        )

    @cached_property
    def seen(self) -> RoundInProgress:
        """The round with the shares that this device may see."""
        seen = [share for share in self.shares if self.shows(share)]
        return replace(self.given, entered=self.given_among(seen), is_partial=True)

    @cached_property
    def shown(self) -> RoundInProgress:
        """The round with the hands that this device may see."""
        if self.is_complete:
            return self.whole
        if not self.is_shared:
            return self.seen
        return replace(self.whole, entered=self.as_hands(self.seen), is_partial=True)

    def cards_of(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a hand that this phone may see; none if it was given as a count."""
        hand = self.seen.hands[seat].hand
        return () if hand is None or isinstance(hand, Count) else hand.cards

    @property
    def least_so_far(self) -> LeastSoFar | None:
        """Who has the least deadwood among the hands that this phone may see."""
        return None if self.is_complete else self.shown.least_so_far(self.whole.awaited)

    # What is told here

    @property
    def ending(self) -> Message | None:
        """How the round ended: `Jean knocked`."""
        return ending_message(self.how.rule, self.how.by) if self.how.rule else None

    @property
    def ruling(self) -> Ruling | None:
        """The ruling, once everything is in and right."""
        return self.whole.judged.ruling if self.is_complete and self.whole.judged else None

    @property
    def asked_of_who_ended(self) -> Seat | None:
        """The hand by which somebody may end the round, or the melds of the side."""
        return next((share for share in self.seats if self.how.was_ended_by(share)), None)

    # What everybody saw before

    @property
    def was_ruled(self) -> bool:
        """Whether a ruling was shown: the present one, or one before something was changed."""
        late = (amendment for amendment in self.open.amendments if amendment.late)
        return any(amendment.field not in NOTES for amendment in late) or self.is_complete

    @property
    def hands_were_shown(self) -> bool:
        """Whether the ending was changed after a ruling with hands had been shown."""
        late = [
            amendment
            for amendment in self.open.amendments
            if amendment.late and amendment.field == ENDING
        ]
        return any(read_ending(amendment.was, self.state.sheet.game).scores for amendment in late)

    @property
    def thrown_away(self) -> OpenRound:
        """The round after whoever acts here has thrown this one away."""
        if not self.was_ruled:
            return self.open.thrown_away(self.who)
        return self.open.thrown_away(
            self.who, write_draft(self.whole.draft), self.state.last_recorded
        )


def announced_table(row: GameRow) -> OpenTable | None:
    """The announced round as the phone of this request may see it; `None` if there is none."""
    state = state_of(row)
    return OpenTable(state, state.open) if state.open and state.is_announced else None
