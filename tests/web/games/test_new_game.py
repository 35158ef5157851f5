"""A new game's form: every step keeps what was typed, and errors stand at their fields."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.games import commands
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.variants import VARIANTS
from tests.support.clubs import the_club
from tests.support.pages import HTMX, Visitor, read
from tests.support.scorebook import record, start, win

KEYS = [variant.key for variant in VARIANTS]


def names(page: BeautifulSoup) -> list[str]:
    """The names in the player slots, in order of play."""
    return [str(each.get("value", "")) for each in page.select(".new-game-place input[name=name]")]


def dealer(page: BeautifulSoup) -> str:
    """The name in the slot of the player who deals first."""
    place = page.select_one("input[name=dealer][checked]").find_parent("li")
    return str(place.select_one("input[name=name]")["value"])


def changed(page: BeautifulSoup) -> dict[str, str]:
    """The house rules that are marked as changed, with the text of the mark."""
    marks = {str(mark["id"]).removeprefix("mark-"): mark for mark in page.select("[id^=mark-]")}
    return {name: mark.text.strip() for name, mark in marks.items() if mark.text.strip()}


def errors(page: BeautifulSoup, field: str) -> str:
    """The errors of a field, found by `aria-describedby`."""
    described = str(page.select_one(field).get("aria-describedby", "")).split()
    return " ".join(page.select_one(f"#{name}").text.strip() for name in described)


def started(app: Flask, answer: TestResponse) -> Game:
    """The game that a response redirects to."""
    assert answer.status_code == 303, answer.text
    with app.app_context():
        row = commands.find_game(the_club(), answer.location.rsplit("/", 1)[-1])
        assert row is not None
        return commands.game_of(row)


def nothing_was_started(app: Flask) -> bool:
    """Whether the club has no game."""
    with app.app_context():
        return not commands.games_in_play(the_club())


def test_every_game_is_offered_with_its_players_and_tagline(client: Visitor) -> None:
    choices = client.visit("/games/new").select(".book-choice")
    assert [choice["href"] for choice in choices] == [f"/games/new?variant={key}" for key in KEYS]
    gin, knock = choices[0], choices[3]
    assert gin.select_one(".book-choice__players").text == "2 players"
    assert knock.select_one(".book-choice__players").text == "2–5 players"
    assert all(choice.select_one(".book-choice__tagline").text for choice in choices)


@pytest.mark.parametrize("variant", VARIANTS, ids=KEYS)
def test_every_preset_of_every_game_can_be_started_unchanged(
    app: Flask, client: Visitor, variant: object
) -> None:
    for preset in variant.presets:
        page = client.visit(f"/games/new?variant={variant.key}&preset={preset.key}")
        assert not changed(page)
        game = started(app, client.submit(page, {"name": ["Ann", "Bob"] + [""] * 2}))
        assert game.variant is variant
        assert (game.preset, game.changes, game.players) == (preset.key, (), ("Ann", "Bob"))


@pytest.mark.parametrize("variant", VARIANTS, ids=KEYS)
def test_every_house_rule_has_a_field_with_its_label_help_and_bounds(
    client: Visitor, variant: object
) -> None:
    page = client.visit(f"/games/new?variant={variant.key}")
    text = page.select_one("#house-rules").text
    for rule in house_rules(variant.rules_type):
        assert page.select(f"[name=rules-{rule.name}]"), rule.name
        assert rule.label.template in text
        assert not rule.help or rule.help.template in text
        if rule.choices:
            assert all(label.template in text for _value, label in rule.choices)
        else:
            assert f"{rule.low}–{rule.high}" in errors(page, f"#rules-{rule.name}")


def test_a_game_is_started_with_players_dealer_and_house_rules(app: Flask, client: Visitor) -> None:
    page = client.visit("/games/new?variant=knock")
    typed = {
        "name": [" Pierre ", "", "Jean", "Paul"],
        "dealer": "2",
        "rules-target": "200",
        "rules-penalty": "10",
        "rules-ties": "split",
        "rules-rum_bonus_each": "false",
    }
    game = started(app, client.submit(page, typed))
    assert game.players == ("Pierre", "Jean", "Paul")
    assert game.dealer == 1
    assert dict(game.changes) == {"target": 200, "ties": "split", "rum_bonus_each": False}


def test_the_same_form_sent_twice_starts_one_game(app: Flask, client: Visitor) -> None:
    page = client.visit("/games/new?variant=gin")
    first, second = (client.submit(page, {"name": ["Ann", "Bob"]}) for _ in range(2))
    assert first.location == second.location
    with app.app_context():
        assert len(commands.games_in_play(the_club())) == 1


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
        assert after.select_one("[aria-pressed=true]").text == "Split"
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
        assert changed(after) == {"target": "“Plain” has: 0", "penalty": "“Plain” has: 10"}
        assert after.select_one("#differences").text == "2 changed"

    def test_another_game_keeps_names_and_the_rules_it_shares(
        self, client: Visitor, page: BeautifulSoup
    ) -> None:
        typed = {"rules-penalty": "20"}
        gin = read(client.submit(page, typed, button="[value='variant:gin']"))
        assert names(gin) == ["Ann", "Bob", "Cem"]
        assert dealer(gin) == "Bob"
        assert changed(gin) == {"target": "“Plain” has: 100"}
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
        answer = client.submit(page, typed, button="[value='language:fr']")
        assert answer.status_code == 200
        page = read(answer)
        assert (page.html["lang"], page.h1.text) == ("fr", "Nouvelle partie")
        assert (names(page), dealer(page)) == (["Ann", "", "Cem", ""], "Cem")
        assert page.select_one("[name=preset]")["value"] == "split"
        assert page.select_one("#rules-target")["value"] == "many"
        assert page.select_one("[name=rules-ties][checked]")["value"] == "full"
        assert not page.select(".message[role=alert]")
        back = read(client.submit(page, {"rules-target": "50"}, button="[value='language:en']"))
        game = started(app, client.submit(back))
        assert (game.players, game.dealer) == (("Ann", "Cem"), 1)
        assert dict(game.changes) == {"target": 50, "ties": "full"}

    def test_the_language_is_remembered(self, client: Visitor) -> None:
        client.submit(client.visit("/games/new?variant=gin"), button="[value='language:fr']")
        assert client.visit("/").html["lang"] == "fr"

    def test_the_errors_are_shown_in_the_other_language(self, app: Flask, client: Visitor) -> None:
        page = client.visit("/games/new?variant=gin")
        refused = read(client.submit(page, {"name": ["Ann", "Ann"], "rules-target": "x"}))
        page = read(client.submit(refused, button="[value='language:fr']"))
        assert names(page) == ["Ann", "Ann"]
        assert errors(page, "#name-1").startswith("Deux joueurs ne peuvent pas s’appeler")
        assert "doit être un nombre entier" in errors(page, "#rules-target")
        assert page.select_one(".message[role=alert]")
        assert nothing_was_started(app)

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
            assert sorted(commands.known_players(the_club())) == ["Ann", "Bob", "Cem", "Dee"]


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
            (["Ann", "Ann"], "#name-1", "Two players cannot both be “Ann”."),
            (["Ann", "ann "], "#name-1", "Two players cannot both be “ann”."),
            (["Élise", "ÉLISE"], "#name-1", "Two players cannot both be “ÉLISE”."),
            (["Ann", "B" * 41], "#name-1", "A name has 1 to 40 characters."),
            (["A\x00nn", "Bob"], "#name-0", "A name has 1 to 40 characters."),
        ],
        ids=["twice the same", "other capitals", "other accents' capitals", "too long", "control"],
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
        assert "“Equal counts” must be one of" in errors(page, "#rules-tie")

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

    def test_one_deck_for_six_players_is_refused_at_the_decks(self, client: Visitor) -> None:
        page = client.visit("/games/new?variant=basic")
        for _ in range(2):
            page = read(client.submit(page, button="[value=add]"))
        typed = {"name": list("ABCDEF"), "rules-decks": "1"}
        answer = client.submit(page, typed)
        assert answer.status_code == 422
        assert "One deck is enough" in errors(read(answer), "#rules-decks")

    def test_too_few_decks_for_the_last_round_are_refused_at_the_decks(
        self, client: Visitor
    ) -> None:
        page = client.visit("/games/new?variant=three-thirteen")
        typed = {"name": ["Ann", "Bob", "Cem", "Dee"], "rules-decks": "1"}
        answer = client.submit(page, typed)
        assert answer.status_code == 422
        assert "nobody could draw. Take more decks." in errors(read(answer), "#rules-decks")

    def test_a_form_without_its_key(self, app: Flask, client: Visitor) -> None:
        page = self.refused(client, "gin", {"name": ["Ann", "Bob"], "key": ""})
        assert "This form has lost its key" in page.select_one("#players-error").text
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
        assert "choose one of these first" in read(answer).main.text
        assert nothing_was_started(app)

    def test_slots_with_the_same_id_stay_apart(self, client: Visitor) -> None:
        page = self.refused(client, "gin", {"name": ["Ann", "Bob"], "place": ["1", "1"]})
        assert names(page) == ["Ann", "Bob"]

    @pytest.mark.parametrize("query", ["variant=bridge", "variant=gin&preset=x", "rematch=nosuch"])
    def test_an_address_that_names_nothing(self, client: Visitor, query: str) -> None:
        assert client.get(f"/games/new?{query}").status_code == 404


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
            assert len(commands.games_in_play(the_club())) == 1

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
            assert len(commands.games_in_play(the_club())) == 1

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
            record(commands.find_game(the_club(), begun), win(5))
        assert client.submit(client.visit(over)).status_code == 303
