"""The session cookie: signed, and valid for as long as the database knows its device."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

from scorekeeper.web.permissions import WITHOUT_COOKIE

FAR_AHEAD = datetime(2100, 1, 1, tzinfo=UTC)
"""When cookies expire: browsers cap that at about a year by their own clock, not the server's."""


class LastingCookies(SecureCookieSessionInterface):
    """Sessions in a signed cookie that does not expire by the server's clock.

    The database decides who is signed in. Otherwise, a server whose clock was wrong for a while
    would refuse valid cookies and replace them with those of strangers.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The content of the cookie if its signature is valid, whatever its date."""
        serializer = self.get_signing_serializer(app)
        if serializer is None:
            return None
        for name, signed in self._sent(app, request).items():
            with suppress(BadSignature):
                session = self.session_class(serializer.loads(signed))
                session.modified = name != self._name(app, request)
                return session
        return self.session_class()

    def get_cookie_name(self, app: Flask) -> str:
        """Over https, a name that browsers accept only from this very host and only over https.

        Below a path the name cannot demand this host, for `__Host-` allows no path.
        """
        return self._name(app, request)

    def _name(self, app: Flask, request: Request) -> str:
        name = super().get_cookie_name(app)
        if not self._is_secure(app, request):
            return name
        return f"__Secure-{name}" if request.script_root else f"__Host-{name}"

    def get_cookie_path(self, app: Flask) -> str:  # noqa: ARG002 - Flask passes the app
        """Where the app is served: nobody else on the same host is sent the cookie."""
        return request.script_root or "/"

    def _sent(self, app: Flask, request: Request) -> dict[str, str]:
        """The cookies that were sent, by name: the one of this scheme, then the one of http."""
        names = (self._name(app, request), super().get_cookie_name(app))
        return {name: request.cookies[name] for name in names if request.cookies.get(name)}

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:  # noqa: ARG002 - Flask passes the app
        """When a permanent cookie expires."""
        return FAR_AHEAD if session.permanent else None

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie is for https only: on an https request, or if the settings say so."""
        return self._is_secure(app, request)

    def _is_secure(self, app: Flask, request: Request) -> bool:
        return request.is_secure or super().get_cookie_secure(app)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send a changed cookie, but none in reply to a form that came without one.

        Browsers send no cookie with another site's form; the reply's would overwrite theirs.
        """
        if request.method == "POST" and not self._sent(app, request):
            return
        if request.endpoint in WITHOUT_COOKIE:
            return  # Shared caches keep static files; monitors keep no cookies.
        super().save_session(app, session, response)
