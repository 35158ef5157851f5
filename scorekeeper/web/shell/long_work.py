"""Long work is done one at a time or refused, so that nobody who plays waits for it.

The threads of a process share one interpreter, and long requests could take all of them. So each
process does one long job at a time for members, and one for strangers, who cannot take the turn of
a member. If the turn is taken, the request is told to try again: waiting would hold a thread. A
round that is entered needs no turn, as its hands are counted quickly.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from threading import Lock

from flask import Flask, g
from flask_babel import lazy_gettext
from flask_babel.speaklater import LazyString

from scorekeeper.rummy.melds.layout_task import Effort, TooMuchError
from scorekeeper.web.shell.page_slots import BusyError, give_slot_back
from scorekeeper.web.shell.visitor import member_or_none

QUICK_WAYS = 500
"""How many ways a search may try without a turn: some 5 ms, as several may do so at once."""

STRANGERS_WAYS = 200_000
"""How many ways a search for a stranger may try; a member has the whole `Effort`."""

LONGEST = 4.0
"""After how many seconds a search is given up, however slow the machine is."""

LARGE, MANY = 20, 100
"""With more cards than this in one hand, or in all, finding the best layouts may take 20 ms."""

JUDGE_IS_BUSY = lazy_gettext("The judge is busy. Ask again in a moment.")
BOOK_IS_BUSY = lazy_gettext(
    "The score book is busy with a large file. Nothing was changed. Please try again in a moment."
)

TURNS = {"member": Lock(), "stranger": Lock()}
"""Locked while a request has the turn."""


def init_long_work(app: Flask) -> None:
    """Give turns back when their requests end."""
    app.teardown_request(_give_back)


def take_turn(busy: LazyString) -> None:
    """Take the turn for long work until the request ends, and let other pages go on meanwhile.

    Raises `BusyError` with the sentence `busy` if another request has it.
    """
    if "turn" in g:
        return
    turn = TURNS["stranger" if member_or_none() is None else "member"]
    if not turn.acquire(blocking=False):
        raise BusyError(busy)
    g.turn = turn
    give_slot_back()


def refuse_strangers_if_busy() -> None:
    """Refuse a stranger's question while another's long one is answered; raises `BusyError`.

    Otherwise each would compute for a while before it needs the turn.
    """
    if member_or_none() is None and TURNS["stranger"].locked():
        raise BusyError(JUDGE_IS_BUSY)


def _give_back(_error: BaseException | None) -> None:
    turn: Lock | None = g.pop("turn", None)
    if turn is not None:
        turn.release()


def take_turn_for_hands(cards: Iterable[int]) -> None:
    """Take the turn to lay out hands of so many cards, if that may take long."""
    numbers = list(cards)
    if max(numbers, default=0) > LARGE or sum(numbers) > MANY:
        take_turn(JUDGE_IS_BUSY)


def effort_for_visitor() -> Effort:
    """The effort that a search for this visitor may spend; a long search takes the turn."""
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
