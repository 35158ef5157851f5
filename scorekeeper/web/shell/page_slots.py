"""Pages wait for each other, so that polls and rounds wait for no page.

The threads of a process share one interpreter: if it made sixteen pages at once, a poll would wait
for all of them. So it makes two pages for phones of clubs at a time, two answers for programs with
a token, and one page for strangers. The others wait in their threads, of which there are enough.
Polls, and what a phone of a club or a program sends, do not wait.
"""

from __future__ import annotations

from threading import Semaphore

from flask import Flask, Response, g, request, session
from flask_babel import lazy_gettext
from flask_babel.speaklater import LazyString

from scorekeeper.web.shell.cookies import TOKEN
from scorekeeper.web.shell.permissions import POLLS, QUICK, is_by_token

LONGEST_WAIT = 8.0
"""After how many seconds a request that waits is told to try again."""

SERVER_IS_BUSY = lazy_gettext("Too many pages were asked for at once. Please try again.")


class BusyError(Exception):
    """The server is busy. The `sentence` says with what."""

    def __init__(self, sentence: LazyString) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Slots:
    """How many requests are answered at once, and how many more may wait."""

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
"""Together they leave some of a process's default threads to those who play."""


def init_page_slots(app: Flask) -> None:
    """Make pages wait before anything else is done for them."""
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
    """The kind of visitor. Whether the device or token is still valid would take a query."""
    if is_by_token(request.endpoint):
        sent = request.authorization
        return "program" if sent is not None and sent.type == "bearer" else "stranger"
    return "member" if TOKEN in session else "stranger"


def _is_change_by_token() -> bool:
    """Whether a program changes something: like a form that a phone sends, it does not wait."""
    return is_by_token(request.endpoint) and request.method not in ("GET", "HEAD", "OPTIONS")


def _after(response: Response) -> Response:
    give_slot_back()
    return response


def give_slot_back() -> None:
    """Free the slot for another page: this one is done, or has the turn for long work."""
    slots: Slots | None = g.pop("slots", None)
    if slots is not None:
        slots.give_back()
