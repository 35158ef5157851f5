"""The score books that released versions left behind, in `tests/released/`, one of each version.

`python -m tests.support.released` keeps one of this version, when it is released.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from sqlalchemy import (
    Cast,
    MetaData,
    RowMapping,
    Table,
    Text,
    bindparam,
    cast,
    column,
    create_engine,
    select,
    text,
)
from sqlalchemy.pool import NullPool

from scorekeeper import __version__, create_app
from scorekeeper.config import CHECKOUT, Settings
from scorekeeper.demo.book import make_demo_club
from scorekeeper.rummy.messages import untranslated
from scorekeeper.storage.backups import back_up, restore
from scorekeeper.storage.database import db, init_db
from tests.support.migrations import downgrade

FOLDER = CHECKOUT / "tests" / "released"
RELEASED = sorted(FOLDER.glob("*.*.*.zip"))
FIRST = FOLDER / "first.zip"
"""A book in the tables that the first migration made, so that all of them run."""

WEEKS = 2


def put(released: Path, settings: Settings) -> None:
    """Put the score book of a released version where the settings look for theirs."""
    if not settings.database_url:
        with released.open("rb") as file:
            restore(settings, file)
        return
    with TemporaryDirectory() as folder, released.open("rb") as file:
        on_sqlite = Settings(data_dir=Path(folder))
        backup, _kept = restore(on_sqlite, file)
        _make_tables(settings, backup.revision)
        _copy_rows(on_sqlite.sqlalchemy_url, settings.sqlalchemy_url)


def _make_tables(settings: Settings, revision: str) -> None:
    """Make the tables as that version of the program did."""
    app = Flask("scorebook")
    app.config["SQLALCHEMY_DATABASE_URI"] = settings.sqlalchemy_url
    init_db(app)
    with app.app_context():
        downgrade(revision=revision)
        db.engine.dispose()


def _copy_rows(source: str, target: str) -> None:
    """Copy the rows as texts, which PostgreSQL reads: the models may be newer than these tables."""
    metadata = MetaData()
    with (
        create_engine(source, poolclass=NullPool).connect() as old,
        create_engine(target, poolclass=NullPool).begin() as new,
    ):
        new.exec_driver_sql("SET LOCAL TIME ZONE 'UTC'")
        metadata.reflect(new)
        for each in metadata.sorted_tables:
            new.execute(each.delete())
        for each in metadata.sorted_tables:
            found = old.execute(select(*map(column, each.c.keys())).select_from(text(each.name)))
            if rows := [_as_texts(row._mapping) for row in found]:
                new.execute(each.insert().values(_from_texts(each)), rows)


def _as_texts(row: RowMapping) -> dict[str, str | None]:
    return {str(name): None if value is None else str(value) for name, value in row.items()}


def _from_texts(each: Table) -> dict[str, Cast[Any]]:
    """Every column, cast from a text."""
    return {one.name: cast(bindparam(one.name, type_=Text), one.type) for one in each.c}


def keep() -> Path:
    """Keep a score book of this version: weeks of games of most kinds."""
    now = datetime.now(UTC)
    with TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), secret_key="a key that is not kept")
        with create_app(settings).app_context():
            make_demo_club(now, UTC, untranslated, WEEKS)
        made = FOLDER / f"{__version__}.zip"
        back_up(settings, made, __version__)
    return made


if __name__ == "__main__":
    print(f"{keep().relative_to(CHECKOUT)} is kept: commit it")
