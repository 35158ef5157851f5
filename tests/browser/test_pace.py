"""An idle phone at a quiet table polls rarely, and polls at once when touched."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.table import Table

A_TICK, TEN_MINUTES = 2_000, 10 * 60_000


@pytest.fixture
def asked(page: Page) -> list[str]:
    """The polls that a page has sent."""
    sent: list[str] = []
    page.on("request", lambda request: "/live" in request.url and sent.append(request.url))
    return sent


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


@pytest.fixture
def quiet(page: Page, table: Table, asked: list[str]) -> Callable[[int], int]:
    """Opens a sheet idle for ten minutes.

    Returns a function that counts its polls in some ticks.
    """
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(table.address)

    def polls(ticks: int) -> int:
        before = len(asked)
        for _tick in range(ticks):
            page.clock.run_for(A_TICK)
            expect(page.locator("#live.htmx-request")).to_have_count(0)
        return len(asked) - before

    assert polls(3) == 3
    page.clock.fast_forward(TEN_MINUTES)
    expect(page.locator("#live.htmx-request")).to_have_count(0)
    return polls


def test_a_quiet_phone_asks_every_ten_seconds(quiet: Callable[[int], int]) -> None:
    assert quiet(20) == 4


@pytest.mark.parametrize("way", ["touch", "key"])
def test_a_touch_asks_at_once_and_every_two_seconds_from_then_on(
    page: Page, quiet: Callable[[int], int], asked: list[str], way: str
) -> None:
    quiet(6)
    before = len(asked)
    with page.expect_response("**/live*"):
        page.keyboard.press("Shift") if way == "key" else page.touchscreen.tap(5, 5)
    assert len(asked) == before + 1
    assert quiet(5) == 5


def test_news_make_a_quiet_phone_ask_often_again(
    page: Page, table: Table, quiet: Callable[[int], int]
) -> None:
    table.knock("Ann", Ann=5, Bob=25)
    quiet(6)
    expect(page.locator("#sheet-title")).to_contain_text("Round 2")
    assert quiet(5) == 5


def test_without_a_network_a_phone_asks_ever_more_rarely_and_at_once_when_it_is_back(
    page: Page, table: Table
) -> None:
    sent: list[str] = []
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(table.address)
    page.on("request", lambda request: sent.append(request.url))
    page.context.set_offline(True)
    expect(page.locator("#banner")).to_be_visible()
    asked = []
    for _second in range(120):
        before = len(sent)
        page.clock.run_for(1_000)
        asked.append(len(sent) - before)
    assert sum(asked[:10]) <= 3
    assert 2 <= sum(asked[30:]) <= 4
    with page.expect_response("**/live*"):
        page.context.set_offline(False)
    expect(page.locator("#banner")).to_be_hidden()
