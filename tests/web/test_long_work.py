"""Long work waits for a turn or is rejected, and never delays recording."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from scorekeeper.clubs.address_limits import LimitOfProcess
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from scorekeeper.transfer.imports import AT_ONCE
from scorekeeper.web.judge import blueprint
from scorekeeper.web.shell import long_work
from scorekeeper.web.shell.long_work import LARGE, TURNS
from tests.support.disputes import words
from tests.support.pages import HTMX, Visitor, read
from tests.support.table import Table
from tests.support.transfers import lines_of

QUESTION = "/judge/table?variant=tiles&table=R3+R4+R5,R5+B5+K5&hand=R6"
ASKED = {"variant": "tiles", "table": ["R3 R4 R5", "R5 B5 K5"], "hand": "R6"}
CARDS = " ".join(f"{rank}{suit}" for suit in "SH" for rank in "A23456789TJ")
BUSY = "The judge is busy. Ask again in a moment."


@contextmanager
def somebody_asks(*kinds: str) -> Iterator[None]:
    """Occupy the turn of each of these kinds during the block."""
    with ExitStack() as turns:
        for kind in kinds:
            turns.enter_context(TURNS[kind])
        yield


def nobody_asks() -> bool:
    """Check whether every turn was given back."""
    return not any(turn.locked() for turn in TURNS.values())


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every search count as long."""
    monkeypatch.setattr(long_work, "QUICK_WAYS", 0)


@pytest.mark.parametrize("address", [QUESTION, "/judge", "/judge/hand?variant=contract"])
def test_a_stranger_is_told_that_the_judge_is_busy(stranger: Visitor, address: str) -> None:
    with somebody_asks("stranger"):
        answer = stranger.get(address)
        assert answer.headers["Retry-After"] == "2"
        assert words(read(answer, 503), ".lead") == BUSY
        fragment = read(stranger.get(address, headers=HTMX), 503)
        assert words(fragment, ".message") == BUSY
        french = read(stranger.get(address, headers={"Accept-Language": "fr"}), 503)
        assert "L’arbitre est occupé." in words(french, ".lead")
    assert stranger.get(address).status_code == 200


@pytest.mark.parametrize(("path", "sent"), [("melds", ASKED), ("score", {"variant": "gin"})])
def test_a_program_is_told_so_as_a_problem(app: Flask, path: str, sent: object) -> None:
    program: FlaskClient = app.test_client()
    with somebody_asks("stranger"):
        answer = program.post(f"/api/v1/{path}", json=sent)
    assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
    assert answer.get_json()["detail"] == BUSY
    assert answer.headers["Retry-After"] == "2"


@pytest.mark.usefixtures("slow")
def test_strangers_do_not_take_the_turn_of_members(client: Visitor) -> None:
    with somebody_asks("stranger"):
        assert client.get(QUESTION).status_code == 200


def test_a_quick_question_of_a_member_needs_no_turn(client: Visitor) -> None:
    with somebody_asks("member"):
        assert client.get(QUESTION).status_code == 200


@pytest.mark.usefixtures("slow")
def test_a_long_question_of_a_member_needs_the_turn(client: Visitor) -> None:
    with somebody_asks("member"):
        assert words(read(client.get(QUESTION), 503), ".lead") == BUSY


@pytest.mark.parametrize(
    "address",
    [
        f"/judge/hand?variant=contract&players=8&round=6&hand={CARDS}",
        f"/judge?variant=contract&players=8&round=6&ending=out:0&hand-1={CARDS}",
    ],
)
def test_a_large_hand_needs_the_turn(client: Visitor, address: str) -> None:
    assert len(CARDS.split()) > LARGE
    with somebody_asks("member"):
        assert client.get(address).status_code == 503
    assert client.get(address, follow_redirects=True).status_code != 503


