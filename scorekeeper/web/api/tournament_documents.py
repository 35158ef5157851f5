"""The schemas of documents that programs send to organise a tournament."""

from __future__ import annotations

from scorekeeper.tournament.document import SETUP_KEYS
from scorekeeper.tournament.model import AGAIN, MOVEMENTS
from scorekeeper.tournament.rounds import MOST_ENTRANTS
from scorekeeper.tournament.schema import adjustment_schema, entrant_schema, setup_schema
from scorekeeper.tournaments.entrants import DETAILS
from scorekeeper.web.api.operations import DOCUMENTS

SETUP, ENTRANTS, DRAW = "TournamentSetup", "TournamentEntrants", "TournamentDraw"
RESULT, ADJUSTMENT, GONE = "TableResult", "TournamentAdjustment", "EntrantGone"

_WHOLE = {"type": "integer"}
SENT_KEYS = tuple(key for key in SETUP_KEYS if key not in ("format", "id", "ended"))
"""The keys of a setup that programs can send."""

DOCUMENTS[SETUP] = setup_schema("name", "play", "game", "points")
DOCUMENTS[ENTRANTS] = {
    "type": "object",
    "description": "Before round 1 all who enter, in order; later those who come late.",
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
    "description": "Whether an entrant is gone after the round drawn last.",
    "properties": {"gone": {"type": "boolean"}},
    "required": ["gone"],
}
DOCUMENTS[DRAW] = {
    "type": "object",
    "description": "How the next round is drawn.",
    "properties": {
        "movement": {"enum": list(MOVEMENTS)},
        "again": {"description": "Whether two meet again.", "enum": list(AGAIN)},
        "step": {"description": "How many tables East-West moves up.", **_WHOLE},
        "lives": {"description": "After how many losses one is out.", **_WHOLE},
    },
    "required": ["movement"],
}
DOCUMENTS[RESULT] = {
    "type": "object",
    "description": "The result of a table: totals from its paper slip, or what became of it.",
    "properties": {
        "totals": {"type": "array", "items": _WHOLE, "description": "In the order of the sides."},
        "forfeit": {"description": "The entrant who did not come or gave up.", **_WHOLE},
        "void": {"description": "Whether the table counts nothing.", "type": "boolean"},
        "goes_on": {"description": "The entrant who goes on after a tie.", **_WHOLE},
        "confirmed": {"description": "The entrant who agrees to these totals.", **_WHOLE},
    },
}
DOCUMENTS[ADJUSTMENT] = adjustment_schema()
