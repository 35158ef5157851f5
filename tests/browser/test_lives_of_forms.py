"""Forms that are reloaded, or come back from a browser's memory, in Firefox and WebKit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Player
from tests.support.clubs import cookie, let_in, the_club
from tests.support.engines import Engine
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
    "/judge/hand?variant=gin",
    "/judge/melds?variant=canasta",
)
"""Pages with a form that does not belong to a game."""

OF_A_GAME = ("", "/rounds/adjust", "/details", "/between/leave", "/between/join", "/call")

HELD = """
const FIELDS = "main :is(input:not([type=hidden]), select, textarea)";
const isTicked = ({ type }) => type === "radio" || type === "checkbox";
const held = (page) => JSON.stringify([...page.querySelectorAll(FIELDS)].map((field) =>
  [field.name, field.value, isTicked(field) && field.checked]));
"""

SERVED = f"""{HELD}
const served = await fetch(location.href).then((answer) => answer.text()).catch(() => "");
const page = new DOMParser().parseFromString(served, "text/html");
return document.readyState === "complete" && !window.isLeft && held(document) === held(page);
"""
"""Whether the page holds what the server now says that it should."""

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
    """A keeper's phone that is not Chromium."""
    with engine_of(request.param) as engine:
        engine.open(f"{site}/healthz")
        kept = cookie(app, site, Role.KEEPER)
        engine.run("document.cookie = text;", text=f"{kept['name']}={kept['value']}; path=/")
        yield engine


@pytest.fixture
def pages(app: Flask, site: str) -> list[str]:
    """The pages with fields; a club is known, in which a game of Gin is played."""
    table = Table(app)
    with app.app_context():
        ann = db.session.scalars(select(Player.id).where(Player.name == "Ann")).one()
        let_in(the_club(), Role.PLAYER, "Tablet")
    return [
        *(f"{site}{page}" for page in (*PAGES, f"/players/{ann}/edit")),
        *(f"{site}{table.address}{page}" for page in OF_A_GAME),
    ]


def change_lists(app: Flask, name: str) -> None:
    """Somebody comes in by another phone, and is seen first in every list."""
    with app.app_context():
        let_in(the_club(), Role.KEEPER, "Phone", name)


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
