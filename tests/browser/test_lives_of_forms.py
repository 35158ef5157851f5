"""Forms that are reloaded, or restored from a browser’s memory, in Firefox and WebKit."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs.access_tokens import make_access_token
from scorekeeper.clubs.roles import Role
from scorekeeper.games.commands import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow, Player
from tests.support.clubs import cookie, let_in, the_club
from tests.support.engines import PATIENCE, Engine
from tests.support.processes import comes_true
from tests.support.table import Table

PAGES = (
    "/club",
    "/settings",
    "/club/tokens",
    "/club/invitations",
    "/club/transfer",
    "/club/delete",
    "/history",
    "/games/new?variant=gin",
    "/games/new?variant=canasta",
    "/judge?variant=canasta",
    "/judge?variant=gin",
    "/judge/table?variant=tiles",
    "/judge/hand?variant=contract",
    "/judge/melds?variant=canasta",
)
"""Pages with a form that does not belong to a game."""

OF_A_GAME = ("/rounds/adjust", "/details", "/between/join")

HELD = """
const FIELDS = "main :is(input:not([type=hidden]), select, textarea)";
const isTicked = ({ type }) => type === "radio" || type === "checkbox";
const held = (page) => JSON.stringify([...page.querySelectorAll(FIELDS)].map((field) =>
  [field.name, field.value, isTicked(field) && field.checked]));
"""

SERVED = f"""{HELD}
const textOf = (answer) => (answer.ok ? answer.text() : "");
const served = await fetch(location.href).then(textOf).catch(() => "");
const page = new DOMParser().parseFromString(served, "text/html");
const isFresh = document.readyState === "complete" && !window.isLeft;
return isFresh && held(page) !== "[]" && held(document) === held(page);
"""
"""True if the page has fields with the same values as a fresh answer of the server."""

TOUCH = f"""{HELD}
for (const field of document.querySelectorAll(FIELDS)) {{
  if (isTicked(field)) field.checked = true;
  else if (field.options) field.selectedIndex = field.options.length - 1;
  else if (field.type !== "file") field.value += "7";
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, {{ bubbles: true }}));
}}
"""


@pytest.fixture(params=["firefox", "webkit"])
def phone(
    request: pytest.FixtureRequest,
    app: Flask,
    site: str,
    engine_of: Callable[[str], AbstractContextManager[Engine]],
) -> Iterator[Engine]:
    """A keeper’s phone that is not Chromium."""
    with engine_of(request.param) as engine:
        kept = cookie(app, site, Role.KEEPER)

        def comes_in() -> bool:
            """Set the cookie again. A late answer to a request for an icon can replace it."""
            engine.take_cookie(site, str(kept["name"]), str(kept["value"]))
            engine.open(f"{site}/club")
            return not engine.shows("[name=code]")

        assert comes_true(comes_in, PATIENCE)
        yield engine


@pytest.fixture
def pages(app: Flask, site: str) -> list[str]:
    """Return the pages with fields, in a club with two games in play."""
    table, oklahoma = Table(app, "knock", ("Ann", "Bob", "Cem")), Table(app, "oklahoma")
    with app.app_context():
        ann = db.session.scalars(select(Player.id).where(Player.name == "Ann")).one()
        let_in(the_club(), Role.PLAYER, "Tablet")
        make_access_token(the_club(), "Screen", new_key())
    return [
        *(f"{site}{page}" for page in (*PAGES, f"/players/{ann}/edit")),
        *(f"{site}{table.address}{page}" for page in OF_A_GAME),
        f"{site}{oklahoma.address}",
    ]


def change_lists(app: Flask, name: str) -> None:
    """Add another phone and another program with a token to the club."""
    with app.app_context():
        let_in(the_club(), Role.KEEPER, "Phone", name)
        make_access_token(the_club(), name, new_key())


def test_a_form_holds_what_the_server_has_after_a_reload_and_after_going_back(
    app: Flask, site: str, phone: Engine, pages: list[str], subtests: pytest.Subtests
) -> None:
    for place, page in enumerate(pages):
        with subtests.test(page.removeprefix(site)):
            phone.open(page)
            phone.run(f"{TOUCH} window.isLeft = true;")
            change_lists(app, f"Cem {place}")
            phone.run("location.reload();")
            phone.comes_true(SERVED)
            phone.run(TOUCH)
            change_lists(app, f"Dee {place}")
            phone.open(f"{site}/rules")
            phone.run("history.back();")
            phone.wait(f"location.href.startsWith({page.partition('?')[0]!r})")
            phone.comes_true(SERVED)
            phone.run(TOUCH)
            phone.run("history.forward();")
            phone.wait("location.href.endsWith('/rules')")
            phone.run("history.back();")
            phone.wait(f"location.href.startsWith({page.partition('?')[0]!r})")
            phone.comes_true(SERVED)


HELD_NOW = f"{HELD} return held(document);"


def leave_and_go_back(phone: Engine, site: str) -> None:
    """Open another page, and go back to this one."""
    phone.run("window.isLeft = true;")
    phone.open(f"{site}/rules")
    phone.run("history.back();")
    phone.wait("!location.href.endsWith('/rules') && document.readyState === 'complete'")


@pytest.mark.parametrize("address", ["rounds/new", "rounds/1/edit"])
def test_a_round_comes_back_as_it_was_typed(
    app: Flask, site: str, phone: Engine, address: str
) -> None:
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=20)
    phone.open(f"{site}{table.address}/{address}")
    phone.run(TOUCH)
    was = json.dumps(phone.run(HELD_NOW))
    phone.run("window.isLeft = true; location.reload();")
    phone.comes_true(f"{HELD} return !window.isLeft && held(document) === {was};")
    leave_and_go_back(phone, site)
    phone.comes_true(f"{HELD} return held(document) === {was};")


RESULTS = """Date,Game,Ann,Bob,Cem
2016-01-05,Rummy 500,510,320,280
2020-01-01,Catan,7,10,
"""

UPLOAD = """
const files = new DataTransfer();
files.items.add(new File([text], "results.csv", { type: "text/csv" }));
const form = document.querySelector("form[enctype]");
form.querySelector("[type=file]").files = files.files;
form.querySelector("button").click();
"""


def test_results_need_not_be_sent_again_after_another_page(
    app: Flask, site: str, phone: Engine
) -> None:
    Table(app)
    phone.open(f"{site}/club/transfer")
    phone.run(UPLOAD, text=RESULTS)
    phone.wait("document.querySelector('[name=kind-0]') && document.readyState === 'complete'")
    phone.run("document.querySelector('[name=kind-1]').selectedIndex = 3;")
    change_lists(app, "Dee")
    leave_and_go_back(phone, site)
    phone.run("""
document.querySelector("[name=kind-0]").value = "knock";
document.querySelector("[name=kind-1]").value = "-";
""")
    phone.tap("button[value=rows]")
    phone.see("h2", "Knock Rummy")
    phone.tap("button[value=import]")
    phone.wait("!document.querySelector('[name=kind-0]')")
    with app.app_context():
        assert {row.variant for row in db.session.scalars(select(GameRow))} == {"gin", "knock"}
