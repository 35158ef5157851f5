"""Queries and texts that a page must produce only once."""

from __future__ import annotations

import pytest
from flask import Flask
from wtforms import Form, SelectChoice, SelectField

from scorekeeper.clubs.devices import devices_of, revoke_device
from scorekeeper.clubs.roles import Role
from tests.support.clubs import the_club, visitor
from tests.support.pages import Visitor, words
from tests.support.statements import counted
from tests.support.table import Table
from tests.support.walks import walk

CHOICES = [SelectChoice('a"b', "A <game>"), SelectChoice("gin", "Gin")]


class GameForm(Form):
    """A form with a label and a choice that need escaping."""

    game = SelectField("Game & deal", choices=CHOICES)


@walk("address", ["/", "/history", "/players", "/players/1", "/players/1/edit", "/club"])
@pytest.mark.usefixtures("table")
def test_a_page_asks_for_its_club_once(app: Flask, client: Visitor, address: str) -> None:
    with counted(app) as sent:
        assert client.get(address).status_code == 200
    assert len([statement for statement in sent if "\nFROM club " in statement]) == 1


def test_a_strangers_page_asks_once_whether_the_device_was_removed(app: Flask) -> None:
    removed = visitor(app, Role.PLAYER)
    with app.app_context():
        [device] = devices_of(the_club())
        revoke_device(the_club(), device.id)
    with counted(app) as sent:
        assert "no longer in the club" in removed.get("/").text
    assert len([statement for statement in sent if "revoked_at IS NOT NULL" in statement]) == 1


def test_news_of_a_game_is_read_with_one_look_at_the_game(
    app: Flask, client: Visitor, table: Table
) -> None:
    table.knock("Ann", Ann=5, Bob=25)
    with counted(app) as sent:
        assert client.get(f"{table.address}/live?at=sheet&seen=1").status_code == 200
    assert len([statement for statement in sent if "\nFROM game " in statement]) == 1


@pytest.mark.usefixtures("table")
def test_the_games_offered_to_a_new_club_are_printed_once_in_each_language(app: Flask) -> None:
    english, french, other = (visitor(app, Role.KEEPER) for _phone in range(3))
    tiles = words(english.visit("/"), ".home-tiles")
    french.submit("/", {"language": "fr"}, form=".languages")
    assert "2 joueurs" in words(french.visit("/"), ".home-tiles")
    assert "joueurs" not in tiles
    assert words(other.visit("/"), ".home-tiles") == tiles


def test_labels_and_choices_are_escaped_as_fields_are() -> None:
    field = GameForm(data={"game": "gin"}).game
    label = '<label class="a&#34;b" for="game">Game &amp; deal</label>'
    assert field.label(class_='a"b') == label
    options = (
        '<option value="a&#34;b">A &lt;game&gt;</option><option selected value="gin">Gin</option>'
    )
    assert field(class_="in") == f'<select class="in" id="game" name="game">{options}</select>'
