"""What cannot be started is refused at its field, and nothing is lost."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from flask import Flask

from tests.support.new_game import errors, names, nothing_was_started
from tests.support.pages import Visitor, read


class TestRefusals:
    """Errors stand at their fields, nothing is started, and what was typed comes back."""

    def refused(self, client: Visitor, variant: str, typed: dict[str, object]) -> BeautifulSoup:
        """The page that refuses this form."""
        answer = client.submit(client.visit(f"/games/new?variant={variant}"), typed)
        assert answer.status_code == 422
        page = read(answer)
        assert page.select_one(".message[role=alert] a")
        return page

    def test_a_slot_that_must_be_filled(self, app: Flask, client: Visitor) -> None:
        page = self.refused(client, "gin", {"name": ["Ann", " "]})
        assert errors(page, "#name-1") == "Name this player."
        assert names(page)[0] == "Ann"
        assert nothing_was_started(app)

    @pytest.mark.parametrize(
        ("typed", "field", "sentence"),
        [
            (["Ann", "ann "], "#name-1", "Two players cannot both be “ann”."),
            (["Ann", "Аnn"], "#name-1", "Two players cannot both be “Аnn”."),
            (["Ann", "B" * 41], "#name-1", "A name has 1 to 40 characters."),
            (["A\x00nn", "Bob"], "#name-0", "A name is one line without invisible characters."),
            (["Ann", "\u1160"], "#name-1", "A name is one line without invisible characters."),
        ],
    )
    def test_names_that_cannot_be(
        self, client: Visitor, typed: list[str], field: str, sentence: str
    ) -> None:
        page = self.refused(client, "gin", {"name": typed})
        assert errors(page, field) == sentence
        assert names(page) == typed

    @pytest.mark.parametrize("value", ["", "-1", "1001", "9" * 30, "ten", "1.5"])
    def test_a_house_rule_beyond_its_bounds(self, app: Flask, client: Visitor, value: str) -> None:
        page = self.refused(client, "gin", {"name": ["Ann", "Bob"], "rules-target": value})
        sentence = "“Play to” must be a whole number from 0 to 1000."
        assert sentence in errors(page, "#rules-target")
        field = page.select_one("#rules-target")
        assert (field["value"], field["aria-invalid"]) == (value, "true")
        assert page.select_one("#house-rules").has_attr("open")
        assert names(page) == ["Ann", "Bob"]
        assert nothing_was_started(app)

    def test_a_choice_that_is_not_there(self, client: Visitor) -> None:
        page = self.refused(client, "gin", {"name": ["Ann", "Bob"], "rules-tie": "maybe"})
        assert "“A tie” must be one of" in errors(page, "#rules-tie")

    def test_all_errors_are_shown_at_once(self, client: Visitor) -> None:
        typed = {"name": ["Ann", ""], "dealer": "1", "rules-target": "x", "rules-gin_bonus": "y"}
        page = self.refused(client, "gin", typed)
        links = page.select(".message[role=alert] a")
        assert [link["href"] for link in links] == [
            "#name-1",
            "#rules-gin_bonus",
            "#rules-target",
        ]
        assert links[0].text == "Player 2: Name this player."
        assert all(page.select_one(link["href"]) for link in links)

    @pytest.mark.parametrize("value", [None, "2", "x", "9" * 10])
    def test_a_dealer_who_does_not_play(self, client: Visitor, value: str | None) -> None:
        page = self.refused(client, "knock", {"name": ["Ann", "Bob", "", ""], "dealer": value})
        assert page.select_one("#dealer-error").text.strip() == "Say who deals first."

    def test_too_few_decks_for_the_last_round_are_refused_at_the_decks(
        self, client: Visitor
    ) -> None:
        page = client.visit("/games/new?variant=three-thirteen")
        typed = {"name": ["Ann", "Bob", "Cem", "Dee"], "rules-decks": "1"}
        answer = client.submit(page, typed)
        assert answer.status_code == 422
        assert "none left to draw. Use more decks." in errors(read(answer), "#rules-decks")

    def test_a_form_without_its_key(self, app: Flask, client: Visitor) -> None:
        page = self.refused(client, "gin", {"name": ["Ann", "Bob"], "key": ""})
        assert "This form is out of date" in page.select_one("#players-error").text
        assert page.select_one("[name=key]")["value"]
        assert nothing_was_started(app)

    @pytest.mark.parametrize("address", ["/games", "/games/new"])
    @pytest.mark.parametrize("typed", [{}, {"variant": "bridge"}, {"variant": "gin"}])
    def test_a_form_without_a_game_leads_back_to_the_choice(
        self, app: Flask, client: Visitor, address: str, typed: dict[str, str]
    ) -> None:
        token = client.visit("/games/new").select_one("[name=csrf_token]")["value"]
        answer = client.post(address, data={"csrf_token": token, **typed})
        assert answer.status_code == 422
        assert "Choose one of these first" in read(answer).main.text
        assert nothing_was_started(app)

    def test_slots_with_the_same_id_stay_apart(self, client: Visitor) -> None:
        page = self.refused(client, "gin", {"name": ["Ann", "Bob"], "place": ["1", "1"]})
        assert names(page) == ["Ann", "Bob"]

    @pytest.mark.parametrize("query", ["variant=bridge", "variant=gin&preset=x", "rematch=nosuch"])
    def test_an_address_that_names_nothing(self, client: Visitor, query: str) -> None:
        assert client.get(f"/games/new?{query}").status_code == 404
