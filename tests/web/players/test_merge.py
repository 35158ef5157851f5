"""Two players who are one person are merged, with all consequences, and separated again."""

from __future__ import annotations

from datetime import date

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Player
from tests.support.clubs import visitor
from tests.support.pages import Visitor, read, words
from tests.support.past_games import PastGame, counted_anew, play, some_rounds
from tests.web.players.test_players import address_of

MERGE = "form[action$=merge]"


@pytest.fixture(autouse=True)
def games(app: Flask) -> list[PastGame]:
    """Games of Ann with Bob, then Robert twice, then Bob again."""
    tables = [("Ann", "Bob"), ("Robert", "Ann"), ("Ann", "Cleo", "Robert"), ("Bob", "Ann")]
    return [
        play(app, date(2026, 3 + month, 7), variant, names, *some_rounds(variant, names, 5, month))
        for month, names in enumerate(tables)
        for variant in ["gin" if len(names) == 2 else "knock"]
    ]


def ask(client: Visitor, name: str, other: str) -> TestResponse:
    """Ask to merge the first player into the other one, and return the page of confirmation."""
    page = client.visit(f"{address_of(client, name)}/edit")
    number = next(option["value"] for option in page.select("option") if option.text == other)
    return client.submit(page, {"person": str(number)}, form=MERGE)


def merge(client: Visitor, name: str, other: str) -> str:
    """Merge the first player into the other one, and return the address of the next page."""
    done = client.submit(read(ask(client, name, other), 200), form=MERGE)
    assert done.status_code == 303
    return str(done.location)


def test_the_page_says_what_happens_before_it_happens(app: Flask, client: Visitor) -> None:
    visitor(app, Role.PLAYER, player="Robert")
    told = words(read(ask(client, "Robert", "Bob")))
    assert "Is Robert the same person as Bob?" in told
    assert "2 games of Robert count for Bob from now on." in told
    assert "1 phone of Robert goes to Bob." in told
    assert len(client.visit("/players").select(".leaders__row")) == len("ABCR")


def test_one_person_has_all_games_and_one_name(
    app: Flask, client: Visitor, games: list[PastGame]
) -> None:
    phone = visitor(app, Role.PLAYER, player="Robert")
    old = address_of(client, "Robert")
    page = client.visit(merge(client, "Robert", "Bob"))
    assert "Robert and Bob are one person now." in words(page, "#messages")
    names = [link.text for link in client.visit("/players").select(".leaders__row .row-link")]
    assert sorted(names) == ["Ann", "Bob", "Cleo"]
    assert "Bob" in words(client.visit(f"/games/{games[1].id}"))
    assert "Robert" not in words(client.visit(f"/games/{games[1].id}"))
    assert client.get(old).location == address_of(client, "Bob")
    assert phone.visit(address_of(client, "Bob")).select("[href$=edit]")
    bob, robert = (counted_anew(games, name) for name in ("Bob", "Robert"))
    won, played = (bob[key] + robert[key] for key in ("won", "games"))
    assert words(page, ".players-said").startswith(f"has won {won} of {played} since")


def test_two_who_sat_in_one_game_are_two_people(client: Visitor, games: list[PastGame]) -> None:
    page = client.visit(f"{address_of(client, 'Ann')}/edit")
    number = next(option["value"] for option in page.select("option") if option.text == "Bob")
    asked = client.submit(page, {"person": str(number)}, form=MERGE)
    assert read(asked, 422).select(f'main [href="/games/{games[0].id}"]')
    assert not read(asked).select(MERGE)
    assert client.send(f"{address_of(client, 'Ann')}/merge", person=number).status_code == 422
    assert len(client.visit("/players").select(".leaders__row")) == len("ABCR")


def test_who_sat_with_somebody_under_an_old_name_is_not_that_person(
    client: Visitor, games: list[PastGame]
) -> None:
    """Cleo played with Robert, now merged into Bob, but never with Bob."""
    merge(client, "Robert", "Bob")
    for one, other in (("Cleo", "Bob"), ("Bob", "Cleo")):
        refused = read(ask(client, one, other), 422)
        assert refused.select(f'main [href="/games/{games[2].id}"]')
        assert not refused.select(MERGE)


def test_a_double_tap_merges_and_separates_once(client: Visitor) -> None:
    robert = address_of(client, "Robert")
    page = client.visit(f"{robert}/edit")
    bob = next(option["value"] for option in page.select("option") if option.text == "Bob")
    for action in ("merge", "separate"):
        for _ in range(2):
            assert client.send(f"{robert}/{action}", person=bob).status_code == 303


def test_who_was_merged_meanwhile_takes_nobody_else_along(app: Flask, client: Visitor) -> None:
    play(
        app, date(2026, 9, 5), "gin", ("Ann", "Bobby"), *some_rounds("gin", ("Ann", "Bobby"), 3, 9)
    )
    cleo = address_of(client, "Cleo")
    page = client.visit(f"{cleo}/edit")
    number = next(option["value"] for option in page.select("option") if option.text == "Bobby")
    merge(client, "Cleo", "Bob")
    late = client.send(f"{cleo}/merge", person=number)
    assert "Somebody has just merged Cleo into Bob" in words(read(late, 409))
    assert "Is Bob the same person as Bobby?" in words(read(late))
    names = [link.text for link in client.visit("/players").select(".leaders__row .row-link")]
    assert sorted(names) == ["Ann", "Bob", "Bobby", "Robert"]
    assert client.submit(read(late), form=MERGE).status_code == 303


def start(client: Visitor, *names: str) -> TestResponse:
    """Start a game of Gin with the form."""
    return client.submit("/games/new?variant=gin", {"name": list(names)})


def test_the_old_name_seats_the_person(client: Visitor) -> None:
    merge(client, "Robert", "Bob")
    sheet = words(client.visit(start(client, "Ann", "Robert").location))
    assert "Bob" in sheet
    assert "Robert" not in sheet


def test_one_person_cannot_sit_twice_under_two_names(client: Visitor) -> None:
    merge(client, "Robert", "Bob")
    refused = start(client, "Bob", "Robert")
    assert refused.status_code == 422
    assert "“Robert” is the same person as “Bob”." in refused.text


def test_the_name_of_who_was_merged_stays_taken(app: Flask, client: Visitor) -> None:
    page = client.visit(merge(client, "Robert", "Bob"))
    edit = client.visit(str(page.select_one("[href$=edit]")["href"]))
    refused = client.submit(edit, {"name": "Robert"}, form="form[action$=name]")
    assert refused.status_code == 422
    assert "Robert is the name of a player who was merged into Bob." in refused.text
    with app.app_context():
        names = set(db.session.scalars(select(Player.name)))
    assert {"Bob", "Robert"} < names
