"""The demo club as it stands in the database."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs.roles import Role
from scorekeeper.demo.book import make_demo_club
from scorekeeper.demo.evenings import evenings
from scorekeeper.games import commands
from scorekeeper.rummy.messages import untranslated
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.statistics.check import check
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


def test_every_game_is_played_within_a_year() -> None:
    played = {each.recorded.game.variant.key for each in evenings(5, NOW, UTC, 52)}
    assert played == {variant.key for variant in VARIANTS}


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
    assert list(check(lambda _done, _everything: None)) == []


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
    assert "Nora" in str(keeper.visit("/").main)
    assert "At Camille" in str(keeper.visit("/history").main)
