"""Turns for SQLite's writers: one writer at a time, the others wait.

With SQLite's own busy timeout, some writers would never get a turn.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL

from scorekeeper.storage.faults import DatabaseFault, DatabaseFaultError, fault_of_file

if TYPE_CHECKING:
    import types

try:
    import fcntl as _fcntl
except ImportError:  # Windows relies on the thread lock and SQLite's busy timeout.
    fcntl: types.ModuleType | None = None
else:
    fcntl = _fcntl

PATIENCE = 4.0
"""Seconds that a queued writer waits before the user is asked to try again."""

POLL_EVERY = 0.002

_thread_turn = threading.Lock()


def write_turn_of(url: URL, patience: float) -> AbstractContextManager[float]:
    """The turn to write. It yields the seconds left. PostgreSQL has no turns, as it locks rows."""
    if url.get_backend_name() == "sqlite":
        return take_write_turn(url.database or ":memory:", patience)
    return nullcontext(patience)


@contextmanager
def take_write_turn(database: str, patience: float) -> Iterator[float]:
    """Wait for the turn to write to the database at this path. Yields the seconds left.

    Raises `DatabaseFaultError` if the wait takes longer than `patience` seconds.
    """
    deadline = time.monotonic() + patience
    if not _thread_turn.acquire(timeout=patience):
        raise DatabaseFaultError(DatabaseFault.BUSY)
    try:
        with lock_of(database, deadline):
            yield max(deadline - time.monotonic(), 0)
    finally:
        _thread_turn.release()


@contextmanager
def lock_of(database: str, deadline: float) -> Iterator[None]:
    """Hold the lock file of this database, to exclude other processes.

    Raises `DatabaseFaultError` after the deadline, a time of the monotonic clock.
    """
    if fcntl is None or database.startswith((":memory:", "file:")):
        yield
        return
    with ExitStack() as stack:
        try:
            file = stack.enter_context(Path(f"{database}.lock").open("ab"))
        except OSError as error:
            raise DatabaseFaultError(fault_of_file(error), str(error)) from error
        _wait_for(partial(fcntl.flock, file, fcntl.LOCK_EX | fcntl.LOCK_NB), deadline)
        yield


def _wait_for(lock: Callable[[], None], deadline: float) -> None:
    while True:
        try:
            lock()
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise DatabaseFaultError(DatabaseFault.BUSY) from None
            # `flock` cannot wait with a timeout, so this loop tries again until the deadline.
            time.sleep(POLL_EVERY)
        else:
            return
