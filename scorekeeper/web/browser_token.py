"""The token by which a browser is known: kept in its cookie, replaced when it joins a club."""

from __future__ import annotations

from flask import session

from scorekeeper.clubs.devices import is_revoked
from scorekeeper.storage.tokens import new_token

TOKEN = "device"  # noqa: S105 - the name of the token in the cookie
REMOVED = "removed"
"""The cookie's note that its device was removed, until it joins a club again."""

_REMOVED_BEFORE = "put_out"
"""The name of that note in cookies of earlier versions; phones keep cookies for a year."""


def browser_token() -> str:
    """The token of this browser, created if it has none.

    Joining a club replaces it. It is set before, so that a lost response locks nobody out: when the
    same form is sent again, this token identifies the browser.
    """
    was_removed()
    if TOKEN not in session:
        session[TOKEN] = new_token()
    return str(session[TOKEN])


def was_removed() -> bool:
    """Whether this browser was removed from its club and has joined none since."""
    if TOKEN in session and is_revoked(session[TOKEN]):
        del session[TOKEN]
        session[REMOVED] = True
    return REMOVED in session or _REMOVED_BEFORE in session


def forget() -> None:
    """Remove everything of a club from the cookie; the language and the CSRF token stay."""
    kept = {name: session[name] for name in ("language", "csrf_token") if name in session}
    session.clear()
    session.update(kept)


def sign_in(token: str) -> None:
    """Put the token of a device into the cookie, which keeps nothing of the club before."""
    forget()
    session[TOKEN] = token
