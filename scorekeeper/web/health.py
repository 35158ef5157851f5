"""Two addresses for whatever watches over the server; neither needs a cookie nor sets one."""

from __future__ import annotations

from flask import Blueprint, Response, current_app
from sqlalchemy import text

from scorekeeper.storage.database import look
from scorekeeper.storage.faults import fault_of

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def alive() -> Response:
    """The process answers; if it does not, start it anew."""
    return _plain("ok")


@blueprint.get("/readyz")
def ready() -> Response:
    """The score book can be read, too; if it cannot, send the phones elsewhere or wait."""
    try:
        with look() as connection:
            connection.execute(text("SELECT id FROM game LIMIT 1")).first()
    except Exception as error:
        fault = fault_of(error, str(current_app.config["SCOREKEEPER"].data_dir))
        if fault is None:
            raise
        current_app.logger.error("Not ready: the database is %s", fault)
        return _plain(fault, 503)
    return _plain("ok")


def _plain(word: str, status: int = 200) -> Response:
    response = Response(f"{word}\n", status, mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response
