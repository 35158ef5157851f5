"""The results of a game as rows of the database, with their persons and their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, bindparam, select

from scorekeeper.statistics.counting import CountedGame
from scorekeeper.storage.database import table
from scorekeeper.storage.models import GameResult, GameRow, Player

Result: TypeAlias = dict[str, Any]
"""The columns of a row of `game_result` or `round_result`."""

UNKNOWN: Result = {"mu": 0.0, "sigma": 0.0, "streak": 0, "variant_streak": 0}
"""Placeholders for ratings and streaks not yet computed. No game can have these values."""

_PLAYER = table(Player)

_MERGED = select(_PLAYER.c.id, _PLAYER.c.same_as_id).where(
    _PLAYER.c.club_id == bindparam("club"), _PLAYER.c.same_as_id.is_not(None)
)

_RESULT = table(GameResult)

_OF_GAME = select(_RESULT).where(_RESULT.c.game_id == bindparam("game")).order_by(_RESULT.c.seat)


class OrderKey(NamedTuple):
    """The sort key of games."""

    played_on: date
    started_at: datetime
    game_id: str


ORDER_COLUMNS = tuple(_RESULT.c[name] for name in OrderKey._fields)
"""The columns of results in the order of `OrderKey`."""

LATEST_RESULTS_FIRST = tuple(column.desc() for column in ORDER_COLUMNS)


def order_key_of(result: Result) -> OrderKey:
    return OrderKey(result["played_on"], result["started_at"], result["game_id"])


class Persons:
    """The person of each player of a club. Merged players are one person."""

    def __init__(self, connection: Connection, club_id: int) -> None:
        merged = connection.execute(_MERGED, {"club": club_id})
        self._same_as: dict[int, int] = {row.id: row.same_as_id for row in merged}

    def person(self, player_id: int) -> int:
        return [player_id, *self._merges_of(player_id)][-1]

    def same(self, player_id: int) -> set[int]:
        """A player with all players merged into this player, directly or indirectly."""
        return {player_id} | {
            other for other in self._same_as if player_id in self._merges_of(other)
        }

    def _merges_of(self, player_id: int) -> Iterator[int]:
        while (other := self._same_as.get(player_id)) is not None:
            yield other
            player_id = other


def is_counted(row: GameRow) -> bool:
    """Check whether a game counts: it was played, is over or called, and is not deleted."""
    was_played = row.played > 0 or row.imported is not None
    return was_played and row.status != "playing" and row.deleted_at is None


def stored_results(connection: Connection, game_id: str) -> list[Result]:
    """The stored results of a game, by seat."""
    return [row._asdict() for row in connection.execute(_OF_GAME, {"game": game_id})]


def new_results(
    row: GameRow, counted: CountedGame, persons: Persons
) -> tuple[list[Result], list[Result]]:
    """The results of a counted game and of its rounds, without ratings and streaks."""
    common = {
        "game_id": row.id,
        "club_id": row.club_id,
        "variant": row.variant,
        "preset": row.preset,
        "played_on": row.played_on,
    }
    players = [persons.person(seat.player_id) for seat in row.seats]
    started = {"started_at": row.created_at}
    games = [
        {**common, **started, "player_id": players[of_seat["seat"]], **of_seat, **UNKNOWN}
        for of_seat in counted.seats
    ]
    rounds = [
        {
            **common,
            "player_id": players[round.seat],
            "number": round.number,
            "seat": int(round.seat),
            "side": int(round.side),
            "ending": round.ending.value,
            "ended": round.ended,
            "won": round.won,
            "undercut": round.undercut,
            "points": round.points,
            "deadwood": round.deadwood,
        }
        for round in counted.rounds
    ]
    return games, rounds


def persons_of(results: Sequence[Result]) -> set[int]:
    return {result["player_id"] for result in results}
