"""Opens the database, and manages write transactions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from blinker import Signal
from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, MetaData, Select, Table, func, inspect, make_url, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import DeclarativeBase, Session

from scorekeeper.setting_readers import SettingError
from scorekeeper.storage import connections, database_file, migration, writer_queue
from scorekeeper.storage.connections import (
    ENGINE_OPTIONS,
    READERS_PATIENCE,
    SINGLE_QUERY_OPTIONS,
    WRITE_OPTIONS,
    milliseconds,
)
from scorekeeper.storage.faults import DatabaseFault, DatabaseFaultError, fault_of

BOOK_LOCK = 7_269_616_119
"""The number of the advisory lock of the whole score book."""

CLUB_LOCK = 1_668_048_226
"""The first number of the advisory lock of a club. The second number is the club’s id."""

WRITE_CHECK = "scorekeeper_write_check"
"""The key in `app.extensions` of a function that returns a request's `Permission` or `None`."""

CLUB_OF_WRITER = "scorekeeper_club_of_writer"
"""The key in `app.extensions` of a function that returns the id of a request's club."""


class Base(DeclarativeBase):
    """The base of every table. Constraints have names so that migrations can refer to them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def table(rows: type[Base]) -> Table:
    return Base.metadata.tables[rows.__tablename__]


db = SQLAlchemy(model_class=Base)


def init_db(app: Flask, *, may_be_new: bool = True) -> None:
    """Open the database of `SQLALCHEMY_DATABASE_URI` and update its tables.

    Raises `MigrationError` if this version cannot update the database or a migration fails;
    `DatabaseFaultError` if the database is damaged, missing, or from another program; `OSError` if
    its file is read-only; `SettingError` if a new database cannot hold every name.
    """
    backend = make_url(app.config["SQLALCHEMY_DATABASE_URI"]).get_backend_name()
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", ENGINE_OPTIONS[backend])
    db.init_app(app)
    app.teardown_appcontext(_close_session)
    with app.app_context(), _closed_if_refused():
        connections.set_up(db.engine)
        if backend == "sqlite":
            _open_file(may_be_new)
        else:
            _check_tables(may_be_new)
        migration.upgrade(app, db)
        migration.check_tables(db.engine, Base.metadata)


@contextmanager
def _closed_if_refused() -> Iterator[None]:
    try:
        yield
    except BaseException:
        db.engine.dispose()
        raise


def _open_file(may_be_new: bool) -> None:
    path = database_file.path_of(db.engine)
    if path is None:
        return
    database_file.check_is_writable(path)
    has_tables = database_file.has_our_tables(path, READERS_PATIENCE)
    if not has_tables and not may_be_new:
        raise DatabaseFaultError(DatabaseFault.MISSING, path)
    database_file.make_file(path)
    database_file.watch_file(db.engine, path)


def _check_tables(may_be_new: bool) -> None:
    found = set(inspect(db.engine).get_table_names())
    if "game" in found and "alembic_version" not in found:
        raise DatabaseFaultError(DatabaseFault.FOREIGN)
    if "game" in found:
        with db.engine.connect() as connection:
            at = connection.exec_driver_sql("SELECT version_num FROM alembic_version").all()
        migration.check_revision(at, f"The database {db.engine.url}")
        return
    if not may_be_new:
        raise DatabaseFaultError(DatabaseFault.MISSING)
    _check_encoding()


def _check_encoding() -> None:
    """Raise `SettingError` unless the encoding is UTF-8. Without a locale it is SQL_ASCII.

    This check runs before the tables are made, so the user can still choose another database.
    """
    with db.engine.connect() as connection:
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
    if encoding != "UTF8":
        name = db.engine.url.database
        db.engine.dispose()
        raise SettingError(
            f"the database {name} is in {encoding}, which cannot hold every name; "
            f"make it anew: dropdb {name}, createdb --encoding UTF8 --template template0 {name}"
        )


def _close_session(_error: BaseException | None) -> None:
    """Close the session. If the database has gone away, the finished page is still sent."""
    try:
        db.session.close()
    except DBAPIError as error:
        current_app.logger.error("The database went away: %s", str(error.orig).splitlines()[0])
        db.session().invalidate()


@contextmanager
def single_query() -> Iterator[Connection]:
    """A connection for a single query, without a transaction or a session.

    This is for polls, which phones send every two seconds or more often during a game. A
    transaction or a session would cost more than the query.
    """
    with db.engine.connect() as connection:
        yield connection.execution_options(**SINGLE_QUERY_OPTIONS[connection.dialect.name])


_IS_WRITING = "scorekeeper_is_writing"
"""The key in the `info` of a session while it writes."""

turn_came = Signal("A writer’s turn came, after the seconds sent.")


@dataclass(frozen=True, slots=True)
class Permission:
    """The right of a request to write: a query for its role, and a check of that role."""

    role: Select[str]
    values: Mapping[str, object]
    check: Callable[[str | None], None]


@contextmanager
def write(
    patience: float | None = None, *, alone_in_club: int | None = None, checks: bool = True
) -> Iterator[Session]:
    """Wait for a turn to write and run one transaction. Any exception rolls it back.

    Everything that the session read before is read again, so that no decision uses old data. A
    `write` inside another `write` joins its transaction.

    `alone_in_club` is the id of a club. The writer waits until no other request of the club's
    members writes, and blocks new requests that write. Without `checks`, the caller must check the
    permission before it writes anything.

    Raises `DatabaseFaultError` if the turn does not come within `patience` seconds, or if a lost
    connection leaves the result of the commit unknown.
    """
    session = db.session()
    if _IS_WRITING in session.info:
        session.flush()
        session.expire_all()
        yield session
        return
    session.rollback()
    session.expire_all()
    asked = time.monotonic()
    most = writer_queue.PATIENCE if patience is None else patience
    with writer_queue.write_turn_of(db.engine.url, most) as remaining:
        turn_came.send(time.monotonic() - asked)
        session.info[_IS_WRITING] = True
        try:
            _begin_to_write(session, remaining)
            _enter_club(session, alone_in_club)
            if checks:
                check_permission(session)
            yield session
            _commit(session)
        except BaseException:
            session.rollback()
            raise
        finally:
            del session.info[_IS_WRITING]


def _commit(session: Session) -> None:
    """Commit. If the commit loses the connection, raise `DatabaseFaultError` as `UNCLEAR`."""
    session.flush()
    try:
        session.commit()
    except DBAPIError as error:
        if db.engine.dialect.name == "postgresql" and fault_of(error) is DatabaseFault.SILENT:
            raise DatabaseFaultError(DatabaseFault.UNCLEAR, str(error.orig)) from error
        raise


def _begin_to_write(session: Session, patience: float) -> None:
    kind = db.engine.dialect.name
    session.connection(execution_options=WRITE_OPTIONS[kind] | {"patience": patience})
    if kind == "postgresql" and patience != writer_queue.PATIENCE:
        session.execute(text(f"SET LOCAL lock_timeout = {milliseconds(patience)}"))


def _enter_club(session: Session, alone_in: int | None) -> None:
    """Take the lock of a club: exclusive for `alone_in`, shared for a request.

    It is the first lock of every transaction. So a writer and the deletion of a club never wait for
    each other's rows. SQLite has only one writer at a time anyway.
    """
    club_of_writer = current_app.extensions.get(CLUB_OF_WRITER)
    club = alone_in or (club_of_writer and club_of_writer())
    if club and db.engine.dialect.name == "postgresql":
        lock = func.pg_advisory_xact_lock if alone_in else func.pg_advisory_xact_lock_shared
        session.execute(select(lock(CLUB_LOCK, club)))


def check_permission_again(session: Session) -> None:
    """Check the permission again after a wait for a row. Raises if the permission is gone.

    SQLite has no such waits, so the check at the start of the turn is enough.
    """
    if waits_for_rows():
        check_permission(session)


def check_permission(session: Session) -> None:
    """Raise unless the request can write. The club could have removed the device during a wait."""
    if permission := permission_to_write():
        role = session.connection().scalar(permission.role, permission.values)
        permission.check(role)


def permission_to_write() -> Permission | None:
    """The permission that the request needs. `None` for commands and strangers."""
    find = current_app.extensions.get(WRITE_CHECK)
    found: Permission | None = find and find()
    return found


def waits_for_rows() -> bool:
    """True on PostgreSQL. On SQLite, a writer waits only before its transaction begins."""
    return db.engine.dialect.name != "sqlite"


def lock_book(session: Session) -> None:
    """Exclude every other writer that locks the book until the transaction ends.

    Use this for changes without a row to lock, such as creating the first club. SQLite has only one
    writer at a time anyway.
    """
    if db.engine.dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": BOOK_LOCK})
