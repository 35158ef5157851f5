"""Inserts many rows together. SQLAlchemy's own way would process each row separately."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from sqlalchemy import Connection, Table, insert
from sqlalchemy.exc import DBAPIError

Report: TypeAlias = Callable[[int, int], None]
"""A callback with the amount done and the total: rows, rounds or bytes."""


def insert_many(
    connection: Connection, sql_table: Table, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Every row must have a value for every column of the table."""
    insert_batches(connection, sql_table, [rows] if rows else [])


def insert_batches(
    connection: Connection, sql_table: Table, batches: Iterable[Sequence[Mapping[str, Any]]]
) -> None:
    """Insert batches of rows. On PostgreSQL a row can refer to later rows."""
    if connection.dialect.name == "postgresql":
        _copy(connection, sql_table, batches)
        return
    statement = str(insert(sql_table).compile(dialect=connection.dialect))
    for rows in batches:
        connection.exec_driver_sql(statement, list(_stored(connection, sql_table, rows)))


def _copy(
    connection: Connection, sql_table: Table, batches: Iterable[Sequence[Mapping[str, Any]]]
) -> None:
    """Insert by COPY, which takes half the time of an INSERT."""
    quoting = connection.dialect.identifier_preparer
    columns = ", ".join(quoting.quote(column.name) for column in sql_table.c)
    statement = f"COPY {quoting.format_table(sql_table)} ({columns}) FROM STDIN"
    driver: Any = connection.connection.driver_connection
    try:
        with driver.cursor() as cursor, cursor.copy(statement) as copy:
            for rows in batches:
                for row in _stored(connection, sql_table, rows):
                    copy.write_row(row)
    except connection.dialect.loaded_dbapi.Error as error:
        raise DBAPIError(statement, None, error) from error


def _stored(
    connection: Connection, sql_table: Table, rows: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[Any, ...]]:
    dialect = connection.dialect
    columns = []
    for column in sql_table.c:
        store = column.type.dialect_impl(dialect).bind_processor(dialect)
        values = [row[column.name] for row in rows]
        columns.append([store(value) for value in values] if store else values)
    return zip(*columns, strict=True)
