"""Types for times in UTC and for days, the same for every database. Reading never fails."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Date, DateTime, Dialect, TypeDecorator
from sqlalchemy.dialects.sqlite import DATE, DATETIME
from sqlalchemy.types import TypeEngine

UNKNOWN_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""Replaces a damaged time, because one damaged row must not break the pages with other rows."""


UNKNOWN_DAY = date(1970, 1, 1)
"""Replaces a damaged day."""

_Reader = Callable[[Any], Any]


class _TimeText(DATETIME):
    """SQLite stores times as text, which can be damaged."""

    def result_processor(self, dialect: Dialect, coltype: object) -> _Reader:
        return _or_unknown(super().result_processor(dialect, coltype), UNKNOWN_TIME)


class _DayText(DATE):
    """SQLite stores days as text, which can be damaged."""

    def adapt(self, *_others: Any, **_options: Any) -> Any:
        """Keep this type. Otherwise SQLAlchemy would use the driver's own type for days."""
        return type(self)()

    def result_processor(self, dialect: Dialect, coltype: object) -> _Reader:
        return _or_unknown(super().result_processor(dialect, coltype), UNKNOWN_DAY)


def _or_unknown(read: _Reader | None, unknown: date) -> _Reader:
    def read_or_replace(stored: Any) -> Any:
        try:
            return read(stored) if read else stored
        except (TypeError, ValueError):
            return unknown

    return read_or_replace


class Day(TypeDecorator[date]):
    """A day of the calendar."""

    impl = Date
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if dialect.name != "sqlite":
            return super().load_dialect_impl(dialect)
        return _DayText()  # type: ignore[no-untyped-call]  # SQLAlchemy's constructor has no types


class Instant(TypeDecorator[datetime]):
    """A time in UTC, with a time zone on every database. SQLite does not store time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if dialect.name != "sqlite":
            return super().load_dialect_impl(dialect)
        return _TimeText()  # type: ignore[no-untyped-call]  # SQLAlchemy's constructor has no types

    # SQLAlchemy passes the dialect to both methods below.

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - see above
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - see above
        """Return UTC, whatever the time zone of the connection is."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
