"""The login of a request: the name that a proxy says, believed only if it comes from the proxy.

Whoever can send us the header can be anybody. So it is read once, here, where the address is still
that of the sender and not yet the one that a proxy names, and nothing else reads it.
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
"""The key in a request's environment for its login. No header can set it."""


_NO_NAME = re.compile(r"[,{}]|^\(null\)$")


def init_logins(app: Flask, settings: Settings) -> None:
    if settings.sign_in:
        # Flask's documentation wraps an app by such an assignment. mypy takes it for a mistake.
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

    An empty header is such a one: granian makes it of letters that are not in ASCII.

    A comma is refused: servers join two headers by one, and which of them is the proxy's? So is
    what proxies write when there is no name: Caddy its own `{http.…}`, Apache `(null)`.

    >>> read_login("=?utf-8?q?Zo=C3=A9?="), read_login("ann, bob")
    ('Zoé', '')
    """
    try:
        text = sent.encode("latin-1").decode()
        if "=?" in text:
            text = str(make_header(decode_header(text)))
    except (ValueError, LookupError, MessageError):
        return ""
    # A comma may also hide in the words of RFC 2047.
    return "" if _NO_NAME.search(sent) or _NO_NAME.search(text) else read_name(text) or ""


def sent_login() -> str | None:
    """The login of the request: empty if it cannot be a name, `None` without one."""
    login: str | None = request.environ.get(LOGIN)
    return login


def has_login(login: str | None, environ: WSGIEnvironment) -> bool:
    """Whether the request has the login by which its device signed in. True without a login."""
    return login is None or environ.get(LOGIN) == login
