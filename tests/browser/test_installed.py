"""Over https and on localhost a phone keeps copies of pages, for one reader and one version."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask, request, request_started
from playwright.sync_api import Page, expect

from scorekeeper.clubs.roles import Role
from scorekeeper.web.home import installed
from scorekeeper.web.shell.cookies import COPY
from scorekeeper.web.shell.static_files import StaticFile
from tests.support.clubs import cookie
from tests.support.table import Table

UNTIL_KEPT = """async ([address, words]) => {
  await navigator.serviceWorker.ready;
  for (;;) {
    const kept = await caches.match(address, { ignoreVary: true });
    if (kept && (await kept.text()).includes(words)) return;
    await new Promise(requestAnimationFrame);
  }
}"""

KEEP = "(address) => navigator.serviceWorker.controller.postMessage(address)"

IS_KEPT = "async (address) => Boolean(await caches.match(address, { ignoreVary: true }))"

UNTIL_GONE = """async (address) => {
  while (await caches.match(address, { ignoreVary: true })) {
    await new Promise(requestAnimationFrame);
  }
}"""


@pytest.fixture
def phone(app: Flask, new_phone: Callable[..., Page]) -> Page:
    """A phone that keeps copies of pages."""
    app.config["KEEPS_COPIES"] = True
    return new_phone(Role.KEEPER)


def wait_until_kept(page: Page, address: str, words: str = "") -> None:
    page.evaluate(UNTIL_KEPT, [address, words])


def test_the_last_sheet_and_the_rules_can_be_read_without_a_network(
    app: Flask, phone: Page, site: str
) -> None:
    table = Table(app, "knock", ("Pierre", "Jean"))
    sheet = site + table.address
    phone.goto(sheet)
    wait_until_kept(phone, sheet)
    table.record("knock", "Jean", hands={"Pierre": 42, "Jean": 5})
    wait_until_kept(phone, sheet, "+37")
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("main")).to_contain_text("+37")
    told = re.compile(r"This is the page as it was \(\d\d:\d\d\)")
    expect(phone.locator("#banner")).to_contain_text(told)
    phone.goto("/rules/tonk")
    expect(phone.locator("h1")).to_contain_text("Tonk")
    phone.goto("/history")
    expect(phone.locator("h1")).to_have_text("This page is not on your phone")
    phone.context.set_offline(False)
    expect(phone.locator("h1")).not_to_have_text("This page is not on your phone")


def test_pages_that_nobody_opened_are_asked_for_as_copies(
    app: Flask, phone: Page, site: str
) -> None:
    copies: dict[str, list[bool]] = {}

    def note(_app: Flask, **_more: object) -> None:
        copies.setdefault(request.path, []).append(COPY in request.headers)

    with request_started.connected_to(note, app):
        phone.goto("/rules")
        wait_until_kept(phone, site + "/")
    assert copies["/"] == [True]
    assert copies["/rules"][0] is False


def change_club(app: Flask, phone: Page, site: str) -> None:
    """Become a player of Cem’s club, on a page without polls."""
    phone.goto("/rules")
    phone.context.add_cookies([cookie(app, site, Role.PLAYER, club="Cem's")])
    phone.goto("/rules/tonk")


def test_no_page_of_a_club_is_left_once_the_phone_is_in_another(
    app: Flask, phone: Page, site: str
) -> None:
    sheet = site + Table(app).address
    phone.goto(sheet)
    wait_until_kept(phone, sheet)
    change_club(app, phone, site)
    phone.evaluate(UNTIL_GONE, sheet)
    wait_until_kept(phone, site + "/offline")
    phone.context.set_offline(True)
    phone.goto(sheet)
    expect(phone.locator("h1")).to_have_text("This page is not on your phone")


def test_a_page_that_comes_after_the_phone_is_in_another_club_is_not_kept(
    app: Flask, phone: Page, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The phone asks for a sheet with news, and the answer comes once it is in Cem’s club."""
    table = Table(app)
    sheet = site + table.address
    phone.goto(sheet)
    wait_until_kept(phone, sheet)
    wait_until_kept(phone, f"{site}/")
    asked, may_answer = threading.Event(), threading.Event()
    answer = app.view_functions["games.show"]

    def answer_late(**where: object) -> object:
        answered = answer(**where)
        asked.set()
        may_answer.wait(60)
        return answered

    monkeypatch.setitem(app.view_functions, "games.show", answer_late)
    phone.evaluate(KEEP, sheet)
    assert asked.wait(60)
    change_club(app, phone, site)
    for page in ("/rules?before", "/rules?after"):
        phone.evaluate(KEEP, site + page)
        wait_until_kept(phone, site + page)
        may_answer.set()
    assert phone.evaluate(IS_KEPT, f"{site}/rules?before")
    assert not phone.evaluate(IS_KEPT, sheet)


