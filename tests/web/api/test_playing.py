"""A program starts a game, records, corrects, removes and undoes. The history names the program."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs.access_tokens import authenticate_bearer, revoke_access_token
from scorekeeper.clubs.members import Member
from scorekeeper.clubs.roles import Role
from scorekeeper.rummy import score
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from scorekeeper.web.shell import visitor as visitors
from tests.support.clubs import known_names, the_club, visitor
from tests.support.documents import document, knock, out
from tests.support.pages import words
from tests.support.programs import PlayingProgram, token
from tests.support.table import Table
from tests.support.transfers import imported, lines_of
from tests.support.walks import walk

GIN = {"variant": "gin", "players": ["Ann", "Bob"]}


def test_a_game_is_started_as_its_document_says(app: Flask, player: PlayingProgram) -> None:
    written = GIN | {
        "players": ["Cem", "Ann"],
        "dealer": "Ann",
        "rules": {"target": 150},
        "date": "2026-11-20",
        "place": "The pub",
        "note": "Late",
        "stake": {"point": "0.05"},
        "x-table": 7,
    }
    begun = player.start(written)
    kept = begun["document"]
    assert {key: kept[key] for key in written if key != "rules"} == {
        key: value for key, value in written.items() if key != "rules"
    }
    assert kept["rules"]["target"] == 150
    assert begun["answer"]["next_dealer"] == "Ann"
    assert kept == player.look()["document"]
    with app.app_context():
        assert known_names() == ["Ann", "Bob", "Cem"]


@walk(
    ("told", "place"),
    [
        ({}, "Home"),
        ({"place": ""}, ""),
        ({"place": "The pub"}, "The pub"),
        ({"date": "2025-01-02"}, ""),
    ],
)
def test_a_game_is_where_it_says_or_where_the_evening_is(
    player: PlayingProgram, told: dict[str, str], place: str
) -> None:
    player.start(GIN | {"place": "Home"})
    assert player.start(GIN | told)["document"].get("place", "") == place


def test_who_deals_first_is_as_in_any_document_the_first(player: PlayingProgram) -> None:
    assert player.start(GIN)["answer"]["next_dealer"] == "Ann"


@walk(
    ("change", "where", "sentence"),
    [
        ({"rounds": [knock("Ann", Ann=3, Bob=11)]}, "rounds", "cannot be set when a game starts"),
        ({"called": True}, "called", "cannot be set when a game starts"),
        ({"imported": {"Ann": 5, "Bob": 7}}, "imported", "cannot be set when a game starts"),
        ({"id": "abc"}, "id", "cannot be set when a game starts"),
        ({"variant": "whist"}, "variant", "Choose the game"),
        ({"players": ["Ann"]}, "players", "Gin Rummy is for 2 players."),
        ({"players": ["Ann", "A\u200bnn"]}, "players[1]", "invisible"),
        ({"dealer": "Zoe"}, "dealer", "Nobody in this game"),
        ({"date": "2100-01-01"}, "date", "That date is in the future."),
        ({"date": "2026-02-30"}, "date", "That date does not exist."),
        ({"place": "x" * 81}, "place", "80 characters"),
        ({"colour": 1}, "colour", "Unknown field"),
    ],
)
def test_a_game_that_cannot_start_is_refused(
    app: Flask, player: PlayingProgram, change: dict[str, Any], where: str, sentence: str
) -> None:
    refused = player.ask("POST", "/api/v1/games", GIN | change, Idempotency_Key="one")
    assert (refused.status_code, refused.get_json()["where"]) == (422, where)
    assert sentence in refused.get_json()["detail"]
    with app.app_context():
        assert known_names() == ["Ann", "Bob"]


def test_a_round_is_recorded_and_its_answer_tells_what_follows(player: PlayingProgram) -> None:
    answer = player.change("POST", "/rounds", knock("Bob", Ann=95, Bob=5))
    told = answer.get_json()
    assert answer.status_code == 201
    assert told["answer"]["why"][0]["text"] == "Ann 95 − Bob 5"
    assert (told["place"], told["totals"]) == (2, {"Ann": 20, "Bob": 90})
    assert (told["over"], told["winners"], told["next_dealer"]) == (False, [], "Bob")
    assert player.ask("GET", answer.headers["Location"]).get_json() == {
        key: told[key] for key in ("place", "entry", "answer", "totals")
    }
    told = player.record(knock("Ann", Ann=0, Bob=95))
    assert (told["over"], told["winners"], told["next_dealer"]) == (True, ["Ann"], None)
    refused = player.change("POST", "/rounds", knock("Ann", Ann=0, Bob=95))
    assert refused.status_code == 422


def test_partners_play_a_game_of_canastas(player: PlayingProgram) -> None:
    sides = {"We": ["Ann", "Cem"], "They": ["Bob", "Dee"]}
    written = {"variant": "hand-and-foot", "players": ["Ann", "Bob", "Cem", "Dee"]}
    refused = player.ask("POST", "/api/v1/games", written, Idempotency_Key="alone")
    assert (refused.status_code, refused.get_json()["where"]) == (422, "sides")
    begun = player.start(written | {"sides": sides, "rules": {"exact_deal": 100}})
    assert begun["document"]["sides"] == begun["answer"]["sides"] == sides
    assert begun["answer"]["first_meld"] == {"We": 50, "They": 50}
    hands = {
        "We": {"melded": 340, "clean": 2, "left": 45},
        "They": {"melded": ["K K K 2", "5 5 5"], "red_threes_left": 1, "left": "K A JK"},
    }
    out_too_soon = {"ending": "out", "by": "Cem", "exact_deal": ["Ann", "Dee"], "hands": hands}
    refused = player.change("POST", "/rounds", out_too_soon)
    assert (refused.status_code, refused.get_json()["where"]) == (422, "hands.We")
    told = player.record(out_too_soon | {"allow": ["illegal-out"]})
    assert told["totals"] == told["answer"]["points"] == {"We": 1495, "They": -415}
    assert told["answer"]["first_meld"] == {"We": 50, "They": 50}
    assert "illegal-out" in told["answer"]["tags"]
    assert told["entry"]["hands"] == hands
    kept = player.look()
    assert kept["answer"]["first_meld"] == {"We": 90, "They": 90}
    assert kept["answer"]["rounds"] == [told["answer"]]


def test_what_the_document_refuses_is_refused_at_its_place(
    table: Table, player: PlayingProgram
) -> None:
    for entry, where in (
        (knock("Ann", Ann=11, Bob=25), "hands.Ann"),
        (knock("Ann", Ann="7S 7S", Bob=25), "hands.Ann"),
        (knock("Zoe", Ann=3, Bob=25), "by"),
        ({"ending": "zip"}, "ending"),
        ({"between": {"adjust": {"Ann": 1.5}}}, "between.adjust.Ann"),
        ({"between": {"leaves": ["Ann"]}}, "between.leaves"),
        (knock("Ann", Ann=3, Bob=25) | {"entered": {"at": "yesterday"}}, "entered.at"),
        ([], None),
        ("knock", None),
    ):
        for below in ("/rounds", "/preview"):
            refused = player.change("POST", below, entry)
            assert (refused.status_code, refused.get_json().get("where")) == (422, where), entry
    assert table.rounds == 1


def test_a_preview_answers_as_recording_does_and_keeps_nothing(
    table: Table, player: PlayingProgram
) -> None:
    for entry in (knock("Bob", Ann="K 9 2", Bob=5), {"between": {"adjust": {"Bob": -10}}}):
        judged = player.change("POST", "/preview", entry, If_Match="").get_json()
        done = player.record(entry)
        del done["entry"]["entered"]
        assert judged == done
    assert table.rounds == 2


def test_an_entry_is_corrected_and_all_after_it_follows(player: PlayingProgram) -> None:
    player.record(knock("Bob", Ann=25, Bob=5))
    told = player.change("PUT", "/rounds/1", knock("Ann", Ann=5, Bob=35)).get_json()
    assert (told["place"], told["totals"]) == (1, {"Ann": 30, "Bob": 0})
    assert player.look()["answer"]["totals"] == {"Ann": 30, "Bob": 20}


def test_what_is_read_of_an_entry_can_be_sent_back(player: PlayingProgram) -> None:
    entry = player.ask("GET", f"{player.address}/rounds/1").get_json()["entry"]
    assert "entered" in entry
    assert player.change("PUT", "/rounds/1", entry).get_json()["entry"] == entry


def test_an_entry_is_taken_off_and_those_after_it_move_up(
    table: Table, player: PlayingProgram
) -> None:
    player.record(knock("Bob", Ann=25, Bob=5))
    told = player.change("DELETE", "/rounds/1").get_json()
    assert told["answer"]["totals"] == {"Ann": 0, "Bob": 20}
    assert table.rounds == 1
    for place in (0, 2, 99_999_999_999):
        assert player.change("DELETE", f"/rounds/{place}").status_code == 404
    assert player.change("DELETE", "/rounds/one").status_code == 404


def test_later_entries_are_dropped_only_where_that_is_said(
    table: Table, player: PlayingProgram
) -> None:
    player.record(knock("Bob", Ann=25, Bob=5))
    over = knock("Ann", Ann=0, Bob=100)
    for asked in ("", "?drop_later=false"):
        refused = player.change("PUT", f"/rounds/1{asked}", over)
        assert (refused.status_code, refused.get_json()["where"]) == (409, "drop_later")
    assert player.change("PUT", "/rounds/1?drop_later=yes", over).status_code == 422
    assert table.rounds == 2
    assert player.change("PUT", "/rounds/1?drop_later=true", over).get_json()["over"]
    assert table.rounds == 1


def test_it_undoes_redoes_ends_and_plays_on(player: PlayingProgram) -> None:
    assert player.change("POST", "/undo").get_json()["document"]["rounds"] == []
    assert player.change("POST", "/end").status_code == 422
    assert player.change("POST", "/redo").get_json()["answer"]["totals"] == {"Ann": 20, "Bob": 0}
    assert player.change("POST", "/end").get_json()["answer"]["over"]
    assert player.change("POST", "/rounds", knock("Ann", Ann=3, Bob=9)).status_code == 422
    assert not player.change("POST", "/play-on").get_json()["answer"]["over"]
    assert player.change("POST", "/play-on").status_code == 422
    assert player.change("POST", "/redo").status_code == 422


def test_it_says_when_and_where_a_game_was_played(player: PlayingProgram) -> None:
    sent = {"date": "2026-11-20", "place": " The  pub ", "note": "Late\n"}
    kept = player.change("PUT", "/details", sent).get_json()["document"]
    assert (kept["date"], kept["place"], kept["note"]) == ("2026-11-20", "The pub", "Late")
    kept = player.change("PUT", "/details", {"date": "2026-11-21"}).get_json()["document"]
    assert "place" not in kept
    for wrong, where in (
        ({}, "date"),
        ({"date": "2026-13-01"}, "date"),
        ({"date": "2100-01-01"}, "date"),
        ({"date": "2026-11-21", "note": "\0"}, "note"),
        ({"date": "2026-11-21", "players": []}, "players"),
    ):
        refused = player.change("PUT", "/details", wrong)
        assert (refused.status_code, refused.get_json()["where"]) == (422, where)


def test_details_that_stay_the_same_are_no_change(player: PlayingProgram) -> None:
    sent = {"date": "2026-11-20", "place": "The pub"}
    before = player.change("PUT", "/details", sent).get_json()
    since = player.ask("GET", "/api/v1/changes?since=now").get_json()["next"]
    assert player.change("PUT", "/details", sent).get_json() == before
    assert player.ask("GET", f"/api/v1/changes?since={since}").get_json()["changes"] == []
    outdated = player.change("PUT", "/details", sent, If_Match='W/"1.00000000"')
    assert outdated.status_code == 412


def test_it_corrects_who_sat_there(player: PlayingProgram) -> None:
    told = player.change("PUT", "/players/1", {"name": "Anna"}).get_json()
    assert told["document"]["players"] == ["Anna", "Bob"]
    assert told["answer"]["totals"] == {"Anna": 20, "Bob": 0}
    for wrong in ({"name": "Bob"}, {"name": "Anna"}, {"name": ""}, {}):
        refused = player.change("PUT", "/players/1", wrong)
        assert (refused.status_code, refused.get_json()["where"]) == (422, "name")
    assert player.change("PUT", "/players/3", {"name": "Cem"}).status_code == 404
    assert player.change("PUT", "/players/0", {"name": "Cem"}).status_code == 404
    player.change("POST", "/open", {"ending": "gin", "by": "Bob"})
    refused = player.change("PUT", "/players/2", {"name": "Cem"})
    assert (refused.status_code, refused.get_json()["see"]) == (409, f"{player.address}/open")


def test_people_come_and_go_between_rounds(app: Flask) -> None:
    player = PlayingProgram(app, token(app))
    player.start({"variant": "basic", "players": ["Ann", "Bob"], "rules": {"target": 0}})
    player.record(out("Ann", Bob=9))
    entries: list[Any] = [
        {"between": {"joins": {"Cem": 4, "Dee": 5}, "note": "From the bar"}, "x-how": "late"},
        {"between": {"leaves": ["Bob"]}},
        {"between": {"rejoins": ["Bob"]}},
        {"between": {"adjust": {"Cem": -3}}},
    ]
    for entry in entries:
        judged = player.change("POST", "/preview", entry).get_json()
        assert judged["answer"] == player.record(entry)["answer"]
    kept = player.look()["document"]
    assert kept["players"] == ["Ann", "Bob", "Cem", "Dee"]
    assert [strip(entry) for entry in kept["rounds"][1:]] == entries
    refused = player.change("POST", "/rounds", {"between": {"joins": {"D\u200bee": 4}}})
    assert refused.get_json()["where"] == "between.joins"
    refused = player.change("POST", "/rounds", {"between": {"joins": {"Ann": 4}}})
    assert refused.status_code == 422
    with app.app_context():
        assert known_names() == ["Ann", "Bob", "Cem", "Dee"]


def strip(entry: dict[str, Any]) -> dict[str, Any]:
    """Return an entry without its field `entered`."""
    return {key: value for key, value in entry.items() if key != "entered"}


def test_the_history_says_that_a_program_did_it(app: Flask, player: PlayingProgram) -> None:
    player.start(GIN)
    player.record(knock("Ann", Ann=5, Bob=25))
    player.change("PUT", "/rounds/1", knock("Ann", Ann=4, Bob=25))
    keeper = visitor(app, Role.KEEPER)
    told = words(keeper.visit(f"/games/{player.game}/trail"))
    assert told.count("by the program Scoreboard") == 3
    assert "by the program Scoreboard" in words(keeper.visit(f"/games/{player.game}/rounds/1"))
    french = words(keeper.visit(f"/games/{player.game}/trail", headers={"Accept-Language": "fr"}))
    assert "par le programme Scoreboard" in french


def test_a_document_tells_a_program_from_a_person(player: PlayingProgram) -> None:
    player.start(GIN)
    player.record(knock("Ann", Ann=5, Bob=25))
    [entered] = [entry["entered"] for entry in player.look()["document"]["rounds"]]
    assert (entered["by"], entered["program"]) == ("Scoreboard", True)
    written = player.look()["document"]
    assert score(written).as_json() == player.look()["answer"]
    score(document("gin", written["rounds"][0]))


def test_of_a_deleted_game_nothing_can_be_changed(table: Table, player: PlayingProgram) -> None:
    table.delete()
    for method, below, sent in (
        ("POST", "/rounds", knock("Ann", Ann=5, Bob=25)),
        ("PUT", "/rounds/1", knock("Ann", Ann=5, Bob=25)),
        ("DELETE", "/rounds/1", None),
        ("POST", "/undo", None),
        ("POST", "/open", {"ending": "void"}),
        ("PUT", "/details", {"date": "2026-11-21"}),
        ("PUT", "/players/1", {"name": "Anna"}),
    ):
        refused = player.change(method, below, sent)
        assert refused.status_code == 404
        assert "Nothing was recorded." in refused.get_json()["detail"]


def test_a_game_of_which_only_the_totals_are_known_takes_no_round(app: Flask) -> None:
    totals = {"Ann": 120, "Bob": 85}
    with app.app_context():
        imported(lines_of({"variant": "gin", "players": [*totals], "imported": totals}), "g.jsonl")
        [row] = db.session.scalars(select(GameRow))
        game = row.id
    player = PlayingProgram(app, token(app), game)
    for method, below, sent in (
        ("POST", "/rounds", knock("Ann", Ann=5, Bob=25)),
        ("POST", "/preview", knock("Ann", Ann=5, Bob=25)),
        ("POST", "/open", {"ending": "void"}),
        ("POST", "/undo", None),
        ("POST", "/end", None),
        ("POST", "/play-on", None),
    ):
        assert player.change(method, below, sent).status_code == 422, below
    assert player.ask("GET", f"{player.address}/rounds/1").status_code == 404
    assert player.change("PUT", "/details", {"date": "2026-11-20"}).status_code == 200
    assert player.look()["document"]["imported"] == totals


def test_nobody_comes_or_goes_and_no_points_are_given_while_a_round_is_open(app: Flask) -> None:
    player = PlayingProgram(app, token(app))
    player.start({"variant": "basic", "players": ["Ann", "Bob"], "rules": {"target": 0}})
    player.change("POST", "/open", {"ending": "out", "by": "Ann"})
    for between in ({"joins": {"Cem": 4}}, {"leaves": ["Bob"]}, {"adjust": {"Ann": 4}}):
        refused = player.change("POST", "/rounds", {"between": between})
        assert (refused.status_code, refused.get_json()["see"]) == (409, f"{player.address}/open")


def test_a_token_that_is_revoked_while_its_change_waits_changes_nothing(
    table: Table, player: PlayingProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    def revoked_at_once(secret: str) -> Member | None:
        program = authenticate_bearer(secret)
        assert program is not None
        revoke_access_token(the_club(), program.device_id)
        return program

    monkeypatch.setattr(visitors, "authenticate_bearer", revoked_at_once)
    refused = player.change("POST", "/undo")
    assert (refused.status_code, table.rounds) == (401, 1)


def test_a_token_that_looks_is_told_that_it_may_not_play(app: Flask, table: Table) -> None:
    watcher = PlayingProgram(app, token(app, Role.WATCHER), table.id)
    told = watcher.change("POST", "/undo").get_json()
    assert told["detail"] == "This token is read-only. Ask an organiser for one that can play."


def test_what_a_program_changes_is_a_line_in_the_log(
    player: PlayingProgram, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "scorekeeper.requests"):
        player.change("PUT", "/details", {"date": "2026-11-20"})
        player.look()
    told = [record.message for record in caplog.records if record.name == "scorekeeper.requests"]
    assert len(told) == 1
    assert told[0].startswith("PUT api.details 200")
