"""Tournaments in an organiser’s notation: `1-2 1800:1445, 3-4 void, 5 out`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.tournament.model import PAIRS, Entrant, Round, Table, Tournament
from scorekeeper.tournament.points import LIMITS, VictoryPoints


def played(rounds: Sequence[str], **facts: Any) -> Tournament:
    """A tournament of pairs with these rounds. The default is Victory Points of three hands."""
    read = tuple(_round(number, text) for number, text in enumerate(rounds, start=1))
    seated = {one for round in read for table in round.tables for one in table.entrants}
    numbers = sorted(seated.union(*(round.out for round in read)))
    entrants = tuple(Entrant(number=one, players=(f"{one}a", f"{one}b")) for one in numbers)
    facts = {"points": VictoryPoints(LIMITS[3], 3), "entrants": entrants} | facts
    return Tournament(play=PAIRS, rounds=read, **facts)


def _round(number: int, text: str) -> Round:
    notes = [note.split() for note in text.split(", ")]
    out = tuple(int(one) for one, what in (note for note in notes if note[1:] == ["out"]))
    tables = [note for note in notes if note[1:] != ["out"]]
    return Round(
        number=number,
        movement="standing",
        tables=tuple(_table(place, *note) for place, note in enumerate(tables, start=1)),
        out=out,
    )


def _table(number: int, seats: str, result: str = "", *gone: str) -> Table:
    """Read `1-2 1800:1445`, `1-2 void`, `1-2 without 2`, `1-2 900:200 without 2` or `1-2`."""
    words = [result, *gone]
    return Table(
        number=number,
        sides=tuple((int(entrant),) for entrant in seats.split("-")),
        totals=tuple(map(int, result.split(":"))) if ":" in result else None,
        void=result == "void",
        forfeit=int(words[-1]) if "without" in words else None,
    )
