"""Writes the rows of the rounds on a sheet, with their hands and adjustments."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import groupby, starmap
from operator import itemgetter
from typing import Any, TypeAlias

from sqlalchemy import Connection, delete, insert, update

from scorekeeper.storage.database import table
from scorekeeper.storage.mapping import (
    RecordedRound,
    write_adjustment_row,
    write_hand_row,
    write_round_row,
)
from scorekeeper.storage.models import AdjustmentRow, HandRow, RoundRow

Rounds: TypeAlias = Mapping[int, RecordedRound]
"""Rounds by number."""

_ROUND, _HAND, _ADJUSTMENT = table(RoundRow), table(HandRow), table(AdjustmentRow)
_INSERT_ROUNDS = insert(_ROUND).returning(_ROUND.c.id, sort_by_parameter_order=True)


def exchange_rounds(
    connection: Connection, game_id: str, off: Collection[int], on: Rounds, played: int
) -> None:
    """Take the rounds numbered `off` from a sheet of `played` rounds, and put those in `on` on it.

    The numbers in `off` are from before the change, those in `on` from after it.

    Rounds that only move keep their rows. The `RoundRow`s that the session has loaded are out of
    date until the transaction ends.
    """
    if off:
        these = (_ROUND.c.game_id == game_id, _ROUND.c.number.in_(off))
        connection.execute(delete(_ROUND).where(*these))
    _move(connection, game_id, off, on, played)
    insert_rounds(connection, {game_id: on})


def _move(
    connection: Connection, game_id: str, off: Collection[int], on: Rounds, played: int
) -> None:
    """Renumber the rounds that stay."""
    after = played - len(off) + len(on)
    stay = [number for number in range(1, played + 1) if number not in off]
    free = [number for number in range(1, after + 1) if number not in on]
    shifts = [(old, new - old) for old, new in zip(stay, free, strict=True)]
    for shift, group in groupby(shifts, key=itemgetter(1)):
        numbers = [number for number, _shift in group]
        if shift:
            these = (_ROUND.c.game_id == game_id, _ROUND.c.number.between(numbers[0], numbers[-1]))
            # Negative meanwhile: no two rounds may share a number, even for a moment.
            shifted = -(_ROUND.c.number + shift)
            connection.execute(update(_ROUND).where(*these).values(number=shifted))
    if any(shift for _number, shift in shifts):
        moved = (_ROUND.c.game_id == game_id, _ROUND.c.number < 0)
        connection.execute(update(_ROUND).where(*moved).values(number=-_ROUND.c.number))


def insert_rounds(connection: Connection, rounds_of_games: Mapping[str, Rounds]) -> None:
    """Insert the rounds of each game, by the game's id, with their hands and adjustments."""
    rounds = [
        (game_id, number, entry)
        for game_id, of_game in rounds_of_games.items()
        for number, entry in of_game.items()
    ]
    if not rounds:
        return
    inserted = connection.scalars(_INSERT_ROUNDS, list(starmap(write_round_row, rounds)))
    hands: list[dict[str, Any]] = []
    adjustments: list[dict[str, Any]] = []
    for row_id, (_game, _number, entry) in zip(inserted, rounds, strict=True):
        played_round = entry.round
        hands += [
            {"round_id": row_id, "seat": seat, **write_hand_row(hand)}
            for seat, hand in enumerate(played_round.hands)
            if hand is not None
        ]
        adjustments += [
            {"round_id": row_id, "place": place, **write_adjustment_row(adjustment)}
            for place, adjustment in enumerate(played_round.adjustments)
        ]
    for rows_of, rows in ((_HAND, hands), (_ADJUSTMENT, adjustments)):
        if rows:
            connection.execute(insert(rows_of), rows)
