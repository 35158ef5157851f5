"""The standings after a round: points, and tie-breaks for entrants who are level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from fractions import Fraction
from itertools import combinations, groupby

from scorekeeper.tournament.knock_out import rounds_reached
from scorekeeper.tournament.model import PARTNERS, Round, Table, Tournament
from scorekeeper.tournament.points import (
    DealPoints,
    Number,
    Total,
    Worth,
    differences,
    mean,
    total,
    whole,
    winners,
)

DIRECT = "direct"

OF_POINTS = (DIRECT, "opponents", "best")
"""Tie-breaks in tournament points. If `lowest_is_first`, their lowest value is best."""


@dataclass(frozen=True, slots=True)
class EntrantResult:
    """An entrant's result in a round.

    `points` or a `score` of `None` mean the average of the entrant's played rounds. A round that
    `was_played` has both. `met` are the entrants on the other sides.
    """

    points: Number | None
    difference: Number = 0
    _: KW_ONLY
    score: int | None = None
    won: Number = 0
    met: tuple[int, ...] = ()
    was_played: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingLine:
    """An entrant in the standings. `breaks` has the tie-breaks in order.

    `direct` is set only for entrants who are level in points and in the tie-breaks before it. It is
    `None` if not all of them met. `out` is the round in which they were knocked out.
    """

    place: int
    entrant: int
    points: Number
    breaks: Mapping[str, Number | None]
    out: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The standings after a round, with the number of open tables so far."""

    after: int
    open_tables: int
    lines: tuple[StandingLine, ...]

    @property
    def order(self) -> tuple[int, ...]:
        """The entrants, best first. Entrants who share a place are in order of their numbers."""
        return tuple(line.entrant for line in self.lines)


def standing(tournament: Tournament, after: int) -> Standing:
    """The standings after this round, with all entrants so far, including those who have left.

    In a knock-out, the entrants who came furthest are first.
    """
    reckoning = _Reckoning(tournament, after)
    lines: list[StandingLine] = []
    for level in reckoning.ranked():
        place = len(lines) + 1
        lines += (reckoning.line(place, entrant) for entrant in level)
    return Standing(
        after=after,
        open_tables=sum(len(round.open_tables) for round in tournament.rounds[:after]),
        lines=tuple(lines),
    )


def results_in(tournament: Tournament, round: Round) -> dict[int, EntrantResult]:
    """The result of each entrant in this round. An open table gives no result."""
    found = {entrant: _without_game(tournament.bye) for entrant in round.out}
    for table in round.tables:
        for entrant, result in _of_table(tournament, table):
            found[entrant] = replace(result, met=table.met_by(entrant))
    return found


def _without_game(worth: Worth, won: int = 0) -> EntrantResult:
    return EntrantResult(worth.points, worth.difference, won=won)


def _of_table(tournament: Tournament, table: Table) -> Iterator[tuple[int, EntrantResult]]:
    if len(table.sides) == 1:
        yield from ((entrant, _without_game(tournament.bye)) for entrant in table.entrants)
        return
    if table.void:
        yield from ((entrant, EntrantResult(0, score=0)) for entrant in table.entrants)
        return
    played = dict(_of_game(tournament, table)) if table.totals else {}
    if table.forfeit is None:
        yield from played.items()
        return
    given = _without_game(tournament.forfeit_win, won=1)
    for entrant in table.entrants:
        had = played.get(entrant)
        if entrant == table.forfeit:
            loss = tournament.forfeit_loss
            yield entrant, EntrantResult(loss.points, loss.difference, score=0)
        elif had and (given.points is None or (had.points or 0) > given.points):
            yield entrant, had
        else:
            yield entrant, given


def _of_game(tournament: Tournament, table: Table) -> Iterator[tuple[int, EntrantResult]]:
    totals, fewest_win = table.totals or (), tournament.fewest_win
    scheme = tournament.points
    points: tuple[Number, ...]
    if isinstance(scheme, DealPoints):
        points = scheme.points_of_deals(table.deals, len(table.sides))
    else:
        points = scheme.points(totals, fewest_win=fewest_win)
    ahead = differences(totals, fewest_win=fewest_win)
    best = winners(totals, fewest_win=fewest_win)
    for side, entrants in enumerate(table.sides):
        won = 0 if side not in best else 1 if len(best) == 1 else Fraction(1, 2)
        result = EntrantResult(
            points[side], ahead[side], score=totals[side], won=won, was_played=True
        )
        yield from ((entrant, result) for entrant in entrants)


def met_before(rounds: Iterable[Round]) -> Counter[frozenset[int]]:
    """The number of times that two entrants met on different sides of a table."""
    return Counter(
        frozenset((entrant, other))
        for round in rounds
        for table in round.tables
        for entrant in table.entrants
        for other in table.met_by(entrant)
        if entrant < other
    )


def partnered_before(rounds: Iterable[Round]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(side)
        for round in rounds
        for table in round.tables
        for side in table.sides
        if len(side) == PARTNERS
    )


def team_points(tournament: Tournament, standing: Standing) -> list[tuple[int, str, Number]]:
    """The teams in the standings, each with its place and the points of all its entrants."""
    points: dict[str, Number] = {}
    teams = {one.number: one.team for one in tournament.entrants if one.team}
    for line in standing.lines:
        if line.entrant in teams:
            team = teams[line.entrant]
            points[team] = total((points.get(team, 0), line.points))
    sign = 1 if lowest_is_first(tournament) else -1
    ranked = sorted(points.items(), key=lambda one: (sign * one[1], one[0]))
    places = {got: place for place, (_team, got) in reversed([*enumerate(ranked, start=1)])}
    return [(places[got], team, got) for team, got in ranked]


