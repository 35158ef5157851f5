"""An open round as pages show it: who is in, for whom it waits, and the ruling once all are in."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.clubs.members import players_with_phones
from scorekeeper.games.commands import sheet
from scorekeeper.games.open_rounds import Open, find_open
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.storage.models import Club, GameRow
from scorekeeper.web.formatting import ending_message
from scorekeeper.web.permissions import current_club, current_member
from scorekeeper.web.rounds.context import RoundContext, context_of
from scorekeeper.web.rounds.preview import Preview, preview
from scorekeeper.web.rounds.typed_round import TypedRound, typed_round


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The open round of a game as one device sees it; `mine` is the seat for which that speaks."""

    row: GameRow
    club: Club
    open: Open
    context: RoundContext
    typed: TypedRound
    looked: Preview
    device_id: str
    mine: Seat | None

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in order of play."""
        return self.context.game.players

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
        """Whether all is in that a ruling needs."""
        return not self.looked.is_incomplete

    @property
    def is_revealed(self) -> bool:
        """Whether everybody may see every hand."""
        return self.is_complete or self.club.shows_at_once

    def is_in(self, seat: int) -> bool:
        """Whether this hand was entered."""
        return bool(self.open.hand(seat).text)

    def is_foreign(self, seat: int) -> bool:
        """Whether this hand was entered on another device."""
        return self.is_in(seat) and self.open.hand(seat).device_id != self.device_id

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
        phones = players_with_phones(self.club)
        seats = [Seat(seat) for seat, name in enumerate(self.players) if name in phones]
        return [seat for seat in seats if seat not in self.open.agreed]

    @property
    def others_to_agree(self) -> list[Seat]:
        """The same but for the own seat."""
        return [seat for seat in self.still_to_agree if seat != self.mine]

    @property
    def may_record(self) -> bool:
        """Whether the club's choice is met: anyone records, or all have agreed."""
        return not self.club.all_agree or not self.still_to_agree


def the_table(row: GameRow) -> OpenTable | None:
    """The open round of a game in play."""
    found = find_open(row.id) if row.status == "playing" else None
    return None if found is None else table_of(row, found)


def table_of(row: GameRow, open: Open) -> OpenTable:
    """This open round as the device that asks sees it."""
    context = context_of(sheet(row))
    typed = typed_round(open.fields, len(row.seats))
    return OpenTable(
        row=row,
        club=current_club(),
        open=open,
        context=context,
        typed=typed,
        looked=preview(context, typed),
        device_id=current_member().device_id,
        mine=own_seat(context.game),
    )


def own_seat(game: Game) -> Seat | None:
    """The seat for which the device that asks speaks."""
    player = current_member().player
    return Seat(game.players.index(player)) if player in game.players else None
