"""The document of a league: one JSON object with its evenings, and with its table when written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.tournament.league import LEAGUE_BREAKS, League, LeagueEvening, Row, league_table
from scorekeeper.tournament.reading import (
    FORMAT,
    check_format,
    read_choices,
    read_list,
    read_object,
    read_points,
    read_text,
    read_true,
    read_whole,
    read_wholes,
)
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournament.writing import stated, write_number

MOST_EVENINGS = 400

LARGEST_FACTOR = 100

LEAGUE = "league"
"""The key of a league's name. It distinguishes leagues from tournaments."""

_KEYS = ("format", "id", LEAGUE, "best", "places", "breaks", "archived", "evenings", "table")


def read_league(document: object) -> League:
    """Read the document of a league (parsed JSON). Raises `Refusal` at the first error."""
    fields = read_object(document, _KEYS)
    check_format(fields)
    evenings = read_list(fields.get("evenings"), "evenings")
    if len(evenings) > MOST_EVENINGS:
        text = message("A league can have up to {most} evenings.", most=MOST_EVENINGS)
        raise Refusal(text, "evenings")
    return League(
        id=read_text(fields.get("id", ""), "id"),
        name=read_text(fields.get(LEAGUE), LEAGUE),
        best=read_whole(fields["best"], "best", least=1, most=MOST_EVENINGS)
        if "best" in fields
        else None,
        places=read_wholes(fields.get("places", []), "places", least=0),
        breaks=read_choices(fields.get("breaks", list(LEAGUE_BREAKS)), LEAGUE_BREAKS, "breaks"),
        archived=read_true(fields.get("archived", False), "archived"),
        evenings=tuple(_read_evening(one, "evenings", place) for place, one in enumerate(evenings)),
    )


def _read_evening(value: object, *where: str | int) -> LeagueEvening:
    fields = read_object(value, ("tournament", "factor", "points"), *where)
    points: Mapping[str, Any] = read_object(fields.get("points"), None, *where, "points")
    return LeagueEvening(
        tournament=read_text(fields.get("tournament", ""), *where, "tournament"),
        factor=read_whole(fields.get("factor", 1), *where, "factor", least=1, most=LARGEST_FACTOR),
        points={
            read_text(name, *where, "points"): read_points(got, *where, "points", name)
            for name, got in points.items()
        },
    )


def write_league(league: League) -> dict[str, Any]:
    return {
        "format": FORMAT,
        **stated(id=league.id),
        LEAGUE: league.name,
        **({} if league.best is None else {"best": league.best}),
        **stated(places=list(league.places)),
        "breaks": list(league.breaks),
        **stated(archived=league.archived),
        "evenings": [_write_evening(evening) for evening in league.evenings],
    }


def _write_evening(evening: LeagueEvening) -> dict[str, Any]:
    return {
        **stated(tournament=evening.tournament),
        "factor": evening.factor,
        "points": {name: write_number(got) for name, got in evening.points.items()},
    }


def write_league_table(league: League) -> list[dict[str, Any]]:
    """The table of a league. Fractions are texts."""
    return [_write_row(row) for row in league_table(league)]


def _write_row(row: Row) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": row.player,
        "points": write_number(row.points),
        "counted": [write_number(result) for result in row.counted],
        "attended": row.attended,
    }


def league_schema() -> dict[str, Any]:
    text, number = {"type": "string"}, {"type": ["integer", "string"]}
    row = {
        "place": {"type": "integer"},
        "player": text,
        "points": number,
        "counted": {
            "description": "The results that count, the best first.",
            "type": "array",
            "items": number,
        },
        "attended": {
            "description": "The number of evenings the player attended.",
            "type": "integer",
        },
    }
    evening = {
        "tournament": {"description": "The id of a tournament.", **text},
        "factor": {"type": "integer", "minimum": 1, "maximum": LARGEST_FACTOR},
        "points": {"type": "object", "additionalProperties": number},
    }
    properties = {
        "format": {"const": FORMAT},
        "id": text,
        LEAGUE: {"description": "The name of the league.", **text},
        "best": {
            "description": "The number of evenings that count for each player. All by default.",
            "type": "integer",
        },
        "places": {
            "description": "Points for each place. By default, the tournament points count.",
            "type": "array",
            "items": {"type": "integer", "minimum": 0},
        },
        "breaks": {
            "description": "The tie-breaks, in order.",
            "type": "array",
            "items": {"enum": list(LEAGUE_BREAKS)},
        },
        "archived": {"type": "boolean"},
        "evenings": {"type": "array", "items": {"type": "object", "properties": evening}},
        "table": {"type": "array", "items": {"type": "object", "properties": row}},
    }
    return {
        "type": "object",
        "description": "A league with its evenings. An answer also has its table.",
        "properties": properties,
        "required": ["format", LEAGUE, "evenings"],
    }
