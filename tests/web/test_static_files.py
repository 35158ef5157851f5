"""A browser keeps each file of static/ for ever, and gets each script after those that it uses."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient

from scorekeeper.clubs.roles import Role
from scorekeeper.config import resource_dir
from scorekeeper.web.shell import static_files
from scorekeeper.web.shell.static_files import in_order, uses_of
from tests.support.clubs import cookie
from tests.support.table import Table
from tests.support.walks import walk


def addresses_on(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"#]+)', page)


def test_every_file_that_a_page_names_is_kept_for_a_year(client: FlaskClient) -> None:
    found = addresses_on(client.get("/").text)
    assert len(found) > 5
    for address in found:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable", address


@walk("address", ["/static/app.css", "/static/app.css?v=0123456789"])
def test_a_file_asked_for_without_its_version_is_asked_for_again(
    client: FlaskClient, address: str
) -> None:
    assert client.get(address).headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(("debug", "versions"), [(False, 1), (True, 2)])
def test_a_file_that_changes_has_another_address_where_the_program_is_worked_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, debug: bool, versions: int
) -> None:
    monkeypatch.setattr(static_files, "resource_dir", lambda _name: tmp_path)
    app = Flask("changing", static_folder=None)
    app.debug = debug
    static_files.init_static_files(app)
    app.add_url_rule("/", "page", lambda: url_for("static", filename=f"changing-{debug}.css"))
    client, addresses = app.test_client(), set()
    for content in ("a {}", "b {}"):
        (tmp_path / f"changing-{debug}.css").write_text(content, "utf-8")
        address = client.get("/").text
        assert "immutable" in client.get(address).headers["Cache-Control"]
        addresses.add(address)
    assert len(addresses) == versions


def test_files_with_a_plus_between_their_names_come_as_one(client: FlaskClient) -> None:
    tokens, app = (client.get(f"/static/{name}.css").data for name in ("tokens", "app"))
    joined = client.get("/static/tokens+app.css")
    assert joined.data == tokens + b"\n" + app
    assert joined.mimetype == "text/css"


def test_nothing_is_kept_in_memory_that_no_page_asked_for(client: FlaskClient) -> None:
    def kept() -> list[int]:
        caches = (static_files.static_file, static_files._compressed)
        return [cache.cache_info().currsize for cache in caches]

    headers = {"Accept-Encoding": "br"}
    asked = next(address for address in addresses_on(client.get("/").text) if "+" in address)
    assert client.get(asked, headers=headers).headers["Content-Encoding"] == "br"
    version, before = asked.rpartition("=")[2], kept()
    for made_up in ("app+tokens.css", f"app+tokens.css?v={version}", "face+app.css"):
        assert client.get(f"/static/{made_up}", headers=headers).status_code == 200
    assert kept() == before


@walk(
    "name", ["tokens+tokens.css", "screenshots/sheet+screenshots/leaderboard.png", "icon+icon.svg"]
)
def test_nothing_is_joined_that_no_page_joins(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


@walk(("ending", "comment"), [("css", r"(?s)/\*.*?\*/"), ("js", r"(?m)^\s*//.*$| // .*$")])
def test_comments_stay_here_and_everything_else_is_sent(
    client: FlaskClient, ending: str, comment: str
) -> None:
    for path in resource_dir("static").glob(f"*.{ending}"):
        sent = client.get(f"/static/{path.name}").text
        written = re.sub(comment, "", path.read_text("utf-8"))
        told, all_of_it = ("".join(text.split()).replace(";}", "}") for text in (sent, written))
        assert told == all_of_it, path.name
        assert not re.search(comment, sent), path.name


@walk(
    "name",
    [
        "tokens+none.css",
        "tokens+.css",
        "+.css",
        "tokens+../templates/base.css",
        "../pyproject.toml",
        "%2e%2e/pyproject.toml",
        "tokens+..%2f..%2fpyproject.toml",
        "screenshots",
        "tokens%00.css",
        "+".join(["tokens"] * 60) + ".css",
    ],
)
def test_no_other_file_is_sent(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


@walk(("address", "scripts"), [("/", 1), ("/games/new?variant=gin", 2)])
def test_a_page_asks_for_one_style_sheet_and_for_a_second_script_if_it_has_its_own(
    client: FlaskClient, address: str, scripts: int
) -> None:
    found = addresses_on(client.get(address).text)
    assert len([address for address in found if ".css" in address]) == 1
    assert len([address for address in found if ".js" in address]) == scripts


def test_every_script_is_strict_however_it_is_joined() -> None:
    for path in resource_dir("static").glob("*.js"):
        first = re.sub(r"^(?://.*\n)*", "", path.read_text("utf-8")).partition("\n")[0]
        assert first == '"use strict";' or path.name.startswith("htmx-"), path.name


def test_a_file_that_is_missing_has_an_address_that_is_not_found(
    app: Flask, client: FlaskClient
) -> None:
    with app.test_request_context():
        address = app.url_for("static", filename="none.css")
    assert address == "/static/none.css"
    assert client.get(address).status_code == 404


def test_no_style_names_a_file_whose_address_would_stay_the_same() -> None:
    for sheet in resource_dir("static").glob("*.css"):
        for name in re.findall(r"url\(\W?([^)\"']+)", sheet.read_text("utf-8")):
            file = name.partition("?")[0]
            found = static_files.static_file(file)
            assert found
            assert name == f"{file}?v={found.version}", sheet.name


FOUR = ("Ann", "Bob", "Cem", "Dan")
SHEETS: dict[str, tuple[str, dict[str, list[str]] | None, dict[str, Any]]] = {
    "knock": ("knock", None, {"Ann": 5, "Bob": 12, "Cem": 9, "Dan": 20}),
    "canasta": (
        "out",
        {"Ann & Cem": ["Ann", "Cem"], "Bob & Dan": ["Bob", "Dan"]},
        {
            "Ann & Cem": {"melded": 420, "natural": 1, "mixed": 1, "red_threes": 2, "left": 25},
            "Bob & Dan": {"melded": 110, "red_threes": 1, "left": "K A JK"},
        },
    ),
}
"""Rounds by game: the ending by Ann, the sides of partners, and the hands."""


MOST = {"br": 52_000, "gzip": 56_500}
"""The most bytes of a first visit, by coding."""


@walk(("game", "coding"), product(SHEETS, MOST))
def test_the_first_visit_of_a_sheet_is_five_requests_of_few_kilobytes(
    app: Flask, client: FlaskClient, game: str, coding: str
) -> None:
    ending, sides, hands = SHEETS[game]
    table = Table(app, game, FOUR, sides=sides)
    for _round in range(3 if sides else 5):
        table.record(ending, "Ann", hands=hands)
    files = {
        address
        for address in addresses_on(client.get(table.address).text)
        if "/icon" not in address
    }
    browser = FlaskClient(app, app.response_class)
    browser.set_cookie("scorekeeper", cookie(app, "http://localhost", Role.KEEPER)["value"])
    sent = [
        browser.get(address, headers={"Accept-Encoding": coding})
        for address in (table.address, *files)
    ]
    assert {answer.status_code for answer in sent} == {200}
    assert len(sent) <= 5
    assert sum(len(answer.data) for answer in sent) <= MOST[coding]


@walk(
    ("game", "needed", "needless"),
    [
        ("knock", "ruling-row", "ruling-parts round-hand-part round-hand-instead tally phase"),
        ("rummy-500", "round-hand-part", "round-hand-instead tally"),
        ("indian", "round-hand-instead", "round-hand-part tally-sides"),
        ("phase-10", "phase", "opening"),
        ("okey-101", "opening tally", "tally-sides"),
        ("canasta", "ruling-parts tally tally-sides", "ruling-row opening"),
    ],
)
def test_a_round_is_entered_with_the_styles_that_its_game_needs(
    app: Flask, client: FlaskClient, game: str, needed: str, needless: str
) -> None:
    _ending, sides, _hands = SHEETS.get(game, ("", None, {}))
    page = client.get(Table(app, game, FOUR, sides=sides).address + "/rounds/new").text
    [sheets] = [address for address in addresses_on(page) if ".css" in address]
    asked = set(re.split(r"[/+.]", sheets))
    assert asked >= {"round-hand", *needed.split()}
    assert not asked & {*needless.split()}


HTMX = "htmx-2.0.11.min"
SCRIPTS = {path.stem: path.read_text("utf-8") for path in resource_dir("static").glob("*.js")}
OURS = sorted(SCRIPTS.keys() - {HTMX})
CODE = {script: re.sub(r"(?m)^ *//.*$", "", SCRIPTS[script]) for script in OURS}
MAKES = re.compile(r"^globalThis\.(\w+) = ", re.MULTILINE)


def made_by() -> dict[str, str]:
    """The script that defines each name for other scripts."""
    return {"htmx": HTMX} | {
        name: script for script in OURS for name in MAKES.findall(SCRIPTS[script])
    }


@walk("script", OURS)
def test_a_script_declares_just_the_scripts_that_it_uses(script: str) -> None:
    used = {
        owner
        for name, owner in made_by().items()
        if owner != script and re.search(rf"(?<![\w.\"'-]){name}[.;]", CODE[script])
    }
    assert set(uses_of(script)) == used


@walk("script", OURS)
def test_a_script_makes_one_name_at_most_and_it_is_its_own(script: str) -> None:
    first, *others = script.split("-")
    name = first + "".join(map(str.capitalize, others))
    assert MAKES.findall(SCRIPTS[script]) in ([], [name])
    assert not re.search(r"\bwindow\.\w+ = ", SCRIPTS[script])


@walk("script", OURS)
def test_what_a_script_uses_comes_before_it_and_once(script: str) -> None:
    order = in_order([script, "page"])
    assert len(order) == len({*order})
    for place, name in enumerate(order):
        assert {*uses_of(name)} <= {*order[:place]}, f"{name} in a circle"


ASKS_BY_ID = re.compile(r"\b(?:target|elt)\.id\b")


@walk("script", OURS)
def test_what_reacts_to_a_swap_asks_by_an_attribute(script: str) -> None:
    assert not ASKS_BY_ID.search(SCRIPTS[script])


KEEPS = re.compile(r"\b(localStorage|sessionStorage|indexedDB|caches\.open|history\.pushState)\b")


def test_two_scripts_keep_things_in_the_browser_and_know_whose_they_are() -> None:
    found = {script for script in OURS if KEEPS.search(SCRIPTS[script])}
    assert found == {"memory", "worker"}


def test_what_a_page_has_already_is_not_sent_again() -> None:
    first = in_order(["taps", "polling"])
    assert first == [HTMX, "network", "taps", "polling"]
    assert in_order(["share", "page"], first) == ["share", "swaps", "page"]
