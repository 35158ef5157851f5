"""200 damaged score books: each is rejected with a sentence, or has all tables to serve."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.cli.starting import CANNOT_START, fail
from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.storage.database import db
from tests.support.apps import make_app
from tests.support.clubs import browser, let_in, the_club
from tests.support.full_book import put

pytestmark = pytest.mark.slow

TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"

HEADER = 100
"""The bytes of SQLite’s file header."""


@dataclass(frozen=True)
class Book:
    """A whole score book, its tables, pages to ask for, and the token of its keeper."""

    content: bytes
    tables: frozenset[str]
    pages: tuple[str, ...]
    token: str


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """A score book with all that a book can hold."""
    folder = tmp_path_factory.mktemp("whole")
    settings = Settings(data_dir=folder, secret_key="a key for the tests", backups=0)
    put(settings)
    with create_app(settings).app_context():
        token = let_in(the_club(), Role.KEEPER)
        db.session.remove()
        db.engine.dispose()
    file = settings.data_dir / "scorekeeper.db"
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        tables = frozenset(name for [name] in database.execute(TABLES))
        games = [
            f"/games/{game_id}" for [game_id] in database.execute("SELECT id FROM game LIMIT 3")
        ]
    pages = ("/", "/readyz", "/history", "/players", *games)
    return Book(file.read_bytes(), tables, pages, token)


def flipped(chance: random.Random, content: bytes, bits: int, end: int | None = None) -> bytes:
    """Return the content with this many bits flipped, anywhere or before a byte."""
    damaged = bytearray(content)
    for _ in range(bits):
        damaged[chance.randrange(end or len(damaged))] ^= 1 << chance.randrange(8)
    return bytes(damaged)


def damaged_files(chance: random.Random, content: bytes) -> Iterator[bytes]:
    """Yield 150 files that a broken disk, a broken copy or a mistake could leave."""
    for _ in range(30):
        yield flipped(chance, content, 1)
        yield flipped(chance, content, chance.randrange(2, 3_000))
        yield flipped(chance, content, 3, end=2 * HEADER)
        yield content[: chance.randrange(1, len(content))]
    for _ in range(15):
        yield chance.randbytes(chance.randrange(1, 20_000))
        yield content[:HEADER] + chance.randbytes(20_000)


def statements(chance: random.Random, tables: frozenset[str]) -> Iterator[str]:
    """Yield 50 changes by another program, some of them to the schema table."""
    names = sorted(tables)
    yield from [f"DROP TABLE {name}" for name in names]
    yield "DELETE FROM alembic_version"
    yield "INSERT INTO alembic_version VALUES ('0003')"
    yield from [
        f"UPDATE alembic_version SET version_num = {value}"  # noqa: S608 - of our own
        for value in ("''", "'00!5'", "'9999'", "7", "x'ff00'", "CAST(x'c328' AS TEXT)")
    ]
    described = [name for name in names if not name.startswith(("alembic", "game_words"))]
    for name in chance.choices(described, k=50 - len(names) - 8):
        old, new = chance.choice(
            [
                ("CREATE TABLE", "CREATE TABEL"),
                ("id", "di"),
                ("NULL", "N'||CAST(x'd5' AS TEXT)||'L"),
            ]
        )
        table = f"type = 'table' AND name = '{name}'"
        yield f"UPDATE sqlite_master SET sql = replace(sql, '{old}', '{new}') WHERE {table}"  # noqa: S608 - of our own


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(statement)
        database.commit()


def test_nothing_is_served_from_a_book_that_has_lost_tables_and_each_is_told_in_a_sentence(
    book: Book,
    settings: Settings,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    chance = random.Random(21)
    harms: list[Callable[[Path], object]] = [
        *[lambda file, it=it: file.write_bytes(it) for it in damaged_files(chance, book.content)],
        *[lambda file, it=it: change(file, it) for it in statements(chance, book.tables)],
    ]
    served = 0
    for number, harm in enumerate(harms):
        own = replace(settings, data_dir=settings.data_dir / str(number))
        own.data_dir.mkdir(parents=True)
        file = own.data_dir / "scorekeeper.db"
        file.write_bytes(book.content)
        harm(file)
        if app := opened(own):
            served += 1
            check_served(app, file, book)
            continue
        told = capsys.readouterr().err
        assert told.startswith("scorekeeper: ")
        assert str(file) in told
        assert told.count("\n") == 1
    assert len(harms) == 200
    assert 0 < served < len(harms) / 2
    assert [record.exc_text for record in caplog.records if record.exc_info] == []


def opened(settings: Settings) -> Flask | None:
    """Return the app on this score book, or `None` after printing why it is rejected."""
    try:
        return make_app(settings)
    except CANNOT_START as error:
        fail(error, settings)
        return None


def check_served(app: Flask, file: Path, book: Book) -> None:
    """Check that the served book has every table, and answers each page."""
    with closing(sqlite3.connect(file)) as database:
        assert book.tables <= {name for [name] in database.execute(TABLES)}
    keeper = browser(app, book.token)
    for page in book.pages:
        keeper.get(page)  # The client raises an error if the page fails.
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
