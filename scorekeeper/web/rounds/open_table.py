"""An open round as one phone sees it: who is in, who is awaited, and which hands it may see."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask_babel import gettext as _

from scorekeeper.clubs.members import in_hand
from scorekeeper.games.open_rounds import NOTES, OpenHand, OpenRound
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.documents.reading import program_of
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.round import Count, Ruling
from scorekeeper.rummy.sides import members
from scorekeeper.storage.models import GameRow
from scorekeeper.web.parts.formatting import done_by, ending_message, who_did
from scorekeeper.web.parts.game_history import history_entries
from scorekeeper.web.rounds.ending import ReadEnding, read_ending
from scorekeeper.web.rounds.fields import ENDING
from scorekeeper.web.rounds.game_state import GameState, state_of
from scorekeeper.web.rounds.round_in_progress import LeastSoFar, RoundInProgress
from scorekeeper.web.rounds.typed_round import TypedRound


@dataclass(frozen=True)
class OpenTable:
    """The open round of a game, limited to what the asking device may see.

    A hand is shown on the device that gave it and nowhere else until all are in, or to everybody as
    it comes where the club chose so; whose phone it is makes no difference. Whatever shows a hand
    asks `shows` first. `whole` is the round with every hand: only what is shown to everybody, such
    as who is awaited, may be taken from it before `is_complete`.
    """

    state: GameState
    open: OpenRound

    @cached_property
    def typed(self) -> TypedRound:
        """The round as typed, with every hand that counts after this ending."""
        hands = {
            f"hand-{seat}": hand.text
            for seat, hand in self.open.hands.items()
            if seat in self.seats and self.how.takes_hand(seat)
        }
        return self.state.typed({**self.open.facts, **hands})

    @cached_property
    def how(self) -> ReadEnding:
        """How the round ended, and who ended it."""
        return read_ending(self.open.facts.get(ENDING.name, ""), self.state.sheet.game)

    @cached_property
    def whole(self) -> RoundInProgress:
        """The round with every hand; it is judged once all are in."""
        return RoundInProgress(self.state.sheet, None, self.typed)

    @cached_property
    def shown(self) -> RoundInProgress:
        """The round with the hands that this device may see."""
        if self.is_complete:
            return self.whole
        hands = (text if self.shows(seat) else "" for seat, text in enumerate(self.typed.hands))
        return replace(self.whole, typed=replace(self.typed, hands=tuple(hands)), is_partial=True)

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in order of play."""
        return self.state.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who is in the game, in order of play."""
        return self.state.sheet.seats

    @property
    def seats_around(self) -> list[Seat]:
        """Who is in the game, from the left of whoever holds this phone, who comes last."""
        mine = self.mine
        return sorted(self.seats, key=lambda seat: mine is not None and seat <= mine)

    def asked(self, texts: Collection[str]) -> list[Seat]:
        """The seats among these texts whose hands this phone may enter."""
        if self.state.only_watches:
            return []
        return [seat for seat in self.seats if str(int(seat)) in texts]

    @property
    def mine(self) -> Seat | None:
        """The seat of the player whose phone this is, whose hand it asks for."""
        return self.state.own_seat

    @property
    def ending(self) -> Message | None:
        """How the round ended: `Jean knocked`."""
        return ending_message(self.how.rule, self.how.by) if self.how.rule else None

    @property
    def renumbered(self) -> str:
        """The message to whoever typed a hand while the round had another number.

        Rounds before this one were undone, put back or removed while it was entered.
        """
        [newest] = history_entries(self.state.row, 1)
        who = done_by(newest.entered_by)
        what = _("%(change)s by %(name)s", change=newest.words, name=who)
        return str(
            _(
                "%(change)s. This is round %(number)d now.",
                change=what if who else newest.words,
                number=self.whole.number,
            )
        )

    # Who is in

    @property
    def is_complete(self) -> bool:
        """Whether everything needed for a ruling is in."""
        return not self.whole.is_incomplete

    def is_in(self, seat: int) -> bool:
        """Whether this hand was given, and counts after this ending."""
        return bool(self.typed.hands[seat])

    @property
    def without_phones(self) -> list[Seat]:
        """The seats of others that are awaited and have no phone at the table."""
        elsewhere = self.state.seats_elsewhere
        return [seat for seat in self.whole.awaited if seat != self.mine and seat not in elsewhere]

    @property
    def without_phones_first(self) -> list[Seat]:
        """Which players are in the game; first those who have no phone in the club."""
        return sorted(self.state.sheet.players_in, key=self.state.seats_with_phones.__contains__)

    def is_from_here(self, seat: int) -> bool:
        """Whether this device gave the hand."""
        return self._is_ours(self.open.hand(seat))

    def is_from_elsewhere(self, seat: int) -> bool:
        """Whether another device gave the hand."""
        hand = self.open.hand(seat)
        return bool(hand.text) and not self._is_ours(hand)

    def are_given_elsewhere(self, seats: Sequence[Seat]) -> bool:
        """Whether there are such seats, and the hands of all were given by other devices."""
        return bool(seats) and all(map(self.is_from_elsewhere, seats))

    @property
    def taken_from_here(self) -> dict[int, str]:
        """The hands that this device gave and another one replaced, as they were typed here."""
        replaced = {int(seat): self.open.hand(seat).replaced for seat in self.seats}
        return {seat: hand.text for seat, hand in replaced.items() if hand and self._is_ours(hand)}

    def _is_ours(self, hand: OpenHand) -> bool:
        return bool(hand.text) and hand.device_id == self.state.member.device_id

    def asks_first(self, seat: int) -> bool:
        """Whether to ask before this hand is entered here: somebody else has given it or may."""
        if self.is_complete or self.is_from_here(seat):
            return False
        return self.is_from_elsewhere(seat) or seat in self.state.seats_elsewhere

    def entered_by(self, seat: int) -> str:
        """Who gave this hand on another device, in a sentence."""
        by = self.open.hand(seat).by
        if by == self.players[seat] or program_of(by) is not None:
            return str(_("%(who)s has entered this hand.", who=who_did(by)))
        return str(_("%(who)s has entered this hand on another phone.", who=who_did(by)))

    # Who sees what, and is told what

    def shows(self, seat: int) -> bool:
        """Whether this device may see this hand: the one place where that is decided."""
        return self.is_in(seat) and (
            self.is_complete or self.open.shows_at_once or self.is_from_here(seat)
        )

    @property
    def was_ruled(self) -> bool:
        """Whether a ruling was shown: the present one, or one before something was changed."""
        return self.is_complete or any(
            amendment.late and amendment.field not in NOTES for amendment in self.open.amendments
        )

    @property
    def hands_were_shown(self) -> bool:
        """Whether the ending was changed after a ruling with hands had been shown."""
        late = [
            amendment
            for amendment in self.open.amendments
            if amendment.late and amendment.field == ENDING.name
        ]
        return any(read_ending(amendment.was, self.state.sheet.game).scores for amendment in late)

    @property
    def who(self) -> str:
        """Whoever acts here, as others are told: the player whose phone this was at first.

        Empty if this phone later took the name of a player who then had a different phone.
        """
        phones, name = self.open.phones, self.state.member.signs or ""
        seat = phones.get(self.state.member.device_id)
        if seat is not None:
            return self.players[seat]
        return "" if name in {self.players[seat] for seat in phones.values()} else name

    def cards_of(self, seat: int) -> tuple[Card, ...]:
        """The cards of a hand that this phone may see; none if it was given as a count."""
        hand = self.shown.hands[seat].hand
        return () if hand is None or isinstance(hand, Count) else hand.cards

    @property
    def least_so_far(self) -> LeastSoFar | None:
        """Who has the least deadwood among the hands that this phone may see."""
        return None if self.is_complete else self.shown.least_so_far(self.whole.awaited)

    # Who changes what

    @cached_property
    def changing(self) -> dict[Seat, str]:
        """Who is changing which hand after all were in; the round waits for them."""
        if not self.is_complete:
            return {}
        who = {seat: self.open.hand(seat).changing for seat in self.seats if self.is_in(seat)}
        return {seat: name for seat, name in who.items() if name is not None}

    # Who agrees

    @property
    def ruling(self) -> Ruling | None:
        """The ruling, once everything is in and right."""
        return self.whole.judged.ruling if self.is_complete and self.whole.judged else None

    @property
    def agreed(self) -> list[Seat]:
        """The seats that agree to the ruling."""
        return [side for side in self.seats if side in self.open.agreed]

    @property
    def agrees_for(self) -> Seat | None:
        """The seat for which this device may agree: its player's when the round was announced.

        A player who is out since has no say.
        """
        phones, device_id = self.open.phones, self.state.member.device_id
        return next((side for side in self.seats if phones.get(device_id) in members(side)), None)

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


def announced_table(row: GameRow) -> OpenTable | None:
    """The announced round as the phone of this request may see it; `None` if there is none."""
    state = state_of(row)
    return OpenTable(state, state.open) if state.open and state.is_announced else None
