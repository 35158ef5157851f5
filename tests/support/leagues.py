"""Leagues of evenings with given points of their players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.models import LeagueRow
from scorekeeper.tournaments import leagues, rounds, tables
from scorekeeper.tournaments.leagues import RecordedLeague, check_league, recorded_league
from tests.support import hall
from tests.support.clubs import the_club

NINE = {
    "Ann": (48, 30, 25, 44, 50, 12, 33, 41, 38),
    "Bob": (40, 41, 30, 40, 40, 40, 30, 40, 40),
    "Cem": (60, 60, 20, 60, 0, 0, 0, 60, 60),
}
"""Points of three players on nine evenings. The third and the seventh count double."""


def evening(day: int, points: Mapping[str, int], **changes: Any) -> str:
    """Create an evening in October with these points, and return its id."""
    setup = hall.GIN | {"date": f"2026-10-{day:02}", "points": {"by": "total"}} | changes
    found = hall.set_up([*points], **setup)
    hall.draw(found, "lot")
    for table in hall.now(found).round(1).tables:
        hall.change(found, tables.say_result, 1, table.number, void=True)
    hall.change(found, rounds.close_round)
    for entrant, given in enumerate(points.values(), start=1):
        hall.change(found, rounds.adjust, entrant, 1, points=given)
    return found


def league(evenings: Sequence[str] = (), **agreed: Any) -> str:
    """Create a league in which these evenings count once, and return its id."""
    checked = check_league({"format": 1, "league": "Winter", "evenings": []} | agreed)
    row = leagues.create_league(the_club(), checked, key=new_key())
    for one in evenings:
        count(row.id, one)
    return row.id


def count(league_id: str, tournament_id: str, factor: int | None = 1) -> None:
    """Set the factor of an evening in a league. `None` removes the evening."""
    version = now(league_id).row.version
    form = {"version": version, "key": new_key()}
    leagues.set_evening(the_club(), league_id, tournament_id, factor, **form)


def of_nine_evenings(best: int | None = 7) -> str:
    """Create a league of `NINE`, and return its id."""
    evenings = [
        evening(day, dict(zip(NINE, points, strict=True)))
        for day, points in enumerate(zip(*NINE.values(), strict=True), start=1)
    ]
    found = league(evenings, **({"best": best} if best else {}))
    for place in (2, 6):
        count(found, evenings[place], 2)
    return found


def now(league_id: str) -> RecordedLeague:
    return recorded_league(db.session.get_one(LeagueRow, league_id, populate_existing=True))


def lines(league_id: str) -> list[str]:
    """Return the table of a league: `1. Cem 340: 60 60 60 60 60 40 0`."""
    return [
        f"{row.place}. {row.player} {row.points}: {' '.join(map(str, row.counted))}"
        for row in now(league_id).table
    ]
