"""What the history of a club costs with 100,000 games and 1.2 million rounds, on either database.

Run with `pytest -m benchmark -s`. To write the book takes some minutes. Pages are measured by the
clock, at the median of some tries. What a change costs is compared with an empty book in turns,
and the quickest quarter counts: both wait for the disk, which others use too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from statistics import median, quantiles

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, make_url, select
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.games import commands
from scorekeeper.statistics.check import check
from scorekeeper.statistics.rebuild import rebuild
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow, Player, RoundRow
from tests.support.big_book import fill
from tests.support.clubs import the_club, visitor
from tests.support.large_book import long_sheet
from tests.support.postgresql import empty_schema
from tests.support.scorebook import form, start, win
from tests.support.statements import counted

pytestmark = pytest.mark.benchmark

GAMES = 100_000
TIMES = 15
PAGES = {
    "home": "/",
    "games": "/history",
    "games, in the middle": "/history?to={middle}",
    "games of a keen player": "/history?player={keen}",
    "games of a rare player": "/history?player={rare}",
    "games won by a keen player": "/history?player={keen}&won=1",
    "games of one year": "/history?year={year}",
    "games at one place": "/history?place=Nowhere",
    "games with a name and a year": "/history?q=zoe+{year}",
    "games of one kind": "/history?game=tonk",
    "games of a kind never played": "/history?game=oklahoma",
    "games that were called": "/history?status=called",
    "games with a word of every note": "/history?q=fire",
    "games with a rare word": "/history?q=4710",
    "games with a name": "/history?q=zoe",
    "games with nothing found": "/history?q=zzz",
    "an evening": "/evenings/{middle}",
    "a keen player": "/players/{keen}",
    "a keen player's year": "/players/{keen}?year={year}",
    "a keen player at one game": "/players/{keen}?game=gin",
    "two keen players": "/players/{keen}/against/{second}",
    "two keen players at one game": "/players/{keen}/against/{second}?game=basic&year={year}",
    "leaderboard": "/players",
    "leaderboard of one game": "/players?game=gin",
    "leaderboard by rating": "/players?game=gin&order=rating",
    "leaderboard of one year": "/players?game=basic&year={year}",
    "records": "/records",
    "records of one game": "/records?game=gin",
    "a finished game": "/games/{newest}",
    "an old game": "/games/{oldest}",
}
SLOWEST_PAGE = 50
"""The most milliseconds of any page at the median."""

DEAREST_RECORD = 1.3
"""The most times of its cost in an empty book that recording a round may cost."""

SLOWEST_CORRECTION = 500
"""The most milliseconds of correcting a game of 1,000 rounds."""

SLOWEST_REBUILD = 5_000
"""The fewest rounds a second whose results are written again."""

REBUILT = 1_000
"""How many games are enough to measure that."""

DATABASES = ["sqlite", "postgresql"]

ROUND = {"ending": "knock:0", "hand-0": "5", "hand-1": "KC QD 3"}


@dataclass(frozen=True, slots=True)
class Books:
    """A large book and an empty one on the same kind of database."""

    large: Flask
    empty: Flask


@contextmanager
def new_app(
    kind: str, request: pytest.FixtureRequest, folders: pytest.TempPathFactory
) -> Iterator[Flask]:
    """An app on an empty book, in this kind of database."""
    with ExitStack() as stack:
        url = None
        if kind == "postgresql":
            server = make_url(request.getfixturevalue("postgres_url"))
            url = stack.enter_context(empty_schema(server)).render_as_string(hide_password=False)
        app = create_app(
            Settings(
                data_dir=folders.mktemp(kind),
                database_url=url,
                secret_key="a key for the tests",
                time_zone="Europe/Paris",
            )
        )
        app.config["WTF_CSRF_ENABLED"] = False
        yield app
        with app.app_context():
            db.engine.dispose()


@pytest.fixture(scope="module", params=DATABASES)
def books(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Books]:
    """A book with very many games, and an empty one."""
    kind: str = request.param
    with (
        new_app(kind, request, tmp_path_factory) as large,
        new_app(kind, request, tmp_path_factory) as empty,
    ):
        began = time.perf_counter()
        with large.app_context():
            the_club()
            fill(GAMES)
            rounds = db.session.scalar(select(func.count()).select_from(RoundRow))
        taken = time.perf_counter() - began
        print(f"\n{kind}: {GAMES} games with {rounds} rounds, written in {taken:.0f} s")
        yield Books(large, empty)


def milliseconds(job: Callable[[], object]) -> float:
    """How long a job takes."""
    began = time.perf_counter()
    job()
    return (time.perf_counter() - began) * 1000


def addresses(app: Flask) -> dict[str, str]:
    """Every page of `PAGES`, with its address in this book."""
    with app.app_context():
        games = select(GameRow.id).order_by(GameRow.played_on, GameRow.created_at)
        ends = (
            db.session.scalars(games.limit(1)).one(),
            db.session.scalars(
                select(GameRow.id)
                .order_by(GameRow.played_on.desc(), GameRow.created_at.desc())
                .limit(1)
            ).one(),
        )
        evenings = list(db.session.scalars(select(GameRow.played_on).distinct()))
        people = dict(db.session.execute(select(Player.name, Player.id)).all())
    named = {
        "oldest": ends[0],
        "newest": ends[1],
        "middle": sorted(evenings)[len(evenings) // 2],
        "year": sorted(evenings)[len(evenings) // 2].year,
        "keen": people["Ann"],
        "second": people["Bob"],
        "rare": people["Zoe"],
    }
    return {name: address.format(**named) for name, address in PAGES.items()}


def test_pages_of_the_history_are_quick(books: Books) -> None:
    client = visitor(books.large, Role.KEEPER)
    slow = {}
    print()
    for name, address in addresses(books.large).items():
        with counted(books.large) as sent:
            assert client.get(address).status_code == 200, address
        taken, worked = [], []
        for _again in range(TIMES):
            before = time.process_time()
            taken.append(milliseconds(partial(client.get, address)))
            worked.append((time.process_time() - before) * 1000)
        print(
            f"  {name:34}{median(taken):8.1f} ms, the quickest {min(taken):6.1f},"
            f" {median(worked):6.1f} of this process, {len(sent):3} statements"
        )
        if median(taken) > SLOWEST_PAGE:
            slow[name] = median(taken)
    assert not slow


def test_a_round_costs_as_in_an_empty_book(books: Books) -> None:
    phones = [(app, phone(app)) for app in (books.large, books.empty)]
    taken: tuple[list[float], list[float]] = ([], [])
    for _again in range(4 * TIMES):
        for (app, (client, game_id)), times in zip(phones, taken, strict=True):
            with app.app_context():
                typed = form(db.session.get_one(GameRow, game_id)) | ROUND
            record = partial(client.post, f"/games/{game_id}/rounds", data=typed)
            times.append(milliseconds(lambda record=record: accepted(record())))
    large, empty = (quantiles(each)[0] for each in taken)
    print(f"\n  a round: {large:.1f} ms beside {empty:.1f}, {large / empty:.2f} times")
    assert large / empty <= DEAREST_RECORD


def phone(app: Flask) -> tuple[FlaskClient, str]:
    """Somebody's phone, and a game without an end."""
    client = visitor(app, Role.KEEPER)
    with app.app_context():
        return client, start(overrides={"target": 0}).id


