"""An evening in the browsers of half of all phones: WebKit, as on iPhones, and Firefox."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from urllib.parse import urlsplit

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from tests.support.engines import Engine
from tests.support.scorebook import record, win

pytestmark = pytest.mark.slow


def record_elsewhere(app: Flask, points: int, by: str) -> None:
    """Record a round on another phone."""
    with app.app_context():
        record(db.session.scalars(select(GameRow)).one(), win(points, by))


@pytest.mark.parametrize("name", ["firefox", "webkit"])
def test_an_evening_from_the_first_start_to_the_end_of_a_game(
    app: Flask, site: str, name: str, engine_of: Callable[[str], AbstractContextManager[Engine]]
) -> None:
    with engine_of(name) as phone:
        phone.open(site)
        phone.tap(".actions button", "New game")
        phone.tap("main summary", "Gin")
        phone.tap("main a", "Gin Rummy")
        for place, player in enumerate(("Ann", "Bob")):
            phone.fill(f"#name-{place}", player)
        phone.tap("button", "Start the game")

        phone.tap(".dock-face")
        phone.tap(".dock-panel--one .button", "Ann went gin")
        for rank in ("K", "9", "2"):
            phone.tap(f"[data-key='{rank}']")
        phone.tap("button", "Record")
        phone.see(".board-row__total", "46")

        record_elsewhere(app, 12, "Bob")
        phone.see(".board-row__total", "12")

        phone.open(f"{site}/club/invitations")
        phone.tap("button", "Create an invitation")
        phone.see("main svg")
        link = phone.run("return document.getElementById('link').textContent.trim();")
        phone.forget()
        phone.open(site + urlsplit(link).path)
        phone.tap("main button", "Join")
        phone.see(".board-row__total", "46")
        record_elsewhere(app, 60, "Ann")
        phone.see("h1", "Ann wins")
