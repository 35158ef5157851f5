"""Fixtures: for every test an app with its own data folder, and a client that checks every page."""

from __future__ import annotations

import gc
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import datetime
from itertools import accumulate, groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import make_url
from werkzeug.routing import Rule

from scorekeeper.clubs.roles import Role
from scorekeeper.config import CHECKOUT, Settings
from tests.support.apps import make_app, settings_in
from tests.support.clock import set_clock_for_good
from tests.support.clubs import visitor
from tests.support.databases import shared_book
from tests.support.empty_books import EmptyBooks
from tests.support.pages import Visitor
from tests.support.postgresql import database_beside, empty_schema

__all__ = ["shared_book"]

# Without bytecode every worker, and every process that a test starts, would compile all modules
# again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# In a read-only checkout, failed examples are not stored for the next run.
kept: dict[str, Any] = {} if os.access(CHECKOUT, os.W_OK) else {"database": None}
# These profiles draw the same examples in each run, so only a change makes a test fail. `other`
# draws new ones.
for name, examples, chance in (
    ("few", 20, {"derandomize": True}),
    ("many", 100, {"derandomize": True}),
    ("other", 100, kept),
):
    hypothesis_settings.register_profile(
        name,
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        **chance,
    )
hypothesis_settings.load_profile("few")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return 1.5 workers per processor, because tests of browsers and servers often wait."""
    return (os.cpu_count() or 1) * 3 // 2


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--at`, which runs the tests at another date and time."""
    parser.addoption(
        "--at",
        metavar="MOMENT",
        help="begin at this moment instead of now, as 2031-07-14T03:30, in UTC without an offset",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Set the clock, and collect garbage less often, because most objects stay in use."""
    if moment := config.getoption("--at"):
        set_clock_for_good(datetime.fromisoformat(moment))
    gc.set_threshold(200_000)


def pytest_collection_finish() -> None:
    """Exclude all modules and tests from garbage collection."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the tests that wait for browsers and servers over the whole run.

    Other tests keep the processors busy meanwhile. Tests of one file stay together.
    """
    files = [list(each) for _, each in groupby(items, key=lambda item: item.path)]
    waiting = [each for each in files if {"browser", "cli", "deploy"} & {*each[0].path.parts}]
    others = [each for each in files if each not in waiting]
    spread = sorted([*_places(waiting), *_places(others)], key=itemgetter(0))
    items[:] = [item for _, file in spread for item in file]


def _places(files: list[list[pytest.Item]]) -> Iterator[tuple[float, list[pytest.Item]]]:
    """Yield each file with its place among these, from 0 (first test) to 1 (last test)."""
    ends = [*accumulate(map(len, files))]
    for end, file in zip(ends, files, strict=True):
        yield (end - len(file) / 2) / ends[-1], file


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the programs missing on this machine, and the number of tests skipped for each."""
    skipped = terminalreporter.getreports("skipped")
    reasons = Counter(each.longrepr[2] for each in skipped if isinstance(each.longrepr, tuple))
    if reasons:
        terminalreporter.section("not everything was tested")
    for reason, count in reasons.most_common():
        terminalreporter.line(f"{count} skipped: {reason.removeprefix('Skipped: ')}")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings that do not depend on the machine, with automatic backups turned off."""
    return settings_in(tmp_path / "data")


@pytest.fixture(scope="session", autouse=True)
def templates_are_compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Share compiled templates between all apps of all workers.

    Compiling a page’s templates takes ten times as long as rendering the page.
    """
    folder = tmp_path_factory.getbasetemp().parent / "templates"
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        shared = FileSystemBytecodeCache(str(folder))
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": shared})
        yield


@pytest.fixture(scope="session", autouse=True)
def addresses_are_compiled_once() -> Iterator[None]:
    """Share the functions that build addresses between all apps.

    Compiling them takes most of the time of making an app.
    """
    compiled: dict[tuple[object, ...], Any] = {}
    compile_anew = Rule._compile_builder

    def compile_once(rule: Rule, append_unknown: bool = True) -> Any:
        key = (append_unknown, *rule._trace, *(rule.defaults or {}).items())
        if key not in compiled:
            compiled[key] = compile_anew(rule, append_unknown)
        return compiled[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", compile_once)
        yield


@pytest.fixture(scope="session")
def empty_books(tmp_path_factory: pytest.TempPathFactory) -> EmptyBooks:
    """Creates empty score books quickly."""
    return EmptyBooks(tmp_path_factory.mktemp("empty"))


@pytest.fixture
def own_app(settings: Settings, empty_books: EmptyBooks) -> Iterator[Flask]:
    """An app for this test only, on an empty score book."""
    empty_books.put(settings)
    app = make_app(settings)
    yield app
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()


@pytest.fixture
def app(own_app: Flask) -> Flask:
    """The app on an empty score book."""
    return own_app


@pytest.fixture
def client(app: Flask) -> Visitor:
    """Ann, the club’s keeper, without JavaScript. See `Visitor.visit` and `Visitor.submit`."""
    return visitor(app, Role.KEEPER)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL database that tests can fill and clear, one for each worker of pytest-xdist."""
    named = os.environ.get("SCOREKEEPER_TEST_POSTGRES_URL")
    # Without PostgreSQL all other tests still run. `.ci/run` starts one and allows no skip.
    if not named:
        pytest.skip("SCOREKEEPER_TEST_POSTGRES_URL names no PostgreSQL database")
    url = make_url(named).set(drivername="postgresql+psycopg")
    # Advisory locks are per database, so workers that share one would wait for each other.
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    with database_beside(url, worker) if worker else nullcontext(url) as database:
        yield database.render_as_string(hide_password=False)


@pytest.fixture
def schema_url(postgres_url: str) -> Iterator[str]:
    """The test database with an empty schema that is dropped after the test."""
    with empty_schema(make_url(postgres_url)) as seen:
        yield seen.render_as_string(hide_password=False)
