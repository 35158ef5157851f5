"""A tournament document, and functions that change it."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from scorekeeper.rummy import score

Document = dict[str, Any]

GAME = {
    "variant": "burraco",
    "rules": {"target": 0, "rounds": 3},
    "players": ["Ann", "Bob", "Cem", "Dee"],
    "sides": {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]},
    "imported": {"Ann & Cem": 1345, "Bob & Dee": 580},
}

FRIDAY: Document = {
    "format": 1,
    "id": "t1",
    "name": "Friday",
    "date": "2026-11-28",
    "place": "Club house",
    "play": "pairs",
    "game": {"variant": "burraco", "rules": {"target": 0, "rounds": 3}},
    "points": {"by": "victory", "hands": 3},
    "breaks": ["direct", "difference", "lot"],
    "bye": {"points": 14, "score": 355},
    "forfeit": {"win": [14, 355], "loss": [0, 0]},
    "entrants": [
        {"number": 1, "players": ["Ann", "Cem"]},
        {"number": 2, "players": ["Bob", "Dee"], "name": "The Bees"},
        {"number": 3, "players": ["Eva", "Fay"], "until": 1},
        {"number": 4, "players": ["Gus", "Hal"], "from": 2, "x-phone": "555 1234"},
    ],
    "lots": [2, 3, 1],
    "rounds": [
        {
            "number": 1,
            "movement": "standing",
            "again": "no",
            "order": [1, 2, 3],
            "out": [3],
            "tables": [
                {
                    "number": 1,
                    "sides": [[1], [2]],
                    "game": "g7",
                    "confirmed": {"by": 2, "at": "2026-11-28T21:40:00Z"},
                }
            ],
        },
        {
            "number": 2,
            "movement": "standing",
            "again": "no",
            "order": [1, 2, 4],
            "out": [2],
            "tables": [{"number": 1, "sides": [[1], [4]], "totals": [900, 1000]}],
        },
    ],
    "adjustments": [{"entrant": 1, "round": 1, "points": -2, "note": "late"}],
    "games": [
        {
            "id": "g7",
            "wins": "most",
            "document": GAME,
            "answer": json.loads(json.dumps(score(GAME).as_json())),
        }
    ],
}


def changed(*changes: Callable[[Document], object]) -> Document:
    document = deepcopy(FRIDAY)
    for change in changes:
        change(document)
    return document


def put(path: str, value: object) -> Callable[[Document], object]:
    """Return a function that sets the value at a path such as `entrants.0.number`."""
    *outer, last = [int(key) if key.isdigit() else key for key in path.split(".")]

    def change(document: Any) -> None:
        for key in outer:
            document = document[key]
        if isinstance(document, list) and last == len(document):
            document.append(value)
        else:
            document[last] = value

    return change


def drop(path: str) -> Callable[[Document], object]:
    outer, _, last = path.rpartition(".")

    def change(document: Any) -> None:
        for key in outer.split(".") if outer else ():
            document = document[int(key) if key.isdigit() else key]
        del document[int(last) if last.isdigit() else last]

    return change


def of_players(number: int, **facts: Any) -> Document:
    entrants = [{"number": one, "players": [f"P{one}"]} for one in range(1, number + 1)]
    return {
        "format": 1,
        "play": "drawn-pairs",
        "points": {"by": "wins"},
        "breaks": [],
        "entrants": entrants,
        **facts,
    }


def a_round(*sides: list[int], **facts: Any) -> Document:
    table = {"number": 1, "sides": list(sides), **facts}
    return {"number": 1, "movement": "lot", "tables": [table]}
