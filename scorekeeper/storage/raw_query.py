"""A query that phones ask all the time, sent by the database's driver alone."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, Select
from sqlalchemy.exc import DBAPIError


class RawQuery:
    """A query for at most one row, outside any transaction.

    SQLAlchemy works out its text and how its columns are read, once. To have it send each of them
    would take several times as long. Nothing that listens for statements hears of it.
    """

    def __init__(self, engine: Engine, query: Select[*tuple[Any, ...]]) -> None:
        dialect = engine.dialect
        compiled: Any = query.compile(engine)
        self._engine, self._text, self._in_order = engine, str(compiled), compiled.positiontup
        self._readers = [
            column.type.dialect_impl(dialect).result_processor(dialect, None)
            for column in query.selected_columns
        ]
        # SQLite's connections begin transactions only when told to.
        self._begins_by_itself = dialect.name == "postgresql"

    def one_or_none(self, **values: str) -> tuple[Any, ...] | None:
        """The row for these values; raises what SQLAlchemy raises when a query fails."""
        given = values if self._in_order is None else [values[name] for name in self._in_order]
        connection = self._engine.raw_connection()
        try:
            row = self._ask(connection.driver_connection, given)
        except BaseException as error:
            connection.invalidate()
            if isinstance(error, self._engine.dialect.loaded_dbapi.Error):
                raise DBAPIError(self._text, given, error) from error
            raise
        finally:
            connection.close()
        if row is None:
            return None
        return tuple(
            read(stored) if read else stored
            for read, stored in zip(self._readers, row, strict=True)
        )

    def _ask(self, driver: Any, given: dict[str, str] | list[str]) -> Any:
        if not self._begins_by_itself:
            return driver.execute(self._text, given).fetchone()
        driver.autocommit = True
        row = driver.execute(self._text, given).fetchone()
        driver.autocommit = False
        return row
