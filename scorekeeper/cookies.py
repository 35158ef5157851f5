"""The cookie of a browser: signed, good for as long as the database knows its device."""

from __future__ import annotations

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
        try:
            content = serializer.loads(request.cookies.get(self.get_cookie_name(app), ""))
        except BadSignature:
            return self.session_class()
        return self.session_class(content)

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
        if request.method == "POST" and not request.cookies.get(self.get_cookie_name(app)):
            return
        super().save_session(app, session, response)
