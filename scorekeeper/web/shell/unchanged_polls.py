"""Answer the poll of an unchanged game before Flask sees it.

Nearly every request is such a poll, of a phone or of a program, and Flask's answer would cost six
times as much. Flask answers everything else: a change, a visitor who may not see the game, a visit
to store, a fault of the database.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.datastructures import Authorization
from werkzeug.http import parse_etags, quote_etag

from scorekeeper import __version__
from scorekeeper.clubs.roles import Role
from scorekeeper.games.polls import MOST_REMEMBERED, GameInPlay, PolledGame, PolledNow, Polls
from scorekeeper.storage.database import db
from scorekeeper.storage.faults import DatabaseFaultError
from scorekeeper.web.shell import request_log
from scorekeeper.web.shell.cookies import TOKEN
from scorekeeper.web.shell.logins import has_login
from scorekeeper.web.shell.middleware import NO_HOST
from scorekeeper.web.shell.permissions import GAME_AT_TABLE, POLLED, POLLED_BY_PROGRAMS, role_may
from scorekeeper.web.shell.requests import API
from scorekeeper.web.shell.responses import (
    OPEN_TO_EVERY_SITE,
    READABLE,
    VARY_FOR_PROGRAMS,
    security_headers,
)
from scorekeeper.web.shell.visitor import is_visit_due, seated, shown_to, visits_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LONGEST = 4_096
"""The longest cookie or token to read here. Cookies are cached, and longer ones could fill the
memory. A phone's has hundreds of characters.
"""

_ADDRESS = re.compile(r"/games/([0-9a-z]{1,16})/live")
_NOW = f"{API}/now"


def init_unchanged_polls(app: Flask) -> None:
    """Answer polls of unchanged games just before Flask, after the checks of hosts and proxies."""
    with app.app_context():
        polls = Polls(db.engine)
    # Flask's documentation wraps an app by such an assignment. mypy reports it as an error.
    app.wsgi_app = _UnchangedPolls(app, app.wsgi_app, polls)  # type: ignore[method-assign]  # see above


class _UnchangedPolls:
    def __init__(self, app: Flask, passed_on: WSGIApplication, polls: Polls) -> None:
        self.app, self.passed_on, self.polls = app, passed_on, polls
        # Checking the signature of a cookie triples the cost of a poll.
        self._token_in = lru_cache(MOST_REMEMBERED)(self._read_token)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if path == _NOW:
            return self._answer_program(environ, start_response)
        asked = _ADDRESS.fullmatch(path)
        if asked is None or not self._is_unchanged(environ, asked[1]):
            return self.passed_on(environ, start_response)
        environ[request_log.ENDPOINT] = POLLED
        headers = self._security_headers(environ) | {"Cache-Control": "no-store"}
        start_response("204 NO CONTENT", [*headers.items()])
        return []

    def _security_headers(self, environ: WSGIEnvironment) -> dict[str, str]:
        settings = self.app.config["SCOREKEEPER"]
        return security_headers(settings, is_secure=environ["wsgi.url_scheme"] == "https")

    def _answer_program(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Answer that no game is in play, or that the program has its current state."""
        now = self._now(environ)
        if now is None or not now.is_clear or not role_may(now.role, POLLED_BY_PROGRAMS):
            return self.passed_on(environ, start_response)
        headers = self._security_headers(environ) | OPEN_TO_EVERY_SITE | READABLE
        headers |= {"Cache-Control": "private, no-cache", "Vary": ", ".join(VARY_FOR_PROGRAMS)}
        status = "204 NO CONTENT"
        if now.game is not None:
            etag, status = etag_for_program(environ, now.game), "304 NOT MODIFIED"
            if not parse_etags(environ.get("HTTP_IF_NONE_MATCH")).contains_weak(etag):
                return self.passed_on(environ, start_response)
            headers["ETag"] = quote_etag(etag, weak=True)
        environ[request_log.ENDPOINT] = POLLED_BY_PROGRAMS
        start_response(status, [*headers.items()])
        return []

    def _now(self, environ: WSGIEnvironment) -> PolledNow | None:
        sent = environ.get("HTTP_AUTHORIZATION", "")
        if not _is_plain_get(environ) or environ.get("QUERY_STRING") or len(sent) > LONGEST:
            return None
        bearer = Authorization.from_header(sent)
        if bearer is None or bearer.type != "bearer" or not bearer.token:
            return None
        try:
            return self.polls.now(bearer.token)
        except (SQLAlchemyError, DatabaseFaultError):
            return None  # Flask meets the same fault and reports it.

    def _is_unchanged(self, environ: WSGIEnvironment, game_id: str) -> bool:
        cookie = environ.get("HTTP_COOKIE", "")
        if len(cookie) > LONGEST or not _is_plain_get(environ):
            return False
        shown = _shown(environ.get("QUERY_STRING", ""))
        if "next" in shown:
            return False
        token = self._token_in(cookie, environ["wsgi.url_scheme"], environ["SCRIPT_NAME"])
        game = self._game(token, game_id) if token else None
        return (
            game is not None
            and has_login(game.login, environ)
            and role_may(game.role, POLLED, GAME_AT_TABLE if game.role is Role.TABLE else ())
            and shown.get("seen") == game.etag
            and shown.get("to") in (None, shown_to(game))
            and shown.get("seated") in (None, seated(game))
            and not self._is_visit_due(game)
        )

    def _is_visit_due(self, game: PolledGame) -> bool:
        """Check whether to store a visit of this device now, not later together with others."""
        if not is_visit_due(game.seen_at, arrived=game.arrived):
            return False
        return not (game.arrived and visits_of(self.app).can_wait(game.device_id))

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


def _shown(query: str) -> dict[str, str]:
    if "%" in query or "+" in query:
        return dict(parse_qsl(query, keep_blank_values=True))
    return dict(
        [part.partition("=")[::2] for part in query.split("&")]
    )  # three times as fast as parse_qsl


def _is_plain_get(environ: WSGIEnvironment) -> bool:
    reasons = (environ.get("CONTENT_LENGTH"), environ.get("HTTP_TRANSFER_ENCODING"))
    return environ["REQUEST_METHOD"] == "GET" and not any(reasons) and NO_HOST not in environ


_OF_ANSWER = ("HTTP_ACCEPT_LANGUAGE", "HTTP_HOST", "wsgi.url_scheme", "SCRIPT_NAME")
"""Parts of a request that change the answer: its language, and the address of the page."""


def etag_for_program(environ: WSGIEnvironment, game: GameInPlay) -> str:
    """The ETag of the answer to a program's request, known before the answer is made.

    It begins with the tag of the game, so that a change can send it as `If-Match`.
    """
    asked = [environ.get(name, "") for name in _OF_ANSWER]
    return f"{game.tag}.{sha256(repr((game, asked, __version__)).encode()).hexdigest()[:12]}"
