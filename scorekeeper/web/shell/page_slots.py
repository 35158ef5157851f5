"""Pages wait for each other, so that polls and rounds do not wait for pages.

The threads of a process share one interpreter: if it made sixteen pages at once, a poll would wait
for all of them. So it makes two pages for members at a time, two answers for programs with a token,
and one page for strangers. Other page requests wait in their threads; there are enough threads.
Polls, forms of members and changes by programs do not wait.
"""

from __future__ import annotations

from threading import Semaphore

from flask import Flask, Response, g, request, session
from flask_babel import lazy_gettext
from flask_babel.speaklater import LazyString

from scorekeeper.web.shell.cookies import TOKEN
from scorekeeper.web.shell.permissions import POLLS, QUICK, is_by_token

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
    "member": Slots(2, waiting=14),
    "program": Slots(2, waiting=14),
    "stranger": Slots(1, waiting=7),
}
"""All slots together leave some of a process's default threads to polls and rounds."""


def init_page_slots(app: Flask) -> None:
    """Make page requests wait before any other work for them."""
    app.before_request(_take_slot)
    app.after_request(_after)
    app.teardown_request(lambda _error: give_slot_back())


def _take_slot() -> None:
    if request.endpoint in (*POLLS, *QUICK) or _is_change_by_token():
        return
    kind = _kind_of_visitor()
    if kind == "member" and request.method == "POST":
        return
    slots = SLOTS[kind]
    slots.take()
    g.slots = slots


def _kind_of_visitor() -> str:
    """The kind of visitor: `member`, `program` or `stranger`.

    A cookie or token counts without a query, even if its device was removed.
    """
    if is_by_token(request.endpoint):
        sent = request.authorization
        return "program" if sent is not None and sent.type == "bearer" else "stranger"
    return "member" if TOKEN in session else "stranger"


def _is_change_by_token() -> bool:
    """Check whether a program changes something. Such a request does not wait."""
    return is_by_token(request.endpoint) and request.method not in ("GET", "HEAD", "OPTIONS")


def _after(response: Response) -> Response:
    give_slot_back()
    return response


def give_slot_back() -> None:
    """Free the slot when the page is done or takes the turn for long work."""
    slots: Slots | None = g.pop("slots", None)
    if slots is not None:
        slots.give_back()
