"""A raw query reads the same data as SQLAlchemy, and leaves its connection unchanged."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import bindparam, column, select
from sqlalchemy.exc import DBAPIError

from scorekeeper.clubs.roles import Role
from scorekeeper.games.polls import KeptConnections, RawQuery
from scorekeeper.storage.database import db, table
from scorekeeper.storage.models import Club, Device
from tests.support.clubs import let_in, the_club

pytestmark = [
    pytest.mark.usefixtures("book"),
    pytest.mark.parametrize("settings", ["sqlite", "postgresql"], indirect=True),
]

OF_ROLE = select(Device.role, Device.seen_at, Device.revoked_at, Device.arrived).where(
    Device.role == bindparam("role")
)


def test_it_reads_every_type_as_sqlalchemy_does() -> None:
    let_in(the_club(), Role.PLAYER)
    with db.engine.connect() as connection:
        expected = connection.execute(OF_ROLE, {"role": "player"}).one()
    query = RawQuery(KeptConnections(db.engine), OF_ROLE)
    assert query.one_or_none(role="player") == tuple(expected)
    assert query.one_or_none(role="keeper") is None


def test_it_sends_the_constants_of_a_query() -> None:
    let_in(the_club(), Role.PLAYER)
    player = OF_ROLE.where(Device.seen_at > datetime(2000, 1, 1, tzinfo=UTC))
    never = player.where(Device.seen_at < datetime(2000, 1, 1, tzinfo=UTC))
    asked = [RawQuery(KeptConnections(db.engine), query) for query in (player, never)]
    assert [query.one_or_none(role="player") is None for query in asked] == [False, True]


@pytest.mark.parametrize("fails", [False, True])
def test_whoever_uses_the_connection_next_can_roll_back(fails: bool) -> None:
    nothing = select(column("nothing")).select_from(table(Club))
    query = RawQuery(KeptConnections(db.engine), nothing if fails else select(Club.id))
    if fails:
        with pytest.raises(DBAPIError, match="nothing"):
            query.one_or_none()
    else:
        assert query.one_or_none() == (the_club().id,)
        db.session.remove()
    name = select(Club.name)
    with db.engine.connect() as connection:
        was = connection.scalar(name)
        connection.execute(table(Club).update().values(name=f"not {was}"))
        connection.rollback()
        assert connection.scalar(name) == was
