"""A change counts once, and only on the state of the game that it was made for."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any, cast

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from scorekeeper import clock
from scorekeeper.games import deletion
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import AnsweredRequest, GameRow
from scorekeeper.web.api import recording
from scorekeeper.web.api.once import KEPT_FOR
from tests.support.clubs import new_club, the_club
from tests.support.documents import knock
from tests.support.programs import PlayingProgram, token
from tests.support.scorebook import at_once
from tests.support.table import Table
from tests.support.walks import walk

ENTRY = knock("Bob", Ann=25, Bob=5)

GAME = {"variant": "gin", "players": ["Ann", "Bob"]}


def posted(player: PlayingProgram, key: str, tag: str, entry: Any = ENTRY) -> Any:
    """Record a round as a program, and return the answer."""
    return player.ask("POST", f"{player.address}/rounds", entry, Idempotency_Key=key, If_Match=tag)


def test_the_same_key_is_answered_the_same_however_often(
    table: Table, player: PlayingProgram
) -> None:
    tag = player.tag
    first = posted(player, "one", tag)
    assert first.status_code == 201
    player.look()
    player.record(knock("Ann", Ann=1, Bob=9))
    for _again in range(3):
        again = posted(player, "one", tag)
        assert (again.status_code, again.data) == (201, first.data)
        for name in ("ETag", "Location", "Content-Type"):
            assert again.headers[name] == first.headers[name]
    assert table.rounds == 3


def test_an_answer_is_given_again_in_its_language(player: PlayingProgram) -> None:
    tag = player.tag

    def told(language: str) -> tuple[str, bytes]:
        sent = {"Idempotency_Key": "one", "If_Match": tag, "Accept_Language": language}
        answer = player.ask("POST", f"{player.address}/rounds", ENTRY, **sent)
        return answer.headers["Content-Language"], answer.data

    first = told("fr")
    assert first[0] == "fr"
    assert told("de") == told("") == first


def test_a_key_with_another_request_is_refused(table: Table, player: PlayingProgram) -> None:
    tag = player.tag
    assert posted(player, "one", tag).status_code == 201
    other = knock("Bob", Ann=26, Bob=5)
    elsewhere = {"Idempotency_Key": "one", "If_Match": tag}
    for refused in (
        posted(player, "one", tag, other),
        player.ask("POST", f"{player.address}/undo", **elsewhere),
        player.ask("DELETE", f"{player.address}/rounds/1?drop_later=true", **elsewhere),
    ):
        assert refused.status_code == 422
        assert refused.get_json()["where"] == "Idempotency-Key"
    assert table.rounds == 2


def test_the_same_entry_after_an_undo_takes_a_new_key(table: Table, player: PlayingProgram) -> None:
    first = posted(player, "one", player.tag)
    player.look()
    assert player.change("POST", "/undo").status_code == 200
    assert posted(player, "one", player.tag).data == first.data
    assert table.rounds == 1
    assert posted(player, "two", player.tag).status_code == 201
    assert table.rounds == 2


def test_a_key_is_the_own_of_a_program(table: Table, player: PlayingProgram) -> None:
    other = PlayingProgram(table.app, token(table.app), table.id)
    assert posted(player, "one", player.tag).status_code == 201
    other.look()
    assert posted(other, "one", other.tag).status_code == 201
    assert table.rounds == 3


def test_what_was_refused_may_be_sent_again_with_its_key(
    table: Table, player: PlayingProgram
) -> None:
    tag = player.tag
    table.knock("Ann", Ann=0, Bob=9)
    assert posted(player, "one", tag).status_code == 412
    player.look()
    assert posted(player, "one", player.tag).status_code == 201
    assert table.rounds == 3


def test_an_answer_that_is_lost_after_the_commit_is_given_again(
    table: Table, player: PlayingProgram
) -> None:
    """The server dies once all is stored, which to the program looks like any lost answer."""
    lost: list[Any] = []

    def lose(response: Any) -> Any:
        lost.append(response.get_data())
        raise ConnectionError

    functions = table.app.after_request_funcs.setdefault("api", [])
    functions.append(lose)
    with pytest.raises(ConnectionError):
        posted(player, "one", player.tag)
    functions.remove(lose)
    assert table.rounds == 2
    again = posted(player, "one", player.tag)
    assert (again.status_code, again.data) == (201, lost[0])
    assert table.rounds == 2


def test_nothing_is_kept_of_a_change_whose_answer_cannot_be_stored(
    table: Table, player: PlayingProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_row: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(recording, "recorded", fail)
    with pytest.raises(ConnectionError):
        posted(player, "one", player.tag)
    monkeypatch.undo()
    assert table.rounds == 1
    assert player.look()["answer"]["totals"] == {"Ann": 20, "Bob": 0}
    assert posted(player, "one", player.tag).status_code == 201
    assert table.totals == (20, 20)


def test_eight_clients_with_one_key_record_one_round(table: Table) -> None:
    answers = all_at_once(table, ["one"] * 8)
    assert {status for status, _body in answers} == {201}
    assert len({body for _status, body in answers}) == 1
    assert table.rounds == 2


def test_eight_clients_with_eight_keys_record_one_round(table: Table) -> None:
    answers = all_at_once(table, list(map(str, range(8))))
    assert sorted(status for status, _body in answers) == [201] + [412] * 7
    assert table.rounds == 2


def all_at_once(table: Table, keys: list[str]) -> list[tuple[int, bytes]]:
    """Record the same round by clients with these keys and one token, and return the answers."""
    player = PlayingProgram(table.app, token(table.app), table.id)
    bearer = {"Authorization": f"Bearer {player.secret}", "If-Match": player.tag}

    def post(key: str) -> tuple[int, bytes]:
        client = table.app.test_client(use_cookies=False)
        headers = bearer | {"Idempotency-Key": key}
        answer = client.post(f"{player.address}/rounds", json=ENTRY, headers=headers)
        return answer.status_code, answer.data

    answers = at_once(table.app, *[partial(post, key) for key in keys])
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    return cast("list[tuple[int, bytes]]", answers)


def test_an_answer_is_kept_longer_than_a_day_and_then_forgotten(
    app: Flask, table: Table, player: PlayingProgram
) -> None:
    tag = player.tag
    posted(player, "one", tag)
    player.look()
    age(app, timedelta(hours=25))
    assert posted(player, "one", tag).status_code == 201
    age(app, KEPT_FOR)
    assert posted(player, "two", player.tag).status_code == 201
    assert kept(app) == 1
    assert table.rounds == 3


def test_a_key_from_days_ago_is_a_new_one(app: Flask, table: Table, player: PlayingProgram) -> None:
    posted(player, "one", player.tag)
    age(app, KEPT_FOR + timedelta(hours=1))
    player.look()
    tag = player.tag
    again = posted(player, "one", tag)
    assert (again.status_code, table.rounds) == (201, 3)
    assert posted(player, "one", tag).data == again.data
    assert table.rounds == 3


def test_old_answers_are_forgotten_when_a_program_of_any_club_writes(
    app: Flask, player: PlayingProgram
) -> None:
    posted(player, "one", player.tag)
    age(app, KEPT_FOR + timedelta(hours=1))
    with app.app_context():
        other = token(app, club_id=new_club().id)
    PlayingProgram(app, other).start(GAME)
    assert kept(app) == 1


def test_what_was_answered_of_a_game_is_deleted_with_it_for_ever(
    app: Flask, player: PlayingProgram
) -> None:
    player.start(GAME)
    player.record(ENTRY)
    player.change("POST", "/open", {"ending": "knock", "by": "Ann"})
    with app.app_context():
        row = db.session.get_one(GameRow, player.game)
        row = deletion.delete(row.id, version=row.version, key=new_key())
        assert kept(app) == 3
        deletion.delete_for_ever(the_club(), row.id, version=row.version)
    assert kept(app) == 0


def kept(app: Flask) -> int:
    """Return the number of stored answers."""
    with app.app_context():
        return db.session.scalar(select(func.count()).select_from(AnsweredRequest)) or 0


def age(app: Flask, by: timedelta) -> None:
    """Make every stored answer older."""
    with app.app_context(), write() as session:
        session.execute(update(AnsweredRequest).values(at=clock.now() - by))


@walk(
    ("headers", "status", "sentence"),
    [
        ({"Idempotency_Key": ""}, 428, "Send a key of your own in Idempotency-Key"),
        ({"Idempotency_Key": "k" * 65}, 422, "1 to 64"),
        ({"Idempotency_Key": "a b"}, 422, "no spaces"),
        ({"Idempotency_Key": "schlüssel"}, 422, "no spaces"),
        ({"If_Match": ""}, 428, "Send the ETag as you read it"),
        ({"If_Match": "*"}, 428, "Send the ETag as you read it"),
        ({"If_Match": "17"}, 412, "Somebody else has just changed this game"),
        ({"If_Match": '"'}, 412, "Somebody else has just changed this game"),
        ({"If_Match": '"2.00000000"'}, 412, "Somebody else has just changed this game"),
        ({"If_Match": '"99999999999999999999.0"'}, 412, "Somebody else has just changed this"),
    ],
)
def test_a_change_without_its_headers_is_refused(
    table: Table, player: PlayingProgram, headers: dict[str, str], status: int, sentence: str
) -> None:
    player.look()
    refused = player.change("POST", "/rounds", ENTRY, **headers)
    assert refused.status_code == status
    assert sentence in refused.get_json()["detail"]
    assert table.rounds == 1


def test_a_key_of_64_signs_is_one(table: Table, player: PlayingProgram) -> None:
    assert player.change("POST", "/undo", Idempotency_Key="~" * 64).status_code == 200
    assert table.rounds == 0


@walk("form", ['"{}"', 'W/"{}"', 'W/"x", "{}" , W/"1.00000000"', "{}"])
def test_a_tag_is_taken_strong_or_weak_or_among_others(player: PlayingProgram, form: str) -> None:
    player.look()
    bare = player.tag.removeprefix("W/").strip('"')
    assert player.change("POST", "/rounds", ENTRY, If_Match=form.format(bare)).status_code == 201


def test_any_of_several_tags_may_be_that_of_the_game(player: PlayingProgram) -> None:
    newer = player.tag.replace('W/"', 'W/"9', 1)
    both = f"{newer}, {player.tag}"
    assert player.change("POST", "/rounds", ENTRY, If_Match=both).status_code == 201


def test_whoever_comes_too_late_is_told_how_the_game_is_now(
    table: Table, player: PlayingProgram
) -> None:
    table.knock("Bob", Ann=25, Bob=5)
    refused = player.change("POST", "/rounds", ENTRY)
    assert refused.status_code == 412
    assert refused.get_json()["game"]["answer"]["totals"] == {"Ann": 20, "Bob": 20}
    player.tag = refused.headers["ETag"]
    assert player.record(ENTRY)["totals"] == {"Ann": 20, "Bob": 40}


def test_the_tag_of_one_game_is_none_of_another(app: Flask, player: PlayingProgram) -> None:
    other = PlayingProgram(app, player.secret, Table(app).id)
    other.change("POST", "/rounds", ENTRY)
    assert other.look()["document"]["rounds"]
    assert player.change("POST", "/rounds", ENTRY, If_Match=other.tag).status_code == 412


def test_a_tag_serves_in_every_language_and_coding(player: PlayingProgram) -> None:
    client, bearer = player.client.application.test_client(), f"Bearer {player.secret}"
    asked = [{}, {"Accept-Encoding": "gzip"}, {"Accept-Language": "fr"}]
    plain, packed, french = (
        client.get(player.address, headers={"Authorization": bearer} | headers).headers["ETag"]
        for headers in asked
    )
    assert packed == plain
    assert french != plain, "another text is no 304"
    assert player.change("POST", "/undo", If_Match=french).status_code == 200
