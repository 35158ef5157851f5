"""A shutdown of PostgreSQL during a request leads to an error page and a line in the log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from flask import Flask, Response, request
from psycopg import OperationalError
from sqlalchemy import text

from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db
from tests.support.clubs import the_club, visitor
from tests.support.pages import HTMX, Visitor, read
from tests.support.table import Table

pytestmark = pytest.mark.parametrize("settings", ["postgresql"], indirect=True)


def shut_down() -> None:
    """Close the connection of this request, as a stopping server does."""
    own = db.session.scalar(text("SELECT pg_backend_pid()"))
    with db.engine.connect() as other:
        # Wait up to five seconds until it is gone, far longer than needed.
        assert other.execute(text("SELECT pg_terminate_backend(:own, 5000)"), {"own": own}).scalar()


@pytest.mark.parametrize(("moment", "status"), [("before", 503), ("after", 200)])
def test_a_database_that_goes_away_is_one_line_in_the_log(
    app: Flask, caplog: pytest.LogCaptureFixture, moment: str, status: int
) -> None:
    @app.before_request
    def first() -> None:
        if request.args.get("away") == "before":
            shut_down()

    @app.after_request
    def last(response: Response) -> Response:
        if request.args.get("away") == "after":
            shut_down()
        return response

    app.config["PROPAGATE_EXCEPTIONS"] = False
    client = visitor(app, Role.KEEPER)
    client.get("/club")
    with caplog.at_level(logging.WARNING):
        answer = client.get("/club", query_string={"away": moment})
    assert answer.status_code == status
    assert "<main" in answer.text
    assert [record.exc_info for record in caplog.records] == [None]
    assert client.get("/club").status_code == 200


ROUND = {"ending": "knock:0", "hand-0": "5", "hand-1": "KC QD 3"}


@contextmanager
def answers_lost(app: Flask, *, done: bool) -> Iterator[None]:
    """Break connections during the block while they commit, before or after the commit is done."""
    with app.app_context():
        dialect = db.engine.dialect
    commit = dialect.do_commit

    def die(connection: object) -> None:
        if done:
            commit(connection)  # type: ignore[arg-type]  # of psycopg
        raise OperationalError("server closed the connection unexpectedly")

    with patch.object(dialect, "do_commit", die):
        yield


@pytest.mark.parametrize("done", [False, True])
def test_whether_a_round_was_recorded_is_not_claimed_and_pressing_again_counts_once(
    app: Flask, client: Visitor, *, done: bool
) -> None:
    table = Table(app)
    for rounds, headers in enumerate(({}, HTMX)):
        page = client.visit(table.address + "/rounds/new")
        with answers_lost(app, done=done):
            lost = client.submit(page, ROUND, form="#round", headers=headers)
        told = read(lost, 503).text
        assert "Nothing was changed" not in told
        assert "we do not know whether this was recorded. Press again: it counts once." in told
        assert table.rounds == rounds + done
        again = read(lost, 503) if not headers else page
        form, typed = (".sorry form", {}) if not headers else ("#round", ROUND)
        assert client.submit(again, typed, form=form).status_code == 303
        assert table.rounds == rounds + 1


@pytest.mark.parametrize("done", [False, True])
def test_whether_a_club_was_renamed_is_to_be_looked_up(
    app: Flask, client: Visitor, *, done: bool
) -> None:
    page = client.visit("/club")
    with answers_lost(app, done=done):
        told = read(
            client.submit(page, {"club_name": "Tuesday"}, form="form:has([name=club_name])"), 503
        ).text
    assert "we do not know whether this was done. Look there first" in told
    assert "Press again" not in told
    with app.app_context():
        assert (the_club().name == "Tuesday") is done
