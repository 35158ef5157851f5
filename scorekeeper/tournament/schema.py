"""The JSON Schema of the tournament document.

It describes the form of a document. Only reading checks that its rounds fit together.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.tournament.document import CHOSEN_KEYS, MOST_LIVES, MOST_MINUTES, MOST_ROUNDS
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
    "description": "Tournament points, then the score that counts in the difference.",
}


def _setup() -> dict[str, Schema]:
    return {
        "format": {"const": FORMAT},
        "id": _text(),
        "name": _text(),
        "date": _DAY,
        "place": _text(),
        "play": {
            "description": "The entrants: pairs, singles, or singles with drawn partners.",
            **_one_of(PLAYS),
        },
        "seats": {
            "description": "The number of single players at a table.",
            "enum": [TWO_SIDES, FOUR_SINGLES],
        },
        "game": {"$ref": "#/$defs/TournamentGame"},
        "points": {"$ref": "#/$defs/TournamentPoints"},
        "breaks": _list({"description": "A tie-break.", **_one_of(BREAKS)}),
        "bye": _object("The result of a round without a table.", points=_WORTH, score=_whole()),
        "forfeit": _object(
            "The results of a forfeited round: for the opponents, and for the absent entrant.",
            win=_OUTCOME,
            loss=_OUTCOME,
        ),
        "planned": {"description": "The number of planned rounds.", **_whole(0, MOST_ROUNDS)},
        "minutes": {
            "description": "The length of a round in minutes; 0 for no limit.",
            **_whole(0, MOST_MINUTES),
        },
        "at_the_clock": {
            "description": "At the end of time: finish the lap, void the hand, or play it out.",
            **_one_of(AT_THE_CLOCK),
        },
        "ended": {"description": "Time of the end.", **_MOMENT},
    }


def setup_schema(*needed: str) -> Schema:
    """The schema of the setup of a new tournament. `needed` are the required keys."""
    known = _setup()
    keys = ("format", *CHOSEN_KEYS)
    return {
        **_object("The setup of a tournament.", needed, **{key: known[key] for key in keys}),
        "$defs": {name: tournament_schema()["$defs"][name] for name in _OF_SETUP},
    }


_OF_SETUP = ("TournamentGame", "TournamentPoints")


def entrant_schema(*needed: str, keys: tuple[str, ...] = ()) -> Schema:
    """The schema of an entrant. With `keys`, only these keys are allowed."""
    known = {
        "number": _number(),
        "players": _list(_text(), minItems=1, maxItems=2),
        "name": _text(),
        "team": {"description": "A team. A second table adds up its entrants.", **_text()},
        "seed": {"description": "The seed in a knock-out.", **_number()},
        "line": {"description": "The line in a Mitchell movement.", **_one_of(LINES)},
        "start": {
            "description": "The first table in a Mitchell movement.",
            **_number(MOST_ENTRANTS),
        },
        "from": {"description": "The first round of this entrant.", **_number(MOST_ROUNDS)},
        "until": {"description": "The last round of this entrant.", **_whole(0, MOST_ROUNDS)},
        "table": {
            "description": "The table at which this entrant stays.",
            **_number(MOST_ENTRANTS),
        },
    }
    return _object(
        "A pair or a single player.", needed, **{key: known[key] for key in keys or known}
    )


def adjustment_schema() -> Schema:
    return _object(
        "Tournament points added to an entrant, or taken off if negative.",
        ("entrant", "round"),
        entrant=_number(),
        round=_number(MOST_ROUNDS),
        points=_whole(),
        score={"description": "Points that count in the tie-break by difference.", **_whole()},
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
                "The game at all tables, with the keys of a game document.",
                variant=_text(),
                preset=_text(),
                rules={"type": "object"},
                wins={"description": "The points that win: most or fewest.", **_one_of(WINS)},
            ),
            "TournamentPoints": _points(),
            "TournamentRound": _round(),
            "TournamentTable": _table(),
        },
    }


def _points() -> Schema:
    return _object(
        "The way a table gives tournament points, and its numbers.",
        ("by",),
        by=_one_of(("total", "wins", "victory", "places", "deals")),
        win=_whole(),
        tie=_whole(),
        loss=_whole(),
        hands={
            "description": "The hands of a round. They choose the usual limits.",
            "enum": [3, 4],
        },
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
        again={
            "description": "Rematches: never, not with the last opponent, or allowed.",
            **_one_of(AGAIN),
        },
        step=_number(MOST_ENTRANTS),
        since=_number(MOST_ROUNDS),
        lives=_number(MOST_LIVES),
        order={"description": "The entrants, in the order used for the draw.", **_list(_whole())},
        out={"description": "The entrants who sit out.", **_list(_whole())},
        tables=_list({"$ref": "#/$defs/TournamentTable"}),
        drawn=_MOMENT,
        shown=_MOMENT,
        clock={"description": "Time when the clock was started.", **_MOMENT},
        closed=_MOMENT,
    )


def _table() -> Schema:
    return _object(
        "A table: the entrants of its sides, and its result.",
        ("number", "sides"),
        number=_number(MOST_ENTRANTS),
        sides=_list(_list(_whole())),
        game={"description": "The id of the game at this table.", **_text()},
        totals={"description": "The total of each side, in order.", **_list(_whole())},
        forfeit={"description": "The entrant who did not come or gave up.", **_whole()},
        void={"type": "boolean"},
        goes_on={"description": "The entrant who goes on after a tie.", **_whole()},
        at={"description": "Time of the result.", **_MOMENT},
        confirmed=_object(
            "The entrant who agreed to the totals, and the time.",
            ("by", "at"),
            by=_whole(),
            at=_MOMENT,
        ),
    )
