"""A hall of tables: a tournament of Burraco that is set up, drawn, and typed from paper slips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.models import TournamentRow
from scorekeeper.tournaments import entering, rounds, tables
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
"""What differs if two play at each table."""

FOUR_PAIRS = ("Ann & Cem", "Bob & Dee", "Eva & Fay", "Gus & Hal")

SLIPS = ((1800, 1445, 900, 580, 100), (1600, 1500, 1345, 700, 55))
"""Totals of tables as they are on paper."""


def set_up(entrants: Sequence[str] = FOUR_PAIRS, **changes: Any) -> str:
    """The id of a tournament that these entered; `changes` are those of its setup."""
    setup = SETUP | changes
    row = entering.create_tournament(the_club(), key=new_key(), setup=setup)
    entries = entering.read_pairs("\n".join(entrants), setup["play"])
    change(row.id, entering.set_entrants, entries)
    return row.id


def now(tournament_id: str) -> RecordedTournament:
    """The tournament as it is now."""
    return recorded_tournament(db.session.get_one(TournamentRow, tournament_id))


def change(tournament_id: str, command: Callable[..., Any], *args: Any, **more: Any) -> Any:
    """Change a tournament with a fresh form."""
    return command(form_of(tournament_id), *args, **more)


def form_of(tournament_id: str, version: int | None = None) -> ChangeForm:
    """A fresh form, for the tournament as it is unless it is of an older `version`."""
    version = version or now(tournament_id).version
    return ChangeForm(the_club().id, tournament_id, version, new_key())


def draw(tournament_id: str, movement: str = "lot", **more: Any) -> RecordedTournament:
    """Draw the next round and show it to all."""
    change(tournament_id, rounds.draw_round, movement, **more)
    change(tournament_id, rounds.show_round)
    return now(tournament_id)


def type_slips(tournament_id: str, slips: Sequence[Sequence[int]] = SLIPS) -> None:
    """Type the totals of the tables of the last round, over and over the same if they are few."""
    recorded = now(tournament_id)
    played = [table for table in recorded.round(recorded.latest).tables if len(table.sides) > 1]
    for place, table in enumerate(played):
        totals = slips[place % len(slips)][: len(table.sides)]
        tables.type_totals(the_club(), tournament_id, recorded.latest, table.number, totals)


def play_round(tournament_id: str, movement: str = "lot", **more: Any) -> RecordedTournament:
    """A whole round: drawn, shown, typed from paper and closed."""
    draw(tournament_id, movement, **more)
    type_slips(tournament_id)
    change(tournament_id, rounds.close_round)
    return now(tournament_id)
