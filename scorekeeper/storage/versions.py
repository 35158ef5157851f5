"""The versions of games, tournaments and leagues, which no two books with the same ones may share.

Phones and programs name the state of a game by its version. In a book that was put back from a
backup, games would come to the same versions again with other rounds. So all versions begin anew
there, with another multiple of `PER_BOOK`.
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
"""How many beginnings there are: the highest version has nine digits."""

_VERSIONED = (table(GameRow), table(TournamentRow), table(LeagueRow))
_OPEN, _IDENTITY = table(OpenRoundRow), table(BookIdentity)

_OF_DATABASE = text(
    "SELECT concat_ws('-', (SELECT system_identifier FROM pg_control_system()),"
    " (SELECT timeline_id FROM pg_control_checkpoint()), 'game'::regclass::oid)"
)
"""It differs after `pg_restore`, which makes the tables, and where a cluster was put back."""


def begin_anew(connection: Connection) -> None:
    """Give every game, tournament, league and open round a name of its state never used before."""
    # A backup of an earlier version has no tournaments or no leagues.
    known = inspect(connection).get_table_names()
    versioned = [rows for rows in _VERSIONED if rows.name in known]
    used = {
        int(beginning)
        for rows in versioned
        for beginning in connection.scalars(select(rows.c.version / PER_BOOK).distinct())
    }
    new = secrets.choice([*{*range(1, _BOOKS)} - used])
    for rows in versioned:
        version = rows.c.version % PER_BOOK + new * PER_BOOK
        # Otherwise the column would say that every game changed now.
        kept = {"updated_at": rows.c.updated_at} if "updated_at" in rows.c else {}
        connection.execute(update(rows).values(version=version, **kept))
    for open_id in connection.scalars(select(_OPEN.c.id)).all():
        connection.execute(update(_OPEN).where(_OPEN.c.id == open_id).values(id=new_id()))


def begin_anew_if_restored(engine: Engine) -> None:
    """Begin anew where PostgreSQL has the book in other tables than when it was last opened."""
    if engine.dialect.name == "sqlite":
        return  # `restore` does so itself.
    with engine.connect() as connection:
        if _knows_its_database(connection):
            return
    with migrating(engine, tables=False) as connection:
        # Another server may have done it while this one waited.
        if not _knows_its_database(connection):
            begin_anew(connection)
            connection.execute(delete(_IDENTITY))
            connection.execute(insert(_IDENTITY).values(identity=connection.scalar(_OF_DATABASE)))


def _knows_its_database(connection: Connection) -> bool:
    return connection.scalar(_OF_DATABASE) in connection.scalars(select(_IDENTITY.c.identity)).all()
