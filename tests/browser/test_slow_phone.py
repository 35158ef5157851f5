"""A slow phone, or no network: text and taps during the wait count, and only once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect

from tests.support.phone import hand
from tests.support.table import Table
from tests.support.walks import walk

SCRIPTS = "**/static/*.js*"

PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"

JUMPED = """async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return new Promise((tell) => {
    const jumped = (list) =>
      list.getEntries().flatMap(({ value, sources }) =>
        sources.map(({ node }) => `${node?.className}: ${value}`));
    const observer = new PerformanceObserver((list) => tell(jumped(list)));
    observer.observe({ type: "layout-shift", buffered: true });
    setTimeout(tell, 200, []);
  });
}"""
"""The elements that moved by themselves since the page was opened."""


@contextmanager
def held(page: Page, addresses: str) -> Iterator[list[Route]]:
    """Delay all answers from these addresses during the block."""
    routes: list[Route] = []
    page.route(addresses, lambda route: routes.append(route))
    yield routes
    for route in routes:
        route.continue_()
    page.unroute(addresses)


def test_a_round_that_is_typed_before_the_page_can_react_is_counted(app: Flask, page: Page) -> None:
    table = Table(app, "knock", ("Pierre", "Jean", "Paul"))
    with held(page, SCRIPTS):
        page.goto(f"{table.address}/rounds/new", wait_until="commit")
        hand(page, "Jean").get_by_role("textbox").fill("5")
        page.get_by_label("Jean knocked", exact=True).evaluate("radio => radio.click()")
    expect(hand(page, "Jean").locator(".playing-card")).to_have_text("5")
    # The keys belong to the hand in which the player was typing.
    expect(page.locator(".round-hand--active")).to_have_attribute("data-seat", "1")
    expect(page.locator("#preview")).to_contain_text("Pierre")
    expect(page.locator("#count-1")).to_have_text("5 points")


@walk("size", [(390, 844), (320, 640)])
@walk("variant", ["gin", "oklahoma", "rummy-500"])
def test_the_form_is_seen_before_its_scripts_come_and_nothing_jumps_when_they_do(
    app: Flask, page: Page, variant: str, size: tuple[int, int]
) -> None:
    table = Table(app, variant)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    ending = "out:1" if variant == "rummy-500" else "knock:1"
    with held(page, SCRIPTS):
        page.goto(f"{table.address}/rounds/new?ending={ending}", wait_until="commit")
        page.wait_for_function(PAINTED)
        expect(hand(page, "Ann").locator("label")).to_be_in_viewport()
        expect(page.locator(".pad-dock")).to_be_hidden()
    expect(page.locator("[data-pad]")).to_be_visible()
    assert page.evaluate(JUMPED) == []


def test_a_draft_does_not_replace_what_is_typed_before_the_page_can_react(
    app: Flask, page: Page
) -> None:
    table = Table(app, "knock", ("Pierre", "Jean", "Paul"))
    page.goto(f"{table.address}/rounds/new")
    page.get_by_label("Jean knocked", exact=True).check()
    hand(page, "Jean").get_by_role("textbox").fill("5")
    with held(page, SCRIPTS):
        page.reload(wait_until="commit")
        hand(page, "Jean").get_by_role("textbox").fill("7")
    expect(page.get_by_label("Jean knocked", exact=True)).to_be_checked()
    expect(hand(page, "Jean").locator(".playing-card")).to_have_text("7")
    expect(page.locator("#count-1")).to_have_text("7 points")


def test_a_dispute_that_is_typed_before_the_page_can_react_is_settled(page: Page) -> None:
    with held(page, SCRIPTS):
        page.goto("/judge?variant=gin&hand-0=%3D10&ending=knock:0", wait_until="commit")
        page.get_by_role("textbox", name="Bob").fill("=30")
    expect(page.locator(".ruling__result")).to_have_text("Ann scores 20")


def test_a_house_rule_that_is_set_before_the_page_can_react_is_marked(page: Page) -> None:
    with held(page, SCRIPTS):
        page.goto("/games/new?variant=gin", wait_until="commit")
        page.locator("#house-rules > summary").click()
        page.locator('[name="rules-undercut_bonus"]').fill("30")
    expect(page.locator("#differences")).to_have_text("1 changed")


def test_what_is_typed_while_the_desk_is_being_replaced_is_kept(page: Page) -> None:
    page.goto("/judge?variant=knock&players=3")
    page.locator("#game-fold > summary").click()
    with held(page, "**/judge?*") as asked:
        with page.expect_request("**/judge?*"):
            page.get_by_role("radio", name="4", exact=True).check()
        page.get_by_role("radio", name="Bob knocked", exact=True).check()
        page.get_by_role("textbox", name="Ann").fill("K 9")
        assert len(asked) == 1
    expect(page.get_by_role("textbox", name="Dee")).to_be_visible()
    expect(page.get_by_role("textbox", name="Ann")).to_have_value("K 9")
    expect(page.locator('[name="ending"][value="knock:1"]')).to_be_checked()
    expect(page.locator("#count-0")).to_have_text("19 points")


def test_what_was_pressed_looks_so_until_the_answer_comes(app: Flask, page: Page) -> None:
    page.goto(f"{Table(app).address}/rounds/new")
    record = page.get_by_role("button", name="Record")
    expect(record).to_have_css("opacity", "1")
    with held(page, "**/rounds"):
        record.tap()
        expect(record).to_have_css("opacity", "0.6")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(record).to_have_css("opacity", "1")


FACE = "button.dock-face[aria-label='Pierre went out']"


def test_no_tap_leaves_the_sheet_while_there_is_no_network(
    app: Flask, page: Page, site: str
) -> None:
    table = Table(app, "three-thirteen", ("Pierre", "Jean"))
    page.goto(table.address)
    page.context.set_offline(True)
    page.locator("a.sheet-back").tap()
    expect(page.locator("#banner")).to_contain_text("this page stays open")
    page.locator(FACE).tap()
    expect(page.locator("#banner")).to_contain_text("is sent as soon as you are back")
    assert page.url == site + table.address
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Pierre went out")).to_be_visible()


def test_a_tap_right_after_an_answer_does_not_leave_the_page_either(
    app: Flask, page: Page, site: str
) -> None:
    """The network goes while the page is new, before the browser notices."""
    table = Table(app, "three-thirteen", ("Pierre", "Jean"))
    page.goto(table.address)
    page.route("**/*", lambda route: route.abort())
    page.locator("a.sheet-back").tap()
    expect(page.locator("#banner")).to_contain_text("this page stays open")
    assert page.url == site + table.address


def test_the_banner_moves_down_what_is_being_read(page: Page) -> None:
    page.goto("/rules/knock")
    read = page.locator("h2").nth(2)
    read.evaluate("heading => scrollTo(0, heading.getBoundingClientRect().top - 4)")
    page.context.set_offline(True)
    expect(page.locator("#banner")).to_be_visible()
    page.wait_for_function("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    foot = page.locator("#banner").evaluate("banner => banner.getBoundingClientRect().bottom")
    assert read.evaluate("heading => heading.getBoundingClientRect().top") >= foot


@pytest.mark.parametrize(("width", "height"), [(320, 568), (740, 360)])
def test_a_menu_is_whole_and_can_be_closed_without_a_network(
    app: Flask, page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(Table(app).address)
    menu = page.locator(".sheet-menu summary")
    menu.tap()
    assert (page.locator(".sheet-menu__list").bounding_box() or {"x": -1})["x"] >= 0
    page.context.set_offline(True)
    expect(page.locator("#banner")).to_be_visible()
    page.evaluate("scrollTo(0, 9999)")
    menu.tap()
    expect(page.locator(".sheet-menu__list")).to_be_hidden()


def test_what_is_pressed_without_a_network_is_sent_once_it_is_back(app: Flask, page: Page) -> None:
    table = Table(app, "knock", ("Pierre", "Jean"))
    for points in (21, 8):
        table.record("knock", "Jean", hands={"Pierre": points, "Jean": 5})
    page.goto(table.address)
    undo = page.locator("form[action$='/undo'] button")
    page.context.set_offline(True)
    for _ in range(3):
        undo.tap()
        expect(page.locator("#banner")).to_contain_text("is sent as soon as you are back")
    page.context.set_offline(False)
    expect(page.locator("form[action$='/redo'] button")).to_be_visible()
    expect(page.locator("#banner")).to_be_hidden()
    assert table.rounds == 1


def test_a_form_that_was_changed_after_it_was_pressed_is_not_sent_by_itself(
    app: Flask, page: Page
) -> None:
    table = Table(app, "knock", ("Pierre", "Jean"))
    page.goto(f"{table.address}/rounds/new?ending=knock:1")
    for name, points in (("Pierre", "21"), ("Jean", "5")):
        hand(page, name).get_by_role("textbox").fill(points)
    expect(page.locator("#preview")).to_contain_text("+16")
    page.context.set_offline(True)
    record, banner = page.locator("[data-submit]"), page.locator("#banner")
    record.tap()
    expect(banner).to_contain_text("is sent as soon as you are back")
    hand(page, "Pierre").get_by_role("textbox").fill("22")
    expect(banner).to_contain_text("You changed something after you pressed the button.")
    with page.expect_response("**/healthz"):
        page.context.set_offline(False)
    expect(banner).to_be_hidden()
    expect(page.locator("#preview")).to_contain_text("+17")
    assert table.rounds == 0
    record.tap()
    page.wait_for_url(table.address)
    assert table.hands == [22, "5"]


def test_a_form_that_is_on_its_way_is_not_said_to_be_changed(app: Flask, page: Page) -> None:
    table = Table(app, "knock", ("Pierre", "Jean"))
    page.goto(f"{table.address}/rounds/new?ending=knock:1")
    for name, points in (("Pierre", "21"), ("Jean", "5")):
        hand(page, name).get_by_role("textbox").fill(points)
    expect(page.locator("#preview")).to_contain_text("+16")
    page.context.set_offline(True)
    page.locator("[data-submit]").tap()
    expect(page.locator("#banner")).to_contain_text("is sent as soon as you are back")
    with held(page, "**/rounds"):
        with page.expect_request("**/rounds"):
            page.context.set_offline(False)
        hand(page, "Pierre").get_by_role("textbox").fill("22")
        expect(page.locator("#banner")).not_to_contain_text("You changed something")
    page.wait_for_url(table.address)
    assert table.hands == [21, "5"]


def test_any_answer_takes_the_banner_away(app: Flask, page: Page) -> None:
    """Not only the answer to the question whether the server is there again."""
    page.goto(f"{Table(app, 'knock').address}/rounds/new?ending=knock:1")
    page.route("**/healthz", lambda route: route.abort())
    page.context.set_offline(True)
    expect(page.locator("#banner")).to_be_visible()
    page.context.set_offline(False)
    hand(page, "Ann").get_by_role("textbox").fill("21")
    expect(page.locator("#banner")).to_be_hidden()


def test_a_count_that_gets_no_answer_shows_the_banner(app: Flask, page: Page) -> None:
    page.goto(f"{Table(app, 'knock').address}/rounds/new?ending=knock:1")
    page.route("**/*", lambda route: route.abort())
    hand(page, "Ann").get_by_role("textbox").fill("21")
    expect(page.locator("#banner")).to_be_visible()


def test_a_link_is_followed_once_a_slow_server_answers(app: Flask, page: Page, site: str) -> None:
    page.goto(Table(app).address)
    with held(page, "**/healthz"):
        page.locator("a.sheet-back").tap()
        expect(page.locator("#banner")).to_be_visible()
    expect(page).to_have_url(f"{site}/")
