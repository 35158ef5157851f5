"""Converting tournaments of the score book to tournament documents, and documents to parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from scorekeeper.games.documents import written_moment
from scorekeeper.tournament.model import NO, TIMES, Round, Table
from scorekeeper.tournament.points import DealPoints
from scorekeeper.tournament.results import FEWEST
from scorekeeper.tournament.writing import write_round, write_standings, write_tournament
from scorekeeper.tournaments.parts import (
    THE_SETUP,
    Document,
    PartName,
    Parts,
    adjustment_part,
    entrant_part,
    round_part,
    table_part,
)
from scorekeeper.tournaments.recorded import RecordedTournament


def document_of_tournament(
    recorded: RecordedTournament, rounds: int | None = None
) -> dict[str, Any]:
    """The document of a tournament with its standings, optionally only its first `rounds`.

    A table has its totals and the id of its game. With points by deals it has no totals, because
    the points need the whole game.
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
    """A round of the document, with its times and with the totals of its games."""
    written = write_round(round)
    tables = zip(written["tables"], round.tables, strict=True)
    return {
        **written,
        **_times(recorded.parts[round_part(round.number)], *TIMES),
        "tables": [
            _table(told, table, is_by_deals=isinstance(recorded.tournament.points, DealPoints))
            | _times(recorded.parts.get(table_part(round.number, table.number), {}), "at")
            for told, table in tables
        ],
    }


def _table(told: dict[str, Any], table: Table, *, is_by_deals: bool) -> dict[str, Any]:
    confirmed, totals = table.confirmed, None if is_by_deals else table.totals
    return {
        **told,
        **({} if totals is None else {"totals": list(totals)}),
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
    """A time of a part in the format of documents."""
    return stored and written_moment(datetime.fromisoformat(stored))


def parts_of_document(
    document: Document, setup: Document, players: Mapping[int, Sequence[int]]
) -> Parts:
    """The parts of a valid document with a checked setup.

    `players` are the ids of the players of each entrant.
    """
    parts: dict[PartName, Document] = {
        THE_SETUP: {**setup, "lots": document.get("lots", []), **_kept(document, "ended")}
    }
    for entrant in document["entrants"]:
        number = entrant["number"]
        parts[entrant_part(number)] = {
            "players": list(players[number]),
            **_kept(entrant, "name", "team", "line", "start", "seed", "table", "from"),
            **({"until": entrant["until"]} if "until" in entrant else {}),
        }
    for round in document.get("rounds", []):
        parts[round_part(round["number"])] = part_of_round(round)
        for table in round["tables"]:
            if said := _table_part(table):
                parts[table_part(round["number"], table["number"])] = said
    for number, given in enumerate(document.get("adjustments", []), start=1):
        parts[adjustment_part(number)] = {"points": 0, "score": 0, "note": "", **given}
    return parts


_ROUND: Document = {"again": NO, "step": 1, "since": 1, "lives": 1, "order": [], "out": []}


def part_of_round(round: Document) -> dict[str, Any]:
    """What the score book keeps of a round of a document."""
    return {
        "movement": round["movement"],
        **{key: round.get(key, usual) for key, usual in _ROUND.items()},
        "tables": [
            {"number": table["number"], "sides": table["sides"]} for table in round["tables"]
        ],
        **_kept(round, *TIMES),
    }


def _table_part(table: Document) -> dict[str, Any]:
    said = _kept(table, "forfeit", "void", "goes_on", "at")
    if "confirmed" in table:
        said["confirmed"] = {**table["confirmed"], "totals": table.get("totals", [])}
    return said
