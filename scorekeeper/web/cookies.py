"""The cookie of a browser: signed, good for as long as the database knows its device."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

FAR_AHEAD = datetime(2100, 1, 1, tzinfo=UTC)
"""When cookies end: browsers shorten that to a year or so by their own clock, not the server's."""


class LastingCookies(SecureCookieSessionInterface):
    """Sessions in a signed cookie that no clock can make invalid.

    The database decides who is in. A server whose clock was wrong for a while would otherwise
    refuse the cookies signed before, or meanwhile, and overwrite them with those of strangers.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """What the cookie holds if its signature is right, however old or young it seems."""
        serializer = self.get_signing_serializer(app)
        if serializer is None:
            return None
        for name, signed in self._sent(app, request).items():
            with suppress(BadSignature):
                session = self.session_class(serializer.loads(signed))
                session.modified = name != self.get_cookie_name(app)
                return session
        return self.session_class()

    def get_cookie_name(self, app: Flask) -> str:
        """Over https one that browsers take from this very host alone, and over https alone."""
        name = super().get_cookie_name(app)
        return f"__Host-{name}" if self.get_cookie_secure(app) else name

    def _sent(self, app: Flask, request: Request) -> dict[str, str]:
        """The cookies that came, by name: the one of this scheme, then the one of http."""
        names = (self.get_cookie_name(app), super().get_cookie_name(app))
        return {name: request.cookies[name] for name in names if request.cookies.get(name)}

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:  # noqa: ARG002
        """When the browser may forget a cookie that is to outlast its windows."""
        return FAR_AHEAD if session.permanent else None

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie is for https only: where it came over https, or settings say so."""
        return request.is_secure or super().get_cookie_secure(app)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send what changed; a form that came without any cookie is answered without one.

        Browsers send none with the form of another site. The answer's would overwrite theirs.
        """
        if request.method == "POST" and not self._sent(app, request):
            return
        if request.endpoint == "static":
            return  # A file is kept by others too, and says nothing of who asked.
        super().save_session(app, session, response)
