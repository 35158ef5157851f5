"""Long work is done one at a time or rejected, so that players do not wait for it.

The threads of a process share one interpreter, and long requests could take all of them. So each
process does one long job at a time for members, one for strangers, one import and one export. If
the turn is taken, the server asks to try again, because waiting would hold a thread. A round that
is entered needs no turn, as its hands are counted quickly.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from threading import Lock

from flask import Flask, g, request
from flask_babel import lazy_gettext
from flask_babel.speaklater import LazyString

from scorekeeper.rummy.melds.layout_task import Effort, TooMuchError
from scorekeeper.transfer.sources import StoppedError
from scorekeeper.web.shell.request_slots import BusyError, give_slot_back
from scorekeeper.web.shell.visitor import member_or_none

QUICK_WAYS = 500
"""The most ways that a search tries without a turn: some 5 ms, as several can run at once."""

STRANGERS_WAYS = 200_000
"""The most ways that a search for a stranger tries. A member has the whole `Effort`."""

LONGEST = 4.0
"""The most seconds of a search, however slow the machine is."""

LARGE, MANY = 20, 100
"""Finding the best layouts can take 20 ms with more cards in one hand (`LARGE`) or all (`MANY`)."""

JUDGE_IS_BUSY = lazy_gettext("The judge is busy. Ask again in a moment.")
BOOK_IS_BUSY = lazy_gettext(
    "The score book is busy with a large file. Nothing was changed. Please try again in a moment."
)

LONGEST_FILE = 120.0
"""The most seconds of an import on the page. The command has no limit."""

A_LOOK = 0.2
"""Seconds between two checks of the time and the connection during an import."""

TURNS = {kind: Lock() for kind in ("member", "stranger", "import", "export")}
"""Locks, each held by the request that has the turn."""


def init_long_work(app: Flask) -> None:
    app.teardown_request(_give_back)


def take_turn(busy: LazyString, kind: str = "") -> None:
    """Take the turn for long work until the request ends, and free its page slot.

    `kind` is `import` or `export`. If empty, it is the turn of members or strangers. Raises
    `BusyError` with the sentence `busy` if another request has the turn.
    """
    if "turn" in g:
        return
    turn = TURNS[kind or ("stranger" if member_or_none() is None else "member")]
    if not turn.acquire(blocking=False):
        raise BusyError(busy)
    g.turn = turn
    give_slot_back()


def refuse_strangers_if_busy() -> None:
    """Raise `BusyError` for a stranger while a long question of another stranger is answered.

    Without this check, each stranger's question would compute for a while before it needs the turn.
    """
    if member_or_none() is None and TURNS["stranger"].locked():
        raise BusyError(JUDGE_IS_BUSY)


def _give_back(_error: BaseException | None) -> None:
    turn: Lock | None = g.pop("turn", None)
    if turn is not None:
        turn.release()


def watch_over_file() -> Callable[[], None]:
    """Return a function that an import calls often.

    It raises `StoppedError` after `LONGEST_FILE` seconds, or if the sender has hung up. Only the
    server Waitress reports that a sender has hung up.
    """
    now = time.monotonic()
    ends, next_look = now + LONGEST_FILE, now
    has_hung_up = request.environ.get("waitress.client_disconnected", lambda: False)

    def watch() -> None:
        nonlocal next_look
        now = time.monotonic()
        if now >= next_look:
            next_look = now + A_LOOK
            if now > ends or has_hung_up():
                raise StoppedError

    return watch


def take_turn_for_hands(cards: Iterable[int]) -> None:
    numbers = list(cards)
    if max(numbers, default=0) > LARGE or sum(numbers) > MANY:
        take_turn(JUDGE_IS_BUSY)


def effort_for_visitor() -> Effort:
    """The effort that a search can spend for this visitor. A long search takes the turn."""
    tried, ends = 0, time.monotonic() + LONGEST

    def watch(ways: int) -> None:
        nonlocal tried
        tried += ways
        if tried > QUICK_WAYS:
            take_turn(JUDGE_IS_BUSY)
            if time.monotonic() > ends:
                raise TooMuchError

    everything = Effort(watch=watch)
    return everything if member_or_none() else everything.at_most(STRANGERS_WAYS)
