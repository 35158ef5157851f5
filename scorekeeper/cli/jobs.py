"""Answers the lines of a file in several processes, in their order and in little memory."""

from __future__ import annotations

import errno
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

LINES_AT_ONCE = 100
"""How many lines a process is given at a time: handing over a single one costs more than a game."""


def in_processes(
    jobs: int, answer: Callable[[list[bytes]], str], lines: Iterable[bytes]
) -> Iterator[str]:
    """What `answer` says of every hundred lines, in order, worked out in so many processes.

    Only a few hundred lines are read ahead. `answer` must be a function of a module, or a `partial`
    of one, as other processes have to find it. Raises `ChildProcessError` if one was killed.
    """
    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent)
    try:
        yield from _in_order(pool, answer, lines, ahead=2 * jobs)
    except BrokenProcessPool:
        raise ChildProcessError(errno.ECHILD, "a process that answered was killed") from None
    finally:
        pool.shutdown(cancel_futures=True)


def _in_order(
    pool: ProcessPoolExecutor,
    answer: Callable[[list[bytes]], str],
    lines: Iterable[bytes],
    ahead: int,
) -> Iterator[str]:
    at_work: deque[Future[str]] = deque()
    left = iter(lines)
    while some := list(islice(left, LINES_AT_ONCE)):
        at_work.append(pool.submit(answer, some))
        if len(at_work) > ahead:
            yield at_work.popleft().result()
    while at_work:
        yield at_work.popleft().result()


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
