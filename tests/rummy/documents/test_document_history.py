"""The history in a document: read strictly, written again, and consistent with the rounds."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from scorekeeper.rummy.documents.about import write_about
from scorekeeper.rummy.documents.game import read_document, write_game
from scorekeeper.rummy.messages import render
from tests.rummy.documents.test_schema import faults
from tests.support.documents import VOID, Document, knock, refused
from tests.support.walks import walk

AT = "2026-11-21T20:15:03Z"
ENTERED = {"at": AT, "by": "Bob"}
FIRST = {**knock("Ann", Ann=5, Bob=9), "entered": ENTERED}
BETTER = {**knock("Ann", Ann=5, Bob=11), "entered": ENTERED}
SECOND = {**VOID, "entered": ENTERED}

FIRST_STEP = "A history begins with the start of the game."
NO_ROUND = "There is no such round on the sheet."
NOT_THERE = "The history does not lead to the rounds of this game."
OLD_AND_NEW = "Enter the old text and the new one."

STEPS: list[Document] = [
    {"kind": "start", "at": AT},
    {"kind": "record", "at": AT, "by": "Bob", "round": 1, "on": [{"number": 1, **FIRST}]},
    {"kind": "record", "at": AT, "round": 2, "on": [{"number": 2, **SECOND}]},
    {"kind": "correct", "at": AT, "round": 1, "off": [1], "on": [{"number": 1, **BETTER}]},
    {"kind": "undo", "at": AT, "round": 1, "off": [1], "on": [{"number": 1, **FIRST}], "undoes": 4},
    {
        "kind": "redo",
        "at": AT,
        "round": 1,
        "off": [1],
        "on": [{"number": 1, **BETTER}],
        "undoes": 5,
    },
    {"kind": "remove", "at": AT, "round": 2, "off": [2]},
    {"kind": "details", "at": AT, "details": {"place": ["", "Lyon"]}},
    {"kind": "call", "at": AT, "called": True},
    {"kind": "delete", "at": AT, "by": "Ann", "called": True},
]
GAME: Document = {
    "variant": "gin",
    "players": ["Ann", "Bob"],
    "rounds": [BETTER],
    "called": True,
    "deleted": {"at": AT, "by": "Ann"},
    "history": STEPS,
}


def test_what_is_written_is_read_again() -> None:
    game, about = read_document(GAME)
    written = write_about(about, write_game(game))
    assert written["history"] == STEPS
    assert written["deleted"] == GAME["deleted"]
    assert read_document(written) == (game, about)


def test_the_schema_takes_it() -> None:
    assert faults(GAME) == []


def changed(index: int, **parts: Any) -> Document:
    """Return the game with one step changed. `None` removes a part."""
    game = deepcopy(GAME)
    step = {**game["history"][index], **parts}
    game["history"][index] = {key: value for key, value in step.items() if value is not None}
    return game


@walk(
    ("game", "place", "sentence"),
    [
        (GAME | {"history": {}}, "history", "The history must be a list."),
        (changed(0, kind="record"), "history[0].kind", FIRST_STEP),
        (changed(1, kind="start"), "history[1].kind", FIRST_STEP),
        (changed(1, kind="guess"), "history[1].kind", None),
        (changed(1, at="late"), "history[1].at", "A time is written as 2026-11-21T20:15:00Z."),
        (changed(1, at=None), "history[1].at", "This must be text."),
        (changed(1, by="x" * 41), "history[1].by", "A name has 1 to 40 characters."),
        (changed(1, round=0), "history[1].round", "This must be a number, from 1."),
        (changed(1, on={}), "history[1].on", "This must be a list."),
        (changed(1, on=[{"number": 2, **FIRST}]), "history[1].on", NO_ROUND),
        (changed(1, on=[{"number": 1, "ending": "guess"}]), "history[1].on[0].ending", None),
        (changed(1, on=[FIRST]), "history[1].on[0].number", "This must be a number, from 1."),
        (changed(3, off=[3]), "history[3].off", NO_ROUND),
        (changed(4, undoes=None), "history[4].undoes", None),
        (changed(4, undoes=5), "history[4].undoes", None),
        (changed(5, undoes=4), "history[5].undoes", None),
        (changed(6, undoes=2), "history[6].undoes", None),
        (changed(7, details={"place": "Lyon"}), "history[7].details.place", OLD_AND_NEW),
        (changed(7, details={"table": ["", "3"]}), "history[7].details.table", None),
        (changed(8, called="yes"), "history[8].called", "This must be true or false."),
        (changed(8, when="now"), "history[8].when", None),
        (GAME | {"deleted": "now"}, "deleted", None),
        (GAME | {"called": False}, "history", NOT_THERE),
        (GAME | {"rounds": [FIRST]}, "history", NOT_THERE),
        (
            GAME | {"rounds": [BETTER | {"entered": {"at": AT}}]},
            "history",
            NOT_THERE,
        ),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(game: Document, place: str, sentence: str | None) -> None:
    error = refused(game)
    assert error.place == place
    assert sentence is None or render(error.message, error.names) == sentence


def test_who_joined_only_for_a_while_is_known_by_name() -> None:
    joined = {"number": 1, "between": {"joins": {"Max": 5}}, "entered": ENTERED}
    steps: list[Document] = [
        {"kind": "start", "at": AT},
        {"kind": "record", "at": AT, "round": 1, "on": [joined]},
        {"kind": "undo", "at": AT, "round": 1, "off": [1], "undoes": 2},
    ]
    written: Document = {
        "variant": "basic",
        "players": ["Ann", "Bob", "Cem"],
        "rounds": [],
        "history": steps,
    }
    game, about = read_document(written)
    assert about.others == ("Max",)
    assert write_about(about, write_game(game))["history"] == steps
    joined["between"] = {"joins": {"M" * 41: 5}}
    assert refused(written).place == "history"
