"""Fixtures: a server of the app that these tests share, and Chromium at the size of a phone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, WebError, expect
from pytest_playwright import CreateContextCallback
from werkzeug.serving import make_server

from scorekeeper.clubs.roles import Role
from tests.support.apps import app, settings, shared_app, shared_settings
from tests.support.clubs import cookie
from tests.support.documents import FOUR
from tests.support.engines import Engine, Firefox, Screen, WebKit
from tests.support.processes import installed
from tests.support.table import Table

__all__ = ["app", "settings", "shared_app", "shared_settings"]

HERE = Path(__file__).parent
PHONE = {"width": 390, "height": 844}

EVERY_TIME = (
    "test_frame.py",
    "test_key_pad.py",
    "test_memory.py",
    "test_new_game.py",
    "test_shared_round.py",
    "test_taps.py",
    "test_whole_games.py",
)
"""The fast tests here. The others are slow: they cover every page, size and engine."""

# A wait ends as soon as its condition is true, but that can take long on a busy machine.
expect.set_options(timeout=15_000)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests outside `EVERY_TIME` as slow."""
    for item in items:
        is_rare = item.path.parent == HERE and item.path.name not in EVERY_TIME
        if is_rare and not item.get_closest_marker("screenshots"):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def browser_type_launch_args(playwright: Playwright) -> dict[str, Any]:
    """Start the system’s Chromium, or else Playwright’s own.

    The headless shell is preferred, because it needs less than half of the processor time.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    chromium = installed(*names, playwright.chromium.executable_path)
    # Chromium's sandbox refuses to run as root.
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {"executable_path": chromium, "args": ["--no-sandbox"] if as_root else []}


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    """An upright phone, in English."""
    return {"viewport": PHONE, "has_touch": True, "is_mobile": True, "locale": "en-GB"}


@pytest.fixture(scope="session")
def script_errors() -> list[str]:
    """The uncaught exceptions in pages of Chromium, each with its page and its stack."""
    return []


@pytest.fixture(scope="session")
def browser(browser: Browser, script_errors: list[str]) -> Browser:
    """Chromium, which notes the script errors in every page of every context."""

    def note(error: WebError) -> None:
        page = error.page.url if error.page else "a closed page"
        script_errors.append(f"{page}: {error.error.stack or error.error}")

    browser.on("context", lambda context: context.on("weberror", note))
    return browser


@pytest.fixture(autouse=True)
def no_script_error(script_errors: list[str]) -> Iterator[None]:
    """Fail a test at its end if a script in one of its pages threw an exception."""
    yield
    found = script_errors.copy()
    script_errors.clear()
    assert not found, "\n".join(found)


@pytest.fixture
def site(app: Flask) -> Iterator[str]:
    """The address of a running server on an empty score book, without a slash at the end.

    Its phones keep no copies of pages. Only the tests of copies need them.
    """
    app.config["KEEPS_COPIES"] = False
    # The server of `scorekeeper serve` would wait for open connections at its end.
    server = make_server("127.0.0.1", 0, app, threaded=True)
    # A request that outlives its test would keep that test’s database open for the next one.
    server.daemon_threads = False
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def context(app: Flask, site: str, new_context: CreateContextCallback) -> BrowserContext:
    """Ann’s phone, with the rights of a keeper. It is closed before the server ends."""
    context = new_context(base_url=site)
    context.add_cookies([cookie(app, site, Role.KEEPER)])
    return context


@pytest.fixture
def new_phone(
    app: Flask, site: str, browser: Browser, browser_context_args: dict[str, Any]
) -> Iterator[Callable[..., Page]]:
    """Returns a function that makes a phone of a member with a role, or of a stranger."""
    contexts: list[BrowserContext] = []

    def make(role: Role | None = None, player: str = "", **options: Any) -> Page:
        contexts.append(browser.new_context(**(browser_context_args | options), base_url=site))
        if role:
            contexts[-1].add_cookies([cookie(app, site, role, player)])
        return contexts[-1].new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, "knock", FOUR)


@pytest.fixture
def engine_of() -> Callable[[str], AbstractContextManager[Engine]]:
    """Returns a context manager for a browser other than Chromium, by its name."""
    return _engine


@contextmanager
def _engine(name: str) -> Iterator[Engine]:
    """Run Firefox or WebKit, as packaged by Debian."""
    with closing(Screen(installed("Xvfb"))) as screen, closing(_start(name, screen)) as engine:
        yield engine


def _start(name: str, screen: Screen) -> Engine:
    if name == "firefox":
        return Firefox(installed("firefox-esr"), screen)
    browsers = map(str, Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    return WebKit(installed("MiniBrowser", *browsers), installed("WebKitWebDriver"), screen)
