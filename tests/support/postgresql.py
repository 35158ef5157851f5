"""Databases and schemas of PostgreSQL that are dropped after the test that uses them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, create_engine
from sqlalchemy.pool import NullPool


@contextmanager
def database_beside(url: URL, purpose: str, options: str = "") -> Iterator[URL]:
    """Create an empty database on the same server for the block, with the purpose in its name."""
    name = f"{url.database}_{purpose}_{secrets.token_hex(4)}"
    _send(url, f'CREATE DATABASE "{name}" {options}')
    try:
        yield url.set(database=name)
    finally:
        _send(url, f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def empty_schema(url: URL) -> Iterator[URL]:
    """Create a schema for the block. Yield the database’s address with it as search path."""
    schema = f"test_{secrets.token_hex(8)}"
    _send(url, f"CREATE SCHEMA {schema}")
    yield url.update_query_dict({"options": f"-csearch_path={schema}"})
    _send(url, f"DROP SCHEMA {schema} CASCADE")


def _send(url: URL, statement: str) -> None:
    engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(statement)