def test_nobody_sees_the_copies_of_another_while_the_server_is_slow(
    app: Flask, phone: Page, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page after leaving the club takes longer than the wait before a copy is shown."""
    monkeypatch.setattr(installed, "_file", impatient(installed._file))
    phone.context.clear_cookies()
    phone.context.add_cookies([cookie(app, site, Role.WATCHER)])
    phone.add_init_script(
        "addEventListener('DOMContentLoaded', () => localStorage.setItem("
        "'seen', `${localStorage.getItem('seen') ?? ''} ${document.body.dataset.kept ?? 'new'}`))"
    )
    phone.goto(site)
    wait_until_kept(phone, f"{site}/")
    wait_until_kept(phone, site + "/offline")
    phone.goto("/club/leave")

    answer = app.view_functions["home.index"]

    def answer_late() -> object:
        threading.Event().wait(2)
        return answer()

    monkeypatch.setitem(app.view_functions, "home.index", answer_late)
    phone.evaluate("localStorage.removeItem('seen')")
    with phone.expect_navigation():
        phone.locator("form[action$='/club/leave'] button").click()
    expect(phone.locator("#code")).to_be_visible()
    assert phone.evaluate("localStorage.getItem('seen')") == " new"


def test_a_copy_is_shown_while_the_server_is_slow(
    app: Flask, phone: Page, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installed, "_file", impatient(installed._file))
    sheet, shown = site + Table(app).address, threading.Event()
    phone.goto(sheet)
    wait_until_kept(phone, sheet)
    answer = app.view_functions["games.show"]

    def answer_late(**values: object) -> object:
        shown.wait(30)
        return answer(**values)

    monkeypatch.setitem(app.view_functions, "games.show", answer_late)
    phone.goto(sheet)
    expect(phone.locator("#banner")).to_contain_text("This is the page as it was (")
    shown.set()


def impatient(file: Callable[[str], StaticFile]) -> Callable[[str], StaticFile]:
    """Return the static files, with a worker that shows a copy after 0.2 seconds."""

    def changed(name: str) -> StaticFile:
        found = file(name)
        if name != installed.WORKER:
            return found
        return replace(found, content=found.content.replace(b"= 4000;", b"= 200;"))

    return changed


def test_who_leaves_a_club_takes_no_page_along(app: Flask, phone: Page, site: str) -> None:
    sheet = site + Table(app).address
    phone.context.clear_cookies()
    phone.context.add_cookies([cookie(app, site, Role.WATCHER)])
    phone.goto(sheet)
    wait_until_kept(phone, sheet)
    phone.goto("/club/leave")
    with phone.expect_navigation():
        phone.locator("form[action$='/club/leave'] button").click()
    phone.evaluate(UNTIL_GONE, sheet)
    wait_until_kept(phone, site + "/offline")
    phone.context.set_offline(True)
    phone.goto(sheet)
    expect(phone.locator("h1")).to_have_text("This page is not on your phone")


def test_a_copy_does_not_tell_again_what_was_news(app: Flask, phone: Page, site: str) -> None:
    table = Table(app)
    table.knock("Ann", Ann=3, Bob=11)
    phone.goto("/")
    wait_until_kept(phone, site + "/offline")  # From now on the worker handles every page.
    phone.goto(f"{table.address}/rounds/1/remove")
    phone.locator(".actions form button").click()
    expect(phone.locator(".sheet-news")).to_have_text("Round 1 is off the sheet.")
    wait_until_kept(phone, site + table.address)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("#banner")).to_contain_text("This is the page as it was (")
    expect(phone.locator(".sheet-news")).to_have_count(0)
    with phone.expect_navigation():  # The page reloads, because it is an old copy.
        phone.context.set_offline(False)
    table.change("undo")
    table.change("call")
    phone.goto(f"{table.address}/rounds/new")
    news = phone.locator("#messages")
    expect(news).to_have_text("This game is over, so there is no next round.")
    wait_until_kept(phone, site + table.address)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("#banner")).to_contain_text("This is the page as it was (")
    expect(news).to_be_empty()


def test_a_new_version_fetches_every_copy_anew(
    app: Flask, phone: Page, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = site + Table(app).address
    phone.goto(sheet)
    wait_until_kept(phone, sheet)
    monkeypatch.setattr(installed, "_version", lambda: "another")
    phone.evaluate(
        """async () => {
          await (await navigator.serviceWorker.ready).update();
          const isOld = (name) => !name.includes("-another");
          while ((await caches.keys()).some(isOld)) await new Promise(requestAnimationFrame);
        }"""
    )
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("#banner")).to_contain_text("This is the page as it was (")
