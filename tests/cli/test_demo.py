"""`scorekeeper demo` and `serve --demo`: a demo club, kept or temporary."""

from __future__ import annotations

import re
import signal
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from scorekeeper.cli import serve
from scorekeeper.cli.demo import open_demo
from scorekeeper.cli.main import main
from scorekeeper.config import Settings
from scorekeeper.demo import book
from scorekeeper.demo.book import make_demo_club
from tests.support.clubs import visitor
from tests.support.pages import Visitor, read, words
from tests.support.walks import walk


@pytest.fixture(autouse=True)
def one_week(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the demo to one week, because two years take too long."""
    monkeypatch.setattr(book, "make_demo_club", partial(make_demo_club, weeks=1))


def test_the_command_makes_a_club_once_and_shows_a_link_for_a_keeper(
    app: Flask,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings = replace(settings, public_url="https://cards.example")
    for name in ("data_dir", "secret_key", "public_url"):
        monkeypatch.setenv(f"SCOREKEEPER_{name.upper()}", str(getattr(settings, name)))
    assert main(["demo", "--lang", "fr"]) == 0
    [link] = re.findall(r"https://cards\.example(/join/\S+)", capsys.readouterr().out)
    guest: Visitor = visitor(app, None)
    assert words(guest.visit(link), ".invited__by") == "Rami & Co invites you"
    guest.submit(guest.visit(link))
    history = guest.visit("/history")
    assert "Chez " in str(history.select_one("main"))
    assert not history.select(".demo")
    assert main(["demo"]) == 1
    assert "has a club already" in capsys.readouterr().err


def test_everybody_comes_into_a_demo_and_every_page_says_what_it_is(
    app: Flask, settings: Settings
) -> None:
    open_demo(app, settings, "en")
    for language, invites in (("en", "Rami & Co invites you"), ("fr", "Rami & Co vous invite")):
        guest: Visitor = visitor(app, None)
        headers = {"Accept-Language": language}
        welcome = guest.get("/", follow_redirects=True, headers=headers)
        assert words(read(welcome), ".invited__by") == invites
        welcome = guest.get("/", follow_redirects=True)
        assert "This is a demo: try anything" in welcome.text
        invited = guest.visit(welcome.request.path)
        assert "They are playing now." in words(invited, ".lead")
        assert invited.select(".invited-game")
        assert guest.submit(invited).location == "/", "with the tabs, not a sheet without them"
        assert "On the table" in str(guest.visit("/").select_one("main"))
        assert guest.get("/club/invitations").status_code == 200
        for page in ("/", "/rules/gin", "/judge", "/no-such-page"):
            assert "This is a demo: try anything" in guest.get(page).text
        # The cookie of a real score book at the same address does not change.
        assert guest.get_cookie("scorekeeper") is None


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Settings, str | None, bool]]:
    """The calls of the server: the settings, the demo’s language, and whether the folder exists."""
    calls: list[tuple[Settings, str | None, bool]] = []

    def make(settings: Settings, demo: str | None = None) -> Any:
        calls.append((settings, demo, settings.data_dir.is_dir()))
        return SimpleNamespace(effective_listen=[("127.0.0.1", 8000)], run=lambda: None)

    monkeypatch.setattr(serve, "make_server", make)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    return calls


def test_a_demo_is_served_from_a_folder_that_is_deleted_in_the_end(
    served: list[tuple[Settings, str | None, bool]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "postgresql://nobody@localhost/real")
    assert main(["serve", "--demo", "fr"]) == 0
    [(settings, language, existed)] = served
    assert (language, existed, settings.database_url) == ("fr", True, "")
    assert settings.data_dir != tmp_path
    assert not settings.data_dir.exists()


@walk(
    ("variables", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "nl_NL.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_a_demo_speaks_the_language_of_the_machine(
    served: list[tuple[Settings, str | None, bool]],
    monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str],
    language: str,
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, variables.get(name, ""))
    assert main(["serve", "--demo"]) == 0
    assert served[-1][1] == language
