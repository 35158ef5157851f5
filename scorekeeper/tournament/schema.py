"""The JSON Schema of the tournament document.

It describes the form of a document. Only reading checks that its rounds fit together.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.tournament.document import MOST_LIVES, MOST_MINUTES, MOST_ROUNDS, SETUP_KEYS
from scorekeeper.tournament.model import (
    AGAIN,
    AT_THE_CLOCK,
    BREAKS,
    FOUR_SINGLES,
    LINES,
    MOVEMENTS,
    PLAYS,
    TWO_SIDES,
)
from scorekeeper.tournament.reading import FORMAT, LARGEST, LONGEST_TEXT
from scorekeeper.tournament.results import WINS
from scorekeeper.tournament.rounds import MOST_ENTRANTS
from scorekeeper.tournament.schemes import OWN_LIMITS

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_DAY: Schema = {"type": "string", "format": "date"}
_MOMENT: Schema = {"type": "string", "format": "date-time"}


def _text(most: int = LONGEST_TEXT) -> Schema:
    return {"type": "string", "maxLength": most}


def _whole(least: int = -LARGEST, most: int = LARGEST) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def _number(most: int = LARGEST) -> Schema:
    return _whole(1, most)


def _list(items: Schema, **more: int) -> Schema:
    return {"type": "array", "items": items, **more}


def _one_of(words: tuple[str, ...]) -> Schema:
    return {"enum": list(words)}


def _object(description: str, required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    """An object with these keys and no others, except those that begin with `x-`."""
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "patternProperties": {"^x-": True},
        "additionalProperties": False,
        **({"required": list(required)} if required else {}),
    }


_WORTH: Schema = {"anyOf": [_whole(), {"type": "string", "pattern": "^mean$"}]}
"""The points of a round without a game, or the mean of the entrant's rounds."""

_OUTCOME: Schema = {
    "type": "array",
    "items": _WORTH,
    "minItems": 2,
    "maxItems": 2,
    "description": "Points and score.",
}


def _setup() -> dict[str, Schema]:
    return {
        "format": {"const": FORMAT},
        "id": _text(),
        "name": _text(),
        "date": _DAY,
        "place": _text(),
        "play": {"description": "Who enters.", **_one_of(PLAYS)},
        "seats": {
            "description": "How many singles sit at a table.",
            "enum": [TWO_SIDES, FOUR_SINGLES],
        },
        "game": {"$ref": "#/$defs/TournamentGame"},
        "points": {"$ref": "#/$defs/TournamentPoints"},
        "breaks": _list({"description": "A tie-break.", **_one_of(BREAKS)}),
        "bye": _object("What a round sat out is worth.", points=_WORTH, score=_whole()),
        "forfeit": _object(
            "What a round is worth if somebody did not come: for the others, and for them.",
            win=_OUTCOME,
            loss=_OUTCOME,
        ),
        "planned": {"description": "How many rounds are planned.", **_whole(0, MOST_ROUNDS)},
        "minutes": {"description": "The minutes of a round; 0 for any.", **_whole(0, MOST_MINUTES)},
        "at_the_clock": {
            "description": "What is done when the time is up: the lap is finished and counted, the "
            "hand is void, or it is played out.",
            **_one_of(AT_THE_CLOCK),
        },
        "ended": {"description": "When it was over.", **_MOMENT},
    }


def setup_schema(*needed: str) -> Schema:
    """The schema of the setup of a new tournament. `needed` are the required keys."""
    known = _setup()
    keys = [key for key in SETUP_KEYS if key not in ("id", "ended")]
    return {
        **_object(
            "What is agreed before anybody enters.", needed, **{key: known[key] for key in keys}
        ),
        "$defs": {name: tournament_schema()["$defs"][name] for name in _OF_SETUP},
    }


_OF_SETUP = ("TournamentGame", "TournamentPoints")


