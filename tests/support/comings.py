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
"""A game without a target, won by the fewest points."""

ROUND = out("Ann", Bob=9, Cleo=3)


def begun(**options: Any) -> GameRow:
    """A game of three with one round: 0, 9, 3."""
    return record(start(THREE, **BASIC | options), ROUND)


def join(row: GameRow, name: str, points: int = 0, **more: Any) -> GameRow:
    entry = Between(BetweenKind.JOINS, (Seat(len(row.people)),), (points,))
    return commands.join(row, **form(row) | more, names=[name], between=entry)


def leave(row: GameRow, *seats: int, **more: Any) -> GameRow:
    return between(row, BetweenKind.LEAVES, *seats, **more)


def rejoin(row: GameRow, *seats: int, **more: Any) -> GameRow:
    return between(row, BetweenKind.REJOINS, *seats, **more)


def adjust(row: GameRow, seat: int, points: int, **more: Any) -> GameRow:
    """Give points to a seat between rounds. Negative points are taken away."""
    entry = Between(BetweenKind.ADJUST, (Seat(seat),), (points,))
    return commands.record_between(row.id, **form(row) | more, between=entry)


def between(row: GameRow, kind: BetweenKind, *seats: int, **more: Any) -> GameRow:
    """Record an entry between rounds without points: players leave or come back."""
    entry = Between(kind, tuple(map(Seat, seats)))
    return commands.record_between(row.id, **form(row) | more, between=entry)


def undo(row: GameRow) -> GameRow:
    """Undo the last change."""
    return commands.undo(row.id, **form(row))


def redo(row: GameRow) -> GameRow:
    """Redo the change undone last."""
    return commands.redo(row.id, **form(row))
