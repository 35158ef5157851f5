"""Requests wait for others of their kind, so that a process computes few answers at a time.

The threads of a process share one interpreter. Thirty threads that compute together spend more time
taking it from each other than computing, and every poll waits for them. So a process answers two
requests of each kind at a time, and one request of strangers. Further requests wait in their
threads, of which there are enough. Changes and news never wait for pages, and a poll without news
takes no slot.
"""

from __future__ import annotations

from threading import Semaphore

from flask import Flask, Response, g, request, session
from flask_babel import lazy_gettext
from flask_babel.speaklater import LazyString

from scorekeeper.web.shell.cookies import TOKEN
from scorekeeper.web.shell.permissions import POLLED, POLLS, QUICK, is_by_token

LONGEST_WAIT = 8.0
"""The most seconds that a request waits. Then the server asks to try again."""

SERVER_IS_BUSY = lazy_gettext("Too many pages were asked for at once. Please try again.")


class BusyError(Exception):
    """The server is busy. The `sentence` tells the visitor why."""

    def __init__(self, sentence: LazyString) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Slots:
    """Slots for requests: `at_once` are answered together, and up to `waiting` more can wait."""

    def __init__(self, at_once: int, *, waiting: int) -> None:
        self.most = at_once + waiting
        self._answered, self._here = Semaphore(at_once), Semaphore(self.most)

    def take(self) -> None:
        """Wait for a slot. Raises `BusyError` if too many wait, or if it takes too long."""
        if not self._here.acquire(blocking=False):
            raise BusyError(SERVER_IS_BUSY)
        if not self._answered.acquire(timeout=LONGEST_WAIT):
            self._here.release()
            raise BusyError(SERVER_IS_BUSY)

    def give_back(self) -> None:
        self._answered.release()
        self._here.release()


SLOTS = {
    "change": Slots(2, waiting=38),
    "news": Slots(2, waiting=14),
    "member": Slots(2, waiting=14),
    "program": Slots(2, waiting=6),
    "stranger": Slots(1, waiting=7),
}
"""All slots together leave some of a process's default threads to polls without news."""


def init_request_slots(app: Flask) -> None:
    """Make requests wait before any other work for them."""
    app.before_request(_take_slot)
    app.after_request(_after)
    app.teardown_request(lambda _error: give_slot_back())


def _take_slot() -> Response | None:
    if request.endpoint in QUICK:
        return None
    kind = _kind_of_request()
    if kind == "change":
        # A slow line must not hold a slot. Forms have arrived already. This waits for documents.
        request.get_data(parse_form_data=True)
    slots = SLOTS[kind]
    try:
        slots.take()
    except BusyError:
        if request.endpoint != POLLED:
            raise
        return Response(status=204)  # The phone soon asks again.
    g.slots = slots
    return None


def _kind_of_request() -> str:
    """The kind of request. The database is not asked, so a revoked cookie or token counts too."""
    changes = request.method not in ("GET", "HEAD", "OPTIONS")
    if request.endpoint in POLLS:
        return "news"
    if is_by_token(request.endpoint):
        sent = request.authorization
        if sent is None or sent.type != "bearer":
            return "stranger"
        return "change" if changes else "program"
    if TOKEN not in session:
        return "stranger"
    return "change" if changes else "member"


def _after(response: Response) -> Response:
    give_slot_back()
    return response


def give_slot_back() -> None:
    """Free the slot when the page is done or takes the turn for long work."""
    slots: Slots | None = g.pop("slots", None)
    if slots is not None:
        slots.give_back()
