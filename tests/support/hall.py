"""A hall of tables: a tournament of Burraco, set up, drawn, and typed from paper slips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.models import TournamentRow
from scorekeeper.tournaments import entering, rounds, tables
from scorekeeper.tournaments.entrants import Registration, entries_by_line
from scorekeeper.tournaments.recorded import RecordedTournament, recorded_tournament
from scorekeeper.tournaments.transaction import ChangeForm
from tests.support.clubs import the_club

SETUP = {
    "name": "Friday",
    "date": "2026-11-20",
    "play": "pairs",
    "game": {"variant": "burraco", "rules": {"target": 0, "rounds": 3}},
    "points": {"by": "victory", "hands": 3},
    "minutes": 50,
}

GIN = {
    "play": "singles",
    "seats": 2,
    "game": {"variant": "gin"},
    "points": {"by": "wins"},
}
"""The changes to `SETUP` for two players at each table."""

FOUR_PAIRS = ("Ann & Cem", "Bob & Dee", "Eva & Fay", "Gus & Hal")

SLIPS = ((1800, 1445, 900, 580, 100), (1600, 1500, 1345, 700, 55))
"""Totals of tables, as written on paper."""


def set_up(entrants: Sequence[str] = FOUR_PAIRS, **changes: Any) -> str:
    """Create a tournament with these entrants and changes to `SETUP`, and return its id."""
    setup = SETUP | changes
    row = entering.create_tournament(the_club(), key=new_key(), setup=setup)
    entries = read_pairs("\n".join(entrants), setup["play"])
    change(row.id, entering.set_entrants, entries)
    return row.id


def read_pairs(text: str, play: str = "pairs") -> list[Registration]:
    """Return the entrants in pasted text."""
    return [entry for _line, entry in entries_by_line(text, play)]


def now(tournament_id: str) -> RecordedTournament:
    return recorded_tournament(db.session.get_one(TournamentRow, tournament_id))


def change(tournament_id: str, command: Callable[..., Any], *args: Any, **more: Any) -> Any:
    """Change a tournament with a fresh form."""
    return command(form_of(tournament_id), *args, **more)


def form_of(tournament_id: str, version: int | None = None) -> ChangeForm:
    """Return a fresh form, for the current version or an older one."""
    version = version or now(tournament_id).version
    return ChangeForm(the_club().id, tournament_id, version, new_key())


def draw(tournament_id: str, movement: str = "lot", **more: Any) -> RecordedTournament:
    """Draw the next round and publish it."""
    change(tournament_id, rounds.draw_round, movement, **more)
    change(tournament_id, rounds.show_round)
    return now(tournament_id)


def type_slips(tournament_id: str, slips: Sequence[Sequence[int]] = SLIPS) -> None:
    """Type the totals of the last round’s tables. If there are few slips, repeat them."""
    recorded = now(tournament_id)
    played = [table for table in recorded.round(recorded.latest).tables if len(table.sides) > 1]
    for place, table in enumerate(played):
        totals = slips[place % len(slips)][: len(table.sides)]
        tables.type_totals(the_club(), tournament_id, recorded.latest, table.number, totals)


def play_round(tournament_id: str, movement: str = "lot", **more: Any) -> RecordedTournament:
    """Draw, publish, type and close a whole round."""
    draw(tournament_id, movement, **more)
    type_slips(tournament_id)
    change(tournament_id, rounds.close_round)
    return now(tournament_id)
