"""The database: how it is opened, how writers take turns, how its tables are brought up to date."""

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
"""In seconds: SQLite's readers wait only for what takes a moment, such as opening after a crash."""

MIGRATION_PATIENCE = 30.0
"""In seconds: how long a server that starts waits for one that migrates."""

LONGEST_STATEMENT = 30.0
"""In seconds: what PostgreSQL is to give up after; a club with all its games is deleted in less."""

MIGRATION_LOCK = 7_269_616_118
"""The number of the advisory lock that a migration holds on PostgreSQL."""

ALONE_LOCK = 7_269_616_119
"""The number of the advisory lock of what looks at all rows before it adds one."""

WRITE_CHECK = "scorekeeper_write_check"
"""Where the app keeps what asks whether a request may write still."""

_ENGINE_OPTIONS: dict[str, dict[str, Any]] = {
    "sqlite": {"pool_timeout": turns.PATIENCE, "json_deserializer": read_json},
    # One snapshot a page: a sheet is read in several queries, and must not change between them.
    "postgresql": {
        "isolation_level": "REPEATABLE READ",
        "pool_pre_ping": True,
        "pool_timeout": turns.PATIENCE,
        "connect_args": {"connect_timeout": round(turns.PATIENCE)},
    },
}
_WRITE_OPTIONS: dict[str, dict[str, Any]] = {
    "sqlite": {"begin": "BEGIN IMMEDIATE"},
    # A writer waits for the row it locks and then must see what the one before it wrote.
    "postgresql": {"isolation_level": "READ COMMITTED"},
}
_LOOK_OPTIONS: dict[str, dict[str, Any]] = {
    "sqlite": {"begin": ""},
    "postgresql": {"isolation_level": "AUTOCOMMIT"},
}


class Base(DeclarativeBase):
    """What every table inherits from; constraints have names, for migrations to know them by."""

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
    """The table of these rows, to be written to without an object for each of them."""
    return Base.metadata.tables[rows.__tablename__]


class DatabaseTooNewError(RuntimeError):
    """The database was made by a newer version of the program than this one."""


db = SQLAlchemy(model_class=Base)
migrate = Migrate(directory=str(MIGRATIONS).replace("%", "%%"), render_as_batch=True)


def init_db(app: Flask, *, may_be_new: bool = True) -> None:
    """Open the database of `SQLALCHEMY_DATABASE_URI` and bring its tables up to date.

    Raises `DatabaseTooNewError` rather than touch a database whose tables it does not know, and
    `DatabaseFaultError` for one that is damaged, of another program, or not there though it was.
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
    """Raise `DatabaseFaultError` where there are no tables though there were, or not ours."""
    found = set(inspect(db.engine).get_table_names())
    if "game" in found and "alembic_version" not in found:
        raise DatabaseFaultError(Fault.FOREIGN)
    if "game" not in found and not may_be_new:
        raise DatabaseFaultError(Fault.MISSING)


def _let_go(_error: BaseException | None) -> None:
    """End what a request read; a database that went away since takes no finished page with it."""
    try:
        db.session.close()
    except DBAPIError as error:
        current_app.logger.error("The database went away: %s", str(error.orig).splitlines()[0])
        db.session().invalidate()


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # The driver would begin transactions late and without the write lock, and lose updates.
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
    """Wait this long for other programs that write; who only reads waits as always."""
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
    """A connection for a single question, without a transaction or a session around it.

    For what every phone asks every two seconds: the two would cost more than the answer.
    """
    with db.engine.connect() as plain:
        yield plain.execution_options(**_LOOK_OPTIONS[db.engine.dialect.name])


@contextmanager
def write(patience: float | None = None) -> Iterator[Session]:
    """One write transaction in its turn: committed at the end, rolled back by any exception.

    What the session had read before is read again, so that nothing is decided by an old snapshot.
    Its turn comes within `patience` seconds, else it fails as busy and nothing was changed.
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
    """Ask who may write once more, after waiting for a row; raises what stands in the way.

    Nobody waits on SQLite: there the one writer whose turn it is has asked already.
    """
    if db.engine.dialect.name != "sqlite":
        _ask_who_may(session)


def _ask_who_may(session: Session) -> None:
    """Ask who may write: somebody may have been removed while they waited for their turn."""
    if check := current_app.extensions.get(WRITE_CHECK):
        check(session)


def write_alone(session: Session) -> None:
    """Wait for every other writer that called this, to the end of the transaction.

    For what no row can be locked for, such as the first club; SQLite's writers are alone anyway.
    """
    if db.engine.dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ALONE_LOCK})


@contextmanager
def migrating(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that nobody else migrates or writes beside.

    On SQLite foreign keys are off meanwhile: a table is rebuilt by dropping the old one, and its
    children would go with it. They are checked before the transaction is committed.
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
    # By the driver itself: SQLite ignores this inside the transaction that SQLAlchemy would begin.
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
    """The turn to write, with the patience that is left; PostgreSQL's writers lock rows instead."""
    if url.get_backend_name() == "sqlite":
        return turns.take_turn(url.database or ":memory:", patience)
    return nullcontext(patience)
