"""Home: what is on the table, what was played, and where to begin."""

from __future__ import annotations

from flask import Flask

from scorekeeper.clubs.roles import Role
from scorekeeper.games import commands
from scorekeeper.rummy.documents.round import read_round
from tests.support.clubs import visitor
from tests.support.pages import Visitor
from tests.support.scorebook import form, record, start, win


def test_an_empty_score_book_says_what_to_do(client: Visitor) -> None:
    page = client.visit("/")
    assert "Choose the game and say who plays." in page.main.text
    assert page.select_one("a[href='/games/new']").text.strip() == "New game"
    assert not page.select(".book-game")


def test_a_game_in_play_is_one_tap_away_and_shows_who_leads(app: Flask, client: Visitor) -> None:
    with app.app_context():
        game_id = record(start(), win(20)).id
    game = client.visit("/").select_one("[aria-labelledby=playing] .book-game")
    assert game.select_one("a")["href"] == f"/games/{game_id}"
    assert "Gin Rummy" in game.text
    assert "1 round ·" in game.text
    assert [each.text.split() for each in game.select("li")] == [
        ["Ann", "(leads)", "20"],
        ["Bob", "0"],
    ]


def test_a_game_that_has_not_begun_shows_nobody_ahead(app: Flask, client: Visitor) -> None:
    with app.app_context():
        start()
    game = client.visit("/").select_one(".book-game")
    assert "not begun yet" in game.text
    assert not game.select(".book-game__score--best")


def test_fewest_points_lead_where_they_win(app: Flask, client: Visitor) -> None:
    with app.app_context():
        row = start(variant="three-thirteen")
        out = {"ending": "out", "by": "Ann", "hands": {"Bob": 9}}
        record(row, read_round(out, row.players))
    best = client.visit("/").select(".book-game__score--best")
    assert [each.text.split()[0] for each in best] == ["Ann"]


def test_a_called_game_is_not_said_to_be_played_to_the_end(app: Flask, client: Visitor) -> None:
    with app.app_context():
        row = record(start(), win(20))
        commands.call(row.id, **form(row))
    finished = client.visit("/").select_one("[aria-labelledby=finished]")
    assert finished.h2.text == "Finished"
    assert "Called before its end" in finished.select_one(".book-game").text


def test_a_finished_game_shows_its_winner(app: Flask, client: Visitor) -> None:
    with app.app_context():
        record(start(overrides={"target": 50}), win(60, by="Bob"))
    page = client.visit("/")
    game = page.select_one("[aria-labelledby=finished] .book-game")
    assert [each.text.split() for each in game.select("li")] == [
        ["Ann", "0"],
        ["Bob", "(won)", "60"],
    ]
    assert "No game is being played." in page.main.text


def test_names_are_shown_as_they_were_typed(app: Flask, client: Visitor) -> None:
    with app.app_context():
        start(players=("<b>Ann</b>", "Bob & Co"))
    names = [each.text.strip() for each in client.visit("/").select(".book-game__player")]
    assert names == ["<b>Ann</b>", "Bob & Co"]


def test_a_watcher_of_an_empty_score_book_is_not_told_what_to_do(app: Flask) -> None:
    page = visitor(app, Role.WATCHER).visit("/")
    assert "No game is being played." in page.main.text
    assert not page.select(".book-welcome, main a")


def test_a_game_is_there_for_players_to_play_on_and_for_watchers_to_look_at(app: Flask) -> None:
    with app.app_context():
        start()
    for role, words in ((Role.PLAYER, "Play on"), (Role.WATCHER, "Look")):
        assert visitor(app, role).visit("/").select_one(".book-game__go").text.strip() == words
