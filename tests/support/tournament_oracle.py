"""A second, independent scorer for tournaments, with plain lists and exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from scorekeeper.tournament.model import Tournament

Told = tuple[int, int, Fraction]
"""A place, the entrant and the points."""


def reckoned(tournament: Tournament, after: int, scheme: tuple[str, Any]) -> list[Told]:
    """Return the standing after a round. `scheme` is `by` and its numbers as in a document."""
    rows = _rows(tournament, after, scheme)
    fewest = scheme[0] == "total" and tournament.fewest_win
    there = [one.number for one in tournament.entrants if one.first <= max(1, after)]
    points = {one: _points(rows[one]) for one in there}
    for given in tournament.adjustments:
        if given.round <= after:
            points[given.entrant] += given.points
    groups = _split(there, points, fewest=fewest)
    for tie_break in tournament.breaks:
        parted = []
        for group in groups:
            values = _values(tournament, after, rows, points, tie_break, group, fewest=fewest)
            reverse = fewest and tie_break in ("direct", "opponents", "best")
            reverse = reverse or tie_break == "lot"
            reverse = reverse or (tie_break == "score" and tournament.fewest_win)
            parted += _split(group, values, fewest=reverse)
        groups = parted
    told, place = [], 1
    for group in groups:
        told += [(place, entrant, points[entrant]) for entrant in sorted(group)]
        place += len(group)
    return told


def _split(group: list[int], values: dict[int, Any], *, fewest: bool) -> list[list[int]]:
    known = sorted({values[one] for one in group if values[one] is not None}, reverse=not fewest)
    parts = [[one for one in group if values[one] == value] for value in known]
    return [part for part in [*parts, [one for one in group if values[one] is None]] if part]


def _rows(tournament: Tournament, after: int, scheme: tuple[str, Any]) -> dict[int, list[Any]]:
    """Return rows by entrant, one a round: kind, points, difference, score, won, opponents."""
    rows: dict[int, list[Any]] = {one.number: [] for one in tournament.entrants}
    for round in tournament.rounds:
        if round.number > after:
            continue
        for entrant in round.out:
            bye = tournament.bye
            rows[entrant].append(("bye", bye.points, bye.difference, None, Fraction(0), []))
        for table in round.tables:
            seats = [side[0] for side in table.sides]
            for place, entrant in enumerate(seats):
                others = [one for one in seats if one != entrant]
                if table.void:
                    row: Any = ("void", 0, 0, 0, Fraction(0), others)
                elif table.forfeit == entrant:
                    row = ("loss", tournament.forfeit_loss.points, 0, 0, Fraction(0), [])
                elif table.forfeit is not None:
                    worth = tournament.forfeit_win
                    row = ("win", worth.points, worth.difference, None, Fraction(1), [])
                elif table.totals is not None:
                    row = _game(tournament, list(table.totals), place, others, scheme)
                else:
                    continue
                rows[entrant].append(row)
    return rows


def _game(
    tournament: Tournament, totals: list[int], place: int, others: list[int], scheme: Any
) -> Any:
    better = [-one for one in totals] if tournament.fewest_win else totals
    mine, rest = better[place], better[:place] + better[place + 1 :]
    ahead = mine - Fraction(sum(rest), len(rest))
    first = better.count(max(better))
    won = Fraction(mine == max(better), 1 if first == 1 else 2)
    by, numbers = scheme
    if by == "total":
        points = Fraction(totals[place])
    elif by == "wins":
        win, tie, loss = numbers
        points = Fraction(loss if not won else win if won == 1 else tie)
    elif by == "victory":
        steps = sum(abs(ahead) > limit for limit in numbers)
        points = Fraction(10 + steps if ahead > 0 else 10 - steps)
    else:
        above, level = sum(one > mine for one in better), better.count(mine)
        prizes = [numbers[n] if n < len(numbers) else 0 for n in range(above, above + level)]
        points = Fraction(sum(prizes), level)
    return ("game", points, ahead, totals[place], won, others)


def _half_up(numbers: list[Any]) -> int:
    """Return the mean, rounded to the nearest whole number, half up."""
    if not numbers:
        return 0
    average = Fraction(sum(numbers), len(numbers))
    below = average.numerator // average.denominator
    return below + 1 if average - below >= Fraction(1, 2) else below


def _points(rows: list[Any]) -> Fraction:
    usual = _half_up([row[1] for row in rows if row[0] == "game"])
    return Fraction(sum(usual if row[1] is None else row[1] for row in rows))


def _values(
    tournament: Tournament,
    after: int,
    rows: dict[int, list[Any]],
    points: dict[int, Fraction],
    tie_break: str,
    group: list[int],
    *,
    fewest: bool,
) -> dict[int, Any]:
    if tie_break == "lot":
        return {one: tournament.lots.index(one) for one in group}
    if tie_break == "direct":
        for one in group:
            met = {other for row in rows[one] for other in row[5]}
            if not set(group) - {one} <= met:
                return dict.fromkeys(group)
        return {one: sum(row[1] for row in rows[one] if set(row[5]) & set(group)) for one in group}
    found: dict[int, Any] = {}
    for one in group:
        games = [row for row in rows[one] if row[0] == "game"]
        if tie_break == "difference":
            given = [
                one_given.score
                for one_given in tournament.adjustments
                if one_given.entrant == one and one_given.round <= after
            ]
            found[one] = sum(row[2] for row in rows[one]) + sum(given)
        elif tie_break == "score":
            usual = _half_up([row[3] for row in games])
            found[one] = sum(usual if row[3] is None else row[3] for row in rows[one])
        elif tie_break == "won":
            found[one] = sum(row[4] for row in rows[one])
        elif tie_break == "opponents":
            met = [points[other] for row in rows[one] for other in row[5]]
            found[one] = Fraction(sum(met), len(met)) if met else None
        else:
            best = [row[1] for row in games]
            found[one] = (min(best) if fewest else max(best)) if best else None
    return found
