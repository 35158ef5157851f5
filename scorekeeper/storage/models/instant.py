"""A time in UTC, the same in every database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, TypeDecorator
from sqlalchemy.dialects.sqlite import DATETIME
from sqlalchemy.types import TypeEngine

UNKNOWN_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""Stands for a time that was damaged: it must not break the pages that list others."""


class _Text(DATETIME):
    """SQLite stores times as text, which may be damaged."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any]:
        """Read times as usual, and what is no time as `UNKNOWN_TIME`."""
        read = super().result_processor(dialect, coltype)

        def read_or_replace(stored: Any) -> Any:
            try:
                return read(stored) if read else stored
            except (TypeError, ValueError):
                return UNKNOWN_TIME

        return read_or_replace


class Instant(TypeDecorator[datetime]):
    """A time in UTC, with its time zone in every database; SQLite does not store time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """How this database stores times."""
        if dialect.name != "sqlite":
            return super().load_dialect_impl(dialect)
        return _Text()  # type: ignore[no-untyped-call]  # SQLAlchemy's constructor has no types

    # SQLAlchemy passes the dialect to both methods below.

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - see above
        """Store any time in UTC."""
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002 - see above
        """Return UTC, whatever the time zone of the connection is."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
