"""The club's page: its name, leaving it and deleting it."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs import clubs
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.queries import games_in_play
from tests.support.clubs import the_club, visitor
from tests.support.pages import Visitor, read, words
from tests.support.table import Table


def test_the_club_has_a_name(client: Visitor) -> None:
    answer = client.submit(client.visit("/club"), {"club_name": "<b>&"}, form="form[action$=name]")
    assert client.visit(answer.location).h1.text == "<b>&"
    answer = client.submit(
        client.visit("/club"), {"club_name": "x" * 81}, form="form[action$=name]"
    )
    assert answer.status_code == 422
    page = read(answer)
    assert "1 to 80 characters" in page.select_one("#club_name-error").text
    assert page.select("#club_name[autofocus]")


def test_the_name_of_a_club_can_be_seen(client: Visitor) -> None:
    form = client.visit("/club")
    answer = client.submit(form, {"club_name": "\u3164"}, form="form[action$=name]")
    assert answer.status_code == 422
    assert "without invisible characters" in words(read(answer), "#club_name-error")


def test_who_leaves_finds_the_door_and_the_games_stay(app: Flask, client: Visitor) -> None:
    table = Table(app)
    bob = visitor(app, Role.PLAYER)
    answer = bob.submit(bob.visit("/club/leave"))
    assert answer.location == "/"
    assert words(bob.visit("/"), "#messages") == "You left the club."
    assert bob.get(table.address).status_code == 403
    assert client.get(table.address).status_code == 200


def test_the_way_back_from_deleting_speaks_of_the_club_in_french(client: Visitor) -> None:
    page = client.visit("/club/delete", headers={"Accept-Language": "fr"})
    assert page.select_one("main a.button").text == "Garder le club"


@pytest.mark.parametrize(("name", "word"), [("", "delete"), ("Tuesday's", "Tuesday's")])
def test_a_club_is_deleted_only_when_its_name_or_the_word_is_typed(
    app: Flask, client: Visitor, name: str, word: str
) -> None:
    Table(app)
    with app.app_context():
        clubs.rename_club(the_club(), name)
    page = client.visit("/club/delete")
    for typed in ("", "yes", word[:-1]):
        answer = client.submit(page, {"confirmation": typed})
        assert answer.status_code == 422
        assert "Nothing was deleted." in read(answer).select_one("#confirmation-error").text
    with app.app_context():
        assert len(games_in_play(the_club())) == 1
    answer = client.submit(page, {"confirmation": f" {word.upper()} "})
    assert answer.location == "/"
    page = client.visit("/")
    assert words(page, "#messages") == "The club is deleted, with everything in it."
    assert page.select_one("form[action='/clubs']")
    with app.app_context():
        assert not clubs.has_club()
