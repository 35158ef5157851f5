"""The facts of a document other than the play: read strictly, written, and never required."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.documents.about import About, write_about
from scorekeeper.rummy.documents.game import read_document, write_game
from scorekeeper.rummy.documents.reading import Entered, as_program
from scorekeeper.rummy.messages import render
from tests.support.documents import VOID, Document, refused
from tests.support.walks import walk

PLAY: Document = {"variant": "gin", "players": ["Ann", "Bob"], "rounds": [VOID, VOID]}
EVENING = "2026-11-21T20:15:03Z"


def read(**parts: Any) -> About:
    return read_document({**PLAY, **parts})[1]


def test_a_document_without_it_says_nothing() -> None:
    assert read() == About()


ABOUT = About(
    id="r94ye6292xn2",
    date="2026-11-21",
    started=EVENING,
    place="Chez Zoé",
    note="In the garden,\nuntil it rained.",
    entered=(Entered("2026-11-21T20:20:00.25Z", "Bob"), Entered()),
)


@walk(
    "about",
    {
        "everything": ABOUT,
        "a place": About(place="Lyon"),
        "rounds": About(entered=(Entered(EVENING), Entered(by="Ann"))),
        "a program": About(entered=(Entered(EVENING, as_program("Button")), Entered(by="Button"))),
        "nothing": About(),
    },
)
def test_what_is_written_is_read_again(about: About) -> None:
    game, _ = read_document(PLAY)
    document = write_about(about, write_game(game))
    assert document["format"] == 1
    assert read_document(document) == (game, about)


@walk(
    "moment", ["2026-11-21T21:15:03+01:00", "2026-11-21T21:15Z", "2026-11-21T21:15:03.123456-05:30"]
)
def test_a_time_may_be_written_as(moment: str) -> None:
    assert read(started=moment).started == moment


@walk(
    ("parts", "place", "sentence"),
    [
        ({"format": 2}, "format", "This program reads documents of format 1."),
        ({"format": True}, "format", "This program reads documents of format 1."),
        ({"id": 7}, "id", "This must be text."),
        ({"id": "x" * 41}, "id", "This has at most 40 characters, in one line."),
        ({"place": "x" * 81}, "place", "A place can have up to 80 characters."),
        ({"place": "Lyon\n"}, "place", "A place is one line without invisible characters."),
        ({"place": "a\0b"}, "place", "A place is one line without invisible characters."),
        ({"note": "a\0b"}, "note", "There is an invisible control character in this text."),
        ({"note": "x" * 501}, "note", "A note can have up to 500 characters."),
        ({"date": "21/11/2026"}, "date", "A date is written as 2026-11-21."),
        ({"date": 20261121}, "date", "This must be text."),
        (
            {"started": "2026-11-21"},
            "started",
            "The time of day is missing. Write it like 2026-11-21T20:15:00Z.",
        ),
        (
            {"started": "2026-11-21T20:15:03"},
            "started",
            "The time zone is missing. Write it like 2026-11-21T20:15:00Z.",
        ),
        ({"date": "2026-13-01"}, "date", "A date is written as 2026-11-21."),
        ({"date": "2026-11-2١"}, "date", "A date is written as 2026-11-21."),
        ({"started": "now"}, "started", "A time is written as 2026-11-21T20:15:00Z."),
    ],
)
def test_what_makes_no_sense_is_refused(parts: Document, place: str, sentence: str) -> None:
    error = refused({**PLAY, **parts})
    assert (error.place, render(error.message, ())) == (place, sentence)


@walk(
    ("entered", "place"),
    [
        ("Bob", "rounds[1].entered"),
        ({"when": "now"}, "rounds[1].entered.when"),
        ({"at": "late"}, "rounds[1].entered.at"),
        ({"by": "x" * 41}, "rounds[1].entered.by"),
        ({"by": "Bo\u200bb"}, "rounds[1].entered.by"),
    ],
)
def test_who_entered_a_round_is_checked(entered: Any, place: str) -> None:
    assert refused({**PLAY, "rounds": [VOID, VOID | {"entered": entered}]}).place == place
