"""The demo club as it stands in the database, and the command that makes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorekeeper.cli.main import main
from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.demo import book
from scorekeeper.demo.book import make_demo_club
from scorekeeper.demo.evenings import evenings
from scorekeeper.games import commands
from scorekeeper.rummy.messages import untranslated
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameResult, GameRow
from tests.support import scorebook
from tests.support.clubs import visitor
from tests.support.pages import Visitor

NOW = datetime(2026, 11, 21, 21, 30, tzinfo=UTC)
WEEKS = 3


@pytest.fixture
def rows(app: Flask) -> Iterator[list[GameRow]]:
    """The games of a demo club of some weeks."""
    with app.app_context():
        club = make_demo_club(NOW, UTC, untranslated, WEEKS)
        query = select(GameRow).where(GameRow.club_id == club.id).order_by(GameRow.created_at)
        yield list(db.session.scalars(query))


def test_the_club_follows_from_the_moment_alone() -> None:
    first, again = ([*evenings(5, NOW, UTC, WEEKS)] for _ in range(2))
    assert first == again
    assert [*evenings(6, NOW, UTC, WEEKS)] != first


def test_rows_history_and_statistics_agree_with_the_rounds(rows: list[GameRow]) -> None:
    for row in rows:
        scorebook.totals(row)
        kinds = [change.kind.value for change in commands.changes(row)]
        end = ["call"] if row.called else []
        assert kinds == [*end, *["record"] * row.played, "start"]
        assert row.version == len(kinds)
        results = db.session.scalars(select(GameResult).where(GameResult.game_id == row.id))
        won = [result.seat for result in results if result.won]
        assert won == (row.winners if row.status != "playing" else [])
    rated = select(func.count()).where(GameResult.mu == 0)
    assert db.session.scalar(rated) == 0


def test_this_evening_is_going_on(rows: list[GameRow]) -> None:
    *before, last = rows
    assert (last.status, last.played_on) == ("playing", NOW.date())
    assert NOW - timedelta(minutes=5) < last.changed_at < NOW
    assert {row.status for row in before} <= {"over", "called"}
    assert {row.played_on for row in before} > {NOW.date()}
    played = last.played
    assert commands.undo(last.id, **scorebook.form(last)).played == played - 1


def test_its_pages_are_there_for_a_keeper(app: Flask) -> None:
    with app.app_context():
        club_id = make_demo_club(NOW, UTC, untranslated, 1).id
    keeper: Visitor = visitor(app, Role.KEEPER, club_id=club_id)
    assert "Nora" in keeper.visit("/").main.get_text()
    assert "At Camille" in keeper.visit("/history").main.get_text()


def test_the_command_makes_it_once_and_shows_a_link_for_a_keeper(
    app: Flask,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings = replace(settings, public_url="https://cards.example")
    for name in ("data_dir", "secret_key", "public_url"):
        monkeypatch.setenv(f"SCOREKEEPER_{name.upper()}", str(getattr(settings, name)))
    monkeypatch.setattr(book, "make_demo_club", partial(make_demo_club, weeks=1))
    assert main(["demo", "--lang", "fr"]) == 0
    [link] = re.findall(r"https://cards\.example(/join/\S+)", capsys.readouterr().out)
    guest: Visitor = visitor(app, None)
    assert "Le club de démonstration" in guest.visit(link).main.get_text()
    guest.submit(guest.visit(link))
    assert "Chez " in guest.visit("/history").main.get_text()
    assert main(["demo"]) == 1
    assert "has a club already" in capsys.readouterr().err
