"""What stands between the server and the app: proxies that are believed, hosts that cannot be."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, Request, abort, request

from scorekeeper.network import is_host

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_NO_HOST = "scorekeeper.no_host"

_RAW = re.compile(r"[^!-~]")


def init_middleware(app: Flask, proxies: int) -> None:
    """Let only requests with a host that can be one into the app.

    What so many reverse proxies say of whom they speak for is believed.
    """
    from werkzeug.middleware.proxy_fix import ProxyFix

    app.wsgi_app = _CleanRequests(app.wsgi_app)  # type: ignore[method-assign]
    if proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies
        )
    app.before_request(_refuse_no_host)
    app.log_exception = lambda exc_info: app.logger.error(  # type: ignore[method-assign]
        "Exception on %s", name_of(request), exc_info=exc_info
    )


def name_of(request: Request) -> str:
    """A request as logs may call it: an address itself can hold what opens a club.

    `POST /join/<token>`, say.
    """
    return f"{request.method} {request.url_rule or 'an unknown address'}"


class _CleanRequests:
    """Hands on what the app can read.

    A request whose host cannot be one is to be refused, but no page can be made under such a host,
    not even the one that says so. Raw bytes in a query are written as browsers write them.
    """

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("HTTP_HOST") and not is_host(environ["HTTP_HOST"]):
            environ["HTTP_HOST"], environ[_NO_HOST] = "localhost", True
        environ["QUERY_STRING"] = _RAW.sub(_escape, environ.get("QUERY_STRING", ""))
        return self.app(environ, start_response)


def _escape(raw: re.Match[str]) -> str:
    return f"%{ord(raw.group()):02X}"


def _refuse_no_host() -> None:
    if _NO_HOST in request.environ:
        abort(400)
