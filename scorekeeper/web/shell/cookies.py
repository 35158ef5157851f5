"""The signed cookie of a phone. It lasts: the database decides whether its token is still valid.

It holds, among others, the token of the browser, the preferences of the phone, and its language.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime

from flask import Flask, Request, Response, has_request_context, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

from scorekeeper.clubs.devices import is_revoked
from scorekeeper.languages import COURT_LETTERS
from scorekeeper.storage.tokens import new_token
from scorekeeper.web.shell.permissions import is_without_cookie

FAR_AHEAD = datetime(2100, 1, 1, tzinfo=UTC)
"""The expiry of cookies. Browsers limit it to about a year, by their own clocks."""

TOKEN = "device"  # noqa: S105 - the name of the token in the cookie

CARD = "card"
"""The cookie's key for the table card that a member of the club scanned last."""

REMOVED = "removed"
"""The cookie's key that marks a removed device until it joins a club again."""

LEFT = "left"
"""The cookie's key that marks a device that left its club, until it joins one again."""

COPY = "Scorekeeper-Copy"
"""The header of a service worker’s request for a page to keep, which nobody opened."""

_PREFERENCES = "preferences"

_OF_PHONE = ("language", _PREFERENCES, "csrf_token")
"""The cookie's keys that stay when the phone joins or leaves a club."""

CHOICES = {"suits": ("four", "two"), "indices": ("language", *COURT_LETTERS)}
"""The choices of preferences that are not yes or no. The first is the default."""


class LastingCookies(SecureCookieSessionInterface):
    """Sessions in a signed cookie that does not expire by the server's clock.

    The database decides who is signed in. If cookies expired, a server with a wrong clock would
    take members for strangers and overwrite their cookies.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The content of the cookie if its signature is valid, whatever its date."""
        serializer = self.get_signing_serializer(app)
        if serializer is None:
            return None
        for name, signed in self._sent(app, request).items():
            with suppress(BadSignature):
                found = self.session_class(serializer.loads(signed))
                found.modified = name != self._name(app, request)
                return found
        return self.session_class()

    def get_cookie_name(self, app: Flask) -> str:
        """The cookie's name. Over https, browsers accept a `__Host-` name only from this host.

        Below a path the name begins with `__Secure-`, because `__Host-` allows no path.
        """
        return self._name(app, request)

    def _name(self, app: Flask, request: Request) -> str:
        name = super().get_cookie_name(app)
        if not self._is_secure(app, request):
            return name
        return f"__Secure-{name}" if request.script_root else f"__Host-{name}"

    def get_cookie_path(self, app: Flask) -> str:  # noqa: ARG002 - Flask passes the app
        """The app's own path, so that other apps on this host never get the cookie."""
        return request.script_root or "/"

    def _sent(self, app: Flask, request: Request) -> dict[str, str]:
        """The sent cookies by name: first the cookie of this scheme, then the cookie of http."""
        names = (self._name(app, request), super().get_cookie_name(app))
        return {name: request.cookies[name] for name in names if request.cookies.get(name)}

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:  # noqa: ARG002 - Flask passes the app
        return FAR_AHEAD if session.permanent else None

    def get_cookie_secure(self, app: Flask) -> bool:
        return self._is_secure(app, request)

    def _is_secure(self, app: Flask, request: Request) -> bool:
        return request.is_secure or super().get_cookie_secure(app)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send a changed cookie, but not in reply to a form that came without one.

        Browsers send no cookie with another site's form. A new cookie would overwrite theirs.
        """
        if request.method == "POST" and not self._sent(app, request):
            return
        if is_without_cookie(request.endpoint):
            return  # Shared caches keep static files, and monitors keep no cookies.
        if COPY in request.headers:
            return  # It could overwrite the cookie of a sign-in that was answered meanwhile.
        super().save_session(app, session, response)


def browser_token() -> str:
    """The token of this browser, created if it has none or if its device was removed.

    Joining a club replaces the token. A browser gets a token before it joins, so that it is
    recognised if it loses the answer and sends the form again.
    """
    if TOKEN in session and is_revoked(session[TOKEN]):
        del session[TOKEN]
        session[REMOVED] = True
    if TOKEN not in session:
        session[TOKEN] = new_token()
    return str(session[TOKEN])


def was_removed() -> bool:
    """Check whether this browser was removed from its club and has joined none since.

    Call `browser_token` first, which notices the removal.
    """
    return REMOVED in session


def forget() -> None:
    """Remove the club from the cookie. The phone’s choices and the CSRF token stay."""
    _clear()
    session[LEFT] = True


def may_come_back() -> bool:
    """Check that this browser did not leave a club and was not removed from one.

    A stranger's browser without either mark can belong to a member who lost the cookie.
    """
    return LEFT not in session and REMOVED not in session


def _clear() -> None:
    kept = {name: session[name] for name in _OF_PHONE if name in session}
    session.clear()
    session.update(kept)


def sign_in(token: str) -> None:
    _clear()
    session[TOKEN] = token


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of a phone, which only its cookie keeps.

    `suits` is the number of colours of the suits, `indices` the letters on court cards.
    """

    suits: str = "four"
    indices: str = "language"
    sound: bool = False
    vibration: bool = False


def preferences() -> Preferences:
    """The preferences of this phone, without unknown values."""
    kept = session.get(_PREFERENCES) if has_request_context() else None
    if not isinstance(kept, dict):
        return Preferences()
    known = {
        preference.name: kept[preference.name]
        for preference in fields(Preferences)
        if preference.name in kept
    }
    return Preferences(**{name: value for name, value in known.items() if _is_known(name, value)})


def _is_known(name: str, value: object) -> bool:
    return value in CHOICES[name] if name in CHOICES else isinstance(value, bool)


def prefer(chosen: Preferences) -> None:
    session[_PREFERENCES] = asdict(chosen)
