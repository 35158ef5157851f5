"""The tournament document of a tournament in the score book, and what such a document is there."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from scorekeeper.games.documents import written_moment
from scorekeeper.tournament.model import (
    TIMES,
    Round,
    Table,
)
from scorekeeper.tournament.results import FEWEST
from scorekeeper.tournament.writing import write_round, write_standings, write_tournament
from scorekeeper.tournaments.parts import Document, entrant_part, round_part
from scorekeeper.tournaments.recorded import RecordedTournament


def document_of_tournament(
    recorded: RecordedTournament, rounds: int | None = None
) -> dict[str, Any]:
    """The document of a tournament, with its standings and only its first `rounds` if given.

    A table has its totals beside the id of its game, which has all else.
    """
    tournament = recorded.tournament
    if rounds is not None:
        tournament = replace(tournament, rounds=tournament.rounds[:rounds])
    written = write_tournament(tournament)
    return {
        **written,
        "game": dict(tournament.game) | ({"wins": FEWEST} if tournament.fewest_win else {}),
        **_kept(recorded.setup, "planned", "minutes", "at_the_clock"),
        **_times(recorded.setup, "ended"),
        "entrants": [
            entrant | _kept(recorded.parts[entrant_part(entrant["number"])], "table")
            for entrant in written["entrants"]
        ],
        "rounds": [document_of_round(recorded, round) for round in tournament.rounds],
        "standings": write_standings(tournament),
    }


def document_of_round(recorded: RecordedTournament, round: Round) -> dict[str, Any]:
    """A round as the document has it, with its times and with the totals of its games."""
    written = write_round(round)
    tables = zip(written["tables"], round.tables, strict=True)
    return {
        **written,
        **_times(recorded.parts[round_part(round.number)], *TIMES),
        "tables": [_table(told, table) for told, table in tables],
    }


def _table(told: dict[str, Any], table: Table) -> dict[str, Any]:
    confirmed = table.confirmed
    return {
        **told,
        **({} if table.totals is None else {"totals": list(table.totals)}),
        **(
            {"confirmed": {"by": confirmed.by, "at": written_time(confirmed.at)}}
            if confirmed
            else {}
        ),
    }


def _kept(document: Document, *keys: str) -> dict[str, Any]:
    return {key: document[key] for key in keys if document.get(key)}


def _times(document: Document, *keys: str) -> dict[str, Any]:
    return {key: written_time(time) for key, time in _kept(document, *keys).items()}


def written_time(stored: str | None) -> str | None:
    """A time that a part has, as documents have it."""
    return stored and written_moment(datetime.fromisoformat(stored))
