"""Clubs in a phone's browser: the first tap, and joining by a scanned or typed code."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.clubs import clubs
from scorekeeper.clubs.devices import devices_of
from scorekeeper.clubs.invitations import invite, join_by_link
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.tokens import new_token
from scorekeeper.web.clubs.invitations import LASTS
from scorekeeper.web.shell.logins import LOGIN
from tests.support.accessible import assert_accessible, assert_fits
from tests.support.clubs import the_club
from tests.support.table import Table

LONG = "Wolfeschlegelsteinhausenbergerdorffer"


def test_friends_join_within_a_few_taps(new_phone: Callable[..., Page]) -> None:
    ann, bob, wes = (new_phone() for _ in range(3))
    ann.goto("/")
    ann.get_by_role("button", name="New game").click()
    expect(ann.get_by_role("heading", level=1)).to_be_visible()
    ann.get_by_role("link", name="Club").click()
    ann.get_by_role("link", name="Invite somebody").click()
    ann.get_by_role("button", name="Create an invitation").click()
    expect(ann.get_by_role("img", name="QR code of the link below")).to_be_visible()
    path = re.search(r"/join/.+", ann.get_by_label("The link, to send").input_value().strip())

    bob.goto(path.group())
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Join").click()
    expect(bob.get_by_text("You’re in as a player.")).to_be_visible()

    wes.goto("/")
    wes.get_by_label("Code").fill(ann.locator(".club-square__code").inner_text())
    wes.get_by_role("button", name="Join").click()
    expect(wes.get_by_text("You’re in as a player.")).to_be_visible()

    ann.goto("/games/new?variant=gin")
    expect(ann.get_by_role("button", name="Bob")).to_be_visible()


def test_naming_oneself_takes_one_tap_and_typing_only_for_a_new_name(
    app: Flask, new_phone: Callable[..., Page]
) -> None:
    Table(app, players=("Ann", "Bob"))
    with app.app_context():
        made = invite(the_club(), Role.PLAYER, LASTS["week"])
    bob = new_phone()
    bob.goto(f"/join/{made.token}")
    expect(bob.get_by_role("textbox")).to_be_hidden()
    bob.get_by_role("radio", name="Bob").tap()
    bob.get_by_role("button", name="Join").tap()
    bob.get_by_role("link", name="Back to the club").tap()
    bob.get_by_role("link", name="Club").tap()
    expect(bob.get_by_role("radio", name="Bob")).to_be_checked()
    bob.get_by_role("radio", name="Somebody else").tap()
    bob.get_by_role("textbox", name="Name").fill("Zoé")
    bob.get_by_role("button", name="That’s me").tap()
    expect(bob.get_by_text("You are Zoé here.")).to_be_in_viewport()
    expect(bob.get_by_role("radio", name="Zoé")).to_be_checked()


ADDRESSES = {
    "the club": "/club",
    "invitations": "/club/invitations",
    "an invitation": "",
    "leaving": "/club/leave",
    "deleting": "/club/delete",
    "handing over": "",
}


@pytest.fixture
def addresses(app: Flask, page: Page, site: str) -> dict[str, str]:
    """Return the addresses of Ann’s club pages by name, including an invitation’s."""
    Table(app, players=("Ann", LONG))
    with app.app_context():
        clubs.rename_club(the_club(), LONG + LONG)
        made = invite(the_club(), Role.PLAYER, LASTS["week"])
        join_by_link(made.token, new_token(), "Firefox/Android", LONG)
        [heir] = [each.id for each in devices_of(the_club()) if each.label == "Firefox/Android"]
        invite(the_club(), Role.WATCHER, LASTS["week"])
    page.goto("/club/invitations")
    page.get_by_role("button", name="Create an invitation").click()
    page.wait_for_url("**/club/invitations/*")
    found = {name: site + path for name, path in ADDRESSES.items()}
    handing_over = f"{site}/club/hand-over?device={heir}"
    return found | {"an invitation": page.url, "handing over": handing_over}


def test_a_page_of_the_club_is_accessible_and_fits_small_phones(
    page: Page, addresses: dict[str, str]
) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    for name, address in addresses.items():
        page.goto(address)
        for summary in page.locator("summary").all():
            summary.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, name
        assert_accessible(page, name)
        assert said == [], name


def test_the_door_and_an_invitation_are_accessible_and_fit_small_phones(
    app: Flask, new_phone: Callable[..., Page]
) -> None:
    stranger = new_phone(viewport={"width": 320, "height": 640})
    Table(app, players=("Ann", LONG))
    with app.app_context():
        made = invite(the_club(), Role.PLAYER, LASTS["week"])
    for address in ("/", f"/join/{made.token}", "/games/new"):
        stranger.goto(address)
        assert stranger.evaluate("document.documentElement.scrollWidth") <= 320
        assert_accessible(stranger, address)


def test_the_qr_code_stays_black_on_white_in_dark_mode(
    page: Page, addresses: dict[str, str]
) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(addresses["an invitation"])
    square = page.locator(".club-square")
    assert square.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(255, 255, 255)"
    dark = square.locator("path").nth(1)
    assert dark.evaluate("e => getComputedStyle(e).stroke") == "rgb(0, 0, 0)"
    box = square.bounding_box()
    assert box["width"] > 250


def test_a_phone_that_is_removed_goes_to_the_door_while_it_types(
    new_phone: Callable[..., Page], page: Page
) -> None:
    bob = new_phone(Role.PLAYER)
    bob.goto("/games/new?variant=knock")
    page.goto("/club")
    page.locator(".club-device details summary", has_text="Remove").click()
    page.locator("[action$=revoke] button").click()
    expect(page.get_by_text("A device was removed")).to_be_in_viewport()
    bob.locator("#new-game summary", has_text="Standard").click()
    bob.get_by_role("button", name="Bicycle").click()
    expect(bob.get_by_role("heading", name="You need an invitation")).to_be_visible()
    expect(bob.get_by_role("alert")).to_contain_text("Nothing was recorded or changed")


def test_a_login_comes_in_by_one_tap_and_every_page_of_it_is_for_everybody(
    app: Flask, new_phone: Callable[..., Page], page: Page
) -> None:
    """The test itself adds the header to the requests, as a proxy would."""
    says: dict[str, str] = {LOGIN: LONG}
    passed_on = app.wsgi_app
    app.wsgi_app = lambda environ, start: passed_on({**environ, **says}, start)  # type: ignore[method-assign]  # as in Flask's documentation
    phone = new_phone()
    try:
        for refused in ("", LONG):
            says[LOGIN] = refused
            phone.goto("/")
            assert_accessible(phone)
            assert_fits(phone, 320, 390)
        phone.goto("/club")
        phone.get_by_role("button", name=f"Join as {LONG}").tap()
        expect(phone.get_by_text("You’re in as a player.")).to_be_visible()
        page.goto("/club")
        page.get_by_text("Remove", exact=True).tap()
        expect(page.get_by_text(f"Block the login {LONG}, too")).to_be_visible()
        assert_fits(page, 320, 390)
        page.get_by_role("button", name=f"Remove {LONG}").tap()
        expect(page.get_by_text("its login is blocked")).to_be_in_viewport()
        assert_accessible(page)
        assert_fits(page, 320, 390)
        phone.goto("/club")
        expect(phone.get_by_text("To come back, ask for an invitation.")).to_be_visible()
        assert_accessible(phone)
        page.get_by_role("button", name=f"Allow {LONG} again").tap()
        expect(page.get_by_text("may join again")).to_be_in_viewport()
    finally:
        app.wsgi_app = passed_on  # type: ignore[method-assign]  # see above
