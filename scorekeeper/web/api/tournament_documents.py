"""The schemas of documents that programs send to organise a tournament."""

from __future__ import annotations

from scorekeeper.tournament.model import AGAIN, MOVEMENTS
from scorekeeper.tournament.rounds import MOST_ENTRANTS
from scorekeeper.tournament.schema import adjustment_schema, entrant_schema, setup_schema
from scorekeeper.tournaments.entrants import DETAILS
from scorekeeper.web.api.operations import DOCUMENTS

SETUP, ENTRANTS, DRAW = "TournamentSetup", "TournamentEntrants", "TournamentDraw"
RESULT, ADJUSTMENT, GONE = "TableResult", "TournamentAdjustment", "EntrantGone"

_WHOLE = {"type": "integer"}
DOCUMENTS[SETUP] = setup_schema("name", "play", "game", "points")
DOCUMENTS[ENTRANTS] = {
    "type": "object",
    "description": "All entrants in order, before round 1. After that, late entrants to add.",
    "properties": {
        "entrants": {
            "type": "array",
            "items": entrant_schema("players", keys=("players", *DETAILS)),
            "minItems": 1,
            "maxItems": MOST_ENTRANTS,
        }
    },
    "required": ["entrants"],
}
DOCUMENTS[GONE] = {
    "type": "object",
    "description": "The presence of an entrant after the last drawn round.",
    "properties": {
        "gone": {"description": "True if the entrant has left, false if back.", "type": "boolean"}
    },
    "required": ["gone"],
}
DOCUMENTS[DRAW] = {
    "type": "object",
    "description": "The rules for the draw of the next round.",
    "properties": {
        "movement": {"enum": list(MOVEMENTS)},
        "again": {
            "description": "Rematches: never, not with the last opponent, or allowed.",
            "enum": list(AGAIN),
        },
        "step": {
            "description": "In a Mitchell movement, the number of tables that East-West moves up.",
            **_WHOLE,
        },
        "lives": {
            "description": "In a knock-out, the number of losses that eliminates an entrant.",
            **_WHOLE,
        },
    },
    "required": ["movement"],
}
DOCUMENTS[RESULT] = {
    "type": "object",
    "description": "The result of a table: totals from its slip, or the reason for having none.",
    "properties": {
        "totals": {
            "type": "array",
            "items": _WHOLE,
            "description": "The total of each side, in order.",
        },
        "forfeit": {
            "description": "The number of the entrant who did not come or gave up.",
            **_WHOLE,
        },
        "void": {"description": "True if the table does not count.", "type": "boolean"},
        "goes_on": {"description": "The number of the entrant who goes on after a tie.", **_WHOLE},
        "confirmed": {
            "description": "The number of the entrant who agrees to these totals.",
            **_WHOLE,
        },
    },
}
DOCUMENTS[ADJUSTMENT] = adjustment_schema()
