"""The facts of a tournament as named documents, read from its rows and written to them.

A change of a tournament is the difference of two sets of parts. Undoing applies it in reverse.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.orm import Session

from scorekeeper.storage.models import EntrantPlayer, RoundSeat, TournamentPart, TournamentRow

SETUP, ENTRANT, ROUND, TABLE, ADJUSTMENT = "setup", "entrant", "round", "table", "adjustment"

SITS_OUT = 0
"""The table number of an entrant who sits out."""


@dataclass(frozen=True, slots=True, order=True)
class PartName:
    """The subject of a part: the setup, entrant 3, round 2, table 7 of round 2, adjustment 1."""

    kind: str
    round: int = 0
    number: int = 0

    def __str__(self) -> str:
        return f"{self.kind} {self.round} {self.number}"

    @classmethod
    def read(cls, name: str) -> PartName:
        kind, round, number = name.split()
        return cls(kind, int(round), int(number))


Document: TypeAlias = Mapping[str, Any]
Parts: TypeAlias = Mapping[PartName, Document]

THE_SETUP = PartName(SETUP)


def entrant_part(number: int) -> PartName:
    return PartName(ENTRANT, 0, number)


def round_part(number: int) -> PartName:
    return PartName(ROUND, number)


def table_part(round: int, number: int) -> PartName:
    return PartName(TABLE, round, number)


def adjustment_part(number: int) -> PartName:
    return PartName(ADJUSTMENT, 0, number)


_STORED = select(
    TournamentPart.kind, TournamentPart.round, TournamentPart.number, TournamentPart.document
).where(TournamentPart.tournament_id == bindparam("tournament"))


def read_parts(session: Session, row: TournamentRow) -> dict[PartName, Document]:
    """All parts of a tournament, in the order of their names."""
    parts = {
        PartName(kind, round, number): document
        for kind, round, number, document in session.execute(_STORED, {"tournament": row.id})
    }
    setup = {"name": row.name, "date": row.played_on.isoformat(), "place": row.place, **row.setup}
    return {THE_SETUP: setup, **dict(sorted(parts.items()))}


def entrants_of(parts: Parts) -> list[tuple[int, Document]]:
    return [(name.number, document) for name, document in parts.items() if name.kind == ENTRANT]


def changed_parts(before: Parts, after: Parts) -> tuple[dict[str, Any], dict[str, Any]]:
    """The changed parts before and after, by name. `None` is a missing part."""
    names = _differing(before, after)
    return (
        {str(name): before.get(name) for name in names},
        {str(name): after.get(name) for name in names},
    )


def _differing(before: Parts, after: Parts) -> list[PartName]:
    return [name for name in {**before, **after} if before.get(name) != after.get(name)]


def with_parts(parts: Parts, changed: Mapping[str, Any]) -> dict[PartName, Document]:
    """The parts with these changes. A part changed to `None` is removed."""
    patch = {PartName.read(name): document for name, document in changed.items()}
    return {name: document for name, document in {**parts, **patch}.items() if document is not None}


def write_parts(session: Session, row: TournamentRow, before: Parts, after: Parts) -> None:
    """Write the changed parts, and the rows that make the database reject duplicates.

    Raises `IntegrityError` if a player enters twice or an entrant sits twice in a round.
    """
    for name in _differing(before, after):
        if name == THE_SETUP:
            _write_setup(row, after[name])
            continue
        _forget(session, row.id, name)
        if name in after:
            _add(session, row.id, name, after[name])


def _write_setup(row: TournamentRow, setup: Document) -> None:
    rest = dict(setup)
    row.name, row.place = rest.pop("name"), rest.pop("place")
    row.played_on = date.fromisoformat(rest.pop("date"))
    row.setup = rest


def _forget(session: Session, tournament_id: str, name: PartName) -> None:
    session.execute(
        delete(TournamentPart).where(
            TournamentPart.tournament_id == tournament_id,
            TournamentPart.kind == name.kind,
            TournamentPart.round == name.round,
            TournamentPart.number == name.number,
        )
    )
    if name.kind == ENTRANT:
        session.execute(
            delete(EntrantPlayer).where(
                EntrantPlayer.tournament_id == tournament_id, EntrantPlayer.entrant == name.number
            )
        )
    if name.kind == ROUND:
        session.execute(
            delete(RoundSeat).where(
                RoundSeat.tournament_id == tournament_id, RoundSeat.round == name.round
            )
        )


def _add(session: Session, tournament_id: str, name: PartName, document: Document) -> None:
    of_tournament: dict[str, Any] = {"tournament_id": tournament_id}
    part = {"kind": name.kind, "round": name.round, "number": name.number, "document": document}
    session.execute(insert(TournamentPart), of_tournament | part)
    if name.kind == ENTRANT:
        players = [{"player_id": player, "entrant": name.number} for player in document["players"]]
        session.execute(insert(EntrantPlayer), [of_tournament | player for player in players])
    if name.kind == ROUND:
        seats = [
            {"entrant": entrant, "table": table} for entrant, table in seated_entrants(document)
        ]
        session.execute(
            insert(RoundSeat), [of_tournament | {"round": name.round} | seat for seat in seats]
        )


def seated_entrants(round: Document) -> Iterator[tuple[int, int]]:
    """Each entrant of a round with their table."""
    yield from ((entrant, SITS_OUT) for entrant in round["out"])
    for table in round["tables"]:
        yield from ((entrant, table["number"]) for side in table["sides"] for entrant in side)
