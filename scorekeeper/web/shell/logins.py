"""The login of a request: the name in a proxy's header, trusted only if the proxy sent it.

Anybody could send us the header. So it is read only here, before `ProxyFix` replaces the sender's
address with the one that the proxy names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from email.errors import MessageError
from email.header import decode_header, make_header
from typing import TYPE_CHECKING

from flask import Flask, request

from scorekeeper.clubs.members import read_name
from scorekeeper.config import Settings
from scorekeeper.setting_readers import SignIn

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LOGIN = "scorekeeper.login"
"""The key of the login in a request's environment. A header cannot set it."""


_NO_NAME = re.compile(r"[,{}]|^\(null\)$")


def init_logins(app: Flask, settings: Settings) -> None:
    if settings.sign_in:
        # Flask's documentation wraps an app by such an assignment. mypy reports it as an error.
        app.wsgi_app = _Logins(app.wsgi_app, settings.sign_in)  # type: ignore[method-assign]  # see above


class _Logins:
    def __init__(self, app: WSGIApplication, sign_in: SignIn) -> None:
        self.app, self.sign_in = app, sign_in
        self._key = f"HTTP_{sign_in.header.upper().replace('-', '_')}"

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        sent = environ.pop(self._key, None)
        if sent is not None and self.sign_in.believes(environ.get("REMOTE_ADDR", "")):
            environ[LOGIN] = read_login(sent)
        return self.app(environ, start_response)


def read_login(sent: str) -> str:
    """The name in a header, in UTF-8 or in words of RFC 2047. Empty if it cannot be a player's.

    The header can be empty: granian empties it if it has letters outside ASCII. A comma is
    rejected, because servers join two headers with a comma, and only one is the proxy's. Proxies
    without a name write placeholders, which are rejected too: Caddy `{http.…}`, Apache `(null)`.

    >>> read_login("=?utf-8?q?Zo=C3=A9?="), read_login("ann, bob")
    ('Zoé', '')
    """
    try:
        text = sent.encode("latin-1").decode()
        if "=?" in text:
            text = str(make_header(decode_header(text)))
    except (ValueError, LookupError, MessageError):
        return ""
    # Words of RFC 2047 can hide a comma.
    return "" if _NO_NAME.search(sent) or _NO_NAME.search(text) else read_name(text) or ""


def sent_login() -> str | None:
    """The login of the request: empty if it cannot be a name, `None` without a header."""
    login: str | None = request.environ.get(LOGIN)
    return login


def has_login(login: str | None, environ: WSGIEnvironment) -> bool:
    """Check that the request has the login of its device. True if the device has no `login`."""
    return login is None or environ.get(LOGIN) == login
