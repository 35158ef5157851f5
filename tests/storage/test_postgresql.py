"""The needs of PostgreSQL only: it has no file to lock."""

from __future__ import annotations

from dataclasses import replace

import psycopg
import pytest
from sqlalchemy import Connection, make_url
from sqlalchemy.exc import OperationalError

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.setting_readers import SettingError
from scorekeeper.statistics.check import check
from scorekeeper.statistics.rebuild import rounds_in_book
from scorekeeper.storage.copying import open_empty
from scorekeeper.storage.database import db
from scorekeeper.storage.faults import DatabaseFault, fault_of
from scorekeeper.storage.migration import MIGRATION_LOCK, migrating
from tests.support.postgresql import database_beside

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


def test_a_check_of_the_statistics_can_take_as_long_as_it_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All other statements have a limit of half a minute."""
    limits = []

    def rounds(connection: Connection) -> int:
        limits.append(connection.exec_driver_sql("SHOW statement_timeout").scalar())
        return rounds_in_book(connection)

    monkeypatch.setattr("scorekeeper.statistics.check.rounds_in_book", rounds)
    assert list(check(lambda _done, _everything: None)) == []
    assert limits == ["0"]


@pytest.mark.parametrize(
    "told",
    [psycopg.errors.ConnectionFailure, psycopg.errors.ProtocolViolation],
    ids=["the server is gone", "PgBouncer reaches none"],
)
def test_every_error_of_a_connection_means_that_the_database_is_silent(
    told: type[psycopg.Error],
) -> None:
    assert fault_of(OperationalError("", {}, told())) is DatabaseFault.SILENT


def test_a_replica_that_is_not_promoted_yet_is_silent_for_writers() -> None:
    told = psycopg.errors.ReadOnlySqlTransaction()
    assert fault_of(OperationalError("", {}, told)) is DatabaseFault.SILENT


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_new_score_book_is_not_made_where_a_name_may_not_be_kept(
    settings: Settings, encoding: str
) -> None:
    seen = make_url(settings.database_url).difference_update_query(["options"])
    options = f"ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0"
    with database_beside(seen, encoding.lower(), options) as url:
        named = replace(settings, database_url=url.render_as_string(hide_password=False))
        for opens in (create_app, open_empty):
            with pytest.raises(SettingError, match=f"is in {encoding}, which"):
                opens(named)