def lowest_is_first(tournament: Tournament) -> bool:
    """Check whether the fewest points are first in the standings."""
    return isinstance(tournament.points, Total) and tournament.fewest_win


def sat_out(tournament: Tournament, rounds: Sequence[Round]) -> Counter[int]:
    """The number of rounds each entrant sat out, including all rounds before a late start."""
    missed = Counter({one.number: min(one.first - 1, len(rounds)) for one in tournament.entrants})
    return missed + Counter(entrant for round in rounds for entrant in round.without_game)


class _Reckoning:
    """The points of all entrants, and their tie-breaks as needed."""

    def __init__(self, tournament: Tournament, after: int) -> None:
        self.tournament = tournament
        self.after = after
        self.reached = rounds_reached(tournament, after)
        self.results: dict[int, list[EntrantResult]] = {
            one.number: [] for one in tournament.entrants
        }
        for round in tournament.rounds[:after]:
            for entrant, result in results_in(tournament, round).items():
                self.results[entrant].append(result)
        self.given = [one for one in tournament.adjustments if one.round <= after]
        self.entrants = [one.number for one in tournament.entrants if one.first <= max(after, 1)]
        self.lowest_first = lowest_is_first(tournament)
        self.points = {entrant: self._points(entrant) for entrant in self.entrants}
        self.direct: dict[int, Number | None] = {}
        self.lots = {entrant: drawn for drawn, entrant in enumerate(tournament.lots, start=1)}

    def _points(self, entrant: int) -> Number:
        rounds = self.results[entrant]
        usual = mean([one.points for one in rounds if one.was_played and one.points is not None])
        given = sum(one.points for one in self.given if one.entrant == entrant)
        return total(usual if one.points is None else one.points for one in rounds) + given

    def ranked(self) -> Iterator[list[int]]:
        """The entrants of each place, the best place first."""
        reached = {entrant: self.reached.get(entrant, 0) for entrant in self.entrants}
        for together in self._parted(self.entrants, reached, lowest_first=False):
            for level in self._parted(together, self.points, lowest_first=self.lowest_first):
                yield from self._separated(level, self.tournament.breaks)

    def _separated(self, level: list[int], breaks: Sequence[str]) -> Iterator[list[int]]:
        if len(level) == 1 or not breaks:
            yield level
            return
        values = self._values(breaks[0], level)
        for part in self._parted(level, values, lowest_first=self._is_lowest_first(breaks[0])):
            yield from self._separated(part, breaks[1:])

    @staticmethod
    def _parted(
        level: list[int], values: Mapping[int, Number | None], *, lowest_first: bool
    ) -> Iterator[list[int]]:
        """Groups of entrants with the same value. Entrants without a value come last."""
        sign = 1 if lowest_first else -1

        def key(entrant: int) -> tuple[bool, Number]:
            value = values[entrant]
            return (True, 0) if value is None else (False, sign * value)

        for _value, part in groupby(sorted(level, key=key), key):
            yield sorted(part)

    def _is_lowest_first(self, tie_break: str) -> bool:
        if tie_break == "score":
            return self.tournament.fewest_win
        return tie_break == "lot" or (self.lowest_first and tie_break in OF_POINTS)

    def _values(self, tie_break: str, level: Sequence[int]) -> Mapping[int, Number | None]:
        if tie_break != DIRECT:
            return {entrant: self._value(tie_break, entrant) for entrant in level}
        met = {
            (one, other) for one in level for result in self.results[one] for other in result.met
        }
        all_met = all(two in met for two in combinations(level, 2))
        found = {entrant: self._direct(entrant, level) if all_met else None for entrant in level}
        self.direct |= found
        return found

    def _direct(self, entrant: int, level: Sequence[int]) -> Number:
        """The points at tables with other entrants of the level group."""
        together = [one for one in self.results[entrant] if not {*one.met}.isdisjoint(level)]
        return total(one.points or 0 for one in together)

    def _value(self, tie_break: str, entrant: int) -> Number | None:
        rounds = self.results[entrant]
        match tie_break:
            case "difference":
                given = sum(one.score for one in self.given if one.entrant == entrant)
                return total(one.difference for one in rounds) + given
            case "score":
                usual = mean([one.score or 0 for one in rounds if one.was_played])
                return sum(usual if one.score is None else one.score for one in rounds)
            case "won":
                return total(one.won for one in rounds)
            case "opponents":
                met = [self.points[other] for one in rounds for other in one.met]
                return whole(Fraction(total(met), len(met))) if met else None
            case "best":
                best = min if self.lowest_first else max
                played = [one.points for one in rounds if one.was_played and one.points is not None]
                return best(played, default=None)
            case _:
                return self.lots.get(entrant)

    def line(self, place: int, entrant: int) -> StandingLine:
        breaks = {
            key: self.direct[entrant] if key == DIRECT else self._value(key, entrant)
            for key in self.tournament.breaks
            if (key != DIRECT or entrant in self.direct) and (key != "lot" or self.lots)
        }
        reached = self.reached.get(entrant, self.after + 1)
        return StandingLine(
            place=place,
            entrant=entrant,
            points=self.points[entrant],
            breaks=breaks,
            out=reached if reached <= self.after else None,
        )
