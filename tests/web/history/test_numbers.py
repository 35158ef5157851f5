"""What the history says of the demo club equals what its game documents come to, counted anew."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from sqlalchemy import select

from scorekeeper import create_app
from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.demo.book import make_demo_club
from scorekeeper.rummy.messages import untranslated
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow, Player
from tests.support import recount
from tests.support.clubs import visitor
from tests.support.pages import Visitor, words
from tests.support.walks import walk

NOW = datetime(2026, 11, 21, 21, 30, tzinfo=UTC)
WEEKS = 6


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app with the demo club."""
    folder: Path = tmp_path_factory.mktemp("demo")
    app = create_app(
        Settings(data_dir=folder, secret_key="a key for the tests", time_zone="UTC", backups=0)
    )
    app.testing, app.test_client_class = True, Visitor
    with app.app_context():
        make_demo_club(NOW, UTC, untranslated, WEEKS)
        yield app
        db.session.remove()
        app.extensions["sqlalchemy"].engine.dispose()


@pytest.fixture(scope="module")
def client(app: Flask) -> Any:
    """A watcher of the club."""
    return visitor(app, Role.WATCHER)


@pytest.fixture(scope="module")
def games(app: Flask) -> list[recount.Played]:
    """The finished games of the club."""
    with app.app_context():
        return recount.finished_games()


@pytest.fixture(scope="module")
def evenings(games: list[recount.Played]) -> dict[date, list[recount.Line]]:
    """What every evening came to for each player, counted from the documents."""
    lines: dict[date, list[recount.Line]] = defaultdict(list)
    for line in recount.added_up(recount.games_of(games), "played_on", "player_id"):
        lines[line["played_on"]].append(line)
    return lines


@pytest.fixture(scope="module")
def names(app: Flask) -> dict[int, str]:
    with app.app_context():
        return {player.id: player.name for player in db.session.scalars(select(Player))}


def test_the_table_of_every_evening(
    client: Visitor,
    evenings: dict[date, list[recount.Line]],
    games: list[recount.Played],
    names: dict[int, str],
) -> None:
    assert len(evenings) > WEEKS / 2
    for played_on, lines in evenings.items():
        page = client.visit(f"/evenings/{played_on}")
        found = {words(row, ".name"): row for row in page.select(".history-table tbody tr")}
        for line in lines:
            cell = words(found[names[line["player_id"]]], "td")
            shared = f" {line['shared']} shared" if line["shared"] else ""
            played = "game" if line["games"] == 1 else "games"
            several = f" {line['undercuts']} undercuts" if line["undercuts"] > 1 else ""
            assert cell == f"{line['won']} of {line['games']} {played}{shared}{several}"
        wins = sorted(f"{names[each['player_id']]} {each['won']}" for each in lines if each["won"])
        [_title, won, _empty, *games_won] = page.select_one("textarea").text.strip().splitlines()
        assert sorted(won.removeprefix("Games won: ").split(", ")) == wins
        assert len(games_won) == sum(game.played_on == played_on for game in games)


def all_pages(client: Visitor, address: str) -> Iterator[BeautifulSoup]:
    """Every page of the book that this address begins."""
    while address:
        page = client.visit(address)
        yield page
        older = page.select_one("[rel=next]")
        address = str(older["href"]) if older else ""


def games_on(client: Visitor, address: str) -> list[str]:
    """The ids of the games that the book shows, on all its pages."""
    links = [link for page in all_pages(client, address) for link in page.select("h3 a")]
    return [str(link["href"]).rpartition("/")[2] for link in links]


def text_of(row: GameRow) -> str:
    """Everything of a game that can be searched."""
    notes = [each.note for each in row.rounds]
    notes += [points.note for each in row.rounds for points in each.adjustments]
    return " ".join([*row.players, row.place, row.note, *notes]).casefold()


@walk("word", ["nora", "at camille", "s", "sunday", "nobody at all"])
def test_a_search_finds_what_a_reader_would_find(client: Visitor, word: str) -> None:
    rows = db.session.scalars(
        select(GameRow).order_by(
            GameRow.played_on.desc(), GameRow.created_at.desc(), GameRow.id.desc()
        )
    )
    wanted = [
        row.id
        for row in rows
        if all(re.search(rf"\b{part}", text_of(row)) for part in word.split())
    ]
    assert games_on(client, f"/history?q={word}") == wanted


def test_filters_find_what_the_documents_say(
    client: Visitor, games: list[recount.Played], names: dict[int, str]
) -> None:
    for variant in {game.variant for game in games}:
        for player in sorted(names)[:3]:
            address = f"/history?game={variant}&player={player}&status=finished"
            assert games_on(client, address) == [
                game.id
                for game in reversed(games)
                if game.variant == variant and player in game.persons
            ]