def entrant_schema(*needed: str, keys: tuple[str, ...] = ()) -> Schema:
    """The schema of an entrant. With `keys`, only these keys are allowed."""
    known = {
        "number": _number(),
        "players": _list(_text(), minItems=1, maxItems=2),
        "name": _text(),
        "team": {"description": "Those of one team add up in a second table.", **_text()},
        "seed": {"description": "Their place in a knock-out.", **_number()},
        "line": {"description": "Their line in a Mitchell movement.", **_one_of(LINES)},
        "start": {"description": "Their first table there.", **_number(MOST_ENTRANTS)},
        "from": {"description": "Their first round.", **_number(MOST_ROUNDS)},
        "until": {"description": "Their last round.", **_whole(0, MOST_ROUNDS)},
        "table": {"description": "The table that they keep.", **_number(MOST_ENTRANTS)},
    }
    return _object(
        "A pair or a single player.", needed, **{key: known[key] for key in keys or known}
    )


def adjustment_schema() -> Schema:
    return _object(
        "Points given or taken.",
        ("entrant", "round"),
        entrant=_number(),
        round=_number(MOST_ROUNDS),
        points=_whole(),
        score={"description": "It counts in the difference.", **_whole()},
        note=_text(),
    )


def tournament_schema() -> Schema:
    """The schema as parsed JSON.

    >>> tournament_schema()["required"]
    ['format', 'play', 'points', 'entrants']
    """
    return {
        "$schema": DIALECT,
        "title": "TournamentDocument",
        **_object(
            "A tournament with its entrants, its rounds and their results.",
            ("format", "play", "points", "entrants"),
            **_setup(),
            entrants=_list(entrant_schema("number", "players"), maxItems=MOST_ENTRANTS),
            lots=_list(_number()),
            rounds=_list({"$ref": "#/$defs/TournamentRound"}, maxItems=MOST_ROUNDS),
            adjustments=_list(adjustment_schema()),
            games=_list({"type": "object"}),
            standings=_list({"type": "object"}),
        ),
        "$defs": {
            "TournamentGame": _object(
                "The game of all tables, as the document of a game has it.",
                variant=_text(),
                preset=_text(),
                rules={"type": "object"},
                wins={"description": "Which points win.", **_one_of(WINS)},
            ),
            "TournamentPoints": _points(),
            "TournamentRound": _round(),
            "TournamentTable": _table(),
        },
    }


def _points() -> Schema:
    return _object(
        "How a table gives points, and the numbers of that.",
        ("by",),
        by=_one_of(("total", "wins", "victory", "places", "deals")),
        win=_whole(),
        tie=_whole(),
        loss=_whole(),
        hands={"description": "The hands of a round, for their usual limits.", "enum": [3, 4]},
        limits=_list(_whole(0), minItems=OWN_LIMITS, maxItems=OWN_LIMITS),
        places=_list(_whole()),
        out=_whole(),
        hand=_whole(),
        by_hand=_list(_text()),
        left=_list(_list(_whole(0), minItems=2, maxItems=2)),
    )


def _round() -> Schema:
    return _object(
        "A round with its draw.",
        ("number", "movement", "tables"),
        number=_number(MOST_ROUNDS),
        movement=_one_of(MOVEMENTS),
        again={"description": "Whether two meet again.", **_one_of(AGAIN)},
        step=_number(MOST_ENTRANTS),
        since=_number(MOST_ROUNDS),
        lives=_number(MOST_LIVES),
        order={"description": "What it was drawn from.", **_list(_whole())},
        out={"description": "Who sits out.", **_list(_whole())},
        tables=_list({"$ref": "#/$defs/TournamentTable"}),
        drawn=_MOMENT,
        shown=_MOMENT,
        clock={"description": "When its clock was started.", **_MOMENT},
        closed=_MOMENT,
    )


def _table() -> Schema:
    return _object(
        "A table: the entrants of its sides and what became of it.",
        ("number", "sides"),
        number=_number(MOST_ENTRANTS),
        sides=_list(_list(_whole())),
        game={"description": "The id of its game.", **_text()},
        totals={"description": "In the order of the sides.", **_list(_whole())},
        forfeit={"description": "Who did not come or gave up.", **_whole()},
        void={"type": "boolean"},
        goes_on={"description": "Who goes on after a tie.", **_whole()},
        at={"description": "When that was said.", **_MOMENT},
        confirmed=_object("Who agreed, and when.", ("by", "at"), by=_whole(), at=_MOMENT),
    )
