"""The menu of a sheet: deleting a game, sharing it, and undoing changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.clubs.roles import Role
from tests.support.accessible import assert_accessible, assert_fits
from tests.support.phone import end_round
from tests.support.table import Table

LONG = ("Wolfeschlegelsteinhausenbergerdorffer", "Maximilian-Alexander der Zweite")


@pytest.fixture
def bob(new_phone: Callable[..., Page]) -> Page:
    return new_phone(Role.PLAYER, "Bob")


def test_a_game_is_deleted_on_every_phone_and_brought_back(
    app: Flask, page: Page, bob: Page
) -> None:
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    bob.goto(table.address)
    expect(bob.get_by_text("Delete the game")).to_have_count(0)
    page.goto(table.address)
    page.locator(".sheet-menu > summary").tap()
    page.get_by_role("link", name="Delete the game").tap()
    page.get_by_role("button", name="Delete the game").tap()
    expect(page.get_by_text("The game is deleted.")).to_be_in_viewport()
    expect(bob.get_by_role("heading", name="Not found")).to_be_visible()
    expect(bob.get_by_text("or the game was deleted")).to_be_visible()

    page.get_by_role("link", name="Club").tap()
    page.get_by_role("link", name="Deleted games").tap()
    page.get_by_role("button", name="Restore it").tap()
    expect(page.locator(".sheet-last__result")).to_have_text("Ann scores 20")
    bob.reload()
    expect(bob.locator(".sheet-last__result")).to_have_text("Ann scores 20")


def test_a_draft_comes_back_with_its_deleted_game(app: Flask, page: Page, bob: Page) -> None:
    table = Table(app, "knock", ("Ann", "Cem", "Dora"))
    page.goto(table.address + "/rounds/new")
    page.locator(".round-more > summary").tap()
    page.get_by_label("Note").fill("This was the evening of the storm")
    bob.goto(table.address + "/delete")
    bob.get_by_role("button", name="Delete the game").tap()
    expect(page.get_by_role("heading", name="Not found")).to_be_visible()
    page.goto("/club/deleted")
    page.get_by_role("button", name="Restore it").tap()
    end_round(page, "Ann knocked")
    expect(page.get_by_label("Note")).to_have_value("This was the evening of the storm")


def test_the_deleted_games_page_is_accessible_and_fits_small_phones(app: Flask, page: Page) -> None:
    table = Table(app, players=LONG)
    table.record("gin", LONG[0], hands={LONG[1]: 30})
    table.delete(entered_by=LONG[0])
    page.goto("/club/deleted")
    check(page)
    page.get_by_role("link", name="Delete for good").tap()
    expect(page.get_by_role("heading", name="Delete this game for good?")).to_be_visible()
    check(page)
    page.get_by_role("button", name="Delete for good").tap()
    expect(page.get_by_text("The game is deleted for good.")).to_be_visible()
    expect(page.get_by_text("No deleted games.")).to_be_visible()
    check(page)


def check(phone: Page) -> None:
    """Check that the page fits a small phone, its buttons fit a thumb, and it is accessible."""
    phone.set_viewport_size({"width": 320, "height": 640})
    assert_fits(phone, 320)
    for button in phone.locator("main :is(.button, button)").all():
        box = button.bounding_box()
        assert box["height"] >= 44
    assert_accessible(phone)


def test_a_stranger_follows_a_game_until_its_link_is_revoked(
    app: Flask, page: Page, new_phone: Callable[..., Page]
) -> None:
    table = Table(app, players=("Ann", "Maximilian-Alexander der Zweite"))
    table.knock("Ann", **{"Ann": 5, table.players[1]: 25})
    page.goto(table.address)
    page.locator(".sheet-menu > summary").tap()
    page.get_by_role("link", name="Show somebody this game").tap()
    page.get_by_role("button", name="Create a link").tap()
    link = page.get_by_label("The link, to send").input_value()

    stranger = new_phone()
    stranger.goto(link[link.index("/shared/") :])
    expect(stranger.locator("#sheet-title")).to_contain_text("Round 2")
    table.record("gin", "Ann", hands={table.players[1]: 75})
    stranger.evaluate("window.dispatchEvent(new Event('online'))")
    expect(stranger.get_by_role("heading", name="Ann wins")).to_be_visible()
    stranger.reload()
    assert_fits(stranger, 320)
    assert_accessible(stranger)

    page.get_by_role("button", name="Revoke").tap()
    expect(page.get_by_text("The link no longer works")).to_be_visible()
    stranger.reload()
    expect(stranger.get_by_role("heading", name="No longer shared")).to_be_visible()


def test_whoever_goes_back_after_a_penalty_finds_an_empty_form(app: Flask, page: Page) -> None:
    table = Table(app)
    table.knock("Ann", Ann=3, Bob=11)
    page.goto(f"{table.address}/rounds/adjust")
    page.get_by_role("radio", name="Bob").check()
    page.get_by_role("textbox", name="Reason").fill("Late")
    page.get_by_role("button", name="−10").click()
    expect(page.locator(".sheet-news")).to_contain_text("Bob −10 is on the sheet.")
    page.go_back()
    expect(page.get_by_role("radio", name="Bob")).not_to_be_checked()
    expect(page.get_by_role("textbox", name="Reason")).to_have_value("")
    page.get_by_role("button", name="−10").click()
    expect(page.get_by_text("Choose a player.")).to_be_visible()
    assert table.totals == (8, -10)


def test_the_second_of_two_quick_taps_on_undo_takes_back_nothing(app: Flask, page: Page) -> None:
    table = Table(app)
    for _round in range(3):
        table.knock("Ann", Ann=3, Bob=11)
    page.goto(table.address)
    browser = page.context.new_cdp_session(page)
    browser.send("Animation.enable")
    page.locator(".undo button").click(trial=True)
    # Slow animations, so that both taps count as quick on a slow machine too.
    browser.send("Animation.setPlaybackRate", {"playbackRate": 0.01})
    page.locator(".undo button").click(force=True)
    expect(page.locator("#messages")).to_contain_text("Round 3 undone.")
    # People tap only what is drawn.
    expect(page.locator(".undo button")).to_have_css("animation-name", "settle")
    page.locator(".undo button").click(force=True)
    browser.send("Animation.setPlaybackRate", {"playbackRate": 1})
    put_back = page.locator("#messages").get_by_role("button", name="Restore round 3")
    expect(put_back).to_be_in_viewport()
    put_back.click()
    expect(page.locator(".sheet-news")).to_have_text("Round 3 restored.")
    assert table.rounds == 3
