"""The database is opened safely, with the tables that the program expects."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import String, func, select, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.storage.connections import ENGINE_OPTIONS
from scorekeeper.storage.database import Base, db
from scorekeeper.storage.faults import DatabaseFault, DatabaseFaultError
from scorekeeper.storage.migration import (
    MIGRATIONS,
    OtherVersionError,
    are_of_other_types,
    migrating,
)
from scorekeeper.storage.models import Club
from scorekeeper.storage.queries import find_game
from scorekeeper.storage.search_text import alembic_compares
from scorekeeper.storage.writer_queue import PATIENCE
from tests.support.clubs import the_club
from tests.support.migrations import make_tables, write
from tests.support.processes import run_at_once
from tests.support.scorebook import everything, record, start, totals, win

TABLES = ("0056", "c47a20a1ce90")
"""The number of the newest migration and a hash of the tables: other tables need another number."""

EMPTY = f"""
revision, down_revision = "{TABLES[0]}", None


def upgrade() -> None:
    pass
"""

SERVER = """
from flask import Flask
from scorekeeper.games import commands
from scorekeeper.storage.queries import find_game
from scorekeeper.storage.database import db, init_db
from tests.support.clubs import the_club
from tests.support.scorebook import record, win

def go(url, *game_ids):
    app = Flask("scorebook")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    init_db(app)
    with app.app_context():
        for game_id in game_ids * 5:
            record_once(game_id)
        db.session.remove()
        db.engine.dispose()

def record_once(game_id):
    while True:
        db.session.rollback()
        try:
            return record(find_game(the_club(), game_id), win(10))
        except commands.VersionConflict:
            pass
"""


def differences() -> list[object]:
    """Return the differences between the tables of the database and of the models."""
    with migrating(db.engine) as connection:
        options = {"compare_type": are_of_other_types, "include_name": alembic_compares}
        context = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(context, Base.metadata))


@pytest.mark.usefixtures("book")
def test_the_migrations_make_the_tables_that_the_program_uses() -> None:
    assert differences() == []


def test_the_name_of_a_migration_begins_with_its_revision_and_the_newest_is_the_last() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS))
    names = {Path(script.path).name: script.revision for script in scripts.walk_revisions()}
    assert all(name.startswith(f"{revision}_") for name, revision in names.items())
    assert scripts.get_current_head() == max(names.values())


def test_the_words_of_every_game_fit_their_columns() -> None:
    """PostgreSQL rejects an overlong text, but SQLite does not check."""
    words = {
        "variant": [variant.key for variant in VARIANTS],
        "preset": [preset.key for variant in VARIANTS for preset in variant.presets],
        "ending": [ending for variant in VARIANTS for ending in variant.ending_names],
    }
    columns = [
        column
        for table in Base.metadata.sorted_tables
        for column in table.columns
        if column.name in words
    ]
    assert {column.name for column in columns} == set(words)
    for column in columns:
        assert isinstance(column.type, String)
        assert max(map(len, words[column.name])) <= (column.type.length or 0), column


def test_other_tables_have_another_number() -> None:
    """With the same number, a book with older tables would count as damaged."""
    written = [
        str(statement.compile(dialect=sqlite.dialect()))
        for table in Base.metadata.sorted_tables
        for statement in (CreateTable(table), *map(CreateIndex, table.indexes))
    ]
    found = sha256("\n".join(sorted(written)).encode()).hexdigest()[:12]
    assert (ScriptDirectory(str(MIGRATIONS)).get_current_head(), found) == TABLES


def test_what_the_models_have_and_no_migration_makes_is_written_as_one(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    migrations = Path(shutil.copytree(MIGRATIONS, tmp_path / "migrations"))
    for script in (migrations / "versions").glob("*_*.py"):
        script.unlink()
    (migrations / "versions" / f"{TABLES[0]}_empty.py").write_text(EMPTY, encoding="utf-8")
    monkeypatch.setattr("scorekeeper.storage.migration.MIGRATIONS", migrations)
    assert write("every table").name == f"{int(TABLES[0]) + 1:04}_every_table.py"
    app = Flask("scorebook")
    app.config["SQLALCHEMY_DATABASE_URI"] = settings.sqlalchemy_url
    settings.data_dir.mkdir(exist_ok=True)
    db.init_app(app)
    with app.app_context():
        make_tables()
        assert differences() == []
        db.engine.dispose()


def test_connections_have_the_options_of_their_database(book: Flask) -> None:
    kind = db.engine.dialect.name
    assert book.config["SQLALCHEMY_ENGINE_OPTIONS"] == ENGINE_OPTIONS[kind]
    assert db.engine.pool.timeout() == PATIENCE  # type: ignore[attr-defined]
    with db.engine.connect() as connection:
        level = {"sqlite": "SERIALIZABLE", "postgresql": "REPEATABLE READ"}[kind]
        assert connection.get_isolation_level() == level


@pytest.mark.slow
def test_servers_that_start_together_on_an_empty_folder_make_the_tables_once(
    settings: Settings, make_app: Callable[[], Flask]
) -> None:
    run_at_once(SERVER, [(settings.sqlalchemy_url,)] * 3)
    with make_app().app_context():
        assert db.session.scalar(select(func.count()).select_from(Club)) == 0
        assert db.session.scalar(text("SELECT count(*) FROM alembic_version")) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("book")
def test_servers_in_several_processes_lose_no_round(settings: Settings) -> None:
    row = start(overrides={"target": 0})
    run_at_once(SERVER, [(settings.sqlalchemy_url, row.id)] * 3)
    db.session.rollback()
    assert totals(row) == (150, 0)
    assert row.version == 16


@pytest.mark.usefixtures("book")
def test_a_second_start_finds_what_the_first_one_kept(make_app: Callable[[], Flask]) -> None:
    game_id = record(start(), win(20)).id
    with make_app().app_context():
        row = find_game(the_club(), game_id)
        assert row is not None
        assert totals(row) == (20, 0)


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE share_link",
        "DELETE FROM alembic_version",
        "ALTER TABLE round RENAME entry TO e",
    ],
)
def test_a_database_that_has_lost_something_is_damaged(
    settings: Settings, make_app: Callable[[], Flask], statement: str
) -> None:
    with make_app().app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql(statement)
    with pytest.raises(DatabaseFaultError) as refused:
        create_app(settings)
    assert refused.value.fault is DatabaseFault.DAMAGED


@pytest.mark.parametrize(
    ("revision", "told"),
    [
        ("9999", "a newer version"),
        ("0001", "an earlier version, from before 1.0"),
        ("0033", "It was not changed"),
    ],
)
@pytest.mark.usefixtures("book")
def test_a_database_of_another_version_is_left_alone(
    make_app: Callable[[], Flask], revision: str, told: str
) -> None:
    record(start(), win(20))
    before = everything()
    with db.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :at"), {"at": revision})
    with pytest.raises(OtherVersionError, match=told):
        make_app()
    assert everything() == before
