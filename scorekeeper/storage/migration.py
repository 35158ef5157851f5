"""Updates the tables of a database, while no other program migrates or writes."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, MetaData, String, inspect

from scorekeeper.storage import writer_queue
from scorekeeper.storage.connections import WRITE_OPTIONS
from scorekeeper.storage.faults import DatabaseFault, DatabaseFaultError, fault_of

if TYPE_CHECKING:
    from alembic.runtime.migration import MigrationContext

MIGRATIONS = Path(__file__).with_name("migrations")
"""The folder of the migrations. Each file name begins with its revision."""

MIGRATION_PATIENCE = 30.0
"""Seconds that a starting server waits for another server to finish migrating."""

MIGRATION_LOCK = 7_269_616_118
"""The number of the advisory lock that a migration holds on PostgreSQL."""

INDEX_TABLES = {
    "game_words",
    *(f"game_words_{part}" for part in ("config", "data", "docsize", "idx")),
}
"""The tables of the search index on SQLite. A migration makes them; they have no model."""

_log = logging.getLogger(__name__)


class MigrationError(RuntimeError):
    """The tables of a database cannot be updated. The message gives the reason."""


class OtherVersionError(MigrationError):
    """The score book is from a newer version of the program, or from before 1.0."""


class UpgradeFailedError(MigrationError):
    """A migration failed on the content of the database. The database is unchanged."""


def check_revision(found: Sequence[Sequence[object]], book: str) -> None:
    """Raise `OtherVersionError` if this version of the program cannot update the book.

    `found` are the rows of its `alembic_version`. `book` describes the book in the message.
    """
    revision = revision_of(found)
    if revision in _revisions():
        return
    if revision > newest():
        raise OtherVersionError(f"{book} was made by a newer version of this program.")
    raise OtherVersionError(
        f"{book} was made by an earlier version, from before 1.0. It was not changed. Export "
        "each club with that version (scorekeeper export). Import the files with this version "
        "(scorekeeper import), into an empty data folder or database."
    )


def upgrade(app: Flask, db: SQLAlchemy) -> None:
    """Run the missing migrations.

    Raises `UpgradeFailedError`, and `DatabaseFaultError` if the revision cannot be read.
    """
    try:
        if not _is_up_to_date(db.engine):
            # Imported here, because the import is slower than the check.
            from alembic import command
            from flask_migrate import Migrate

            directory = str(MIGRATIONS).replace("%", "%%")
            migrate = Migrate(app, db, directory=directory, render_as_batch=True)
            command.upgrade(migrate.get_config(), "head")
    except Exception as error:
        if fault_of(error) is not None:
            raise
        _log.error("A migration failed.", exc_info=error)
        raise UpgradeFailedError(
            f"The database {db.engine.url} could not be upgraded, and was not changed. Use the "
            "previous version of this program, and report the lines above."
        ) from error


def _is_up_to_date(engine: Engine) -> bool:
    """Check whether all migrations have run, without Alembic, which loads every migration."""
    with migrating(engine, tables=False) as connection:
        if not inspect(connection).has_table("game"):
            return False
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").all()
        return revision_of(found) == newest()


def revision_of(rows: Sequence[Sequence[object]]) -> str:
    """The revision of a score book, from the rows of `alembic_version`.

    Raises `DatabaseFaultError` if the rows are damaged.
    """
    match rows:
        case [[str(revision)]] if re.fullmatch("[0-9]{4}", revision):
            return revision
    raise DatabaseFaultError(DatabaseFault.DAMAGED, f"alembic_version has {rows}")


def _revisions() -> set[str]:
    return {file.name.partition("_")[0] for file in (MIGRATIONS / "versions").glob("*_*.py")}


def newest() -> str:
    """The revision of the last migration. An older program rejects a book with this revision.

    A version that stores new facts has a new revision, even if its tables are the same.
    """
    return max(_revisions())


@contextmanager
def migrating(engine: Engine, *, tables: bool = True) -> Iterator[Connection]:
    """A transaction that excludes other migrations and, on SQLite, other writers.

    With `tables`, SQLite's foreign keys are off during the transaction and checked before the
    commit. Rebuilding a table drops the old table. With foreign keys on, this would delete the rows
    of other tables that refer to it.
    """
    if engine.dialect.name == "sqlite":
        with (
            writer_queue.write_turn_of(engine.url, MIGRATION_PATIENCE) as remaining,
            engine.connect() as plain,
        ):
            connection = plain.execution_options(**WRITE_OPTIONS["sqlite"], patience=remaining)
            without_keys = _without_foreign_keys(connection) if tables else nullcontext()
            with without_keys, connection.begin():
                yield connection
                if tables:
                    _check_foreign_keys(connection)
    else:
        with engine.connect() as plain:
            connection = plain.execution_options(**WRITE_OPTIONS["postgresql"])
            with connection.begin():
                connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
                yield connection


@contextmanager
def _without_foreign_keys(connection: Connection) -> Iterator[None]:
    # Bypass SQLAlchemy: in its transaction, SQLite would ignore this setting.
    driver: Any = connection.connection.driver_connection
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys = ON")


def _check_foreign_keys(connection: Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise RuntimeError(f"A migration left a row of “{broken[0]}” without its parent.")


def are_of_other_types(
    context: MigrationContext, _found: object, _used: object, found: object, used: object
) -> bool | None:
    """Tell Alembic whether a column and its model differ in type. `None` uses its own check.

    SQLite ignores the length of a text, so a migration need not change it there.
    """
    are_texts = isinstance(found, String) and isinstance(used, String)
    return False if are_texts and context.dialect.name == "sqlite" else None


def check_tables(engine: Engine, used: MetaData) -> None:
    """Raise `DatabaseFaultError` if a table or column of the program is missing."""
    look = inspect(engine)
    found = {
        table: {column["name"] for column in columns}
        for (_schema, table), columns in look.get_multi_columns(filter_names=[*used.tables]).items()
    }
    lost = {
        table.name
        for table in used.tables.values()
        if not found.get(table.name, set()) >= {*table.columns.keys()}
    }
    if engine.dialect.name == "sqlite":
        lost |= INDEX_TABLES.difference(look.get_table_names())
    if lost:
        raise DatabaseFaultError(
            DatabaseFault.DAMAGED, f"lost, or without a column: {sorted(lost)}"
        )
