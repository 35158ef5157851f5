"""Writing the tournament document: its facts, and the standings computed from them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from scorekeeper.tournament.model import (
    FOUR_SINGLES,
    KNOCK_OUT,
    MITCHELL,
    ROUND_ROBIN,
    Entrant,
    EntrantAdjustment,
    Round,
    Table,
    Tournament,
)
from scorekeeper.tournament.points import Number, Worth
from scorekeeper.tournament.reading import FORMAT
from scorekeeper.tournament.schemes import write_scheme
from scorekeeper.tournament.standings import Standing, standing, team_points


def write_tournament(tournament: Tournament) -> dict[str, Any]:
    """The document of a tournament, without results of games and most default values."""
    return {
        "format": FORMAT,
        **stated(
            id=tournament.id, name=tournament.name, date=tournament.date, place=tournament.place
        ),
        "play": tournament.play,
        **({"seats": tournament.seats} if tournament.seats != FOUR_SINGLES else {}),
        **stated(game=dict(tournament.game)),
        "points": write_scheme(tournament.points),
        "breaks": list(tournament.breaks),
        "bye": {"points": _points_of(tournament.bye), "score": tournament.bye.difference},
        "forfeit": {
            "win": [_points_of(tournament.forfeit_win), tournament.forfeit_win.difference],
            "loss": [_points_of(tournament.forfeit_loss), tournament.forfeit_loss.difference],
        },
        "entrants": [_write_entrant(one) for one in tournament.entrants],
        **stated(lots=list(tournament.lots)),
        "rounds": [write_round(round) for round in tournament.rounds],
        **stated(adjustments=[_write_adjustment(one) for one in tournament.adjustments]),
    }


def write_standings(tournament: Tournament) -> list[dict[str, Any]]:
    numbers = range(1, len(tournament.rounds) + 1)
    found = (standing(tournament, after) for after in numbers)
    return [write_standing(one) | _write_teams(tournament, one) for one in found]


def _write_teams(tournament: Tournament, standing: Standing) -> dict[str, Any]:
    teams = [
        {"place": place, "team": team, "points": write_number(points)}
        for place, team, points in team_points(tournament, standing)
    ]
    return {"teams": teams} if teams else {}


def write_standing(standing: Standing) -> dict[str, Any]:
    """The standings after one round. Fractions are texts."""
    return {
        "after": standing.after,
        "open_tables": standing.open_tables,
        "table": [
            {
                "place": line.place,
                "entrant": line.entrant,
                "points": write_number(line.points),
                "breaks": {key: write_number(value) for key, value in line.breaks.items()},
                **({} if line.out is None else {"out": line.out}),
            }
            for line in standing.lines
        ],
    }


def write_number(number: Number | None) -> int | str | None:
    """A number in the standings. Fractions are texts.

    >>> write_number(Fraction(9, 4))
    '9/4'
    """
    return str(number) if isinstance(number, Fraction) else number


def stated(**fields: Any) -> dict[str, Any]:
    """The fields of a document without empty values, which are the defaults."""
    return {key: value for key, value in fields.items() if value}


def _points_of(worth: Worth) -> Number | str:
    return "mean" if worth.points is None else worth.points


def _write_entrant(entrant: Entrant) -> dict[str, Any]:
    return {
        "number": entrant.number,
        "players": list(entrant.players),
        **stated(name=entrant.name, team=entrant.team, line=entrant.line),
        **stated(start=entrant.start, seed=entrant.seed),
        **({"from": entrant.first} if entrant.first > 1 else {}),
        **({} if entrant.last is None else {"until": entrant.last}),
    }


def write_round(round: Round) -> dict[str, Any]:
    how: dict[str, Any] = {"again": round.again, "order": list(round.order)}
    if round.movement == MITCHELL:
        how = {"step": round.step, "since": round.since}
    if round.movement == ROUND_ROBIN:
        how = {"since": round.since, "order": list(round.order)}
    if round.movement == KNOCK_OUT:
        how = {"since": round.since, "lives": round.lives, "order": list(round.order)}
    return {
        "number": round.number,
        "movement": round.movement,
        **how,
        "out": list(round.out),
        "tables": [_write_table(table) for table in round.tables],
    }


def _write_table(table: Table) -> dict[str, Any]:
    confirmed = table.confirmed
    return {
        "number": table.number,
        "sides": [list(side) for side in table.sides],
        **stated(game=table.game),
        **({} if table.totals is None or table.game else {"totals": list(table.totals)}),
        **stated(forfeit=table.forfeit, void=table.void, goes_on=table.goes_on),
        **({"confirmed": {"by": confirmed.by, "at": confirmed.at}} if confirmed else {}),
    }


def _write_adjustment(adjustment: EntrantAdjustment) -> dict[str, Any]:
    return {
        "entrant": adjustment.entrant,
        "round": adjustment.round,
        "points": adjustment.points,
        **stated(score=adjustment.score, note=adjustment.note),
    }
