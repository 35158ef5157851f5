"""A hand rejected on a phone: the error goes with the first change of that hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.clubs.roles import Role
from tests.support.phone import hand
from tests.support.table import Table

PLAYERS = ("Ann", "Bob", "Cem", "Dee")
SIDES = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
EIGHT = "* 4S 5S 6S 7S 8S 9S 10S KH"


@pytest.fixture
def own_hand(app: Flask, page: Page, new_phone: Callable[..., Page]) -> Callable[[str, str], Page]:
    """Returns a function that opens the form for Bob’s hand on his phone."""

    def open_page(variant: str, ending: str) -> Page:
        table = Table(app, variant, PLAYERS, sides=SIDES if variant == "canasta" else None)
        bob = new_phone(Role.PLAYER, "Bob")
        for phone in (bob, page):
            phone.goto(table.address)
        page.locator(f".dock [value='{ending}']").first.evaluate("button => button.click()")
        page.wait_for_url("**/round")
        bob.goto(f"{table.address}/round")
        expect(bob.locator("[data-pad]")).to_be_visible()
        return bob

    return open_page


def take_back_a_card(page: Page) -> None:
    page.get_by_role("button", name="Remove K of hearts").tap()


def tap_back(page: Page) -> None:
    page.locator("[data-back]:visible").tap()


def type_more(page: Page) -> None:
    page.keyboard.press("End")
    page.keyboard.type("5")


CHANGES = [
    ("knock", "knock:0", EIGHT, "hand has 8 cards; it should have 7.", take_back_a_card),
    ("knock", "knock:0", "K 9 Z", "“Z” in Bob’s hand is not a card.", tap_back),
    ("canasta", "out:0", "=327", "327", tap_back),
    ("canasta", "out:0", "=327", "327", type_more),
]


@pytest.mark.parametrize(("variant", "ending", "given", "refused", "change"), CHANGES)
def test_what_is_wrong_on_the_page_of_ones_own_hand_goes_with_its_first_change(
    own_hand: Callable[[str, str], Page],
    variant: str,
    ending: str,
    given: str,
    refused: str,
    change: Callable[[Page], None],
) -> None:
    bob = own_hand(variant, ending)
    bob.keyboard.type(given)
    bob.locator("[data-submit]").tap()
    told = bob.locator(".field__errors")
    expect(told).to_contain_text(refused)
    expect(bob.locator("[aria-invalid]")).to_have_count(1)
    change(bob)
    expect(told).to_have_count(0)
    expect(bob.locator(".field--wrong, [aria-invalid], [data-nearest]")).to_have_count(0)
    expect(bob.locator("[aria-describedby*=error]")).to_have_count(0)


def test_what_is_wrong_with_another_hand_of_the_round_stays(app: Flask, page: Page) -> None:
    page.goto(f"{Table(app, 'knock', PLAYERS).address}/rounds/new?ending=knock:0")
    for name, cards in zip(PLAYERS, ("Z", EIGHT, "5", "6"), strict=True):
        hand(page, name).get_by_role("textbox").fill(cards)
    page.get_by_role("button", name="Record").click()
    told = page.locator("[data-errors] li")
    expect(told).to_have_count(2)
    hand(page, "Bob").locator("label").tap()
    page.context.set_offline(True)
    take_back_a_card(page)
    expect(told).to_have_text(["“Z” in Ann’s hand is not a card."])
    expect(page.locator(".field__errors")).to_have_count(1)
