"""Entries between two rounds: read strictly, and written unchanged."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.cards import CARDS
from scorekeeper.rummy.documents.about import write_about
from scorekeeper.rummy.documents.game import read_document, read_game, write_game
from scorekeeper.rummy.documents.round import in_other_seats
from scorekeeper.rummy.messages import Seat
from tests.rummy.documents.test_schema import faults
from tests.support.documents import VOID, Document, refused, score
from tests.support.walks import walk

ENTERED = {"at": "2026-11-26T20:31:07Z", "by": "Cem"}

EVENING: Document = {
    "variant": "basic",
    "preset": "plain",
    "players": ["Ann", "Bob", "Max", "Cem"],
    "dealer": "Bob",
    "rounds": [
        {"ending": "out", "by": "Ann", "hands": {"Bob": 3, "Cem": "K"}},
        {"between": {"adjust": {"Bob": 5, "Ann": -10}, "note": "peeked"}, "entered": ENTERED},
        {"between": {"joins": {"Max": 37}}},
        {"between": {"leaves": ["Cem", "Ann"], "x-why": "late"}, "x-at": 22},
        {"ending": "void"},
        {"between": {"rejoins": ["Cem"]}},
    ],
    "called": False,
}


def test_entries_are_read_into_facts() -> None:
    entries = read_game(EVENING).entries
    assert entries[1] == Between(BetweenKind.ADJUST, (Seat(1), Seat(0)), (5, -10), "peeked")
    assert entries[2] == Between(BetweenKind.JOINS, (Seat(2),), (37,))
    assert entries[3] == Between(
        BetweenKind.LEAVES, (Seat(3), Seat(0)), extras=(("x-at", "22"), ("between.x-why", '"late"'))
    )
    assert entries[5] == Between(BetweenKind.REJOINS, (Seat(3),))


def test_they_are_written_as_they_were_read() -> None:
    game, about = read_document(EVENING)
    written = write_about(about, write_game(game))
    assert written == {"format": 1} | EVENING
    assert read_document(written) == (game, about)
    assert faults(written) == []


def test_names_are_trimmed_in_them_too() -> None:
    spaced = deepcopy(EVENING)
    spaced["rounds"][2] = {"between": {"joins": {" Max ": 37}}}
    spaced["rounds"][3]["between"]["leaves"] = ["Cem ", " Ann"]
    assert read_game(spaced) == read_game(EVENING)


def test_the_answer_repeats_what_was_entered() -> None:
    entries = score("basic", *EVENING["rounds"], players=EVENING["players"])["rounds"]
    assert [entry["between"] for entry in entries if "between" in entry] == [
        entry["between"] for entry in EVENING["rounds"] if "between" in entry
    ]


HISTORY = [
    {"kind": "start", "at": "2026-11-26T20:00:00Z"},
    {
        "kind": "record",
        "at": "2026-11-26T20:31:07Z",
        "round": 1,
        "on": [{"number": 1, "between": {"adjust": {"Ann": 5}}, "entered": ENTERED}],
    },
    {
        "kind": "correct",
        "at": "2026-11-26T20:32:00Z",
        "round": 1,
        "off": [1],
        "on": [{"number": 1, "between": {"leaves": ["Cem"]}, "entered": ENTERED}],
    },
]


def test_a_history_of_them_is_read_and_written() -> None:
    document = EVENING | {
        "players": ["Ann", "Bob", "Cem"],
        "rounds": [{"between": {"leaves": ["Cem"]}, "entered": ENTERED}],
        "history": HISTORY,
    }
    game, about = read_document(document)
    assert write_about(about, write_game(game)) == {"format": 1} | document
    assert faults(document) == []


ONE_OF = "This must be exactly one of these: adjust, leaves, joins, rejoins."


@walk(
    ("entry", "place", "sentence"),
    {
        "nothing": ({"between": {}}, "rounds[1].between", ONE_OF),
        "two at once": (
            {"between": {"leaves": ["Ann"], "rejoins": ["Ann"]}},
            "rounds[1].between",
            ONE_OF,
        ),
        "only a note": ({"between": {"note": "late"}}, "rounds[1].between", ONE_OF),
        "a key that nobody knows": (
            {"between": {"swaps": ["Ann"]}},
            "rounds[1].between.swaps",
            "Unknown field “swaps”.",
        ),
        "no object": ({"between": ["Ann"]}, "rounds[1].between", "This must be a JSON object."),
        "a round and what is between two": (
            {"between": {"leaves": ["Ann"]}, "ending": "void"},
            "rounds[1].ending",
            "Unknown field “ending”.",
        ),
        "a note beside it": (
            {"between": {"leaves": ["Ann"]}, "note": "late"},
            "rounds[1].note",
            "Unknown field “note”.",
        ),
        "names where points must be": (
            {"between": {"joins": ["Max"]}},
            "rounds[1].between.joins",
            "This must be points by the names of players.",
        ),
        "points where names must be": (
            {"between": {"leaves": {"Ann": 5}}},
            "rounds[1].between.leaves",
            "This must be the names of players.",
        ),
        "one name": (
            {"between": {"rejoins": "Ann"}},
            "rounds[1].between.rejoins",
            "This must be the names of players.",
        ),
        "no name": (
            {"between": {"leaves": [7]}},
            "rounds[1].between.leaves",
            "Enter a player’s name.",
        ),
        "a note that is too long": (
            {"between": {"leaves": ["Ann"], "note": "a" * 501}},
            "rounds[1].between.note",
            "A note can have up to 500 characters.",
        ),
        "yes for points": (
            {"between": {"adjust": {"Ann": True}}},
            "rounds[1].between.adjust.Ann",
            "An adjustment is a whole number of points, up to 100000.",
        ),
    },
)
def test_what_makes_no_sense_is_refused(entry: Any, place: str, sentence: str) -> None:
    error = refused(EVENING | {"players": ["Ann", "Bob", "Cem"], "rounds": [VOID, entry]})
    assert (error.place, error.text()) == (place, sentence)


def test_an_entry_may_be_moved_to_other_seats() -> None:
    entry = Between(BetweenKind.ADJUST, (Seat(0), Seat(2)), (5, -10), "peeked", (("x-at", "22"),))
    moved = in_other_seats(entry, (Seat(2), Seat(0), Seat(1)), CARDS)
    assert moved == replace(entry, seats=(Seat(2), Seat(1)))
