"""Copies a whole score book to another database, such as from SQLite to PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import Flask
from sqlalchemy import Connection, Table, create_engine, func, inspect, make_url, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from scorekeeper.config import Settings
from scorekeeper.storage import database_file
from scorekeeper.storage.bulk import Report, insert_batches
from scorekeeper.storage.connections import ENGINE_OPTIONS
from scorekeeper.storage.database import Base, db, init_db, table
from scorekeeper.storage.faults import Unreadable
from scorekeeper.storage.migration import migrating
from scorekeeper.storage.models import BookIdentity, Club, GameRow, StatisticsState
from scorekeeper.storage.versions import begin_anew

_IDENTITY = table(BookIdentity)

AT_ONCE = 1_000
"""The most rows in memory at the same time."""


class CopyError(Exception):
    """The score book cannot be copied. The message gives the reason; nothing was copied."""


def open_empty(settings: Settings) -> Flask:
    """An app on another database, with the tables of a score book and no rows.

    Raises `CopyError` if that database already has a score book, `OSError`, and the errors of
    `init_db`.
    """
    url = make_url(settings.sqlalchemy_url)
    arguments = ENGINE_OPTIONS[url.get_backend_name()].get("connect_args", {})
    engine = create_engine(url, poolclass=NullPool, connect_args=arguments)
    if path := database_file.path_of(engine):
        database_file.make_file(path)
    with engine.connect() as connection:
        _check_is_empty(connection)
    app = Flask("scorekeeper", instance_path=str(settings.data_dir))
    app.config["SQLALCHEMY_DATABASE_URI"] = settings.sqlalchemy_url
    init_db(app)
    return app


def copy_book(other: Flask, report: Report) -> int:
    """Copy all tables but `BookIdentity` to the other app's database. Return the number of rows.

    The copy is one consistent state, written in one transaction. Raises `CopyError` if the book
    cannot be read.
    """
    tables = [sql_table for sql_table in Base.metadata.sorted_tables if sql_table is not _IDENTITY]
    done = 0
    with db.engine.connect() as book, other.app_context(), migrating(db.engine) as target:
        _check_is_empty(target)
        target.execute(table(StatisticsState).delete())
        numbers = [book.scalar(select(func.count()).select_from(sql_table)) for sql_table in tables]
        total = sum(number or 0 for number in numbers)

        def counted(batches: Iterator[_Rows]) -> Iterator[_Rows]:
            nonlocal done
            for rows in batches:
                yield rows
                done += len(rows)
                report(done, total)

        for sql_table in tables:
            insert_batches(target, sql_table, counted(_read(book, sql_table)))
            _set_sequence(target, sql_table)
        begin_anew(target)
    return done


_Rows = Sequence[Mapping[str, Any]]


def _check_is_empty(connection: Connection) -> None:
    found = inspect(connection).get_table_names()
    for sql_table in (table(Club), table(GameRow)):
        if sql_table.name in found and connection.execute(select(sql_table.c.id).limit(1)).first():
            url = connection.engine.url.render_as_string(hide_password=True)
            raise CopyError(f"there is a score book in {url} already; name an empty database")


def _read(book: Connection, sql_table: Table) -> Iterator[_Rows]:
    query = select(sql_table).order_by(*sql_table.primary_key)
    try:
        found = book.execution_options(yield_per=AT_ONCE).execute(query)
        for some in found.partitions():
            rows = [row._asdict() for row in some]
            for row in rows:
                _check_is_readable(sql_table, row)
            yield rows
    except DBAPIError as error:
        raise CopyError(f"the score book cannot be read: {error.orig}") from error


def _check_is_readable(sql_table: Table, row: Mapping[str, Any]) -> None:
    for name, value in row.items():
        if isinstance(value, Unreadable):
            key = ", ".join(str(row[column.name]) for column in sql_table.primary_key)
            game = key if sql_table is table(GameRow) else row.get("game_id")
            or_delete = f", or delete the game {game} for good" if game else ""
            raise CopyError(
                f"{name} of {key} in the table {sql_table.name} is damaged; "
                f"restore a backup{or_delete}"
            )


def _set_sequence(target: Connection, sql_table: Table) -> None:
    """Set the sequence of a table to its last copied id. SQLite needs no such step."""
    column = sql_table.autoincrement_column
    if column is None or target.dialect.name == "sqlite":
        return
    name = target.dialect.identifier_preparer.format_table(sql_table)
    last = select(func.max(column)).scalar_subquery()
    set_to_last = func.setval(func.pg_get_serial_sequence(name, column.name), last)
    target.execute(select(set_to_last).where(last.is_not(None)))
