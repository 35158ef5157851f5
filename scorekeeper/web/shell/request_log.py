"""Give every request an id and a line in the log with its endpoint, never its address.

The address can contain the token of an invitation. The id is in every line of the log that was
written during the request, in the header `X-Request-ID`, and on error pages.
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
"""Called after each request with its method, endpoint, status and seconds."""

ENDPOINT = "scorekeeper.endpoint"
"""The key of the endpoint in a request's environment, set also for answers before Flask."""

UNKNOWN = "unknown"
"""The endpoint of an unknown address."""

_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")
_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)

_current: ContextVar[str] = ContextVar("request_id", default="")
_logger = logging.getLogger("scorekeeper.requests")


def request_id() -> str:
    """The id of the current request, or empty."""
    return _current.get()


def init_request_log(app: Flask, settings: Settings, observe: Observer | None) -> None:
    """Log all requests, including those that are answered before Flask."""
    # Flask's documentation wraps an app by such an assignment. mypy reports it as an error.
    app.wsgi_app = _RequestLog(app.wsgi_app, settings.proxies > 0, observe)  # type: ignore[method-assign]  # see above


def note_endpoint() -> None:
    """Note the endpoint of this request, before Flask does anything else."""
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
        _current.set("")  # After an error the id stays, for the server's own log line.
        return answer

    def _id_of(self, environ: WSGIEnvironment) -> str:
        given = str(environ.get("HTTP_X_REQUEST_ID", "")) if self.is_behind_proxy else ""
        # The id is no secret. Random numbers of the system would make each poll wait.
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
