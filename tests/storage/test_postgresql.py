"""What only PostgreSQL needs: it has no file to lock."""

from __future__ import annotations

import pytest

from scorekeeper.storage.database import db
from scorekeeper.storage.migration import MIGRATION_LOCK, migrating

pytestmark = [
    pytest.mark.usefixtures("book"),
    pytest.mark.parametrize("settings", ["postgresql"], indirect=True),
]


def test_one_server_migrates_while_the_others_wait() -> None:
    asked = f"SELECT pg_try_advisory_xact_lock({MIGRATION_LOCK})"
    with db.engine.connect() as other:
        with migrating(db.engine):
            assert other.exec_driver_sql(asked).scalar() is False
        assert other.exec_driver_sql(asked).scalar() is True
