"""Scores and melds for other programs: the answers of the command line, and errors in JSON."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, update
from werkzeug.test import TestResponse

from scorekeeper import clock
from scorekeeper.clubs import address_limits
from scorekeeper.config import Settings
from scorekeeper.rummy import answer_melds, best_melds, score
from scorekeeper.storage import writer_queue
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import ApiCall
from tests.support.clubs import visitor
from tests.support.databases import held_by_another_program
from tests.support.documents import document, gin, knock
from tests.support.random_hands import HARD_HANDS
from tests.support.walks import walk

GAME = document("gin", knock("Ann", Ann=3, Bob=11), gin("Bob", Ann="K 9 2"))
HAND = {"variant": "gin", "hand": "7S 7H 7D KC"}
BOTH = [
    pytest.param("/api/v1/score", GAME, id="score"),
    pytest.param("/api/v1/melds", HAND, id="melds"),
]


def told(refused: TestResponse) -> Any:
    """Return the problem document of an error."""
    assert refused.mimetype == "application/problem+json"
    problem = refused.get_json()
    assert problem["status"] == refused.status_code
    assert problem["type"].startswith("about:scorekeeper/")
    assert problem["title"]
    return problem


def test_a_game_is_scored_as_by_the_library(program: FlaskClient) -> None:
    answer = program.post("/api/v1/score", json=GAME)
    assert (answer.status_code, answer.get_json()) == (200, score(GAME).as_json())


def test_the_best_melds_are_those_of_the_library(program: FlaskClient) -> None:
    answer = program.post("/api/v1/melds", json=HAND)
    assert (answer.status_code, answer.get_json()) == (200, best_melds(HAND).as_json())


def test_a_play_is_answered_as_by_the_library(program: FlaskClient) -> None:
    asked = {"variant": "canasta", "ask": "pile", "top": "K", "hand": "K K 7 7 2", "total": 1500}
    answer = program.post("/api/v1/melds", json=asked)
    assert (answer.status_code, answer.get_json()) == (200, answer_melds(asked).as_json())
    refused = told(program.post("/api/v1/melds", json=asked | {"top": "K Q"}))
    assert (refused["where"], refused["detail"]) == ("top", "Here it is one card, not 2.")


def test_sentences_are_in_the_language_that_the_program_asks_for(program: FlaskClient) -> None:
    french = {"Accept-Language": "fr"}
    answer = program.post("/api/v1/score", json=GAME, headers=french)
    assert answer.get_json()["rounds"][1]["why"][1]["text"] == "Bob a fait gin"
    assert answer.headers["Content-Language"] == "fr"
    assert "Accept-Language" in answer.vary
    refused = program.post("/api/v1/melds", json=HAND | {"wild": "5"}, headers=french)
    problem = told(refused)
    assert problem["title"] == "C’est impossible"
    assert problem["detail"] == "Dans ce jeu, il n’y a pas de joker à choisir."


@walk(
    ("address", "sent", "detail", "where"),
    [
        ("/api/v1/score", [], "This must be a JSON object.", None),
        ("/api/v1/score", GAME | {"variant": "whist"}, "Choose the game", "variant"),
        ("/api/v1/score", GAME | {"colour": 1}, "Unknown field “colour”.", "colour"),
        (
            "/api/v1/score",
            document("gin", knock("Ann", Ann=3, Bob="K K K K K")),
            "Round 1: Bob’s hand has too many K: this game has only 4.",
            "rounds[0].hands.Bob",
        ),
        ("/api/v1/score", GAME | {"dealer": "\ud800"}, "Nobody in this game is called", "dealer"),
        ("/api/v1/score", GAME | {"x\ud800": 1}, "Unknown field “x\ud800”.", "x\ud800"),
        ("/api/v1/melds", HAND | {"hand": "7S 7S"}, "7♠ is there twice", "hand"),
    ],
)
def test_a_refusal_names_the_place_and_says_what_is_wrong(
    program: FlaskClient, address: str, sent: object, detail: str, where: str | None
) -> None:
    refused = program.post(address, json=sent)
    assert refused.status_code == 422
    assert told(refused)["detail"].startswith(detail)
    assert told(refused).get("where") == where


@walk("address", ["/api/v1/score", "/api/v1/melds"])
@walk(
    ("data", "kind", "status", "detail"),
    [
        (b"{", "application/json", 422, "This is not JSON: column 2."),
        (b"\xff", "application/json", 422, "This is not JSON in UTF-8."),
        (b"[" * 60_000, "application/json", 422, "This JSON is nested too deeply"),
        (b'{"a": 1, "a": 2}', "application/json", 422, "“a” is given twice in one object."),
        (b"{}", "text/plain", 415, "Send the document as application/json, in UTF-8."),
        (
            b"variant=gin",
            "application/x-www-form-urlencoded",
            415,
            "Send the document as application/json, in UTF-8.",
        ),
        (b" " * 65_537, "application/json", 413, "A document can have up to 64 kB."),
    ],
)
def test_what_is_no_document_is_refused_in_json(
    program: FlaskClient,
    address: str,
    data: bytes,
    kind: str,
    status: int,
    detail: str,
) -> None:
    refused = program.post(address, data=data, content_type=kind)
    assert refused.status_code == status
    assert told(refused)["detail"].startswith(detail)


def test_a_document_of_untold_length_is_told_what_to_say(program: FlaskClient) -> None:
    chunked = {"HTTP_TRANSFER_ENCODING": "chunked"}
    refused = program.post(
        "/api/v1/score", content_type="application/json", environ_overrides=chunked
    )
    assert refused.status_code == 411
    assert told(refused)["detail"] == "Send the length of the request in Content-Length."


def test_a_wrong_method_and_a_wrong_address_are_refused_in_json(program: FlaskClient) -> None:
    wrong = program.get("/api/v1/score")
    assert (wrong.status_code, set(wrong.allow)) == (405, {"OPTIONS", "POST"})
    assert told(wrong)
    assert told(program.get("/api/v1/nothing"))["status"] == 404


def test_a_fault_of_ours_is_told_in_json(own_app: Flask) -> None:
    own_app.testing = False
    own_app.view_functions["api.melds"] = lambda: 1 / 0
    assert told(own_app.test_client().post("/api/v1/melds", json=HAND))["status"] == 500


def test_no_cookie_counts_and_none_is_sent(app: Flask) -> None:
    browser = visitor(app, None)
    browser.submit("/", {"language": "fr"}, form="form[action='/language']")
    answer = browser.post("/api/v1/score", json=GAME)
    assert answer.get_json() == score(GAME).as_json()
    assert "Set-Cookie" not in answer.headers


def test_a_page_of_another_site_may_ask(program: FlaskClient) -> None:
    asked = program.options("/api/v1/score", headers={"Origin": "https://cards.example"})
    assert asked.status_code == 200
    assert asked.headers["Access-Control-Allow-Origin"] == "*"
    assert "Content-Type" in asked.headers["Access-Control-Allow-Headers"]
    answer = program.post("/api/v1/score", json=GAME, headers={"Origin": "https://cards.example"})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_every_refusal_is_told_to_pages_of_other_sites_too(program: FlaskClient) -> None:
    for method, address in (
        ("GET", "/api/v1/nothing"),
        ("GET", "/api/v1/score"),
        ("POST", "/api/v1/score"),
    ):
        answer = program.open(address, method=method)
        assert answer.status_code in (404, 405, 415)
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_a_parameter_that_nothing_reads_is_refused(program: FlaskClient) -> None:
    answer = program.post("/api/v1/score?preset=plain", json={})
    assert answer.status_code == 422
    assert answer.get_json()["where"] == "preset"


@pytest.mark.parametrize(("address", "sent"), BOTH)
def test_an_address_that_asks_too_often_is_asked_to_wait(
    program: FlaskClient, monkeypatch: pytest.MonkeyPatch, address: str, sent: object
) -> None:
    monkeypatch.setattr(address_limits, "API_CALLS", replace(address_limits.API_CALLS, most=2))
    answers = [program.post(address, json=sent) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert told(answers[-1])["detail"] == "Too many requests. Please ask again in a minute."
    assert answers[-1].headers["Retry-After"] == "60"
    elsewhere = program.post(address, json=sent, environ_base={"REMOTE_ADDR": "192.0.2.8"})
    assert elsewhere.status_code == 200


def test_calls_are_forgotten_after_a_minute(app: Flask, program: FlaskClient) -> None:
    program.post("/api/v1/melds", json=HAND)
    with app.app_context():
        with write() as session:
            session.execute(update(ApiCall).values(at=clock.now() - timedelta(seconds=61)))
        program.post("/api/v1/melds", json=HAND)
        assert db.session.scalar(select(func.count()).select_from(ApiCall)) == 1


def test_everybody_together_meets_a_limit_too(
    program: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        address_limits, "API_CALLS", replace(address_limits.API_CALLS, most_in_all=1)
    )
    program.post("/api/v1/melds", json=HAND, environ_base={"REMOTE_ADDR": "192.0.2.8"})
    assert program.post("/api/v1/melds", json=HAND).status_code == 429


def rounds_with(hand: str | list[str], number: int) -> Any:
    """Return a game with this many rounds, each leaving Ann with this whole hand."""
    hands = {"Ann": {"hand": hand}, "Bob": 1, "Cem": 4, "Dora": 5, "Eve": 6}
    once = {"ending": "knock", "by": "Bob", "hands": hands}
    back = {"adjustments": [{"player": "Bob", "points": -1_000}]}
    rules = {"melds_in_hand": "spared"}
    game = {"variant": "manipulation", "players": list(hands), "rules": rules}
    return game | {"rounds": [once | back] * number}


def test_a_few_large_hands_are_counted(program: FlaskClient) -> None:
    sent = rounds_with(HARD_HANDS[0][1], 8)
    assert program.post("/api/v1/score", json=sent).get_json() == score(sent).as_json()


def test_more_large_hands_than_the_judge_counts_are_refused(program: FlaskClient) -> None:
    refused = told(program.post("/api/v1/score", json=rounds_with(HARD_HANDS[0][1], 9)))
    start = "Round 9: Only 8 hands of more than 20 cards are counted at once"
    assert refused["detail"].startswith(start)
    assert refused["where"] == "rounds[8].hands.Ann"


def test_a_busy_score_book_is_told_in_json(
    program: FlaskClient, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_queue, "PATIENCE", 0.05)
    with held_by_another_program(settings):
        assert told(program.post("/api/v1/melds", json=HAND))["status"] == 503
