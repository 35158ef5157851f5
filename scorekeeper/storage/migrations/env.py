"""Alembic's environment: it uses the app's engine, in one exclusive transaction."""

from __future__ import annotations

from typing import Literal

from alembic import context
from flask import current_app

from scorekeeper.storage import models
from scorekeeper.storage.database import Base, db
from scorekeeper.storage.migration import are_of_other_types, migrating
from scorekeeper.storage.search_text import alembic_compares


def render_type(kind: str, item: object, _context: object) -> str | Literal[False]:
    """Write our own types as plain SQLAlchemy types, because migrations outlive our classes."""
    if kind == "type" and isinstance(item, models.Instant):
        return "sa.DateTime(timezone=True)"
    if kind == "type" and isinstance(item, models.Day):
        return "sa.Date()"
    return False


with migrating(db.engine) as connection:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_item=render_type,
        include_name=alembic_compares,
        **current_app.extensions["migrate"].configure_args | {"compare_type": are_of_other_types},
    )
    context.run_migrations()
