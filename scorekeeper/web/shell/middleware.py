"""The first steps of every request: proxies, the path, the host, and the body."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask, Request, abort, current_app, request
from werkzeug.formparser import FormDataParser
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.config import Settings
from scorekeeper.network import is_host
from scorekeeper.setting_readers import is_prefix
from scorekeeper.web.shell.bodies import allowance_of
from scorekeeper.web.shell.logins import init_logins
from scorekeeper.web.shell.requests import is_api

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

NO_HOST = "scorekeeper.no_host"
"""The key in a request's environment that marks an invalid, replaced host."""

_RAW = re.compile(r"[^!-~]")

_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")

_WITHOUT_BODY = ("GET", "HEAD", "OPTIONS")


def init_middleware(app: Flask, settings: Settings) -> None:
    """Clean up requests before Flask, trust the proxies, and keep addresses out of the log."""
    # Flask's documentation wraps an app by such assignments. mypy reports them as errors.
    app.wsgi_app = _CleanRequests(app.wsgi_app)  # type: ignore[method-assign]  # see above
    app.wsgi_app = _BelowPath(app.wsgi_app, settings.prefix)  # type: ignore[method-assign]  # see above
    if count := settings.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]  # see above
            app.wsgi_app, x_for=count, x_proto=count, x_host=count, x_prefix=count
        )
    # Outside of `ProxyFix`, which replaces the proxy's address with the one that it names.
    init_logins(app, settings)
    app.log_exception = lambda exc_info: app.logger.error(  # type: ignore[method-assign]  # see above
        # Not the address, which can contain the token of an invitation.
        f"Exception on {request.method} {request.url_rule or 'an unknown address'}",
        exc_info=exc_info,
    )


class _BelowPath:
    """Serve the app below the path of the settings, or the one that a trusted proxy names.

    A proxy can strip the path of the settings or pass it on. By convention, a proxy has stripped
    the path that it names.
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
    """Make every request readable for the app.

    Flask cannot even build an error page for an invalid host. So the host is replaced here, and
    `_refuse_no_host` rejects the request later. Raw bytes in a query are escaped, as browsers do.
    """

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("HTTP_HOST") and not is_host(environ["HTTP_HOST"]):
            environ["HTTP_HOST"], environ[NO_HOST] = "localhost", True
        environ["QUERY_STRING"] = _RAW.sub(
            lambda raw: f"%{ord(raw[0]):02X}", environ.get("QUERY_STRING", "")
        )
        return self.app(environ, start_response)


class FormRequest(Request):
    """A request that raises `ValueError` for a broken form. Werkzeug would treat it as empty."""

    def make_form_data_parser(self) -> FormDataParser:
        """Werkzeug's parser, set to raise errors."""
        parser = super().make_form_data_parser()
        parser.silent = False
        return parser


def init_checks(app: Flask) -> None:
    """Check the host, the sending site and the body of a request before identifying its sender."""
    app.request_class = FormRequest
    app.before_request(_refuse_no_host)
    app.before_request(_refuse_other_site)
    app.before_request(_refuse_too_much)
    app.before_request(_refuse_no_form)


def _refuse_no_host() -> None:
    if NO_HOST in request.environ:
        abort(400)


class OtherSiteError(Exception):
    """A page of another site sent a form."""


def _refuse_other_site() -> None:
    """Raise `OtherSiteError` if a page of another site sent this.

    The API is exempt, because its requests need a token.
    """
    if request.method not in _WITHOUT_BODY and not is_api() and _is_from_other_site():
        raise OtherSiteError


def _is_from_other_site() -> bool:
    """Check whether the browser reports another site by `Sec-Fetch-Site`, or else by `Origin`.

    Browsers send `Sec-Fetch-Site` only over https. Old browsers send neither.
    """
    if asked_from := request.headers.get("Sec-Fetch-Site"):
        return asked_from not in ("same-origin", "none")
    origin = request.headers.get("Origin")
    if origin is None:
        return False
    settings: Settings = current_app.config["SCOREKEEPER"]
    known = {_host_of(request.host_url), _host_of(settings.public_url), *settings.hosts} - {""}
    return "*" not in known and _host_of(origin) not in known


def _host_of(url: str) -> str:
    """The host of an address, without its port. Empty if there is none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _refuse_too_much() -> None:
    query = request.query_string.decode("latin-1")
    most = allowance_of(current_app, request.path, query).most
    request.max_content_length = request.max_form_memory_size = most
    if (request.content_length or 0) > most:
        abort(413)
    if request.content_length is None and "Transfer-Encoding" in request.headers:
        abort(411)  # Browsers send no chunked forms, and some servers truncate them.


def _refuse_no_form() -> None:
    if request.method not in _WITHOUT_BODY and not (_is_in_utf_8() and (is_api() or _is_form())):
        abort(415)
    try:
        # Read the body before the permission check: the device can be removed while it arrives.
        has_names = None not in request.form
    except (KeyError, ValueError):
        has_names = False
    if not has_names:
        abort(400)


def _is_in_utf_8() -> bool:
    return request.mimetype_params.get("charset", "utf-8").lower() in ("utf-8", "utf8")


def _is_form() -> bool:
    """Check for a form. A request without a body and a type counts as a form."""
    return request.mimetype in _FORMS or not (request.mimetype or request.content_length)
