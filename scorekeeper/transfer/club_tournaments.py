"""The tournaments of a club for an export: documents, and a table of their standings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from sqlalchemy import select

from scorekeeper.storage.faults import UnreadableGameError, reading
from scorekeeper.storage.models import TournamentRow
from scorekeeper.tournament.model import Entrant
from scorekeeper.tournament.points import Number
from scorekeeper.tournament.standings import StandingLine, standing
from scorekeeper.tournaments.documents import document_of_tournament
from scorekeeper.tournaments.parts import read_parts
from scorekeeper.tournaments.recorded import RecordedTournament, make_recorded
from scorekeeper.transfer.club_games import ClubBook
from scorekeeper.transfer.table_files import ExportTable, TableColumn, Value


@dataclass(frozen=True)
class ClubTournament:
    """A tournament of a club. `left_out` are the ids of games missing from the export."""

    recorded: RecordedTournament
    left_out: frozenset[str]

    @cached_property
    def document(self) -> dict[str, Any]:
        """Its document. A table loses its result if its game is left out."""
        document = document_of_tournament(self.recorded)
        for round in document["rounds"]:
            for table in round["tables"]:
                if table.get("game") in self.left_out:
                    for key in ("game", "totals", "confirmed"):
                        table.pop(key, None)
        return document


def tournaments_of(book: ClubBook) -> Iterator[ClubTournament]:
    """The readable tournaments, in order. Call it after reading the games of the book."""
    of_club = select(TournamentRow).where(TournamentRow.club_id == book.club_id)
    in_order = of_club.order_by(TournamentRow.played_on, TournamentRow.id)
    for row in book.session.scalars(in_order).all():
        try:
            with reading(row.id):
                parts = read_parts(book.session, row)
                recorded = make_recorded(book.session, row, parts)
                tournament = ClubTournament(recorded, frozenset(book.unreadable))
                _document = tournament.document  # raises if stored values are invalid
        except UnreadableGameError:
            book.unreadable.append(row.id)
            continue
        yield tournament


def line_of(tournament: ClubTournament) -> bytes:
    return json.dumps(tournament.document, ensure_ascii=False).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A row of the table of standings: an entrant after a round."""

    recorded: RecordedTournament
    after: int
    line: StandingLine

    @property
    def entrant(self) -> Entrant:
        return self.recorded.entrant(self.line.entrant)


def _number(number: Number | None) -> Value:
    return float(number) if isinstance(number, Fraction) else number


_BREAKS = {
    "direct": "The points in the meetings of those who are level, if all met.",
    "difference": "How far ahead they were.",
    "score": "The sum of their totals.",
    "won": "The tables that they won, a tie being half.",
    "opponents": "The mean of the points of those they met.",
    "best": "Their best result.",
    "lot": "Their lot.",
}
"""The tie-breaks. Columns of tie-breaks that a tournament does not use are empty."""


def _break(key: str, help: str) -> TableColumn[StandingRow]:
    return TableColumn(key, help, lambda line: _number(line.line.breaks.get(key)))


STANDINGS: tuple[TableColumn[StandingRow], ...] = (
    TableColumn("tournament", "Its id, as in its address.", lambda line: line.recorded.id),
    TableColumn("date", "Its day.", lambda line: line.recorded.setup["date"]),
    TableColumn("name", "What it is called.", lambda line: line.recorded.setup["name"]),
    TableColumn(
        "after", "The number of the round after which they stand so.", lambda line: line.after
    ),
    TableColumn("rank", "Their place in the standing.", lambda line: line.line.place),
    TableColumn("number", "The number of the entrant.", lambda line: line.line.entrant),
    TableColumn("players", "Who they are.", lambda line: ", ".join(line.entrant.players)),
    TableColumn("team", "Their team, if they have one.", lambda line: line.entrant.team),
    TableColumn("points", "Their tournament points.", lambda line: _number(line.line.points)),
    *[_break(key, help) for key, help in _BREAKS.items()],
)


def _lines(tournament: ClubTournament, _zone: object) -> Iterator[StandingRow]:
    recorded = tournament.recorded
    for after in range(1, recorded.latest + 1):
        for line in standing(recorded.tournament, after).lines:
            yield StandingRow(recorded, after, line)


STANDINGS_TABLE = ExportTable(
    "standings.csv",
    "A row for each entrant after each round of each tournament.",
    STANDINGS,
    _lines,
)
