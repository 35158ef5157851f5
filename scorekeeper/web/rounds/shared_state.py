"""An open round as pages show it: who is in, who is awaited, and the ruling at the end."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.open_rounds import Open
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.storage.models import GameRow
from scorekeeper.web.formatting import ending_message
from scorekeeper.web.rounds.context import RoundContext, context_of
from scorekeeper.web.rounds.game_state import GameState, state_of
from scorekeeper.web.rounds.preview import Preview, preview
from scorekeeper.web.rounds.typed_round import TypedRound, typed_round


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The open round of a game as one device sees it.

    `with_phones` are the players of the club who have a phone, once all the hands are in.
    """

    state: GameState
    open: Open
    context: RoundContext
    typed: TypedRound
    looked: Preview
    with_phones: frozenset[str]

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in order of play."""
        return self.context.game.players

    @property
    def mine(self) -> Seat | None:
        """The seat for which this device speaks."""
        return self.state.own_seat

    @property
    def ending(self) -> Message | None:
        """How the round ended: `Jean knocked`."""
        ending = self.looked.read.ending
        return None if ending.rule is None else ending_message(ending.rule, ending.by)

    @property
    def judged_game(self) -> Game:
        """The game with this round on its sheet, once it is judged."""
        return (self.looked.after or self.context.sheet).game

    @property
    def waiting(self) -> list[Seat]:
        """The seats whose hands are still to be given."""
        return self.looked.waiting_hands

    @property
    def is_complete(self) -> bool:
        """Whether everything needed for a ruling is in."""
        return not self.looked.is_incomplete

    @property
    def is_revealed(self) -> bool:
        """Whether everybody may see every hand."""
        return self.is_complete or self.state.member.shows_at_once

    def is_in(self, seat: int) -> bool:
        """Whether this hand was entered."""
        return bool(self.open.hand(seat).text)

    def is_foreign(self, seat: int) -> bool:
        """Whether this hand was entered on another device."""
        return self.is_in(seat) and self.open.hand(seat).device_id != self.state.member.device_id

    def shows(self, seat: int) -> bool:
        """Whether this device may see this hand."""
        return self.is_revealed or seat == self.mine or not self.is_foreign(seat)

    @property
    def agreed(self) -> list[Seat]:
        """The seats that agree to the ruling."""
        return [Seat(seat) for seat in self.open.agreed]

    @property
    def still_to_agree(self) -> list[Seat]:
        """The seats with a phone of their own that have not agreed yet."""
        seats = [Seat(seat) for seat, name in enumerate(self.players) if name in self.with_phones]
        return [seat for seat in seats if seat not in self.open.agreed]

    @property
    def others_to_agree(self) -> list[Seat]:
        """The same without this device's own seat."""
        return [seat for seat in self.still_to_agree if seat != self.mine]

    @property
    def may_record(self) -> bool:
        """Whether the round may be recorded: everybody has agreed, or nobody has to."""
        return not self.state.member.all_agree or not self.still_to_agree


def open_table(row: GameRow) -> OpenTable | None:
    """The open round of a game in play."""
    state = state_of(row)
    return None if state.open is None else table_of(state, state.open)


def table_of(state: GameState, open: Open) -> OpenTable:
    """This open round as the device that asks sees it."""
    context = context_of(state.sheet)
    typed = typed_round(open.fields, len(state.players))
    looked = preview(context, typed)
    phones = () if looked.is_incomplete else state.phones
    return OpenTable(
        state=state,
        open=open,
        context=context,
        typed=typed,
        looked=looked,
        with_phones=frozenset(each.player for each in phones if each.player is not None),
    )
