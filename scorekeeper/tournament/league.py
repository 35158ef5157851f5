"""A league: the points of several evenings added up, of which only the best may count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

from scorekeeper.tournament.model import Tournament
from scorekeeper.tournament.points import Number, total
from scorekeeper.tournament.standings import standing

COUNTED, ATTENDED = "counted", "attended"
LEAGUE_BREAKS = (COUNTED, ATTENDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueEvening:
    """An evening: the points of everybody who was there, which count `factor` times."""

    tournament: str = ""
    factor: int = 1
    points: Mapping[str, Number] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """A league in which the `best` evenings of each player count, or all.

    `breaks` part those who are level: by their `counted` results from the best down, or by how
    many evenings they `attended`.
    """

    name: str
    best: int | None = None
    breaks: tuple[str, ...] = LEAGUE_BREAKS
    evenings: tuple[LeagueEvening, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A player in the table of a league; `counted` are the results that count, best first.

    `attended` is how many evenings the player came to.
    """

    place: int = 0
    player: str
    points: Number
    counted: tuple[Number, ...]
    attended: int


def league_table(league: League) -> tuple[Row, ...]:
    """The table of a league, best first; those who stay level share a place."""
    players = sorted({name for evening in league.evenings for name in evening.points})
    counting = len(league.evenings) if league.best is None else league.best

    def order(row: Row) -> list[tuple[Number, ...]]:
        # A missed evening adds nothing.
        missed = (0,) * (counting - len(row.counted))
        values = {COUNTED: (*row.counted, *missed), ATTENDED: (row.attended,)}
        keys = [(row.points,), *(values[key] for key in league.breaks)]
        return [tuple(-number for number in key) for key in keys]

    rows = sorted((_row(league, player, counting) for player in players), key=order)
    found: list[Row] = []
    for _order, level in groupby(rows, key=order):
        place = len(found) + 1
        found += (replace(row, place=place) for row in level)
    return tuple(found)


def _row(league: League, player: str, counting: int) -> Row:
    results = [
        evening.points[player] * evening.factor
        for evening in league.evenings
        if player in evening.points
    ]
    counted = tuple(sorted(results, reverse=True)[:counting])
    return Row(player=player, points=total(counted), counted=counted, attended=len(results))


def points_of_players(tournament: Tournament) -> dict[str, Number]:
    """The points of an evening for its league: each of a pair gets the points of the pair."""
    players = {one.number: one.players for one in tournament.entrants}
    lines = standing(tournament, len(tournament.rounds)).lines
    return {name: line.points for line in lines for name in players[line.entrant]}
