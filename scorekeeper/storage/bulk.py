"""Inserts very many rows at once; SQLAlchemy would prepare each of them by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Column, Connection, Table, func, insert, literal, select
from sqlalchemy.dialects.postgresql import ARRAY


def insert_many(connection: Connection, rows_of: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that have a value for every column of their table."""
    if rows and connection.dialect.name == "postgresql":
        _insert_arrays(connection, rows_of, rows)
    elif rows:
        _insert_tuples(connection, rows_of, rows)


def _insert_arrays(
    connection: Connection, rows_of: Table, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Insert by one statement whose parameters are the columns: it has no limit of parameters."""
    columns = [
        func.unnest(literal([row[column.name] for row in rows], ARRAY(column.type)))
        for column in rows_of.c
    ]
    connection.execute(insert(rows_of).from_select(list(rows_of.c), select(*columns)))


def _insert_tuples(
    connection: Connection, rows_of: Table, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Insert by the driver, which runs one prepared statement for each row."""
    statement = str(insert(rows_of).compile(dialect=connection.dialect))
    columns = [_stored(connection, column, rows) for column in rows_of.c]
    connection.exec_driver_sql(statement, list(zip(*columns, strict=True)))


def _stored(
    connection: Connection, column: Column[Any], rows: Sequence[Mapping[str, Any]]
) -> list[Any]:
    """The values of a column as the driver stores them."""
    dialect = connection.dialect
    store = column.type.dialect_impl(dialect).bind_processor(dialect)
    values = [row[column.name] for row in rows]
    return [store(value) for value in values] if store else values
