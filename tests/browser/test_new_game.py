"""Setting up a game in a browser: the page adds players itself, and keeps every name and tap."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, Route, expect

from scorekeeper.storage.game_lists import games_in_play
from tests.support.accessible import assert_accessible
from tests.support.clubs import the_club
from tests.support.phone import round_over
from tests.support.table import Table
from tests.support.walks import walk


@pytest.fixture
def table(page: Page) -> Page:
    """The new game’s form for Knock Rummy."""
    page.goto("/games/new?variant=knock")
    return page


@walk("width", [320, 390])
def test_a_game_is_found_by_the_name_of_its_preset(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/games/new")
    for group in page.locator(".choose-group").all():
        group.tap()
    expect(page.locator(".choose-game a").last).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert_accessible(page)
    page.get_by_label("Search").fill("liver")
    expect(page.get_by_text("1 game found")).to_be_visible()
    expect(page.get_by_label("Search")).to_be_focused()
    assert_accessible(page)
    page.get_by_role("link", name="Contract Rummy: Liverpool").tap()
    expect(page.locator("#house-rules summary")).to_contain_text("Liverpool")
    page.go_back()
    expect(page.get_by_text("1 game found")).to_be_visible()


def place(page: Page, number: int) -> str:
    """Return the name in a player slot, as on the screen."""
    return page.get_by_label(f"Name of player {number}").input_value()


def handle(page: Page, number: int) -> Locator:
    """Return the handle of a player slot. Dragging it moves the player. A tap shows the arrows."""
    return page.locator(".new-game-place__handle").nth(number - 1)


def test_players_can_be_set_up_by_keyboard_alone(table: Page) -> None:
    table.get_by_label("Name of player 1").focus()
    for number, name in enumerate(["Ann", "Bob", "Cem", "Dan"], start=1):
        table.keyboard.type(name)
        table.keyboard.press("Enter")
        expect(table.get_by_label(f"Name of player {number + 1}")).to_be_focused()
    assert [place(table, number) for number in range(1, 6)] == ["Ann", "Bob", "Cem", "Dan", ""]


@walk("width", [320, 390])
def test_a_long_name_is_read_whole_in_its_place(table: Page, width: int) -> None:
    table.set_viewport_size({"width": width, "height": 640})
    name = table.get_by_label("Name of player 1")
    name.fill("Maximiliane")
    expect(table.locator(".new-game-place__deals").first).to_be_visible()
    assert name.evaluate("field => field.scrollWidth <= field.clientWidth")
    edges, told = name.bounding_box(), table.locator(".new-game-place__deals").first.bounding_box()
    assert told["y"] >= edges["y"] + edges["height"], "who deals is told below it"


def test_the_first_player_deals_once_the_last_one_who_was_to_deal_is_removed(table: Page) -> None:
    for number, name in enumerate(["Ann", "Bob", "Cem"], start=1):
        table.get_by_label(f"Name of player {number}").fill(name)
    deals = table.locator("[data-places] [name=dealer]")
    deals.nth(2).check(force=True)
    table.get_by_role("button", name="Remove Cem").tap()
    expect(deals).to_have_count(3)
    expect(deals.first).to_be_checked()


def test_moving_a_player_moves_the_focus(table: Page) -> None:
    table.get_by_label("Name of player 1").fill("Ann")
    table.get_by_label("Name of player 3").fill("Cem")
    table.get_by_role("button", name="Move Cem up").press("Enter")
    expect(table.get_by_label("Name of player 2")).to_have_value("Cem")
    expect(table.get_by_role("button", name="Move Cem up")).to_be_focused()
    assert place(table, 1) == "Ann"


def test_a_player_is_dragged_to_another_place(table: Page) -> None:
    for number, name in enumerate(("Ann", "Bob", "Cem"), start=1):
        table.get_by_label(f"Name of player {number}").fill(name)
    table.locator("#name-2 ~ label input").check()
    handle(table, 3).drag_to(
        table.locator(".new-game-place").first, target_position={"x": 9, "y": 2}
    )
    assert [place(table, number) for number in range(1, 4)] == ["Cem", "Ann", "Bob"]
    expect(table.locator(".new-game-place").first.get_by_role("radio")).to_be_checked()
    assert table.locator(".new-game-place .face").all_inner_texts() == ["C", "A", "B", "4"]


@pytest.fixture
def cut_off(table: Page) -> Page:
    """The new game’s form for Knock Rummy, on a phone that then went offline."""
    table.context.set_offline(True)
    return table


def test_players_can_be_set_up_offline(cut_off: Page) -> None:
    table = cut_off
    table.get_by_label("Name of player 4").fill("Dan")
    table.get_by_role("button", name="Add a player").tap()
    table.keyboard.type("Eve")
    expect(table.get_by_role("button", name="Add a player")).to_be_hidden()
    table.locator("#name-4 ~ label input").check()
    handle(table, 5).tap()
    table.get_by_role("button", name="Move Eve up").tap()
    assert [place(table, number) for number in range(1, 6)] == ["", "", "", "Eve", "Dan"]
    table.get_by_role("button", name="Remove Eve").tap()
    table.get_by_role("button", name="Remove player 1").tap()
    assert [place(table, number) for number in range(1, 4)] == ["", "", "Dan"]
    expect(table.locator("#name-3 ~ label input")).to_be_checked()
    table.get_by_role("button", name="Remove player 1").tap()
    expect(table.get_by_role("button", name="Remove Dan")).to_be_hidden()


def test_five_names_tapped_quickly_are_five_players(app: Flask, page: Page) -> None:
    Table(app, "three-thirteen", ("Ann", "Bob", "Cem", "Dan", "Eve", "Fay", "Gus", "Hal"))
    page.goto("/games/new?variant=knock")
    chips = page.locator(".new-game-suggestion")
    middles = [
        (box["x"] + 9, box["y"] + 9) for box in map(Locator.bounding_box, chips.all()) if box
    ]
    for x, y in (*middles[:5], *middles[:2]):
        page.touchscreen.tap(x, y)
    assert [place(page, number) for number in range(1, 6)] == ["Ann", "Bob", "Cem", "Dan", "Eve"]
    expect(chips.filter(has_text="Fay")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Remove Bob").tap()
    chips.filter(has_text="Hal").tap()
    page.get_by_role("button", name="Start the game").tap()
    expect(round_over(page)).to_be_visible()
    with app.app_context():
        assert games_in_play(the_club())[0].players == ("Ann", "Cem", "Dan", "Eve", "Hal")


def test_so_many_as_cannot_play_are_told_as_they_are_named(page: Page) -> None:
    page.goto("/games/new?variant=canasta")
    told = page.get_by_text("Canasta is for 2, 3, 4 or 6 players.")
    for number, name in enumerate(["Ann", "Bob", "Cem", "Dan", "Eve", "Fay"], start=1):
        page.keyboard.press("Enter") if number > 1 else page.get_by_label(
            "Name of player 1"
        ).focus()
        page.get_by_label(f"Name of player {number}").fill(name)
        expect(told).to_be_visible(visible=number == 5)
    page.get_by_role("button", name="Remove Fay").tap()
    expect(told).to_be_visible()


@walk("width", [320, 390])
def test_a_list_of_contracts_is_changed_by_taps(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/games/new?variant=contract&preset=carioca")
    page.get_by_label("Name of player 1").fill("Ann")
    page.locator("#house-rules > summary").tap()
    for listed in ("contracts", "deal"):
        page.locator(f"#list-{listed}").tap()
        expect(page.locator(f".stepped-list#list-{listed}")).to_be_visible()
    more = page.get_by_role("button", name="Contract 2, runs of 4: more")
    more.tap()
    written = "2s3, s3 2r4, 2r4, 3s3, 2s3 r4, s3 2r4, 3r4, 4s3, r13p!"
    expect(page.locator("#rules-contracts")).to_have_value(written)
    expect(page.get_by_text("a set of 3 and two runs of 4").first).to_be_visible()
    expect(more).to_be_focused()
    page.get_by_role("button", name="Another contract").tap()
    expect(page.locator("#rules-contracts")).to_have_value(f"{written}, r13p!")
    expect(page.get_by_text("“Carioca” has: 9 contracts")).to_be_visible()
    expect(page.get_by_label("Name of player 1")).to_have_value("Ann")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_changes_made_while_another_game_loads_are_kept(table: Page) -> None:
    held: list[Route] = []
    table.route("**/games/new", lambda route: held.append(route))
    table.get_by_label("Name of player 1").fill("Ann")
    table.get_by_text("Another game").click()
    with table.expect_request("**/games/new"):
        table.get_by_role("button", name="Three Thirteen").click()
    table.get_by_label("Name of player 1").fill("Anna")
    table.get_by_label("Name of player 3").fill("Cem")
    table.get_by_role("button", name="Add a player").click()
    table.keyboard.type("Eve")
    handle(table, 3).click()
    table.get_by_role("button", name="Move Cem up").click()
    held[0].continue_()
    expect(table.get_by_role("heading", name="New game")).to_be_visible()
    expect(table.locator("[name=variant]")).to_have_value("three-thirteen")
    assert [place(table, number) for number in range(1, 6)] == ["Anna", "Cem", "", "", "Eve"]
    expect(table.get_by_role("button", name="Add a player")).to_be_visible()


def test_a_changed_house_rule_is_marked_while_typing_goes_on(table: Page) -> None:
    table.get_by_text("House rules").click()
    table.get_by_label("Penalty", exact=True).fill("20")
    table.get_by_label("Play to").fill("200")
    mark = table.get_by_text("“Standard” has: 10")
    expect(mark).to_be_visible()
    expect(table.get_by_label("Play to")).to_have_value("200")
    expect(table.get_by_label("Play to")).to_be_focused()
    table.get_by_label("Penalty", exact=True).fill("10")
    table.get_by_label("Play to").focus()
    expect(mark).to_have_count(0)


def test_another_game_and_another_language_keep_the_names(table: Page) -> None:
    table.get_by_label("Name of player 1").fill("Ann")
    table.get_by_text("Another game").click()
    table.get_by_role("button", name="Gin Rummy").click()
    expect(table.locator("#preset-tournament")).to_be_attached()
    assert place(table, 1) == "Ann"
    expect(table.locator(".new-game-place")).to_have_count(2)
    table.get_by_role("button", name="Français").click()
    expect(table.get_by_role("heading", name="Nouvelle partie")).to_be_visible()
    expect(table.get_by_label("Nom du joueur 1")).to_have_value("Ann")


def test_a_refusal_shows_the_field_that_is_wrong(table: Page) -> None:
    table.get_by_label("Name of player 1").fill("Ann")
    table.get_by_role("button", name="Start the game").click()
    table.get_by_role("link", name="Name this player.").click()
    expect(table.get_by_label("Name of player 2")).to_be_focused()
