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
from scorekeeper.tournament.model import BREAKS, Entrant
from scorekeeper.tournament.points import Number
from scorekeeper.tournament.standings import StandingLine
from scorekeeper.tournaments.documents import document_of_tournament
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
        """The document of the tournament. A table has no totals if the export lacks its game."""
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
                recorded = make_recorded(book.session, row)
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


def _break(key: str) -> TableColumn[StandingRow]:
    """The column of a tie-break. Empty in a tournament without this tie-break."""
    return TableColumn(key, "", lambda line: _number(line.line.breaks.get(key)))


STANDINGS: tuple[TableColumn[StandingRow], ...] = (
    TableColumn(
        "tournament", "the id, as in the address of its page", lambda line: line.recorded.id
    ),
    TableColumn("date", "of the tournament", lambda line: line.recorded.setup["date"]),
    TableColumn("name", "", lambda line: line.recorded.setup["name"]),
    TableColumn("after", "the number of the round", lambda line: line.after),
    TableColumn("rank", "the entrant’s place after this round", lambda line: line.line.place),
    TableColumn("number", "of the entrant", lambda line: line.line.entrant),
    TableColumn("players", "", lambda line: ", ".join(line.entrant.players)),
    TableColumn("team", "", lambda line: line.entrant.team),
    TableColumn("points", "the tournament points so far", lambda line: _number(line.line.points)),
    *map(_break, BREAKS),
)


def _lines(tournament: ClubTournament, _zone: object) -> Iterator[StandingRow]:
    recorded = tournament.recorded
    for after in range(1, recorded.latest + 1):
        for line in recorded.standing(after).lines:
            yield StandingRow(recorded, after, line)


STANDINGS_TABLE = ExportTable(
    "standings.csv",
    "An entrant after a round of a tournament.",
    STANDINGS,
    _lines,
)
