"""How Alembic reaches the database: by the app's engine, alone, in one transaction."""

from alembic import context
from flask import current_app

from scorekeeper import models  # noqa: F401 - autogenerate compares with these tables
from scorekeeper.db import Base, db, migrating

with migrating(db.engine) as connection:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        **current_app.extensions["migrate"].configure_args,
    )
    context.run_migrations()