def test_a_large_hand_of_a_program_needs_the_turn(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.api.scoring.refuse_strangers_if_busy", lambda: None)
    program: FlaskClient = app.test_client()
    asked = {"variant": "contract", "players": 8, "round": 6, "ask": True, "hand": CARDS}
    with somebody_asks("stranger"):
        assert program.post("/api/v1/melds", json=asked).status_code == 503
        assert program.post("/api/v1/melds", json=asked | {"hand": "7S"}).status_code == 200


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("ways", [200_000, 10])
def test_the_turn_is_given_back_however_the_question_ends(
    stranger: Visitor, monkeypatch: pytest.MonkeyPatch, ways: int
) -> None:
    monkeypatch.setattr(long_work, "STRANGERS_WAYS", ways)
    assert stranger.get(QUESTION).status_code == (200 if ways > 10 else 422)
    assert nobody_asks()


def test_a_stranger_is_searched_for_less_than_a_member(
    client: Visitor, stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work, "STRANGERS_WAYS", 10)
    assert "too many ways" in words(read(stranger.get(QUESTION), 422), "#table-error")
    assert client.get(QUESTION).status_code == 200


@pytest.mark.usefixtures("slow")
def test_a_search_is_given_up_in_the_end(client: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "LONGEST", -1.0)
    assert "too many ways" in words(read(client.get(QUESTION), 422), "#table-error")


@pytest.mark.usefixtures("slow")
def test_whoever_plays_needs_no_turn(client: Visitor, table: Table) -> None:
    typed = {"ending": "knock:0", "hand-0": "* 7S 7H 7D 8D 9D TD AC 2C 2D 3C", "hand-1": "K Q 9"}
    with somebody_asks("member", "stranger"):
        page = client.preview(table.address, typed)
        assert words(page, "#count-0") == "2 points"
        client.submit(f"{table.address}/rounds/new", typed, form="#round")
    assert table.rounds == 2


def test_an_address_asks_the_judge_only_so_often(
    stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blueprint, "JUDGE_CALLS", LimitOfProcess(most=2))
    answers = [stranger.get("/judge") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1].headers["Retry-After"] == "60"
    assert "Too many requests" in words(read(answers[-1], 429), ".lead")
    elsewhere = stranger.get("/judge", environ_base={"REMOTE_ADDR": "192.0.2.8"})
    assert elsewhere.status_code == 200


def test_one_file_of_a_club_is_made_at_a_time(client: Visitor, table: Table) -> None:
    assert table.rounds == 1
    address = "/club/transfer"
    sent = {"file": (BytesIO(b'{"variant": "gin", "players": ["Ann", "Bob"]}'), "game.json")}
    for kind, ask in {
        "export": lambda: client.get(f"{address}/zip"),
        "import": lambda: client.submit(address, sent),
    }.items():
        with somebody_asks(kind):
            answer = ask()
            assert answer.headers["Retry-After"] == "2"
            assert "busy with a large file" in words(read(answer, 503), ".lead")
    assert client.get(f"{address}/zip").status_code == 200
    assert nobody_asks()


def test_a_file_that_is_imported_keeps_nobody_from_an_export_or_the_judge(
    client: Visitor, table: Table
) -> None:
    assert table.rounds == 1
    with somebody_asks("import"):
        assert client.get("/club/transfer/zip").status_code == 200
        assert client.get(f"/judge/hand?variant=contract&hand={CARDS}").status_code == 200


RESULTS = "Date,Game,Ann,Bob\n" + "".join(f"2020-01-01,Gin,{n},100\n" for n in range(AT_ONCE + 1))
OURS = lines_of(*({"id": f"g{n}", "variant": "gin", "players": ["Ann", "Bob"]} for n in range(30)))

HUNG_UP = "waitress.client_disconnected"


def imported(client: Visitor, content: bytes, name: str) -> TestResponse:
    return client.submit("/club/transfer", {"file": (BytesIO(content), name)})


@pytest.mark.parametrize(("content", "name"), [(RESULTS.encode(), "a.csv"), (OURS, "a.jsonl")])
@pytest.mark.parametrize("why", ["it takes too long", "the sender hung up"])
def test_an_import_has_an_end(
    client: Visitor, monkeypatch: pytest.MonkeyPatch, why: str, content: bytes, name: str
) -> None:
    if why == "it takes too long":
        monkeypatch.setattr(long_work, "LONGEST_FILE", -1.0)
    else:
        client.environ_base[HUNG_UP] = lambda: True
    page = read(imported(client, content, name), 422)
    assert "This takes too long. Nothing was imported." in words(page, ".field__errors")
    assert nobody_asks()


def test_an_import_ends_between_games_and_goes_on_when_the_file_is_sent_again(
    app: Flask, client: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def games() -> int:
        with app.app_context():
            return db.session.scalar(select(func.count()).select_from(GameRow)) or 0

    monkeypatch.setattr(long_work, "A_LOOK", 0.0)
    client.environ_base[HUNG_UP] = lambda: games() > 0
    page = read(imported(client, OURS, "a.jsonl"), 503)
    assert "The import stopped after 25 games." in words(page, ".field__errors")
    assert games() == AT_ONCE
    del client.environ_base[HUNG_UP]
    assert imported(client, OURS, "a.jsonl").status_code == 303
    assert games() == 30


def test_a_file_that_a_slow_phone_takes_keeps_no_turn(client: Visitor, table: Table) -> None:
    with client.get("/club/transfer/jsonl", buffered=False) as answer:
        assert nobody_asks()
        assert table.id.encode() in b"".join(answer.iter_encoded())
