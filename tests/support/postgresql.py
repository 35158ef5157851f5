"""Databases and schemas of PostgreSQL that go with the tests that use them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, create_engine
from sqlalchemy.pool import NullPool


@contextmanager
def database_of_worker(url: URL, worker: str) -> Iterator[URL]:
    """A database beside this one for a worker; this one where nobody else uses it.

    Advisory locks hold for a database, so workers that share one would wait for each other.
    """
    if not worker:
        yield url
        return
    name = f"{url.database}_{worker}_{secrets.token_hex(4)}"
    _send(url, f'CREATE DATABASE "{name}"')
    yield url.set(database=name)
    _send(url, f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def empty_schema(url: URL) -> Iterator[URL]:
    """The database seen through a new schema."""
    schema = f"test_{secrets.token_hex(8)}"
    _send(url, f"CREATE SCHEMA {schema}")
    yield url.update_query_dict({"options": f"-csearch_path={schema}"})
    _send(url, f"DROP SCHEMA {schema} CASCADE")


@contextmanager
def database_in(encoding: str, url: URL) -> Iterator[URL]:
    """An empty database beside this one, in another encoding."""
    name = f"{url.database}_{encoding.lower()}_{secrets.token_hex(4)}"
    _send(url, f"CREATE DATABASE \"{name}\" ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0")
    try:
        yield url.set(database=name).difference_update_query(["options"])
    finally:
        _send(url, f'DROP DATABASE "{name}" WITH (FORCE)')


def _send(url: URL, statement: str) -> None:
    engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(statement)
