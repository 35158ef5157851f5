"""Migrations of a made-up next version, in addition to those of this version.

`python -m tests.support.migrations "clubs have a motto"` writes a migration for the changes in the
models.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import flask_migrate
import pytest
from flask import Flask, current_app

from scorekeeper.storage import connections, migration
from scorekeeper.storage.connections import ENGINE_OPTIONS
from scorekeeper.storage.database import db

NEXT = '''
import os
import signal

import sqlalchemy as sa
from alembic import op

revision, down_revision = "9999", "{last}"


def upgrade() -> None:
    """Give clubs a motto and longer names; SQLite rebuilds a table for that."""
    with op.batch_alter_table("club") as club:
        club.add_column(sa.Column("motto", sa.Text(), server_default="", nullable=False))
        club.alter_column("name", type_=sa.String(100), existing_nullable=False)
    op.execute("UPDATE club SET motto = motto || 'Once.'")
    {end}
'''


@contextmanager
def next_version(end: str = "pass") -> Iterator[Path]:
    """Act as the next version within the block. `end` is the last line of its migration.

    Yields the folder of the migrations.
    """
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        migrations = Path(shutil.copytree(migration.MIGRATIONS, Path(folder) / "migrations"))
        written = NEXT.format(last=_numbers()[-1], end=end)
        (migrations / "versions" / "9999_mottos.py").write_text(written, encoding="utf-8")
        patch.setattr(migration, "MIGRATIONS", migrations)
        yield migrations


def write(name: str) -> Path:
    """Write a migration for the differences between models and migrations, with the next number."""
    number = f"{int(_numbers()[-1]) + 1:04}"
    app = Flask("scorebook")
    with TemporaryDirectory() as folder:
        app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{folder}/scorekeeper.db"
        app.config["SQLALCHEMY_ENGINE_OPTIONS"] = ENGINE_OPTIONS["sqlite"]
        db.init_app(app)
        with app.app_context():
            make_tables()
            flask_migrate.migrate(message=name, rev_id=number)
            db.engine.dispose()
    [written] = (migration.MIGRATIONS / "versions").glob(f"{number}_*.py")
    return written


def make_tables() -> None:
    """Run all migrations on the empty database of the current app."""
    connections.set_up(db.engine)
    migration.upgrade(current_app._get_current_object(), db)  # type: ignore[attr-defined]


def _numbers() -> list[str]:
    return sorted(file.name[:4] for file in (migration.MIGRATIONS / "versions").glob("*_*.py"))


if __name__ == "__main__":
    print(f"{write(*sys.argv[1:])} is written")
