"""Gives every request an id and a line in the log, which names its endpoint, never its address.

The address itself can hold the token of an invitation. The id is in every line of the log that was
written while the request was answered, in the header `X-Request-ID`, and on error pages.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from random import getrandbits
from typing import TYPE_CHECKING, Any

from flask import Flask, request

from scorekeeper.config import Settings
from scorekeeper.web.shell.permissions import POLLED, is_by_token, is_without_cookie

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

Observer = Callable[[str, str, int, float], None]
"""Called after each request with its method, the endpoint that answered, the status and seconds."""

ENDPOINT = "scorekeeper.endpoint"
"""The key in a request's environment for the endpoint that answers it, also before Flask."""

UNKNOWN = "unknown"
"""The endpoint of an address at which there is nothing."""

_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")
_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)

_current: ContextVar[str] = ContextVar("request_id", default="")
_logger = logging.getLogger("scorekeeper.requests")


def request_id() -> str:
    """Empty while no request is being answered."""
    return _current.get()


def init_request_log(app: Flask, settings: Settings, observe: Observer | None) -> None:
    """Requests that are answered before Flask are logged too."""
    # Flask's documentation wraps an app by such an assignment. mypy takes it for a mistake.
    app.wsgi_app = _RequestLog(app.wsgi_app, settings.proxies > 0, observe)  # type: ignore[method-assign]  # see above


def note_endpoint() -> None:
    """Note which endpoint answers this request. The first thing that Flask does with it."""
    request.environ[ENDPOINT] = request.endpoint or UNKNOWN


class _RequestLog:
    def __init__(
        self, answered_by: WSGIApplication, is_behind_proxy: bool, observe: Observer | None
    ) -> None:
        self.answered_by = answered_by
        self.is_behind_proxy = is_behind_proxy
        self.observe = observe

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        begun, status = time.perf_counter(), 500
        _current.set(self._id_of(environ))

        def start(line: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            nonlocal status
            status = int(line[:3])
            return start_response(line, [*headers, ("X-Request-ID", request_id())], *rest)

        try:
            answer = self.answered_by(environ, start)
        finally:
            self._log(environ, status, time.perf_counter() - begun)
        _current.set("")  # After a fault it stays, for the server's own log line.
        return answer

    def _id_of(self, environ: WSGIEnvironment) -> str:
        given = str(environ.get("HTTP_X_REQUEST_ID", "")) if self.is_behind_proxy else ""
        # It is no secret, and the system's own random numbers would cost each poll a wait.
        return given if _ID.fullmatch(given) else f"{getrandbits(64):016x}"

    def _log(self, environ: WSGIEnvironment, status: int, seconds: float) -> None:
        method = environ["REQUEST_METHOD"]
        method = method if method in _METHODS else "another"
        endpoint = environ.get(ENDPOINT, UNKNOWN)
        if self.observe:
            self.observe(method, endpoint, status, seconds)
        is_asked = method in ("GET", "HEAD", "OPTIONS") or not is_by_token(endpoint)
        is_frequent = endpoint == POLLED or (is_without_cookie(endpoint) and is_asked)
        level = logging.DEBUG if is_frequent else logging.INFO
        if _logger.isEnabledFor(level):
            facts = {
                "method": method,
                "endpoint": endpoint,
                "status": status,
                "milliseconds": round(seconds * 1000, 1),
            }
            words = "%(method)s %(endpoint)s %(status)d %(milliseconds).1f ms"
            _logger.log(level, words, facts, extra={"facts": facts})
