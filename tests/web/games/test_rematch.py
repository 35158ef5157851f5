"""A rematch has the settings of the last game, and two players who start it get one game."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.storage.game_lists import games_in_play
from scorekeeper.storage.queries import find_game
from tests.support.clubs import the_club
from tests.support.elements import Element
from tests.support.new_game import changed, dealer, names, started
from tests.support.pages import HTMX, Visitor, read
from tests.support.scorebook import record, start, win

ONE_TAP = "form[action$='/rematch']"
"""The button at the end of a game that starts the rematch at once."""


@pytest.fixture
def over(app: Flask) -> str:
    """A finished game. Bob won its last round."""
    with app.app_context():
        row = start(preset="modern", overrides={"target": 50, "tie": "knocker"})
        return record(row, win(60, by="Bob")).id


def form(client: Visitor, over: str, more: str = "") -> Element:
    """Return the form of the rematch."""
    return client.visit(f"/games/new?rematch={over}{more}")


def in_play(app: Flask) -> int:
    """Return the number of games in play."""
    with app.app_context():
        return len(games_in_play(the_club()))


def check_started(app: Flask, answer: TestResponse) -> None:
    """Check that the rematch has the game’s rules and players, and the next dealer."""
    game = started(app, answer)
    assert (game.preset, dict(game.changes)) == ("modern", {"target": 50, "tie": "knocker"})
    assert (game.players, game.dealer) == (("Ann", "Bob"), 1)


def test_players_rules_and_next_dealer_are_filled_in(
    app: Flask, client: Visitor, over: str
) -> None:
    page = form(client, over)
    assert (names(page), dealer(page)) == (["Ann", "Bob"], "Bob")
    assert page.select_one("[name=preset]")["value"] == "modern"
    assert set(changed(page)) == {"target", "tie"}
    check_started(app, client.submit(page))


def test_one_tap_starts_one_game_whoever_else_taps(app: Flask, client: Visitor, over: str) -> None:
    pages = [client.visit(f"/games/{over}") for _phone in range(2)]
    assert pages[0].select_one(f"{ONE_TAP} button").text == "Rematch Bob deals"
    answers = [client.submit(page, form=ONE_TAP) for page in pages]
    check_started(app, answers[0])
    assert answers[0].location == answers[1].location
    assert in_play(app) == 1


def test_one_tap_without_its_key_shows_the_form_that_says_so(
    app: Flask, client: Visitor, over: str
) -> None:
    page = read(client.submit(f"/games/{over}", {"key": None}, form=ONE_TAP), 422)
    assert "out of date" in page.select_one(".message[role=alert]").text
    check_started(app, client.submit(page))


def test_a_game_without_rounds_keeps_its_dealer(app: Flask, client: Visitor) -> None:
    with app.app_context():
        game_id = start(dealer=1).id
    assert dealer(form(client, game_id)) == "Bob"


def test_the_form_says_at_once_that_the_next_game_has_begun(client: Visitor, over: str) -> None:
    page = form(client, over)
    assert not page.select("#next-game")
    begun = client.submit(page).location
    page = form(client, over)
    assert page.select_one("#next-game a")["href"] == begun
    assert not page.select("[name=anyway]")
    after = read(client.submit(page, button="[value='up:1']", headers=HTMX))
    assert after.select_one("#next-game a")["href"] == begun


def test_the_second_who_starts_the_rematch_is_led_to_it_or_starts_another_anyway(
    app: Flask, client: Visitor, over: str
) -> None:
    first, second = form(client, over), form(client, over)
    begun = client.submit(first).location
    page = read(client.submit(second, {"rules-target": "70", "dealer": "0"}), 409)
    told = page.select_one("#next-game[role=alert]")
    assert "Somebody has already started it." in told.text
    assert told.select_one("a")["href"] == begun
    assert page.select_one("#rules-target")["value"] == "70"
    assert dealer(page) == "Ann"
    assert client.submit(first).location == begun, "the same form again leads to its game"
    assert in_play(app) == 1
    anyway = client.submit(page, button="[name=anyway]")
    assert anyway.location != begun
    assert dict(started(app, anyway).changes)["target"] == 70


def test_two_players_who_start_another_game_instead_start_one_game(
    app: Flask, client: Visitor, over: str
) -> None:
    first, second = (
        read(client.submit(form(client, over), button="[value='variant:hollywood']"))
        for _phone in range(2)
    )
    begun = client.submit(first).location
    assert read(client.submit(second), 409).select_one("#next-game a")["href"] == begun
    assert in_play(app) == 1


def test_a_game_with_more_players_is_another_game(client: Visitor, over: str) -> None:
    wider = read(client.submit(form(client, over), button="[value='variant:knock']"))
    begun = client.submit(form(client, over)).location
    answer = client.submit(wider, {"name": ["Ann", "Bob", "Cem", ""]})
    assert answer.status_code == 303
    assert answer.location != begun


def test_a_second_rematch_may_follow_once_the_first_is_over(
    app: Flask, client: Visitor, over: str
) -> None:
    begun = client.submit(form(client, over)).location.rsplit("/", 1)[-1]
    with app.app_context():
        record(find_game(the_club(), begun), win(60))
    assert client.submit(form(client, over)).status_code == 303


def test_the_same_players_may_choose_another_game(app: Flask, client: Visitor, over: str) -> None:
    page = form(client, over, "&variant=knock")
    assert names(page) == ["Ann", "Bob", "", ""]
    game = started(app, client.submit(page))
    assert (game.variant.key, game.players, game.dealer) == ("knock", ("Ann", "Bob"), 1)
