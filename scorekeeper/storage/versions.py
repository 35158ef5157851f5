"""Versions of games, tournaments and leagues, which must never repeat in a restored book.

Phones and programs identify a state by its version. In a book restored from a backup, a game could
reach an old version again with different rounds. So all versions in a restored book get another
multiple of `PER_BOOK`.
"""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, Engine, delete, insert, inspect, select, text, update

from scorekeeper.storage.database import table
from scorekeeper.storage.migration import migrating
from scorekeeper.storage.models import BookIdentity, GameRow, LeagueRow, OpenRoundRow, TournamentRow
from scorekeeper.storage.models.games import PER_BOOK
from scorekeeper.storage.tokens import new_id

_BOOKS = 10_000
"""The number of multiples of `PER_BOOK`. The highest version then has nine digits."""

_VERSIONED = (table(GameRow), table(TournamentRow), table(LeagueRow))
_OPEN, _IDENTITY = table(OpenRoundRow), table(BookIdentity)

_DATABASE_IDENTITY = text(
    "SELECT concat_ws('-', (SELECT system_identifier FROM pg_control_system()),"
    " (SELECT timeline_id FROM pg_control_checkpoint()), 'game'::regclass::oid)"
)
"""The identity of a database and its tables.

It changes if `pg_restore` creates the tables again, or if the whole cluster is restored.
"""


def begin_anew(connection: Connection) -> None:
    """Assign unused versions to all games, tournaments and leagues, and new ids to open rounds."""
    # Backups made by earlier releases lack tournaments or leagues.
    known = inspect(connection).get_table_names()
    versioned = [rows for rows in _VERSIONED if rows.name in known]
    used = {
        int(multiple)
        for rows in versioned
        for multiple in connection.scalars(select(rows.c.version / PER_BOOK).distinct())
    }
    new = secrets.choice([*{*range(1, _BOOKS)} - used])
    for rows in versioned:
        version = rows.c.version % PER_BOOK + new * PER_BOOK
        # Otherwise `onupdate` would mark every game as changed now.
        kept = {"updated_at": rows.c.updated_at} if "updated_at" in rows.c else {}
        connection.execute(update(rows).values(version=version, **kept))
    for open_id in connection.scalars(select(_OPEN.c.id)).all():
        connection.execute(update(_OPEN).where(_OPEN.c.id == open_id).values(id=new_id()))


def begin_anew_if_restored(engine: Engine) -> None:
    """Call `begin_anew` if the book on PostgreSQL was restored since the last start."""
    if engine.dialect.name == "sqlite":
        return  # `restore` calls `begin_anew` itself.
    with engine.connect() as connection:
        if _knows_its_database(connection):
            return
    with migrating(engine, tables=False) as connection:
        # Another server could have called `begin_anew` during the wait.
        if not _knows_its_database(connection):
            begin_anew(connection)
            connection.execute(delete(_IDENTITY))
            connection.execute(
                insert(_IDENTITY).values(identity=connection.scalar(_DATABASE_IDENTITY))
            )


def _knows_its_database(connection: Connection) -> bool:
    return (
        connection.scalar(_DATABASE_IDENTITY)
        in connection.scalars(select(_IDENTITY.c.identity)).all()
    )
