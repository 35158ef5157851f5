"""The cookie of a phone: signed, and valid for as long as the database knows its device.

It holds the token of the browser, the preferences of the phone, and its language.
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
"""When cookies expire. Browsers cap that at about a year by their own clock, not the server's."""

TOKEN = "device"  # noqa: S105 - the name of the token in the cookie

CARD = "card"
"""The cookie's key for the card of a table that a member of the club scanned last."""

REMOVED = "removed"
"""The cookie's key for a device that was removed, until it joins a club again."""

LEFT = "left"
"""The cookie's key for a device that left its club, until it joins one again."""

_PREFERENCES = "preferences"

CHOICES = {"suits": ("four", "two"), "indices": ("language", *COURT_LETTERS)}
"""The choices for each preference. A phone begins with the first."""


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
                found = self.session_class(serializer.loads(signed))
                found.modified = name != self._name(app, request)
                return found
        return self.session_class()

    def get_cookie_name(self, app: Flask) -> str:
        """The cookie's name: over https, one that browsers accept from this host only, over https.

        Below a path it cannot be bound to the host, as `__Host-` allows no path.
        """
        return self._name(app, request)

    def _name(self, app: Flask, request: Request) -> str:
        name = super().get_cookie_name(app)
        if not self._is_secure(app, request):
            return name
        return f"__Secure-{name}" if request.script_root else f"__Host-{name}"

    def get_cookie_path(self, app: Flask) -> str:  # noqa: ARG002 - Flask passes the app
        """Where the app is served, so that other apps on the same host never get the cookie."""
        return request.script_root or "/"

    def _sent(self, app: Flask, request: Request) -> dict[str, str]:
        """The cookies that were sent, by name: the one of this scheme, then the one of http."""
        names = (self._name(app, request), super().get_cookie_name(app))
        return {name: request.cookies[name] for name in names if request.cookies.get(name)}

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:  # noqa: ARG002 - Flask passes the app
        return FAR_AHEAD if session.permanent else None

    def get_cookie_secure(self, app: Flask) -> bool:
        return self._is_secure(app, request)

    def _is_secure(self, app: Flask, request: Request) -> bool:
        return request.is_secure or super().get_cookie_secure(app)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send a changed cookie, but none in reply to a form that came without one.

        Browsers send no cookie with another site's form. The reply's would overwrite theirs.
        """
        if request.method == "POST" and not self._sent(app, request):
            return
        if is_without_cookie(request.endpoint):
            return  # Shared caches keep static files, and monitors keep no cookies.
        super().save_session(app, session, response)


def browser_token() -> str:
    """The token of this browser, created if it has none.

    Joining a club replaces it. It is set before that, so that a browser that lost the response is
    recognised when it sends the form again.
    """
    if TOKEN in session and is_revoked(session[TOKEN]):
        del session[TOKEN]
        session[REMOVED] = True
    if TOKEN not in session:
        session[TOKEN] = new_token()
    return str(session[TOKEN])


def was_removed() -> bool:
    """Whether this browser was removed from its club and has joined none since.

    It is known once its token was asked for.
    """
    return REMOVED in session


def forget() -> None:
    """Remove everything of a club from the cookie. The language and the CSRF token stay."""
    _clear()
    session[LEFT] = True


def may_come_back() -> bool:
    """Whether a stranger may be a member who lost the cookie, and neither left nor was removed."""
    return LEFT not in session and REMOVED not in session


def _clear() -> None:
    kept = {name: session[name] for name in ("language", "csrf_token") if name in session}
    session.clear()
    session.update(kept)


def sign_in(token: str) -> None:
    _clear()
    session[TOKEN] = token


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of a phone, which are kept in its cookie only.

    `suits` is how many colours the four suits have, `indices` the letters on the court cards.
    """

    suits: str = "four"
    indices: str = "language"
    sound: bool = False
    vibration: bool = False


def preferences() -> Preferences:
    """The preferences of the phone that asks, without unknown values."""
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
