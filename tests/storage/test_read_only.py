"""A database that accepts no changes for a while: pages say so, and typed texts are kept."""

from __future__ import annotations

from typing import Any

from flask import Flask
from sqlalchemy import event

from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db
from tests.support.clubs import visitor
from tests.support.pages import read, words
from tests.support.table import Table

ROUND = {"ending": "knock:0", "hand-0": "5", "hand-1": "KC QD 3"}

CLOSE = {
    "sqlite": "PRAGMA query_only = {}",
    "postgresql": "SET default_transaction_read_only = {}",
}
"""SQLite then acts like on a read-only disk, and PostgreSQL like a replica."""

TOLD = {
    "sqlite": ("The score book is read-only", "Tell whoever runs the server."),
    "postgresql": ("Please try again", "The score book did not answer."),
}
"""The title and a sentence of the page. A replica can soon become the primary."""


def test_a_round_waits_until_the_score_book_can_be_written_to_again(app: Flask) -> None:
    table, client, closed = Table(app), visitor(app, Role.KEEPER), {"is": "on"}
    page = client.visit(table.address + "/rounds/new")

    def close(connection: Any, _record: Any, _proxy: Any) -> None:
        connection.execute(CLOSE[db.engine.dialect.name].format(closed["is"]))
        if db.engine.dialect.name == "postgresql":
            connection.commit()

    with app.app_context():
        event.listen(db.engine, "checkout", close)
        title, sentence = TOLD[db.engine.dialect.name]
        refused = client.submit(page, ROUND, form="#round")
    assert refused.status_code == 503
    assert words(read(refused), "h1") == title
    assert sentence in words(read(refused))
    assert client.get(table.address).status_code == 200
    assert table.totals == (0, 0)
    closed["is"] = "off"
    assert client.submit(read(refused), form=".sorry form").status_code == 303
    assert table.totals == (18, 0)
