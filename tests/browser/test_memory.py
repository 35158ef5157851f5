"""Unsent text belongs to its author: the next user of the phone does not see it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.clubs.devices import revoke_device
from scorekeeper.clubs.members import phones_of
from scorekeeper.clubs.roles import Role
from tests.support.clubs import cookie, the_club
from tests.support.phone import hand, text
from tests.support.table import Table

HAND = "R2 R3"


@pytest.fixture
def jean(new_phone: Callable[..., Page], table: Table) -> Page:
    """Jean’s phone, with a hand and tiles for the judge typed on it."""
    page = new_phone(Role.PLAYER, "Jean")
    type_hand(page, table)
    page.goto("/judge/table?variant=tiles")
    page.tap("[data-hand-row]")
    for rank in (1, 2):
        page.tap(f"[data-rank='{rank}']")
    expect(page.locator("#hand")).to_have_value(HAND)
    return page


def type_hand(page: Page, table: Table) -> None:
    page.goto(f"{table.address}/rounds/new")
    hand(page, "Jean").get_by_role("textbox").fill("K 9")


def set_player(page: Page, name: str) -> None:
    """Choose this phone’s player on the page of the club."""
    page.goto("/club")
    page.locator("[action$='/club/me']").get_by_label(name).check()
    page.get_by_role("button", name="That’s me").click()
    expect(page.get_by_text(f"You are {name} here")).to_be_visible()


def leave(_app: Flask, page: Page) -> None:
    page.goto("/club/leave")
    with page.expect_navigation():
        page.locator("[action$='/club/leave'] button").click()


def be_removed(app: Flask, page: Page) -> None:
    """Remove the phone from the club, as a keeper can. The phone then opens the club’s page."""
    with app.app_context():
        [phone] = [each for each in phones_of(the_club().id) if each.player == "Jean"]
        revoke_device(the_club(), phone.device_id)
    page.goto("/club")


def be_handed_on(_app: Flask, page: Page) -> None:
    """Make Paul the phone’s player."""
    set_player(page, "Paul")


@pytest.mark.parametrize("part", [leave, be_removed, be_handed_on])
def test_who_has_a_phone_next_sees_no_hand_that_was_typed_and_not_sent(
    app: Flask, jean: Page, table: Table, site: str, part: Callable[[Flask, Page], None]
) -> None:
    part(app, jean)
    kept = jean.evaluate("JSON.stringify([localStorage, sessionStorage])")
    assert "K 9" not in kept
    assert HAND not in kept
    if part is not be_handed_on:
        jean.context.add_cookies([cookie(app, site, Role.PLAYER, "Paul")])
    jean.goto("/judge/table?variant=tiles")
    assert jean.input_value("#hand") == ""
    jean.goto(f"{table.address}/rounds/new")
    assert text(jean, "Jean") == ""


@pytest.mark.parametrize("name", ["Jean", "Paul"])
def test_what_is_typed_waits_for_a_reader_whose_cookie_is_gone(
    app: Flask, new_phone: Callable[..., Page], table: Table, site: str, name: str
) -> None:
    page = new_phone(Role.PLAYER, "Jean")
    page.goto(f"{table.address}/rounds/new")
    page.context.clear_cookies()
    hand(page, "Jean").get_by_role("textbox").fill("K 9")
    expect(page.get_by_text("Nothing was recorded or changed.")).to_be_visible()
    assert table.rounds == 0
    page.context.add_cookies([cookie(app, site, Role.PLAYER, name)])
    page.goto(f"{table.address}/rounds/new")
    if name == "Jean":
        assert text(page, "Jean") == "K 9"
    else:
        assert "K 9" not in page.evaluate("JSON.stringify(localStorage)")


def test_a_page_of_who_had_the_phone_before_does_not_come_back(jean: Page, site: str) -> None:
    expect(jean).to_have_url(re.compile(r"hand=R2(\+|%20)R3"))
    jean.goto(f"{site}/rules")
    jean.go_back()
    assert jean.input_value("#hand") == HAND
    beside = jean.context.new_page()
    set_player(beside, "Paul")
    expect(jean).to_have_url(f"{site}/")
    set_player(jean, "Jean")
    jean.goto("/judge/table?variant=tiles&hand=R2")
    set_player(jean, "Paul")
    # Leaving the page would cancel the answer to `evaluate`, so go back a moment later.
    jean.evaluate("setTimeout(() => history.go(-2))")
    expect(jean).to_have_url(f"{site}/")


def test_what_is_typed_stays_in_another_language(jean: Page, table: Table) -> None:
    jean.get_by_role("button", name="Français").click()
    expect(jean.locator("html")).to_have_attribute("lang", "fr")
    assert jean.input_value("#hand") == HAND
    jean.goto(f"{table.address}/rounds/new")
    assert text(jean, "Jean") == "K 9"
