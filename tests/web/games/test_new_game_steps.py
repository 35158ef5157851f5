"""Every step of setting up a game: players, order, game, preset, language."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from flask import Flask

from tests.support.clubs import known_names
from tests.support.new_game import changed, dealer, errors, names, nothing_was_started, started
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.scorebook import record, start, win


class TestSteps:
    """Buttons that return the form with one thing changed."""

    @pytest.fixture
    def page(self, client: Visitor) -> BeautifulSoup:
        """The form with three players and a changed house rule."""
        page = client.visit("/games/new?variant=knock")
        typed = {"name": ["Ann", "Bob", "Cem", ""], "dealer": "1", "rules-target": "200"}
        return read(client.submit(page, typed, button="[value=next]"))

    def step(self, client: Visitor, page: BeautifulSoup, step: str) -> BeautifulSoup:
        """The page after this button."""
        answer = client.submit(page, button=f"[value='{step}']")
        assert answer.status_code == 200
        return read(answer)

    def test_the_enter_key_goes_on_to_the_next_name(
        self, client: Visitor, page: BeautifulSoup
    ) -> None:
        assert names(page) == ["Ann", "Bob", "Cem", ""]
        assert page.select_one("[autofocus]")["id"] == "name-3"
        full = read(
            client.submit(page, {"name": ["Ann", "Bob", "Cem", "Dan"]}, button="[value=next]")
        )
        assert names(full) == ["Ann", "Bob", "Cem", "Dan", ""]
        assert full.select_one("[autofocus]")["id"] == "name-4"

    def test_players_are_added_up_to_the_games_number(
        self, client: Visitor, page: BeautifulSoup
    ) -> None:
        after = self.step(client, page, "add")
        assert names(after) == ["Ann", "Bob", "Cem", "", ""]
        assert not after.select("[value=add]")

    def test_players_are_removed_down_to_the_games_number(
        self, client: Visitor, page: BeautifulSoup
    ) -> None:
        after = self.step(client, self.step(client, page, "remove:3"), "remove:0")
        assert names(after) == ["Bob", "Cem"]
        assert not after.select("[value^=remove]")

    def test_the_deal_goes_to_the_left_of_a_dealer_who_is_removed(
        self, client: Visitor, page: BeautifulSoup
    ) -> None:
        assert dealer(page) == "Bob"
        assert dealer(self.step(client, page, "remove:1")) == "Cem"

    def test_the_deal_stays_with_a_player_who_is_moved(
        self, client: Visitor, page: BeautifulSoup
    ) -> None:
        after = self.step(client, page, "up:1")
        assert names(after) == ["Bob", "Ann", "Cem", ""]
        assert dealer(after) == "Bob"
        assert after.select_one("[autofocus]")["id"] == "down-1"
        assert names(self.step(client, after, "down:0")) == ["Bob", "Cem", "Ann", ""]

    def test_the_first_cannot_be_moved_up_nor_the_last_down(self, page: BeautifulSoup) -> None:
        disabled = [button["value"] for button in page.select("button[disabled]")]
        assert disabled == ["up:0", "down:3"]

    @pytest.mark.parametrize(
        "step", ["up:0", "down:3", "up:77", "remove:x", "variant:bridge", "preset:none", "jump", ""]
    )
    def test_a_step_that_cannot_be_taken_changes_nothing(
        self, client: Visitor, page: BeautifulSoup, step: str
    ) -> None:
        answer = client.submit(page, {"do": step}, button="[value=next]")
        assert answer.status_code == 200
        assert names(read(answer)) == ["Ann", "Bob", "Cem", ""]

    def test_another_preset_keeps_what_was_changed_by_hand(
        self, client: Visitor, page: BeautifulSoup
    ) -> None:
        after = self.step(client, page, "preset:split")
        assert after.select_one("[name=preset]")["value"] == "split"
        assert words(after, "[aria-pressed=true] .new-game-preset__name") == "Split"
        assert after.select_one("[name=rules-ties][checked]")["value"] == "split"
        assert changed(after) == {"target": "“Split” has: 0"}

    def test_all_house_rules_go_back_to_the_preset_at_once(
        self, client: Visitor, page: BeautifulSoup
    ) -> None:
        after = self.step(client, page, "as-preset")
        assert not changed(after)
        assert after.select_one("#rules-target")["value"] == "0"
        assert after.select_one("#house-rules").has_attr("open")

    def test_what_differs_from_the_preset_is_marked_and_counted(
        self, client: Visitor, page: BeautifulSoup
    ) -> None:
        typed = {"rules-penalty": "20", "rules-ties": "full"}
        after = read(client.submit(page, typed, button="[value=next]"))
        assert changed(after) == {"target": "“Standard” has: 0", "penalty": "“Standard” has: 10"}
        assert after.select_one("#differences").text == "2 changed"

    def test_another_game_keeps_names_and_the_rules_it_shares(
        self, client: Visitor, page: BeautifulSoup
    ) -> None:
        typed = {"rules-penalty": "20"}
        gin = read(client.submit(page, typed, button="[value='variant:gin']"))
        assert names(gin) == ["Ann", "Bob", "Cem"]
        assert dealer(gin) == "Bob"
        assert changed(gin) == {"target": "“Standard” has: 100"}
        knock = self.step(client, gin, "variant:knock")
        assert set(changed(knock)) == {"target", "penalty"}

    def test_too_many_players_are_refused_when_the_game_is_started(
        self, client: Visitor, page: BeautifulSoup
    ) -> None:
        answer = client.submit(self.step(client, page, "variant:gin"))
        assert answer.status_code == 422
        assert "Gin Rummy is for 2 players." in read(answer).select_one("#players-error").text

    def test_htmx_gets_the_form_alone(self, client: Visitor, page: BeautifulSoup) -> None:
        answer = client.submit(page, button="[value=add]", headers=HTMX)
        assert not read(answer).find("html")
        assert len(names(read(answer))) == 5
        assert "HX-Request" in answer.headers["Vary"]


class TestLanguage:
    """Switching the language is a step of the form: nothing typed is lost."""

    def test_another_language_keeps_all_that_was_typed(self, app: Flask, client: Visitor) -> None:
        page = client.visit("/games/new?variant=knock&preset=split")
        typed = {
            "name": ["Ann", "", "Cem", ""],
            "dealer": "2",
            "rules-target": "many",
            "rules-ties": "full",
        }
        button = "[value='language:fr']"
        answer = client.submit(page, typed, button=button, follow_redirects=True)
        assert answer.status_code == 200
        page = read(answer)
        assert (page.html["lang"], page.h1.text) == ("fr", "Nouvelle partie")
        assert (names(page), dealer(page)) == (["Ann", "", "Cem", ""], "Cem")
        assert page.select_one("[name=preset]")["value"] == "split"
        assert page.select_one("#rules-target")["value"] == "many"
        assert page.select_one("[name=rules-ties][checked]")["value"] == "full"
        assert not page.select(".message[role=alert]")
        reloaded = client.visit(answer.request.full_path)
        assert (names(reloaded), dealer(reloaded)) == (names(page), dealer(page))
        button = "[value='language:en']"
        typed = {"rules-target": "50"}
        back = read(client.submit(page, typed, button=button, follow_redirects=True))
        game = started(app, client.submit(back))
        assert (game.players, game.dealer) == (("Ann", "Cem"), 1)
        assert dict(game.changes) == {"target": 50, "ties": "full"}

    def test_the_language_is_remembered(self, client: Visitor) -> None:
        client.submit(client.visit("/games/new?variant=gin"), button="[value='language:fr']")
        assert client.visit("/").html["lang"] == "fr"

    def test_the_errors_are_shown_in_the_other_language(self, app: Flask, client: Visitor) -> None:
        page = client.visit("/games/new?variant=gin")
        refused = read(client.submit(page, {"name": ["Ann", "Ann"], "rules-target": "x"}))
        button = "[value='language:fr']"
        page = read(client.submit(refused, button=button, follow_redirects=True))
        assert names(page) == ["Ann", "Ann"]
        assert errors(page, "#name-1").startswith("Deux joueurs ne peuvent pas s’appeler")
        assert "doit être un nombre entier" in errors(page, "#rules-target")
        assert page.select_one(".message[role=alert]")
        assert nothing_was_started(app)

    def test_a_rematch_stays_one(self, app: Flask, client: Visitor) -> None:
        with app.app_context():
            row = record(start(overrides={"target": 50}), win(60))
            game_id = row.id
        page = client.visit(f"/games/new?rematch={game_id}")
        button = "[value='language:fr']"
        page = read(client.submit(page, button=button, follow_redirects=True))
        assert page.select_one("[name=rematch]")["value"] == game_id
        assert names(page) == ["Ann", "Bob"]

    @pytest.mark.parametrize("language", ["", "xx"])
    def test_an_unknown_language_changes_nothing(self, client: Visitor, language: str) -> None:
        page = client.visit("/games/new?variant=gin")
        typed = {"name": ["Ann", "Bob"], "do": f"language:{language}"}
        page = read(client.submit(page, typed, button="[value='language:fr']"))
        assert page.html["lang"] == "en"
        assert names(page) == ["Ann", "Bob"]


class TestPlayersSeenBefore:
    """Names are remembered, suggested, and added with one tap."""

    @pytest.fixture(autouse=True)
    def _games(self, app: Flask) -> None:
        with app.app_context():
            start()
            start(players=("Cem", "Ann"))

    def test_known_players_are_suggested_while_typing(self, client: Visitor) -> None:
        page = client.visit("/games/new?variant=knock")
        assert page.select_one("#name-0")["list"] == "known-players"
        options = [option["value"] for option in page.select("#known-players option")]
        assert options == ["Ann", "Cem", "Bob"]

    def test_known_players_are_added_with_one_tap(self, client: Visitor) -> None:
        page = client.visit("/games/new?variant=gin")
        page = read(client.submit(page, button="[value='seat:Cem']"))
        assert names(page) == ["Cem", ""]
        page = read(client.submit(page, button="[value='seat:Ann']"))
        assert names(page) == ["Cem", "Ann"]
        assert not page.select("[value^=seat]")

    def test_one_typed_in_other_capitals_is_the_player_that_the_club_knows(
        self, app: Flask, client: Visitor
    ) -> None:
        page = client.visit("/games/new?variant=knock")
        typed = {"name": ["ann", "Dee", "CEM", ""]}
        after = read(client.submit(page, typed, button="[value=next]"))
        assert [each["value"] for each in after.select("[value^=seat]")] == ["seat:Bob"]
        game = started(app, client.submit(page, typed))
        assert game.players == ("Ann", "Dee", "Cem")
        with app.app_context():
            assert known_names() == ["Ann", "Bob", "Cem", "Dee"]
