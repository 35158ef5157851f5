"""Players who leave, join and come back between the rounds of a game of Basic Rummy."""

from __future__ import annotations

from typing import Any

from scorekeeper.games import commands
from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.messages import Seat
from scorekeeper.storage.models import GameRow
from tests.support.documents import out
from tests.support.scorebook import form, record, start

THREE = ("Ann", "Bob", "Cleo")

BASIC = {"variant": "basic", "overrides": {"target": 0, "scoring": "penalty"}}
"""Where the fewest points win, and nothing ends the game."""

ROUND = out("Ann", Bob=9, Cleo=3)


def begun(**options: Any) -> GameRow:
    """A game of three with one round: 0, 9, 3."""
    return record(start(THREE, **BASIC | options), ROUND)


def join(row: GameRow, name: str, points: int = 0, **more: Any) -> GameRow:
    """Somebody joins."""
    entry = Between(BetweenKind.JOINS, (Seat(len(row.people)),), (points,))
    return commands.join(row, **form(row) | more, names=[name], between=entry)


def leave(row: GameRow, *seats: int, **more: Any) -> GameRow:
    """Somebody leaves."""
    return between(row, BetweenKind.LEAVES, *seats, **more)


def rejoin(row: GameRow, *seats: int, **more: Any) -> GameRow:
    """Somebody comes back."""
    return between(row, BetweenKind.REJOINS, *seats, **more)


def adjust(row: GameRow, seat: int, points: int, **more: Any) -> GameRow:
    """The table gives or takes points."""
    entry = Between(BetweenKind.ADJUST, (Seat(seat),), (points,))
    return commands.record_between(row.id, **form(row) | more, between=entry)


def between(row: GameRow, kind: BetweenKind, *seats: int, **more: Any) -> GameRow:
    """Somebody leaves or comes back."""
    entry = Between(kind, tuple(map(Seat, seats)))
    return commands.record_between(row.id, **form(row) | more, between=entry)


def undo(row: GameRow) -> GameRow:
    """The last change is undone."""
    return commands.undo(row.id, **form(row))


def redo(row: GameRow) -> GameRow:
    """The last undo is taken back."""
    return commands.redo(row.id, **form(row))
