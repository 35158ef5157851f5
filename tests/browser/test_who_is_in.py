"""A game with a player who left and a player who joined, on a phone."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.clubs.roles import Role
from tests.support.accessible import assert_accessible
from tests.support.clubs import cookie, visitor
from tests.support.phone import Played, enter_round
from tests.support.table import Table


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of four that Bob has left after a round, and Eve has joined."""
    table = Table(app, "basic", ("Ann", "Bob", "Cem", "Dee"), "penalty")
    table.record("out", "Dee", hands={"Ann": 40, "Bob": 70, "Cem": 20})
    phone = visitor(app, Role.PLAYER)
    leave = f"{table.address}/between/leave?seat=1"
    phone.submit(leave, form="[action$='/between/leave']")
    phone.submit(f"{table.address}/between/join", {"name": "Eve", "typed": "20"}, form="#joining")
    return table


def test_the_keys_go_from_one_who_is_in_to_the_next(page: Page, table: Table) -> None:
    page.goto(table.address)
    enter_round(page, Played("Eve went out", {"Ann": "K", "Cem": "5", "Dee": "K Q 10"}))
    assert table.totals == (50, 70, 25, 30, 20)


@pytest.mark.parametrize("who", ["Max", "Bob"])
def test_the_sheet_of_who_may_join_and_of_who_left_fits_a_small_phone(
    app: Flask, site: str, context: BrowserContext, page: Page, table: Table, who: str
) -> None:
    visitor(app, Role.PLAYER, player="Ann").visit(table.address)
    context.add_cookies([cookie(app, site, Role.PLAYER, who)])
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(table.address)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert_accessible(page)
    if who == "Max":
        page.get_by_role("button", name="Only watch").tap()
        expect(page.locator("#sheet-joins form")).to_have_count(0)
    else:
        expect(page.locator(".dock")).to_have_count(0)