def accepted(answer: TestResponse) -> None:
    """Check that a form was accepted."""
    assert answer.status_code == 303, answer.text


def test_a_long_game_is_corrected_quickly(books: Books) -> None:
    with books.large.app_context():
        row = long_sheet(commands.MOST_ROUNDS)
        row = commands.call(row.id, **form(row))
        taken = []
        for again in range(TIMES):
            facts = {**form(row), "number": 500, "round": win(again % 2 + 1)}
            began = time.perf_counter()
            row = commands.correct(row.id, **facts)
            taken.append((time.perf_counter() - began) * 1000)
    print(f"\n  a correction of {row.played} rounds: {median(taken):.0f} ms")
    assert median(taken) < SLOWEST_CORRECTION


@pytest.mark.parametrize("kind", DATABASES)
def test_results_are_written_again_quickly(
    kind: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with new_app(kind, request, tmp_path_factory) as app, app.app_context():
        the_club()
        fill(REBUILT)
        began = time.perf_counter()
        written = rebuild(lambda _done, _everything: None)
        rate = written.rounds / (time.perf_counter() - began)
        assert not list(check(lambda _done, _everything: None))
    print(f"\n{kind}: {written.rounds} rounds, {rate:.0f} a second")
    assert rate >= SLOWEST_REBUILD
