"""A rematch is filled in like the last game, and two players who start it start one."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.storage.queries import find_game, games_in_play
from tests.support.clubs import the_club
from tests.support.new_game import changed, dealer, names, started
from tests.support.pages import HTMX, Visitor, read
from tests.support.scorebook import record, start, win


class TestRematch:
    """A rematch is filled in like the last game, and the deal goes on from there."""

    def test_players_rules_and_next_dealer_are_filled_in(self, app: Flask, client: Visitor) -> None:
        with app.app_context():
            row = start(preset="modern", overrides={"target": 50, "tie": "knocker"})
            row = record(row, win(60, by="Bob"))
            assert row.status == "over"
        page = client.visit(f"/games/new?rematch={row.id}")
        assert names(page) == ["Ann", "Bob"]
        assert dealer(page) == "Bob"
        assert page.select_one("[name=preset]")["value"] == "modern"
        assert set(changed(page)) == {"target", "tie"}
        game = started(app, client.submit(page))
        assert (game.preset, dict(game.changes)) == ("modern", {"target": 50, "tie": "knocker"})
        assert (game.players, game.dealer) == (("Ann", "Bob"), 1)

    def test_a_game_without_rounds_keeps_its_dealer(self, app: Flask, client: Visitor) -> None:
        with app.app_context():
            game_id = start(dealer=1).id
        assert dealer(client.visit(f"/games/new?rematch={game_id}")) == "Bob"

    @pytest.fixture
    def over(self, app: Flask) -> str:
        """The address of the rematch of a finished game."""
        with app.app_context():
            row = record(start(overrides={"target": 50}), win(60))
            return f"/games/new?rematch={row.id}"

    def test_the_form_says_at_once_that_the_next_game_has_begun(
        self, client: Visitor, over: str
    ) -> None:
        page = client.visit(over)
        assert not page.select("#next-game")
        begun = client.submit(page).location
        page = client.visit(over)
        assert page.select_one("#next-game a")["href"] == begun
        assert not page.select("[name=anyway]")
        after = read(client.submit(page, button="[value='up:1']", headers=HTMX))
        assert after.select_one("#next-game a")["href"] == begun

    def test_two_players_who_start_the_rematch_start_one_game(
        self, app: Flask, client: Visitor, over: str
    ) -> None:
        first, second = client.visit(over), client.visit(over)
        begun = client.submit(first).location
        answer = client.submit(second, {"rules-target": "70", "dealer": "0"})
        assert answer.status_code == 409
        page = read(answer)
        told = page.select_one("#next-game[role=alert]")
        assert "Somebody started it already." in told.text
        assert told.select_one("a")["href"] == begun
        assert page.select_one("#rules-target")["value"] == "70"
        assert dealer(page) == "Ann"
        assert client.submit(first).location == begun, "the same form again leads to its game"
        with app.app_context():
            assert len(games_in_play(the_club())) == 1

    def test_two_players_who_start_another_game_instead_start_one_game(
        self, app: Flask, client: Visitor, over: str
    ) -> None:
        first, second = (
            read(client.submit(client.visit(over), button="[value='variant:hollywood']"))
            for _ in range(2)
        )
        begun = client.submit(first).location
        answer = client.submit(second)
        assert answer.status_code == 409
        assert read(answer).select_one("#next-game a")["href"] == begun
        with app.app_context():
            assert len(games_in_play(the_club())) == 1

    def test_a_game_with_more_players_is_another_game(self, client: Visitor, over: str) -> None:
        wider = read(client.submit(client.visit(over), button="[value='variant:knock']"))
        begun = client.submit(client.visit(over)).location
        answer = client.submit(wider, {"name": ["Ann", "Bob", "Cem", ""]})
        assert answer.status_code == 303
        assert answer.location != begun

    def test_another_game_can_be_started_anyway(
        self, app: Flask, client: Visitor, over: str
    ) -> None:
        first, second = client.visit(over), client.visit(over)
        begun = client.submit(first).location
        refused = read(client.submit(second, {"rules-target": "70"}))
        answer = client.submit(refused, button="[name=anyway]")
        assert answer.location != begun
        assert dict(started(app, answer).changes) == {"target": 70}

    def test_a_second_rematch_may_follow_once_the_first_is_over(
        self, app: Flask, client: Visitor, over: str
    ) -> None:
        page = client.visit(over)
        begun = client.submit(page).location.rsplit("/", 1)[-1]
        with app.app_context():
            record(find_game(the_club(), begun), win(5))
        assert client.submit(client.visit(over)).status_code == 303


class TestOneTap:
    """The button at the end of a game starts the rematch at once."""

    @pytest.fixture
    def over(self, app: Flask) -> str:
        """The address of a finished game, of which Bob won the last round."""
        with app.app_context():
            row = start(preset="modern", overrides={"target": 50, "tie": "knocker"})
            return f"/games/{record(row, win(60, by='Bob')).id}"

    def test_it_has_the_same_rules_and_players_and_the_next_dealer(
        self, app: Flask, client: Visitor, over: str
    ) -> None:
        page = client.visit(over)
        assert page.select_one("form[action$='/rematch'] button").text == "Rematch Bob deals"
        game = started(app, client.submit(page, form="form[action$='/rematch']"))
        assert (game.preset, dict(game.changes)) == ("modern", {"target": 50, "tie": "knocker"})
        assert (game.players, game.dealer) == (("Ann", "Bob"), 1)

    def test_two_players_who_press_it_play_one_game(
        self, app: Flask, client: Visitor, over: str
    ) -> None:
        pages = [client.visit(over), client.visit(over)]
        begun = {client.submit(each, form="form[action$='/rematch']").location for each in pages}
        assert len(begun) == 1
        with app.app_context():
            assert len(games_in_play(the_club())) == 1

    def test_pressed_without_its_key_it_shows_the_form_that_says_so(
        self, app: Flask, client: Visitor, over: str
    ) -> None:
        form = "form[action$='/rematch']"
        answer = client.submit(client.visit(over), {"key": None}, form=form)
        assert answer.status_code == 422
        page = read(answer)
        assert "out of date" in page.select_one(".message[role=alert]").text
        assert names(page) == ["Ann", "Bob"]
        assert started(app, client.submit(page)).dealer == 1

    def test_the_same_players_may_choose_another_game(
        self, app: Flask, client: Visitor, over: str
    ) -> None:
        page = client.visit(f"/games/new?rematch={over.rsplit('/', 1)[-1]}&variant=knock")
        assert names(page) == ["Ann", "Bob", "", ""]
        game = started(app, client.submit(page))
        assert (game.variant.key, game.players, game.dealer) == ("knock", ("Ann", "Bob"), 1)
