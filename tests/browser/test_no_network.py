"""Without a network nothing leaves the page, and what was pressed arrives once."""

from __future__ import annotations

from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.table import Table


def test_no_tap_leaves_the_sheet_while_there_is_no_network(
    app: Flask, page: Page, site: str
) -> None:
    table = Table(app, "knock", ("Pierre", "Jean"))
    page.goto(site + table.address)
    page.context.set_offline(True)
    for link in ("a[href$='/rounds/new']", "a.sheet-back"):
        page.locator(link).tap()
        expect(page.locator("#banner")).to_contain_text("this page stays open")
    assert page.url == site + table.address
    page.context.set_offline(False)
    expect(page.locator("#banner")).to_be_hidden()
    page.locator("a[href$='/rounds/new']").tap()
    expect(page).to_have_url(f"{site}{table.address}/rounds/new")


def test_a_tap_right_after_an_answer_does_not_leave_the_page_either(
    app: Flask, page: Page, site: str
) -> None:
    """The network goes while the page is new, and the browser does not know yet."""
    table = Table(app, "knock", ("Pierre", "Jean"))
    page.goto(site + table.address)
    page.route("**/*", lambda route: route.abort())
    page.locator("a[href$='/rounds/new']").tap()
    expect(page.locator("#banner")).to_contain_text("this page stays open")
    assert page.url == site + table.address


def test_the_banner_moves_down_what_is_being_read(page: Page, site: str) -> None:
    page.goto(f"{site}/rules/knock")
    read = page.locator("h2").nth(2)
    read.evaluate("heading => scrollTo(0, heading.getBoundingClientRect().top - 4)")
    page.context.set_offline(True)
    expect(page.locator("#banner")).to_be_visible()
    page.wait_for_function("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    foot = page.locator("#banner").evaluate("banner => banner.getBoundingClientRect().bottom")
    assert read.evaluate("heading => heading.getBoundingClientRect().top") >= foot


def test_what_is_pressed_without_a_network_is_sent_once_it_is_back(
    app: Flask, page: Page, site: str
) -> None:
    table = Table(app, "knock", ("Pierre", "Jean"))
    for points in (21, 8):
        table.record("knock", "Jean", hands={"Pierre": points, "Jean": 5})
    page.goto(site + table.address)
    undo = page.locator("form[action$='/undo'] button")
    page.context.set_offline(True)
    for _ in range(3):
        undo.tap()
        expect(page.locator("#banner")).to_contain_text("is sent as soon as you are back")
    page.context.set_offline(False)
    expect(page.locator("form[action$='/redo'] button")).to_be_visible()
    expect(page.locator("#banner")).to_be_hidden()
    assert table.rounds == 1
