"""An open round as one phone sees it: who is in, who is awaited, and which hands it may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask_babel import gettext as _

from scorekeeper.clubs.members import HandsShown
from scorekeeper.games.open_rounds import OpenRound
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.round import Count, Ruling
from scorekeeper.storage.mapping import Amendment
from scorekeeper.storage.models import GameRow
from scorekeeper.web.parts.formatting import ending_message
from scorekeeper.web.parts.game_history import history_entries
from scorekeeper.web.rounds.facts import ReadEnding, read_ending
from scorekeeper.web.rounds.game_state import GameState, state_of
from scorekeeper.web.rounds.round_in_progress import LeastSoFar, RoundInProgress
from scorekeeper.web.rounds.typed_round import TypedRound, typed_round


@dataclass(frozen=True)
class OpenTable:
    """The open round of a game, limited to what the asking device may see.

    Whatever shows a hand asks `shows` first. `whole` is the round with every hand: only what is
    shown to everybody, such as who is awaited, may be taken from it before `is_complete`.
    """

    state: GameState
    open: OpenRound

    @cached_property
    def typed(self) -> TypedRound:
        """The round as typed, with every hand that counts after this ending."""
        hands = {
            f"hand-{seat}": hand.text
            for seat, hand in self.open.hands.items()
            if self.how.takes_hand(seat)
        }
        return typed_round({**self.open.facts, **hands}, len(self.players))

    @cached_property
    def how(self) -> ReadEnding:
        """How the round ended, and who ended it."""
        return read_ending(self.open.facts.get("ending", ""), self.state.sheet.game)

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
    def seats(self) -> list[Seat]:
        """Every seat, in order of play."""
        return [Seat(seat) for seat in range(len(self.players))]

    @property
    def mine(self) -> Seat | None:
        """The seat for which this device speaks."""
        return self.state.own_seat

    @property
    def ending(self) -> Message | None:
        """How the round ended: `Jean knocked`."""
        return ending_message(self.how.rule, self.how.by) if self.how.rule else None

    @property
    def judged_game(self) -> Game:
        """The game with this round on its sheet, once it is judged."""
        return (self.whole.after or self.state.sheet).game

    @property
    def renumbered(self) -> str:
        """The message to whoever typed a hand while the round had another number.

        Rounds before this one were undone, put back or removed while it was entered.
        """
        [newest] = history_entries(self.state.row, 1)
        what = _("%(change)s by %(name)s", change=newest.words, name=newest.entered_by)
        return str(
            _(
                "%(change)s. What is entered here is round %(number)d now.",
                change=what if newest.entered_by else newest.words,
                number=self.whole.number,
            )
        )

    # Who is in

    @property
    def waiting(self) -> list[Seat]:
        """The seats whose hands are still to be given."""
        return self.whole.awaited

    @property
    def is_complete(self) -> bool:
        """Whether everything needed for a ruling is in."""
        return not self.whole.is_incomplete

    def is_in(self, seat: int) -> bool:
        """Whether this hand was given, and counts after this ending."""
        return bool(self.typed.hands[seat])

    @property
    def without_phones(self) -> list[Seat]:
        """The seats that are awaited and have no phone here: anybody may enter their hands."""
        return [
            seat
            for seat in self.waiting
            if seat != self.mine
            and seat not in self.state.seats_elsewhere
            and self.open.hand(seat).device_id in (None, self.state.member.device_id)
        ]

    @property
    def entered_elsewhere(self) -> dict[Seat, str]:
        """For each awaited hand that another phone took over, the name of who took it."""
        return {
            seat: self.open.hand(seat).by
            for seat in self.waiting
            if self.open.hand(seat).device_id not in (None, self.state.member.device_id)
        }

    def are_given_elsewhere(self, seats: Sequence[Seat]) -> bool:
        """Whether there are such seats, and the hands of all were given by other phones."""
        device_id = self.state.member.device_id
        return bool(seats) and all(
            self.is_in(seat) and self.open.hand(seat).device_id != device_id for seat in seats
        )

    # Who may see what

    def answers_for(self, seat: int) -> bool:
        """Whether this phone answers for a hand: its player's, or one that it sent or took over."""
        device_id = self.open.hand(seat).device_id
        return seat == self.mine or device_id == self.state.member.device_id

    def may_give(self, seat: int) -> bool:
        """Whether this phone may give this hand without taking it over first."""
        if self.answers_for(seat):
            return True
        return seat not in self.state.seats_elsewhere and self.open.hand(seat).device_id is None

    @cached_property
    def shows_others(self) -> bool:
        """Whether this phone may see the hands that others have given."""
        member = self.state.member
        if self.is_complete:
            return True
        if not member.plays or member.hands_shown is HandsShown.ALL_IN:
            return False
        if member.hands_shown is HandsShown.AT_ONCE:
            return True
        # A phone without a player has no hand to give first: it would see every hand at once.
        return self.mine is not None and not any(map(self.answers_for, self.waiting))

    def shows(self, seat: int) -> bool:
        """Whether this phone may see this hand: the one place where that is decided."""
        return self.answers_for(seat) or (self.shows_others and self.is_in(seat))

    @property
    def seen(self) -> tuple[Seat, ...]:
        """The seats of others whose hands this phone sees now."""
        return tuple(
            [
                seat
                for seat in self.seats
                if self.is_in(seat) and not self.answers_for(seat) and self.shows(seat)
            ]
        )

    def cards_of(self, seat: int) -> tuple[Card, ...]:
        """The cards of a hand that this phone may see; none if it was given as a count."""
        hand = self.shown.hands[seat].hand
        return () if hand is None or isinstance(hand, Count) else hand.cards

    @property
    def least_so_far(self) -> LeastSoFar | None:
        """Who has the least deadwood among the hands that this phone may see."""
        return None if self.is_complete else self.shown.least_so_far(self.waiting)

    @property
    def amendments(self) -> tuple[Amendment, ...]:
        """The changes made by somebody who had already seen hands of others."""
        return tuple(each for each in self.open.amendments if each.saw)

    # Who agrees

    @property
    def ruling(self) -> Ruling | None:
        """The ruling, once everything is in and right."""
        return self.whole.judged.ruling if self.is_complete and self.whole.judged else None

    @property
    def agreed(self) -> list[Seat]:
        """The seats that agree to the ruling."""
        return [Seat(seat) for seat in self.open.agreed]

    @cached_property
    def agreeing(self) -> list[Seat]:
        """The seats that must agree, in a club where all do: those whose phone is in use."""
        if not self.state.member.all_agree:
            return []
        here = self.state.seats_in_hand
        return [seat for seat in self.seats if seat in here or seat == self.mine]

    @property
    def still_to_agree(self) -> list[Seat]:
        """The seats that have not agreed yet."""
        return [seat for seat in self.agreeing if seat not in self.open.agreed]

    @property
    def may_record(self) -> bool:
        """Whether the round may be recorded: everybody has agreed, or nobody has to."""
        return not self.still_to_agree


def open_table(row: GameRow) -> OpenTable | None:
    """The open round as the phone of this request may see it; `None` if there is none."""
    state = state_of(row)
    return None if state.open is None else OpenTable(state, state.open)
