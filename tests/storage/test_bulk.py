"""Rows inserted many at once are stored like rows inserted one by one."""

from __future__ import annotations

import pytest
from sqlalchemy import Table, delete, literal_column, select

from scorekeeper.games import commands
from scorekeeper.storage.bulk import insert_many
from scorekeeper.storage.database import Base, db, table
from scorekeeper.storage.models import GameResult, RoundResult
from tests.support.scorebook import form, record, start, win

pytestmark = pytest.mark.usefixtures("book")


def as_stored(rows_of: Table) -> list[str]:
    """Return the rows of a table as the driver reads them."""
    plain = select(literal_column("*")).select_from(rows_of)
    return sorted(map(str, db.session.execute(plain)))


@pytest.mark.parametrize("model", [GameResult, RoundResult])
def test_rows_inserted_at_once_are_those_inserted_one_by_one(model: type[Base]) -> None:
    row = record(start(), win(10), win(5, "Bob"))
    commands.call(row.id, **form(row))
    connection, results = db.session.connection(), table(model)
    before = as_stored(results)
    rows = [row._asdict() for row in connection.execute(select(results))]
    connection.execute(delete(results))
    insert_many(connection, results, rows)
    assert len(rows) > 1
    assert as_stored(results) == before


def test_no_rows_insert_nothing() -> None:
    insert_many(db.session.connection(), table(RoundResult), [])
    assert as_stored(table(RoundResult)) == []
