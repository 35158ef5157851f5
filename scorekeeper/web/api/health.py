"""Three addresses for monitoring the server. None needs a cookie or sets one."""

from __future__ import annotations

from hmac import compare_digest

from flask import Blueprint, Response, abort, current_app, request
from sqlalchemy import text

from scorekeeper.storage.database import single_query
from scorekeeper.storage.faults import fault_of
from scorekeeper.web.shell.problems import challenge

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def alive() -> Response:
    """Answer that the process runs. If it does not answer, restart it."""
    return _plain("ok")


@blueprint.get("/readyz")
def ready() -> Response:
    """Answer that the score book can be read. If it cannot, send the phones elsewhere or wait."""
    try:
        with single_query() as connection:
            connection.execute(text("SELECT id FROM game LIMIT 1")).first()
    except Exception as error:
        fault = fault_of(error, str(current_app.config["SCOREKEEPER"].data_dir))
        if fault is None:
            raise
        current_app.logger.error("Not ready: the database is %s", fault)
        return _plain(fault, 503)
    return _plain("ok")


@blueprint.get("/metrics")
def metrics() -> Response:
    """Metrics for Prometheus, if the request has the token of the settings."""
    token = current_app.config["SCOREKEEPER"].metrics_token or abort(404)
    sent = request.authorization
    shown = sent.token if sent and sent.type == "bearer" else None
    # Bytes, because `compare_digest` takes only ASCII texts.
    if not compare_digest((shown or "").encode(), token.encode()):
        refusal = _plain("show the token of SCOREKEEPER_METRICS_TOKEN", 401)
        refusal.headers["WWW-Authenticate"] = challenge()
        return refusal
    from scorekeeper.web.api.metrics import exposition

    response = _plain("")
    response.data = exposition()
    return response


def _plain(word: str, status: int = 200) -> Response:
    response = Response(f"{word}\n", status, mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response
