"""What both servers keep in bounds: open connections, and Python's garbage collector."""

from __future__ import annotations

import gc
import time
from types import SimpleNamespace
from typing import Any

MOST_CONNECTIONS = 4_000
"""Enough for some 600 phones with six connections each, as browsers open to load a page."""

MOST_WITHOUT_POLL = 400
"""Windows can wait for 512 sockets at most."""

FILES_BESIDE = 100
"""Other open files: the database, static files being sent."""


LONGEST_SILENCE = 20
"""In seconds: phones poll every two, or once their game is over every 15; one that says nothing
for longer is hung up on, and connects again."""


def connection_options() -> dict[str, Any]:
    """The options of the server for its connections."""
    return {
        "connection_limit": most_connections(),
        "channel_timeout": LONGEST_SILENCE,
        "cleanup_interval": 5,
        # The alternative, `select`, fails with more than a thousand open files.
        "asyncore_use_poll": True,
    }


def most_connections() -> int:
    """As many as the system allows this process, up to `MOST_CONNECTIONS`."""
    try:
        import resource
    except ImportError:  # Windows
        return MOST_WITHOUT_POLL
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + FILES_BESIDE
    allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if now != resource.RLIM_INFINITY and now < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return max(allowed - FILES_BESIDE, FILES_BESIDE)


def use_monotonic_clock() -> None:
    """Let the server time idle connections by a clock that is never set back.

    If the system clock were set back by an hour, it would not close any for an hour.
    """
    from waitress import channel, server

    steady = SimpleNamespace(time=lambda: time.monotonic())
    channel.time = server.time = steady


def spare_what_stays() -> None:
    """Tell the collector that all there is now stays until the server ends.

    Otherwise it goes through the whole program now and then, and for a tenth of a second nobody is
    answered.
    """
    gc.collect()
    gc.freeze()
