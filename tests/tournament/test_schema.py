"""The schema accepts every readable tournament document, and rejects those with a wrong form."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker

from scorekeeper.tournament.document import read_tournament
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournament.schema import (
    adjustment_schema,
    entrant_schema,
    setup_schema,
    tournament_schema,
)
from tests.support.tournament_documents import FRIDAY, Document, changed, drop, put
from tests.support.walks import walk

OF_AN_EVENING = changed(
    put("planned", 4),
    put("minutes", 50),
    put("at_the_clock", "lap"),
    put("ended", "2026-11-28T23:10:00Z"),
    put("entrants.0.table", 1),
    put("rounds.0.drawn", "2026-11-28T20:00:00Z"),
    put("rounds.0.shown", "2026-11-28T20:01:00Z"),
    put("rounds.0.clock", "2026-11-28T20:05:00Z"),
    put("rounds.0.closed", "2026-11-28T21:00:00Z"),
    put("rounds.1.tables.0.at", "2026-11-28T22:00:00Z"),
)
"""The example with all that the score book stores about an evening."""


def takes(schema: Document, document: Any) -> bool:
    validator = Draft202012Validator(schema, format_checker=FormatChecker())
    return validator.is_valid(document)


def is_read(document: Any) -> bool:
    try:
        read_tournament(document)
    except Refusal:
        return False
    return True


@walk("document", [FRIDAY, OF_AN_EVENING])
def test_a_tournament_is_taken_and_read(document: Document) -> None:
    assert takes(tournament_schema(), document)
    assert is_read(document)


@walk(
    "change",
    [
        drop("play"),
        drop("entrants"),
        put("format", 2),
        put("play", "trios"),
        put("date", "28.11.2026"),
        put("breaks", ["beauty"]),
        put("planned", -1),
        put("minutes", 601),
        put("minutes", "50"),
        put("at_the_clock", "panic"),
        put("ended", "late"),
        put("entrants.0.table", 0),
        put("rounds.0.movement", "waltz"),
        put("rounds.0.closed", "21:00"),
        put("rounds.1.tables.0.at", "22:00"),
        put("rounds.1.tables.0.totals", ["many", "more"]),
        put("songs", []),
    ],
)
def test_what_has_another_form_is_neither_taken_nor_read(
    change: Callable[[Document], object],
) -> None:
    document = deepcopy(OF_AN_EVENING)
    change(document)
    assert not takes(tournament_schema(), document)
    assert not is_read(document)


def test_parts_of_a_tournament_have_schemas_of_their_own() -> None:
    agreed = {
        key: FRIDAY[key] for key in ("name", "date", "place", "play", "game", "points", "breaks")
    }
    assert takes(setup_schema("name", "play"), agreed)
    assert not takes(setup_schema("name", "play"), {"name": "Friday"})
    assert takes(entrant_schema("players", keys=("players",)), {"players": ["Ann", "Cem"]})
    assert not takes(entrant_schema("players", keys=("players",)), {"players": [], "number": 1})
    assert takes(adjustment_schema(), FRIDAY["adjustments"][0])
    assert not takes(adjustment_schema(), {"entrant": 1})
