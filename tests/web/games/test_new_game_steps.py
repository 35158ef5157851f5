"""Every step of setting up a game: players, order, game, preset, language."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.clubs import known_names
from tests.support.elements import Element
from tests.support.new_game import changed, dealer, errors, names, nothing_was_started, started
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.scorebook import record, start, win
from tests.support.walks import walk


@pytest.fixture
def page(client: Visitor) -> Element:
    """The form with three players, the second as dealer, and a changed house rule."""
    page = client.visit("/games/new?variant=knock")
    typed = {"name": ["Ann", "Bob", "Cem", ""], "dealer": "1", "rules-target": "200"}
    return read(client.submit(page, typed, button="[value=next]"))


def step(client: Visitor, page: Element, *steps: str, **typed: str) -> Element:
    """Return the form after these buttons."""
    for pressed in steps:
        page = read(client.submit(page, typed | {"do": pressed}, button="[value=next]"), 200)
    return page


@walk(
    ("do", "players", "deals"),
    [
        ("add", "Ann Bob Cem - -", "Bob"),
        ("remove:3", "Ann Bob Cem", "Bob"),
        ("remove:0", "Bob Cem -", "Bob"),
        ("remove:1", "Ann Cem -", "Cem"),
        ("up:1", "Bob Ann Cem -", "Bob"),
        ("down:1", "Ann Cem Bob -", "Bob"),
        *(
            (nothing, "Ann Bob Cem -", "Bob")
            for nothing in (
                *("up:0", "down:3", "up:77", "remove:x"),
                *("variant:bridge", "preset:none", "jump", ""),
            )
        ),
    ],
)
def test_a_step_moves_players_and_the_deal_stays_or_goes_to_the_left(
    client: Visitor, page: Element, do: str, players: str, deals: str
) -> None:
    after = step(client, page, do)
    assert " ".join(name or "-" for name in names(after)) == players
    assert dealer(after) == deals


def test_a_step_that_cannot_be_taken_is_not_offered(client: Visitor, page: Element) -> None:
    assert [button["value"] for button in page.select("button[disabled]")] == ["up:0", "down:3"]
    assert not step(client, page, "add").select("[value=add]")
    assert not step(client, page, "remove:3", "remove:0").select("[value^=remove]")


def test_the_focus_goes_on_to_the_next_name_and_along_with_who_is_moved(
    client: Visitor, page: Element
) -> None:
    assert page.select_one("[autofocus]")["id"] == "name-3"
    full = {"name": ["Ann", "Bob", "Cem", "Dan"]}
    full = read(client.submit(page, full, button="[value=next]"))
    assert names(full) == ["Ann", "Bob", "Cem", "Dan", ""]
    assert full.select_one("[autofocus]")["id"] == "name-4"
    assert step(client, page, "up:1").select_one("[autofocus]")["id"] == "down-1"


def test_another_preset_keeps_what_was_changed_by_hand(client: Visitor, page: Element) -> None:
    after = step(client, page, "preset:split")
    assert after.select_one("[name=preset]")["value"] == "split"
    assert words(after, "[aria-pressed=true] strong") == "Split"
    assert after.select_one("[name=rules-ties][checked]")["value"] == "split"
    assert changed(after) == {"target": "“Split” has: 0"}


def test_what_differs_from_the_preset_is_counted_and_goes_back_to_it_at_once(
    client: Visitor, page: Element
) -> None:
    typed = {"rules-penalty": "20", "rules-ties": "full"}
    after = step(client, page, "next", **typed)
    assert changed(after) == {"target": "“Standard” has: 0", "penalty": "“Standard” has: 10"}
    assert after.select_one("#differences").text == "2 changed"
    after = step(client, after, "as-preset")
    assert not changed(after)
    assert after.select_one("#rules-target")["value"] == "0"
    assert "open" in after.select_one("#house-rules").attributes


def test_another_game_keeps_names_and_the_rules_it_shares_but_not_too_many_players(
    client: Visitor, page: Element
) -> None:
    gin = step(client, page, "variant:gin", **{"rules-penalty": "20"})
    assert (names(gin), dealer(gin)) == (["Ann", "Bob", "Cem"], "Bob")
    assert changed(gin) == {"target": "“Standard” has: 100"}
    assert set(changed(step(client, gin, "variant:knock"))) == {"target", "penalty"}
    answer = client.submit(gin)
    assert "Gin Rummy is for 2 players." in words(
        read(answer, 422), "[data-wrong-number]:not([hidden])"
    )


def test_too_many_players_for_another_game_are_told_at_once(client: Visitor, page: Element) -> None:
    said = "[data-wrong-number]:not([hidden])"
    assert not page.select(said)
    assert words(step(client, page, "variant:gin"), said) == "Gin Rummy is for 2 players."


def test_htmx_gets_the_form_alone(client: Visitor, page: Element) -> None:
    answer = client.submit(page, button="[value=add]", headers=HTMX)
    assert "<html" not in answer.text
    assert len(names(read(answer))) == 5
    assert "HX-Request" in answer.headers["Vary"]


def in_language(client: Visitor, page: Element, language: str, **typed: object) -> str:
    """Return the address of the form in another language. The switch is a step too."""
    answer = client.submit(page, typed, button=f"[value='language:{language}']")
    return str(answer.location)


def test_another_language_keeps_all_that_was_typed_and_is_remembered(
    app: Flask, client: Visitor
) -> None:
    page = client.visit("/games/new?variant=knock&preset=split")
    rules = {"rules-target": "many", "rules-ties": "full"}
    typed = {"name": ["Ann", "", "Cem", ""], "dealer": "2"} | rules
    address = in_language(client, page, "fr", **typed)
    for page in (client.visit(address), client.visit(address)):
        assert (page.select_one("html")["lang"], words(page, "h1")) == ("fr", "Nouvelle partie")
        assert (names(page), dealer(page)) == (["Ann", "", "Cem", ""], "Cem")
        assert page.select_one("[name=preset]")["value"] == "split"
        assert page.select_one("#rules-target")["value"] == "many"
        assert page.select_one("[name=rules-ties][checked]")["value"] == "full"
        assert not page.select(".message[role=alert]")
    assert client.visit("/").select_one("html")["lang"] == "fr"
    game = started(app, client.submit(in_language(client, page, "en", **{"rules-target": "50"})))
    assert (game.players, game.dealer) == (("Ann", "Cem"), 1)
    assert dict(game.changes) == {"target": 50, "ties": "full"}


def test_the_errors_are_shown_in_the_other_language(app: Flask, client: Visitor) -> None:
    page = client.visit("/games/new?variant=gin")
    refused = read(client.submit(page, {"name": ["Ann", "Ann"], "rules-target": "x"}))
    page = client.visit(in_language(client, refused, "fr"))
    assert names(page) == ["Ann", "Ann"]
    assert errors(page, "#name-1").startswith("Deux joueurs ne peuvent pas s’appeler")
    assert "doit être un nombre entier" in errors(page, "#rules-target")
    assert page.select_one(".message[role=alert]")
    assert nothing_was_started(app)


def test_a_rematch_stays_one_in_another_language(app: Flask, client: Visitor) -> None:
    with app.app_context():
        game_id = record(start(overrides={"target": 50}), win(60)).id
    page = client.visit(f"/games/new?rematch={game_id}")
    page = client.visit(in_language(client, page, "fr"))
    assert page.select_one("[name=rematch]")["value"] == game_id
    assert names(page) == ["Ann", "Bob"]


@walk("language", ["", "xx"])
def test_an_unknown_language_changes_nothing(client: Visitor, language: str) -> None:
    page = client.visit("/games/new?variant=gin")
    page = step(client, page, f"language:{language}", name=["Ann", "Bob"])
    assert page.select_one("html")["lang"] == "en"
    assert names(page) == ["Ann", "Bob"]


@pytest.fixture
def known(app: Flask) -> None:
    """Make Ann, Bob and Cem players of the club."""
    with app.app_context():
        start()
        start(players=("Cem", "Ann"))


@pytest.mark.usefixtures("known")
def test_known_players_are_suggested_while_typing_and_added_with_one_tap(client: Visitor) -> None:
    page = client.visit("/games/new?variant=gin")
    assert page.select_one("#name-0")["list"] == "known-players"
    options = [option["value"] for option in page.select("#known-players option")]
    assert options == ["Ann", "Cem", "Bob"]
    page = read(client.submit(page, button="[value='seat:Cem']"))
    assert names(page) == ["Cem", ""]
    page = read(client.submit(page, button="[value='seat:Ann']"))
    assert names(page) == ["Cem", "Ann"]
    assert not page.select("[value^=seat]")


@pytest.mark.usefixtures("known")
def test_one_typed_in_other_capitals_is_the_player_that_the_club_knows(
    app: Flask, client: Visitor
) -> None:
    page = client.visit("/games/new?variant=knock")
    typed = {"name": ["ann", "Dee", "CEM", ""]}
    after = read(client.submit(page, typed, button="[value=next]"))
    assert [button["value"] for button in after.select("[value^=seat]")] == ["seat:Bob"]
    assert started(app, client.submit(page, typed)).players == ("Ann", "Dee", "Cem")
    with app.app_context():
        assert known_names() == ["Ann", "Bob", "Cem", "Dee"]
