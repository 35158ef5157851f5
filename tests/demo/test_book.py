"""The demo club in the database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs.roles import Role
from scorekeeper.demo.book import make_demo_club
from scorekeeper.demo.evenings import evenings
from scorekeeper.games import commands
from scorekeeper.games.history import changes
from scorekeeper.games.share_links import share_links
from scorekeeper.rummy.documents.round import BETWEEN
from scorekeeper.rummy.messages import untranslated
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.statistics.check import check
from scorekeeper.statistics.merging import merged_into
from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import GameResult, GameRow, Player
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


@pytest.mark.slow
def test_every_game_is_played_within_two_years() -> None:
    played = {game.recorded.game.variant.key for game in evenings(6, NOW, UTC, 104)}
    assert played == {variant.key for variant in VARIANTS}


@pytest.mark.slow
def test_house_rules_differ_and_the_table_gives_and_takes_points() -> None:
    games = [game.recorded.game for game in evenings(5, NOW, UTC, 52)]
    presets = Counter(game.preset != "plain" for game in games)
    assert presets[False] > presets[True] > len(games) // 20
    rounds = [round for game in games for round in game.rounds]
    assert len({points.note for round in rounds for points in round.adjustments}) > 1


def test_a_merged_player_and_a_link_to_a_game_are_there_to_be_seen(
    rows: list[GameRow],
) -> None:
    camille = db.session.scalars(select(Player).where(Player.name == "Camille")).one()
    assert [player.name for player in merged_into(camille)] == ["Cam"]
    first = next(row for row in rows if "Camille" in row.players)
    assert "Cam" in [seat.player.name for seat in first.seats]
    *_, last = [row for row in rows if row.status != "playing"]
    assert [link.made_by for link in share_links(last.id)] == ["Camille"]


def test_rows_history_and_statistics_agree_with_the_rounds(rows: list[GameRow]) -> None:
    for row in rows:
        scorebook.totals(row)
        kinds = [change.kind.value for change in changes(row)]
        end = ["call"] if row.called else []
        assert kinds == [*end, *["record"] * len(row.rounds), "start"]
        assert row.version == len(kinds)
        results = db.session.scalars(select(GameResult).where(GameResult.game_id == row.id))
        won = sorted({result.side for result in results if result.won})
        assert won == (row.winners if row.status != "playing" else [])
    assert list(check(lambda _done, _everything: None)) == []


def between_rounds(row: GameRow) -> list[dict[str, Any]]:
    return [entry.entry[BETWEEN] for entry in row.rounds if BETWEEN in entry.entry]


def test_in_one_game_somebody_goes_home_and_another_comes(rows: list[GameRow]) -> None:
    [(row, between)] = [(row, found) for row in rows if (found := between_rounds(row))]
    assert [list(entry) for entry in between] == [["leaves"], ["joins"]]
    sheet = sheet_of(row)
    assert (len(row.players), len(sheet.seats), sheet.over) == (5, 4, True)
    assert sheet.rounds[-1].before == sheet.seats


def test_this_evening_is_going_on(rows: list[GameRow]) -> None:
    *before, partners, last = rows
    assert (partners.status, len(partners.sides)) == ("playing", 2)
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
    assert "Nora" in str(keeper.visit("/").select_one("main"))
    assert "At Camille" in str(keeper.visit("/history").select_one("main"))
