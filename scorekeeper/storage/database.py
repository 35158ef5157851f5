"""Opens the database, migrates it, and gives each writer its turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from alembic import command
from alembic.script.revision import ResolutionError
from alembic.util import CommandError
from flask import Flask, current_app
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import URL, Connection, Engine, MetaData, Table, event, inspect, make_url, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import DeclarativeBase, Session

from scorekeeper.storage import database_file, turns
from scorekeeper.storage.faults import DatabaseFaultError, Fault
from scorekeeper.storage.unreadable import read_json

MIGRATIONS = Path(__file__).with_name("migrations")
READERS_PATIENCE = 1.0
"""How many seconds a reader waits for SQLite, for example while it recovers from a crash."""

MIGRATION_PATIENCE = 30.0
"""How many seconds a starting server waits for another one to finish migrating."""

LONGEST_STATEMENT = 30.0
"""After how many seconds PostgreSQL cancels a statement; deleting a whole club takes less."""

MIGRATION_LOCK = 7_269_616_118
"""The number of the advisory lock that a migration holds on PostgreSQL."""

ALONE_LOCK = 7_269_616_119
"""The number of the advisory lock for writers that check all rows before they add one."""

WRITE_CHECK = "scorekeeper_write_check"
"""The key in `app.extensions` of the function that checks whether a request may still write."""

_ENGINE_OPTIONS: dict[str, dict[str, Any]] = {
    "sqlite": {"pool_timeout": turns.PATIENCE, "json_deserializer": read_json},
    # One snapshot per page: a sheet is read in several queries and must not change between them.
    "postgresql": {
        "isolation_level": "REPEATABLE READ",
        "pool_pre_ping": True,
        "pool_timeout": turns.PATIENCE,
        "connect_args": {"connect_timeout": round(turns.PATIENCE)},
    },
}
_WRITE_OPTIONS: dict[str, dict[str, Any]] = {
    "sqlite": {"begin": "BEGIN IMMEDIATE"},
    # A writer that waited for a row must then see what the writer before it wrote.
    "postgresql": {"isolation_level": "READ COMMITTED"},
}
_LOOK_OPTIONS: dict[str, dict[str, Any]] = {
    "sqlite": {"begin": ""},
    "postgresql": {"isolation_level": "AUTOCOMMIT"},
}


class Base(DeclarativeBase):
    """The base of every table; constraints have names so that migrations can refer to them."""

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
    """The table of this model, for writing rows without creating an object for each."""
    return Base.metadata.tables[rows.__tablename__]


class DatabaseTooNewError(RuntimeError):
    """The database was made by a newer version of the program than this one."""


db = SQLAlchemy(model_class=Base)
migrate = Migrate(directory=str(MIGRATIONS).replace("%", "%%"), render_as_batch=True)


def init_db(app: Flask, *, may_be_new: bool = True) -> None:
    """Open the database of `SQLALCHEMY_DATABASE_URI` and bring its tables up to date.

    Raises `DatabaseTooNewError` if a newer version of the program migrated the database, and
    `DatabaseFaultError` if it is damaged, belongs to another program, or has disappeared.
    """
    backend = make_url(app.config["SQLALCHEMY_DATABASE_URI"]).get_backend_name()
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", _ENGINE_OPTIONS[backend])
    db.init_app(app)
    migrate.init_app(app, db)
    app.teardown_appcontext(_let_go)
    with app.app_context():
        if backend == "sqlite":
            _open_file(may_be_new)
            event.listen(db.engine, "connect", _set_up_sqlite, insert=True)
            event.listen(db.engine, "begin", _begin_sqlite)
        else:
            event.listen(db.engine, "connect", _set_up_postgresql)
            _check_tables(may_be_new)
        _upgrade()


def _open_file(may_be_new: bool) -> None:
    path = database_file.path_of(db.engine)
    if path is None:
        return
    has_tables = database_file.has_our_tables(path, READERS_PATIENCE)
    if not has_tables and not may_be_new:
        raise DatabaseFaultError(Fault.MISSING, path)
    database_file.make_file(path)
    database_file.watch_file(db.engine, path)


def _check_tables(may_be_new: bool) -> None:
    """Raise `DatabaseFaultError` if our tables have disappeared, or the tables are not ours."""
    found = set(inspect(db.engine).get_table_names())
    if "game" in found and "alembic_version" not in found:
        raise DatabaseFaultError(Fault.FOREIGN)
    if "game" not in found and not may_be_new:
        raise DatabaseFaultError(Fault.MISSING)


def _let_go(_error: BaseException | None) -> None:
    """Close the session; if the database has gone away, the finished page is still sent."""
    try:
        db.session.close()
    except DBAPIError as error:
        current_app.logger.error("The database went away: %s", str(error.orig).splitlines()[0])
        db.session().invalidate()


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # The driver itself begins transactions late and without the write lock, so updates get lost.
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {_milliseconds(READERS_PATIENCE)}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    if begin := options.get("begin", "BEGIN"):
        with _patient(connection, options.get("patience")):
            connection.exec_driver_sql(begin)


@contextmanager
def _patient(connection: Connection, patience: float | None) -> Iterator[None]:
    """Wait this long for other programs that write; `None` keeps the patience of readers."""
    if patience is None:
        yield
        return
    driver: Any = connection.connection.driver_connection
    driver.execute(f"PRAGMA busy_timeout = {_milliseconds(patience)}")
    try:
        yield
    finally:
        driver.execute(f"PRAGMA busy_timeout = {_milliseconds(READERS_PATIENCE)}")


def _set_up_postgresql(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {_milliseconds(turns.PATIENCE)}")
        cursor.execute(f"SET statement_timeout = {_milliseconds(LONGEST_STATEMENT)}")
    connection.commit()


def _milliseconds(seconds: float) -> int:
    return max(round(seconds * 1_000), 1)


def _upgrade() -> None:
    try:
        command.upgrade(migrate.get_config(), "head")
    except CommandError as error:
        if isinstance(error.__cause__, ResolutionError):
            raise DatabaseTooNewError(
                f"The database {db.engine.url} was made by a newer version of this program."
            ) from error
        raise


@contextmanager
def look() -> Iterator[Connection]:
    """A connection for a single query, without a transaction or a session.

    It is for what every phone asks every two seconds: both would cost more than the query.
    """
    with db.engine.connect() as plain:
        yield plain.execution_options(**_LOOK_OPTIONS[db.engine.dialect.name])


@contextmanager
def write(patience: float | None = None) -> Iterator[Session]:
    """Wait for a turn to write and run one transaction; any exception rolls it back.

    Everything the session read before is read again, so that no decision rests on old data.
    Raises `DatabaseFaultError` if the turn does not come within `patience` seconds.
    """
    session = db.session()
    session.rollback()
    session.expire_all()
    with _turn(db.engine.url, turns.PATIENCE if patience is None else patience) as left:
        try:
            _begin_to_write(session, left)
            _ask_who_may(session)
            yield session
            session.commit()
        except BaseException:
            session.rollback()
            raise


def _begin_to_write(session: Session, patience: float) -> None:
    kind = db.engine.dialect.name
    session.connection(execution_options=_WRITE_OPTIONS[kind] | {"patience": patience})
    if kind == "postgresql" and patience != turns.PATIENCE:
        session.execute(text(f"SET LOCAL lock_timeout = {_milliseconds(patience)}"))


def ask_again(session: Session) -> None:
    """Check again whether the request may write, after waiting for a row; raises if it may not.

    On SQLite nobody waits for rows, and the check at the start of the turn is enough.
    """
    if db.engine.dialect.name != "sqlite":
        _ask_who_may(session)


def _ask_who_may(session: Session) -> None:
    """Check whether the request may write: its device may have been removed while it waited."""
    if check := current_app.extensions.get(WRITE_CHECK):
        check(session)


def write_alone(session: Session) -> None:
    """Hold off every other writer that calls this until the transaction ends.

    It is for changes that have no row to lock, such as creating the first club. SQLite has only
    one writer at a time anyway.
    """
    if db.engine.dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ALONE_LOCK})


@contextmanager
def migrating(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction during which nobody else migrates or writes.

    On SQLite foreign keys are off meanwhile: rebuilding a table drops the old one, which would
    delete the rows that refer to it. They are checked before the transaction is committed.
    """
    if engine.dialect.name == "sqlite":
        with _turn(engine.url, MIGRATION_PATIENCE) as left, engine.connect() as plain:
            connection = plain.execution_options(**_WRITE_OPTIONS["sqlite"], patience=left)
            with _without_foreign_keys(connection), connection.begin():
                yield connection
                _check_foreign_keys(connection)
    else:
        with engine.connect() as plain:
            connection = plain.execution_options(**_WRITE_OPTIONS["postgresql"])
            with connection.begin():
                connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
                yield connection


@contextmanager
def _without_foreign_keys(connection: Connection) -> Iterator[None]:
    # On the driver's connection: SQLAlchemy would begin a transaction, in which SQLite ignores it.
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


def _turn(url: URL, patience: float) -> AbstractContextManager[float]:
    """The turn to write, with the patience left; on PostgreSQL writers lock rows instead."""
    if url.get_backend_name() == "sqlite":
        return turns.take_turn(url.database or ":memory:", patience)
    return nullcontext(patience)
