"""Migrations back and forth, of the app in whose context this is called.

`python -m tests.support.migrations "clubs have a motto"` writes one of what changed in the models.
"""

from __future__ import annotations

import sys

import flask_migrate
from flask import current_app

from scorekeeper import create_app
from scorekeeper.storage.database import db
from scorekeeper.storage.migration import MIGRATIONS, use_alembic


def upgrade(revision: str = "head") -> None:
    use_alembic(current_app, db)
    flask_migrate.upgrade(revision=revision)


def downgrade(revision: str) -> None:
    use_alembic(current_app, db)
    flask_migrate.downgrade(revision=revision)


def write(name: str) -> None:
    """Write a migration, numbered after the last."""
    number = len([*(MIGRATIONS / "versions").glob("*_*.py")]) + 1
    with create_app().app_context():
        use_alembic(current_app, db)
        flask_migrate.migrate(message=name, rev_id=f"{number:04}")


if __name__ == "__main__":
    write(*sys.argv[1:])
