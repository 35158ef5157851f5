"""PostgreSQL shut down in the middle of a request gives an error page and a line in the log."""

from __future__ import annotations

import logging

import pytest
from flask import Flask, Response, request
from sqlalchemy import text

from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db
from tests.support.clubs import visitor

pytestmark = pytest.mark.parametrize("settings", ["postgresql"], indirect=True)


def shut_down() -> None:
    """Close the connection of this request, as a stopping server does."""
    own = db.session.scalar(text("SELECT pg_backend_pid()"))
    with db.engine.connect() as other:
        # Five seconds for it to be gone, far less than it takes.
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
    assert [each.exc_info for each in caplog.records] == [None]
    assert client.get("/club").status_code == 200
