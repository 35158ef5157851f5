"""Answers the poll of a game in which nothing has changed, before Flask sees it.

Nearly every request is such a poll, and Flask's answer would cost six times as much. Everything
else goes on to Flask: a change, a visitor who may not see the game, a visit to be noted, a fault of
the database.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.games.polls import PolledGame, Polls
from scorekeeper.storage.database import db
from scorekeeper.storage.faults import DatabaseFaultError
from scorekeeper.web.shell import request_log
from scorekeeper.web.shell.cookies import TOKEN
from scorekeeper.web.shell.middleware import NO_HOST
from scorekeeper.web.shell.permissions import POLLED, role_may
from scorekeeper.web.shell.responses import security_headers
from scorekeeper.web.shell.visitor import is_visit_due, shown_to

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_REMEMBERED = 8_192
"""How many cookies are cached once checked; checking the signature triples the cost of a poll."""

LONGEST = 4_096
"""The longest cookie that is cached, so that nobody can fill the memory; a phone's has hundreds of
characters."""

_ADDRESS = re.compile(r"/games/([0-9a-z]{1,16})/live")


def init_unchanged_polls(app: Flask) -> None:
    """Answer such polls just before Flask, after hosts and proxies are checked."""
    with app.app_context():
        polls = Polls(db.engine)
    # Flask's documentation wraps an app by such an assignment; mypy takes it for a mistake.
    app.wsgi_app = _UnchangedPolls(app, app.wsgi_app, polls)  # type: ignore[method-assign]  # see above


class _UnchangedPolls:
    def __init__(self, app: Flask, passed_on: WSGIApplication, polls: Polls) -> None:
        self.app, self.passed_on, self.polls = app, passed_on, polls
        self._token_in = lru_cache(MOST_REMEMBERED)(self._read_token)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        asked = _ADDRESS.fullmatch(environ.get("PATH_INFO", ""))
        if asked is None or not self._is_unchanged(environ, asked[1]):
            return self.passed_on(environ, start_response)
        environ[request_log.ENDPOINT] = POLLED
        headers = security_headers(
            self.app.config["SCOREKEEPER"], is_secure=environ["wsgi.url_scheme"] == "https"
        )
        start_response("204 NO CONTENT", [*headers.items(), ("Cache-Control", "no-store")])
        return []

    def _is_unchanged(self, environ: WSGIEnvironment, game_id: str) -> bool:
        """Whether the device may poll this game and already shows its state."""
        cookie = environ.get("HTTP_COOKIE", "")
        if len(cookie) > LONGEST or not _is_plain_get(environ):
            return False
        shown = dict(parse_qsl(environ.get("QUERY_STRING", ""), keep_blank_values=True))
        if "next" in shown:
            return False
        token = self._token_in(cookie, environ["wsgi.url_scheme"], environ["SCRIPT_NAME"])
        game = self._game(token, game_id) if token else None
        return (
            game is not None
            and role_may(game.role, POLLED)
            and shown.get("seen") == game.etag
            and shown.get("to") in (None, shown_to(game))
            and not is_visit_due(game.seen_at, arrived=game.arrived)
        )

    def _game(self, token: str, game_id: str) -> PolledGame | None:
        try:
            return self.polls.game(token, game_id)
        except (SQLAlchemyError, DatabaseFaultError):
            return None  # Flask meets the same fault and reports it.

    def _read_token(self, cookie: str, scheme: str, below: str) -> str | None:
        """The token in a signed cookie, unless the cookie must be renewed."""
        environ: WSGIEnvironment = {
            "HTTP_COOKIE": cookie,
            "wsgi.url_scheme": scheme,
            "SCRIPT_NAME": below,
        }
        request = self.app.request_class(environ)
        session = self.app.session_interface.open_session(self.app, request)
        return session.get(TOKEN) if session and not session.modified else None


def _is_plain_get(environ: WSGIEnvironment) -> bool:
    """Whether the request is a GET without a body and with a valid host."""
    reasons = (environ.get("CONTENT_LENGTH"), environ.get("HTTP_TRANSFER_ENCODING"))
    return environ["REQUEST_METHOD"] == "GET" and not any(reasons) and NO_HOST not in environ
