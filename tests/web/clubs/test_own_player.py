"""The club’s page: its name, the player of a device, leaving it and deleting it."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs import clubs
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.game_lists import games_in_play
from scorekeeper.web.clubs.player_form import MOST_OFFERED
from tests.support.clubs import known_names, the_club, visitor
from tests.support.elements import Element
from tests.support.pages import Visitor, news_of, read, words
from tests.support.table import Table
from tests.support.walks import walk

ME = "form[action$=me]"


def test_a_device_says_once_which_player_it_is(app: Flask, client: Visitor) -> None:
    table = Table(app, players=("Ann", "Paul"))
    page = client.press("/club", {"name": " Paul "}, form=ME)
    assert "You are Paul here." in news_of(page)
    form = client.visit(f"{table.address}/rounds/new")
    assert form.select_one("#entered_by")["value"] == "Paul"
    client.submit(form, {"ending": "knock:0", "hand-0": "5", "hand-1": "20"}, form="#round")
    client.submit(table.address, form=".undo")
    trail = client.visit(f"{table.address}/trail")
    assert [item.text.count("by Paul") for item in trail.select(".trail > li")[:2]] == [1, 1]


def offered(page: Element) -> list[str]:
    """Return the names to tap in order, without faces; “(phone)” marks players with a phone."""
    chips = page.select("[name=who][value^='player:'] + .chip__face")
    said = [chip.words.replace("has a phone", "(phone)") for chip in chips]
    return [text.partition(" ")[2] for text in said]


def chosen(page: Element) -> list[str]:
    return [str(choice["value"]) for choice in page.select("[name=who][checked]")]


def test_a_device_says_with_one_tap_which_player_it_is_and_that_it_is_nobody(
    app: Flask, client: Visitor
) -> None:
    Table(app, players=("Ann", "Paul"))
    visitor(app, Role.PLAYER, player="Paul")
    visitor(app, Role.WATCHER, player="Zoé")
    page = client.visit("/club")
    assert offered(page) == ["Ann", "Paul (phone)", "Zoé"]
    assert not chosen(page)
    assert not page.select("[name=who][value=nobody]")
    for name in ("Ann", "Paul"):
        answer = client.submit(page, {"who": f"player:{name}", "name": "Old"}, form=ME)
        assert news_of(client.visit(answer.location)) == f"You are {name} here."
        page = client.visit("/club")
        assert chosen(page) == [f"player:{name}"]
    answer = client.submit(page, {"who": "nobody"}, form=ME)
    page = client.visit(answer.location)
    assert news_of(page) == "This phone is for the whole table now."
    assert not chosen(page)


def test_somebody_else_types_a_name_in_whatever_capitals(app: Flask, client: Visitor) -> None:
    Table(app, players=("Ann", "Paul"))
    for typed, name in (("paul", "Paul"), ("Zoé", "Zoé"), ("ANN", "Ann")):
        fields = {"who": "other", "name": typed}
        page = client.press("/club", fields, form=ME)
        assert news_of(page) == f"You are {name} here."
    assert offered(page) == ["Ann", "Paul", "Zoé"]


@pytest.fixture
def paul(app: Flask) -> Visitor:
    return visitor(app, Role.PLAYER, player="Paul")


@walk(
    "fields",
    [{"who": "player:Paul"}, {"who": "other", "name": "paul"}, {"who": "other", "name": "Рaul"}],
)
def test_nobody_becomes_a_player_whose_own_phone_is_in(
    app: Flask, paul: Visitor, fields: dict[str, str]
) -> None:
    bob = visitor(app, Role.PLAYER, player="Bob")
    page = read(bob.submit("/club", fields, form=ME), 422)
    assert words(page, "#name-error").startswith("Paul has a phone here.")
    assert chosen(bob.visit("/club")) == ["player:Bob"]
    assert chosen(paul.visit("/club")) == ["player:Paul"]


def test_a_player_is_free_once_their_phone_lets_go_of_them(app: Flask, paul: Visitor) -> None:
    bob = visitor(app, Role.PLAYER, player="Bob")
    assert paul.submit("/club", form=ME).status_code == 303, "who they are already"
    paul.submit("/club", {"who": "nobody"}, form=ME)
    assert bob.submit("/club", {"who": "player:Paul"}, form=ME).status_code == 303
    assert paul.submit("/club", {"who": "player:Paul"}, form=ME).status_code == 422


def test_a_keeper_says_whose_another_phone_is(app: Flask, client: Visitor, paul: Visitor) -> None:
    bob = visitor(app, Role.PLAYER, player="Bob")
    gives = "li:has(h3:lexbor-contains('Bob')) form[action$=player]"
    answer = client.submit("/club", {"player": "paul"}, form=gives)
    assert words(client.visit(answer.location), "#devices + .message") == "A phone is now Paul’s."
    assert chosen(bob.visit("/club")) == chosen(paul.visit("/club")) == ["player:Paul"]
    gives = "form[action$=player]"
    for _phone in range(2):
        client.submit("/club", {"player": ""}, form=gives)
        gives = "li:has(h3:lexbor-contains('Paul')) form[action$=player]"
    assert not chosen(bob.visit("/club"))
    assert not chosen(paul.visit("/club"))


@pytest.mark.usefixtures("paul")
def test_a_name_that_no_phone_can_have_is_refused_to_a_keeper(client: Visitor) -> None:
    answer = client.submit("/club", {"player": "\u3164"}, form="form[action$=player]")
    assert "without invisible characters" in words(read(answer, 422), "#devices ~ [role=alert]")


def test_a_club_without_players_has_a_line_to_type_alone(client: Visitor) -> None:
    page = client.visit("/club")
    assert not page.select("[name=who]")
    assert page.select_one("#name")


def test_of_many_players_the_last_seen_are_offered_and_the_own_name(
    app: Flask, client: Visitor
) -> None:
    for number in range(0, MOST_OFFERED + 4, 2):
        Table(app, players=(f"P{number:02}", f"P{number + 1:02}"))
    page = client.visit("/club")
    assert len(offered(page)) == MOST_OFFERED
    assert "P00" not in offered(page)
    assert [choice["value"] for choice in page.select("#further option")][-1] in ("P00", "P01")
    client.submit(page, {"name": "p00"}, form=ME)
    page = client.visit("/club")
    assert len(offered(page)) == MOST_OFFERED + 1
    assert chosen(page) == ["player:P00"]


@walk(
    ("who", "name", "fault"),
    [
        ("other", "x" * 41, "1 to 40 characters"),
        ("other", " ", "Choose who you are, or type a name."),
        ("king", "", "Choose who you are, or type a name."),
        ("player:", "", "Choose who you are, or type a name."),
        ("player:" + "x" * 41, "", "1 to 40 characters"),
    ],
)
def test_a_name_that_cannot_be_one_is_refused_at_its_field(
    app: Flask, client: Visitor, who: str | None, name: str, fault: str
) -> None:
    Table(app, players=("Ann", "Paul"))
    page = read(client.submit("/club", {"who": who, "name": name}, form=ME), 422)
    assert fault in page.select_one("#name-error").text
    assert page.select_one("#name")["value"] == name
    assert chosen(page) == (["other"] if name else [])
    [focused] = page.select("[autofocus]")
    assert focused["name"] == ("name" if name else "who")
    with app.app_context():
        assert known_names() == ["Ann", "Paul"]


def test_home_asks_who_one_is_until_it_knows(client: Visitor) -> None:
    assert "Which player are you?" in words(client.visit("/"))
    client.submit("/club", {"name": "Ann"}, form=ME)
    assert "Which player are you?" not in words(client.visit("/"))


def test_the_club_has_a_name(client: Visitor) -> None:
    answer = client.submit("/club", {"club_name": "<b>&"}, form="form[action$=name]")
    assert words(client.visit(answer.location), "h1") == "<b>&"
    answer = client.submit("/club", {"club_name": "x" * 81}, form="form[action$=name]")
    page = read(answer, 422)
    assert "1 to 80 characters" in page.select_one("#club_name-error").text
    assert page.select("#club_name[autofocus]")


def test_who_leaves_finds_the_door_and_the_games_stay(app: Flask, client: Visitor) -> None:
    table = Table(app)
    bob = visitor(app, Role.PLAYER)
    answer = bob.submit("/club/leave")
    assert answer.location == "/"
    assert news_of(bob.visit("/")) == "You left the club."
    assert bob.get(table.address).status_code == 403
    assert client.get(table.address).status_code == 200


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
        assert "Nothing was deleted." in read(answer, 422).select_one("#confirmation-error").text
    with app.app_context():
        assert len(games_in_play(the_club())) == 1
    answer = client.submit(page, {"confirmation": f" {word.upper()} "})
    assert answer.location == "/"
    page = client.visit("/")
    assert news_of(page) == "The club is deleted, with everything in it."
    assert page.select_one("form[action='/clubs']")
    with app.app_context():
        assert not clubs.has_club()
