"""Runs before the app: trusts the proxies that are set, cuts off the path below which they serve
the app, and refuses invalid hosts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, Request, abort, request

from scorekeeper.config import Settings
from scorekeeper.network import is_host
from scorekeeper.setting_readers import is_prefix

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

NO_HOST = "scorekeeper.no_host"
"""The key in the environment of a request whose host is invalid, and replaced."""

_RAW = re.compile(r"[^!-~]")


def init_middleware(app: Flask, settings: Settings) -> None:
    """Clean up requests before the app, trust the proxies, and keep addresses out of the log."""
    # Flask's documentation wraps an app by such assignments; mypy takes them for a mistake.
    app.wsgi_app = _CleanRequests(app.wsgi_app)  # type: ignore[method-assign]  # see above
    app.wsgi_app = _BelowPath(app.wsgi_app, settings.prefix)  # type: ignore[method-assign]  # see above
    _trust_proxies(app, settings.proxies)
    app.log_exception = lambda exc_info: app.logger.error(  # type: ignore[method-assign]  # see above
        "Exception on %s", name_of(request), exc_info=exc_info
    )


def _trust_proxies(app: Flask, count: int) -> None:
    """Trust what this many reverse proxies say of the client, the scheme, the host and the path."""
    from werkzeug.middleware.proxy_fix import ProxyFix

    if count:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]  # as in Werkzeug's documentation
            app.wsgi_app, x_for=count, x_proto=count, x_host=count, x_prefix=count
        )


def name_of(request: Request) -> str:
    """A request as the log names it, such as `POST /join/<token>`.

    The address itself can hold the token of an invitation.
    """
    return f"{request.method} {request.url_rule or 'an unknown address'}"


class _BelowPath:
    """Serves the app below a path: that of the settings, or the one that a trusted proxy names.

    Some proxies cut the path of the settings off before they pass a request on, others do not:
    both will do. One that a proxy names, it has cut off, as is the convention.
    """

    def __init__(self, app: WSGIApplication, prefix: str) -> None:
        self.app = app
        self.prefix = prefix

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        named, path = environ.get("SCRIPT_NAME", ""), environ.get("PATH_INFO", "")
        environ["SCRIPT_NAME"] = named if named and is_prefix(named) else self.prefix
        if f"{path}/".startswith(f"{self.prefix}/"):
            environ["PATH_INFO"] = path.removeprefix(self.prefix)
        return self.app(environ, start_response)


class _CleanRequests:
    """Makes every request readable for the app.

    With an invalid host Flask can build no page, not even the refusal: the host is replaced here
    and the request refused later. Raw bytes in a query are escaped as browsers do it.
    """

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("HTTP_HOST") and not is_host(environ["HTTP_HOST"]):
            environ["HTTP_HOST"], environ[NO_HOST] = "localhost", True
        environ["QUERY_STRING"] = _RAW.sub(_escape, environ.get("QUERY_STRING", ""))
        return self.app(environ, start_response)


def _escape(raw: re.Match[str]) -> str:
    return f"%{ord(raw.group()):02X}"


def refuse_no_host() -> None:
    """Refuse a request whose host is invalid."""
    if NO_HOST in request.environ:
        abort(400)
