"""The seats of players who join a game later: assign, free, exchange, and keep them in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.rummy.game.entries import seats_joining, seats_named
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.mapping import RecordedGame
from scorekeeper.storage.models import ChangeRow, GameRow, Player, SeatRow

_JOINED_LATE = select(ChangeRow).where(
    ChangeRow.game_id == bindparam("game_id"), ChangeRow.late_seats.is_not(None)
)


def check_seats(before: Game, after: Game) -> None:
    """Reject a change that makes a player no longer join but leaves entries about this player.

    This also rejects a change that would free a seat between other seats.
    """
    for seat in sorted(seats_joining(before.entries) - seats_joining(after.entries)):
        if any(seat in seats_named(entry) for entry in after.entries):
            text = message("{player} has later entries. Remove those first.", player=seat)
            raise RuleError(text, names=before.players)
        if seat < len(after.players):
            text = message(
                "{player} sits between other players, so this entry cannot be removed.", player=seat
            )
            raise RuleError(text, names=before.players)


def check_nothing_follows(game: Game, place: int) -> None:
    """Reject removing an entry about joining players if a later entry depends on it.

    A later entry depends on it if it names these players, or if more players join in it. Raises
    `RuleError`.
    """
    joining = seats_joining([game.entries[place - 1]])
    for later in game.entries[place:]:
        for seat in sorted(joining):
            if seat in seats_named(later):
                text = message("{player} has later entries. Remove those first.", player=seat)
                raise RuleError(text, names=game.players)
        for other in sorted(seats_joining([later])):
            if any(seat < other for seat in joining):
                text = message("{player} joined after this. Remove that entry first.", player=other)
                raise RuleError(text, names=game.players)


def seat_newcomers(
    session: Session, row: GameRow, sheet: Sheet, newcomers: Sequence[Player]
) -> None:
    """Give newcomers the next seats, and free the seats of players who no longer join."""
    for newcomer in newcomers:
        row.seats.append(SeatRow(number=len(row.seats), player=newcomer))
    for seat in row.seats[len(sheet.game.players) :]:
        row.seats.remove(seat)
        session.delete(seat)


def exchange_player(session: Session, row: GameRow, number: Seat, player: Player) -> None:
    """Replace a wrong player of a seat, also in the history."""
    seat = row.seats[number]
    wrong, seat.player = seat.player_id, player
    for change in session.scalars(_JOINED_LATE, {"game_id": row.id}):
        late = change.late_seats or {}
        if late.get(str(number), [None])[0] == wrong:
            change.late_seats = {**late, str(number): [player.id, player.name]}
    # The function that writes the results reads the seats.
    session.flush()


def late_seats(row: GameRow, recorded: RecordedGame) -> dict[str, list[Any]]:
    game = recorded.game
    if len(game.starters) == len(game.sides):
        return {}  # in most games nobody joins later, so the seats need not be read
    late = [seat for seat in row.seats if seat.number not in game.starters]
    return {str(seat.number): [seat.player.id, seat.player.person.name] for seat in late}
