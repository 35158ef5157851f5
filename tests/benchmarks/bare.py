"""A bare Flask with SQLAlchemy that inserts a row and commits it: the unit of other costs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask, request
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage import connections

bare_db = SQLAlchemy()


class Note(bare_db.Model):  # type: ignore[name-defined, misc]
    """The only table of the bare application."""

    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str]
    text: Mapped[str]


def insert(text: str) -> None:
    """Insert and commit one row, as the bare application does for a round."""
    bare_db.session.add(Note(game="a game", text=text))
    bare_db.session.commit()


@contextmanager
def bare_app(folder: Path) -> Iterator[Flask]:
    """The application, with the database settings of Scorekeeper and its file in this folder."""
    app = Flask("bare")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{folder / 'bare.db'}"
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = connections.ENGINE_OPTIONS["sqlite"]
    bare_db.init_app(app)

    @app.post("/rounds")
    def add() -> str:
        assert request.form["ending"]
        insert(str(dict(request.form)))
        return ""

    with app.app_context():
        connections.set_up(bare_db.engine)
        bare_db.create_all()
    yield app
    with app.app_context():
        bare_db.engine.dispose()
