"""A program that shows a league: its evenings and its table, until a change."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator

from scorekeeper.tournament.league_document import league_schema, read_league
from scorekeeper.tournaments import rounds
from tests.support import hall
from tests.support.leagues import count, evening, league, of_nine_evenings
from tests.support.programs import PlayingProgram, token


@pytest.fixture
def screen(app: Flask) -> PlayingProgram:
    """A program with a watcher’s token."""
    return PlayingProgram(app, token(app))


def reads(screen: PlayingProgram, path: str = "") -> Any:
    answer = screen.ask("GET", f"/api/v1/leagues{path}")
    assert answer.status_code == 200, answer.text
    return answer.get_json()


def test_a_program_reads_the_table_of_nine_evenings(app: Flask, screen: PlayingProgram) -> None:
    with app.app_context():
        found = of_nine_evenings()
    told = reads(screen, f"/{found}")
    assert [(row["place"], row["player"], row["points"]) for row in told["document"]["table"]] == [
        *((1, "Cem", 340), (2, "Ann", 337), (3, "Bob", 321))
    ]
    assert [one["factor"] for one in told["document"]["evenings"]] == [1, 1, 2, 1, 1, 1, 2, 1, 1]
    assert told["page"].endswith(f"/leagues/{found}")
    assert reads(screen) == {"leagues": [{k: v for k, v in told.items() if k != "document"}]}


def test_the_document_is_as_its_schema_says_and_can_be_read(
    app: Flask, screen: PlayingProgram
) -> None:
    with app.app_context():
        level = evening(2, {"Ann": 5, "Bob": 5}, breaks=[])
        found = league([level], best=3, places=[5, 2])
    document = reads(screen, f"/{found}")["document"]
    Draft202012Validator(league_schema()).validate(document)
    assert document["evenings"][0]["points"] == {"Ann": "7/2", "Bob": "7/2"}
    assert read_league(document).best == 3


def test_a_program_is_told_nothing_twice_until_something_changes(
    app: Flask, screen: PlayingProgram
) -> None:
    with app.app_context():
        friday = hall.set_up(hall.FOUR_PAIRS)
        hall.play_round(friday)
        found = league([friday])
    address, tags = f"/api/v1/leagues/{found}", list[str]()
    for change in (
        lambda: count(found, friday, 2),
        lambda: hall.change(friday, rounds.adjust, 1, 1, points=-2),
        lambda: hall.change(friday, rounds.reopen_round),
    ):
        tags.append(screen.ask("GET", address).headers["ETag"])
        again = screen.ask("GET", address, If_None_Match=tags[-1])
        assert again.status_code == 304
        with app.app_context():
            change()
    assert screen.ask("GET", address, If_None_Match=tags[-1]).status_code == 200
    assert len({*tags}) == 3


def test_there_is_no_other_league(screen: PlayingProgram) -> None:
    answer = screen.ask("GET", "/api/v1/leagues/zzzzzzzzzzzz")
    assert (answer.status_code, answer.get_json()["detail"]) == (404, "There is no such league.")
