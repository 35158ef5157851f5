"""Writes the rows of a sheet's entries."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from sqlalchemy import Connection, delete, insert, update

from scorekeeper.storage.database import table
from scorekeeper.storage.mapping import RecordedEntry, write_round_row
from scorekeeper.storage.models import RoundRow

Entries: TypeAlias = Mapping[int, RecordedEntry]
"""Entries by their numbers on the sheet, from 1."""

_ROUND = table(RoundRow)
_INSERT = insert(_ROUND)


def exchange_entries(
    connection: Connection, game_id: str, off: Collection[int], on: Entries, length: int
) -> None:
    """Remove the entries numbered `off` from a sheet of this length. Insert the entries in `on`.

    The numbers in `off` are places before the change, and the numbers in `on` are places after it.

    Entries that only move keep their rows. `RoundRow` objects in the session stay outdated until
    the transaction ends.
    """
    if off:
        these = (_ROUND.c.game_id == game_id, _ROUND.c.number.in_(off))
        connection.execute(delete(_ROUND).where(*these))
    _move(connection, game_id, off, on, length)
    insert_entries(connection, {game_id: on})


def _move(
    connection: Connection, game_id: str, off: Collection[int], on: Entries, length: int
) -> None:
    after = length - len(off) + len(on)
    stay = [number for number in range(1, length + 1) if number not in off]
    free = [number for number in range(1, after + 1) if number not in on]
    shifts = [(old, new - old) for old, new in zip(stay, free, strict=True)]
    for shift, group in groupby(shifts, key=itemgetter(1)):
        numbers = [number for number, _shift in group]
        if shift:
            these = (_ROUND.c.game_id == game_id, _ROUND.c.number.between(numbers[0], numbers[-1]))
            # Numbers are negative until all entries have moved, because a number must be unique.
            shifted = -(_ROUND.c.number + shift)
            connection.execute(update(_ROUND).where(*these).values(number=shifted))
    if any(shift for _number, shift in shifts):
        moved = (_ROUND.c.game_id == game_id, _ROUND.c.number < 0)
        connection.execute(update(_ROUND).where(*moved).values(number=-_ROUND.c.number))


def insert_entries(connection: Connection, entries_of_games: Mapping[str, Entries]) -> None:
    rows = [
        write_round_row(game_id, number, recorded)
        for game_id, of_game in entries_of_games.items()
        for number, recorded in of_game.items()
    ]
    if rows:
        connection.execute(_INSERT, rows)
