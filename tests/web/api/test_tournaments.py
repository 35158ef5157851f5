"""A program that runs a tournament: it enters, draws, publishes, types slips and closes."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator

from scorekeeper.clubs.roles import Role
from scorekeeper.rummy.documents.reading import as_program
from scorekeeper.storage.database import db
from scorekeeper.storage.models import TournamentChange
from scorekeeper.tournament.document import read_tournament
from tests.support.clubs import new_club
from tests.support.organising_programs import ALL, PAIRS, Organiser
from tests.support.programs import token
from tests.support.table import Table
from tests.support.walks import walk


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    """The program *Scoreboard*, which runs a tournament of four pairs."""
    Table(app)
    program = Organiser(app, token(app))
    assert program.create().status_code == 201
    program.does("POST", "/entrants", {"entrants": [{"players": pair} for pair in PAIRS]})
    return program


@pytest.fixture
def played(organiser: Organiser) -> Organiser:
    """The same after its first round: Ann & Cem met Eva & Fay, Bob & Dee met Gus & Hal."""
    organiser.does("POST", "/rounds", {"movement": "mitchell"})
    organiser.does("PUT", "/rounds/1/show")
    organiser.does("PUT", "/rounds/1/clock")
    organiser.does("PUT", "/rounds/1/tables/1", {"totals": [1800, 1445]})
    organiser.does("PUT", "/rounds/1/tables/2", {"totals": [1600, 1500]})
    organiser.does("PUT", "/rounds/1/close")
    return organiser


def test_who_goes_on_is_set_together_with_level_totals_only(organiser: Organiser) -> None:
    organiser.does("POST", "/rounds", {"movement": "knock-out"})
    organiser.does("PUT", "/rounds/1/show")
    table = "/rounds/1/tables/1"
    sides = organiser.reads("/rounds/1")["tables"][0]["sides"]
    second = sides[1]["entrants"][0]["entrant"]
    organiser.does("PUT", table, {"void": True, "goes_on": second})
    organiser.does("PUT", table, {"totals": [1500, 1500], "goes_on": second})
    assert organiser.reads("/rounds/1")["tables"][0]["goes_on"] == second
    before = organiser.reads()
    refused = organiser.run("PUT", table, {"totals": [1500, 1400], "goes_on": second})
    assert (refused.status_code, refused.get_json()["where"]) == (422, "goes_on")
    assert organiser.reads() == before


def test_a_program_runs_a_round_from_the_names_to_the_standing(played: Organiser) -> None:
    found = played.reads("/standings")
    assert (found["after"], found["open_tables"]) == (1, 0)
    assert [(line["place"], line["name"], line["points"]) for line in found["table"]] == [
        (1, "Ann & Cem", 14),
        (2, "Bob & Dee", 11),
        (3, "Gus & Hal", 9),
        (4, "Eva & Fay", 6),
    ]
    assert found["table"][0]["breaks"]["difference"] == 355
    first, second = played.reads("/rounds/1")["tables"]
    assert [side["total"] for side in first["sides"]] == [1800, 1445]
    assert [side["entrants"][0]["name"] for side in second["sides"]] == ["Bob & Dee", "Gus & Hal"]
    assert first["done"]
    assert played.ask("GET", f"/api/v1/games/{first['game']}").get_json()["answer"]["over"]


def test_its_document_is_one_that_the_command_answers(played: Organiser) -> None:
    told = played.reads()
    document = told["document"]
    read_tournament(document)
    assert (told["name"], told["variant"], told["drawn"], told["shown"]) == (
        *("Friday", "burraco"),
        *(1, 1),
    )
    assert document["standings"][0]["table"][0] == {
        "place": 1,
        "entrant": 1,
        "points": 14,
        "breaks": {"difference": 355},
    }
    assert document["rounds"][0]["tables"][0]["totals"] == [1800, 1445]
    assert {"drawn", "shown", "clock", "closed"} <= set(document["rounds"][0])
    assert (document["minutes"], document["at_the_clock"]) == (50, "lap")


def test_whoever_only_looks_sees_a_draw_once_it_is_shown(app: Flask, organiser: Organiser) -> None:
    watcher = Organiser(app, token(app, Role.WATCHER))
    watcher.evening = organiser.evening
    organiser.does("POST", "/rounds", {"movement": "lot"})
    assert watcher.reads()["drawn"] == 0
    assert watcher.reads()["document"]["rounds"] == []
    assert watcher.ask("GET", f"{watcher.home}/rounds/1").status_code == 404
    assert watcher.ask("GET", f"{watcher.home}/standings?after=1").status_code == 422
    organiser.does("PUT", "/rounds/1/show")
    assert len(watcher.reads("/rounds/1")["tables"]) == 2


def test_the_list_has_the_latest_first_a_page_at_a_time(app: Flask) -> None:
    program = Organiser(app, token(app))
    for day in range(1, 32):
        program.create(name=f"Evening {day}", date=f"2026-10-{day:02}")
    first = program.ask("GET", ALL).get_json()
    assert [one["name"] for one in first["tournaments"]][:2] == ["Evening 31", "Evening 30"]
    assert len(first["tournaments"]) == 30
    rest = program.ask("GET", first["next"]).get_json()
    assert [one["name"] for one in rest["tournaments"]] == ["Evening 1"]
    assert rest["next"] is None
    assert program.ask("GET", f"{ALL}?after=zzzzzzzzzzzz").status_code == 422


def test_who_has_it_already_is_told_so(played: Organiser) -> None:
    for below in ("", "/standings", "/standings?after=0", "/rounds/1"):
        tag = played.ask("GET", f"{played.home}{below}").headers["ETag"]
        again = played.ask("GET", f"{played.home}{below}", If_None_Match=tag)
        assert again.status_code == 304
    tag = played.ask("GET", f"{played.home}/standings").headers["ETag"]
    played.does("POST", "/adjustments", {"entrant": 1, "round": 1, "points": -2, "note": "late"})
    answer = played.ask("GET", f"{played.home}/standings", If_None_Match=tag)
    assert answer.get_json()["table"][0]["points"] == 12


def test_a_change_counts_once_and_only_on_what_was_seen(organiser: Organiser) -> None:
    before, sent = organiser.seen, {"movement": "lot"}
    first = organiser.run("POST", "/rounds", sent, Idempotency_Key="one")
    again = organiser.run("POST", "/rounds", sent, Idempotency_Key="one")
    assert (first.get_json(), again.status_code) == (again.get_json(), 200)
    late = organiser.run("POST", "/rounds", sent, If_Match=before)
    assert (late.status_code, late.get_json()["tournament"]["drawn"]) == (412, 1)
    assert late.headers["ETag"] == organiser.seen
    without = organiser.ask("POST", f"{organiser.home}/rounds", sent, Idempotency_Key="two")
    assert without.status_code == 428
    assert organiser.reads()["drawn"] == 1


def test_a_token_that_looks_changes_nothing(app: Flask, played: Organiser) -> None:
    watcher = Organiser(app, token(app, Role.WATCHER))
    watcher.evening, watcher.seen = played.evening, played.seen
    assert watcher.run("PUT", "/rounds/1/close").status_code == 403
    assert watcher.create().status_code == 403


def test_another_club_finds_nothing(app: Flask, played: Organiser) -> None:
    with app.app_context():
        other = new_club("Other").id
    stranger = Organiser(app, token(app, club_id=other))
    stranger.evening, stranger.seen = played.evening, played.seen
    assert stranger.ask("GET", ALL).get_json()["tournaments"] == []
    for below in ("", "/standings", "/rounds/1"):
        assert stranger.ask("GET", f"{played.home}{below}").status_code == 404
    assert stranger.run("POST", "/undo").status_code == 404


def test_tables_that_were_not_played_are_said_and_taken_back(organiser: Organiser) -> None:
    organiser.does("POST", "/rounds", {"movement": "mitchell"})
    organiser.does("PUT", "/rounds/1/show")
    organiser.does("PUT", "/rounds/1/tables/1", {"forfeit": 3})
    organiser.does("PUT", "/rounds/1/tables/2", {"void": True})
    first, second = organiser.reads("/rounds/1")["tables"]
    assert (first["forfeit"], second["void"]) == (3, True)
    organiser.does("PUT", "/rounds/1/tables/2", {"totals": [1600, 1500]})
    organiser.does("PUT", "/rounds/1/tables/1", {})
    first, second = organiser.reads("/rounds/1")["tables"]
    assert (first["done"], second["done"], second["void"]) == (False, True, False)


def test_an_entrant_agrees_to_the_totals_as_they_are(played: Organiser) -> None:
    refused = played.run("PUT", "/rounds/1/tables/1", {"confirmed": 3, "totals": [1800, 1400]})
    assert (refused.status_code, refused.get_json()["where"]) == (422, "totals")
    assert refused.get_json()["detail"] == "The score changed. Is it right as it is now?"
    played.does("PUT", "/rounds/1/tables/1", {"confirmed": 3, "totals": [1800, 1445]})
    assert played.reads("/rounds/1")["tables"][0]["confirmed"] == 3


def test_somebody_comes_late_and_somebody_goes(played: Organiser) -> None:
    played.does("POST", "/entrants", {"entrants": [{"players": ["Ida", "Jan"], "table": 2}]})
    late = played.reads()["document"]["entrants"][4]
    assert (late["players"], late["from"], late["table"]) == (["Ida", "Jan"], 2, 2)
    for _again in range(2):
        played.does("PUT", "/entrants/3", {"gone": True})
    assert played.reads()["document"]["entrants"][2]["until"] == 1
    played.does("PUT", "/entrants/3", {"gone": False})
    assert "until" not in played.reads()["document"]["entrants"][2]


def test_the_last_change_is_taken_back(organiser: Organiser) -> None:
    organiser.does("POST", "/rounds", {"movement": "lot"})
    assert organiser.does("POST", "/undo")["drawn"] == 0


def test_what_happened_is_told_in_order(played: Organiser) -> None:
    since = played.ask("GET", "/api/v1/changes?since=now").get_json()["next"]
    played.does("POST", "/adjustments", {"entrant": 1, "round": 1, "points": -2})
    played.does("POST", "/undo")
    played.does("POST", "/rounds", {"movement": "standing"})
    played.does("PUT", "/rounds/2/show")
    changes = played.ask("GET", f"/api/v1/changes?since={since}").get_json()["changes"]
    assert [change["kind"] for change in changes] == ["adjusted", "adjusted", "drawn", "shown"]
    assert {change["tournament"] for change in changes} == {played.evening}
    assert not any("game" in change for change in changes)
    assert {change["by"] for change in changes} == {"Scoreboard"}


@walk(
    ("method", "below", "sent", "where", "sentence"),
    {
        "somebody twice": (
            *("POST", "/entrants", {"entrants": [{"players": ["Ann", "Bob"]}] * 2}),
            *("entrants[1].players[0]", "Ann is in pair 1 too."),
        ),
        "a name with a line break": (
            *("POST", "/entrants", {"entrants": [{"players": ["A\nnn", "Bob"]}]}),
            *("entrants[0].players[0]", "There is an invisible control character in this text."),
        ),
        "one alone": (
            *("POST", "/entrants", {"entrants": [{"players": ["Ann", "Bob"]}]}),
            *("entrants", "A tournament needs at least 2 entrants."),
        ),
        "a number of one’s own": (
            *("POST", "/entrants", {"entrants": [{"players": ["Ann", "Bob"], "number": 7}]}),
            *("entrants[0].number", "Unknown field “number”."),
        ),
        "an unknown movement": (
            *("POST", "/rounds", {"movement": "dance"}),
            *("movement", "This must be one of these: lot, standing, mitchell, "),
        ),
        "a step of nothing": (
            *("POST", "/rounds", {"movement": "mitchell", "step": 0}),
            *("step", "This must be a whole number from 1 to 400."),
        ),
        "points in no round": (
            *("POST", "/adjustments", {"entrant": 1, "round": 2}),
            *("round", "This must be a whole number from 1 to 1."),
        ),
        "points for nobody": (
            *("POST", "/adjustments", {"entrant": 9, "round": 1}),
            *("entrant", "There is no number 9."),
        ),
    },
)
def test_a_refusal_is_a_sentence_at_its_place(
    organiser: Organiser, method: str, below: str, sent: Any, where: str, sentence: str
) -> None:
    answer = organiser.run(method, below, sent)
    assert (answer.status_code, answer.get_json()["where"]) == (422, where)
    assert answer.get_json()["detail"].startswith(sentence)


@walk(
    ("changes", "where"),
    {
        "an unknown game": ({"game": {"variant": "snap"}}, "game.variant"),
        "an unknown rule": ({"game": {"variant": "burraco", "rules": {"x": 1}}}, "game.rules.x"),
        "no game for pairs": ({"game": {"variant": "gin"}}, "game"),
        "a game in play": ({"game": {"variant": "burraco", "rounds": []}}, "game.rounds"),
        "no name": ({"name": " "}, "name"),
        "a long name": ({"name": "x" * 81}, "name"),
        "a 31 February": ({"date": "2026-02-31"}, "date"),
        "rounds": ({"rounds": []}, "rounds"),
        "a year of minutes": ({"minutes": 601}, "minutes"),
        "another clock": ({"at_the_clock": "sand"}, "at_the_clock"),
        "falling limits": ({"points": {"by": "victory", "limits": [*range(10, 0, -1)]}}, "points"),
    },
)
def test_what_no_tournament_is_made_of_is_refused(
    organiser: Organiser, changes: dict[str, Any], where: str
) -> None:
    answer = organiser.create(**changes)
    assert answer.status_code == 422
    assert answer.get_json()["where"].startswith(where)


def test_a_refusal_is_in_the_language_of_its_reader(organiser: Organiser) -> None:
    organiser.does("POST", "/rounds", {"movement": "lot"})
    organiser.does("PUT", "/rounds/1/show")
    answer = organiser.run("PUT", "/rounds/1/close", Accept_Language="de")
    assert answer.status_code == 422
    assert answer.get_json()["detail"].startswith("Die Tische 1 und 2 im Durchgang 1")


@walk(
    "below",
    [
        *("/rounds/0/show", "/rounds/2/show", "/rounds/1/tables/9", "/rounds/2/tables/1"),
        *("/entrants/9", "/rounds/99999999999999999999/close"),
    ],
)
def test_at_an_address_of_nothing_there_is_nothing(played: Organiser, below: str) -> None:
    assert played.run("PUT", below, {"gone": True}).status_code == 404


def test_a_round_before_the_last_does_not_change(played: Organiser) -> None:
    played.does("POST", "/rounds", {"movement": "standing"})
    answer = played.run("PUT", "/rounds/1/close")
    assert (answer.status_code, answer.get_json()["detail"]) == (422, "Round 2 is drawn already.")


def test_its_document_is_as_the_public_schema_says(app: Flask, played: Organiser) -> None:
    answer = app.test_client().get("/schema/tournament-1.json")
    assert (answer.status_code, answer.mimetype) == (200, "application/schema+json")
    Draft202012Validator(answer.get_json()).validate(played.reads()["document"])


@pytest.mark.usefixtures("played")
def test_the_history_names_the_program(app: Flask) -> None:
    with app.app_context():
        signs = {change.entered_by for change in db.session.query(TournamentChange)}
    assert signs == {as_program("Scoreboard")}
