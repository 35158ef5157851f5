"""A league: the sum of points from several evenings, optionally only the best ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

from scorekeeper.tournament.model import Tournament
from scorekeeper.tournament.points import Number, Places, total
from scorekeeper.tournament.standings import Standing

COUNTED, ATTENDED = "counted", "attended"
LEAGUE_BREAKS = (COUNTED, ATTENDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueEvening:
    """An evening: the points of each player who was there. They count `factor` times."""

    tournament: str = ""
    factor: int = 1
    points: Mapping[str, Number] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """A league that counts the `best` evenings of each player, or all.

    `places` are the points for each place of an evening, from the first. Without them, an evening
    gives its tournament points. `breaks` are tie-breaks: the `counted` results from the best down,
    or the number of evenings `attended`. A league is `archived` after its season.
    """

    id: str = ""
    name: str
    best: int | None = None
    places: tuple[int, ...] = ()
    breaks: tuple[str, ...] = LEAGUE_BREAKS
    archived: bool = False
    evenings: tuple[LeagueEvening, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A player in the table of a league.

    `results` are the points of each evening times its factor, by the index of the evening in the
    league. `counting` lists the evenings that count, best first.
    """

    place: int = 0
    player: str
    points: Number
    results: Mapping[int, Number]
    counting: tuple[int, ...]

    @property
    def counted(self) -> tuple[Number, ...]:
        """The results that count, best first."""
        return tuple(self.results[evening] for evening in self.counting)

    @property
    def attended(self) -> int:
        return len(self.results)


def league_table(league: League) -> tuple[Row, ...]:
    """The table of a league, best first. Players still level after all tie-breaks share a place."""
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


def _row(league: League, player: str, best: int) -> Row:
    results = {
        place: evening.points[player] * evening.factor
        for place, evening in enumerate(league.evenings)
        if player in evening.points
    }
    counting = tuple(sorted(results, key=results.__getitem__, reverse=True)[:best])
    points = total(results[evening] for evening in counting)
    return Row(player=player, points=points, results=results, counting=counting)


def points_of_players(
    tournament: Tournament, standing: Standing, places: tuple[int, ...] = ()
) -> dict[str, Number]:
    """A tournament's points for a league by player. Each player of a pair gets the pair's points.

    With `places`, these are points by place. Entrants who share a place get the mean.
    """
    lines = standing.lines
    points = [line.points for line in lines]
    if places:
        points = [*Places(places).points([-line.place for line in lines], fewest_win=False)]
    players = {one.number: one.players for one in tournament.entrants}
    # The best result comes last, so it wins if two merged players were both there.
    given = [*zip(lines, points, strict=True)][::-1]
    return {name: got for line, got in given for name in players[line.entrant]}
