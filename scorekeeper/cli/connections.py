"""How many connections `serve` keeps, and for how long: idle phones keep no newcomer out."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

MOST_CONNECTIONS = 4_000
"""Some 600 phones whose browsers keep six connections each, as they do when a page has loaded."""

MOST_WITHOUT_POLL = 400
"""Windows waits for 512 sockets at the most."""

FILES_BESIDE = 100
"""Files that are open beside the connections: the database, what is being sent."""


def connection_options() -> dict[str, Any]:
    """What the server is to be told of connections."""
    return {
        "connection_limit": _most_connections(),
        # A phone asks every two seconds; one that says nothing for so long connects anew.
        "channel_timeout": 20,
        "cleanup_interval": 5,
        # The other way of waiting, `select`, breaks at the thousandth open file.
        "asyncore_use_poll": True,
    }


def _most_connections() -> int:
    """As many as the system lets this process open, up to `MOST_CONNECTIONS`."""
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


def count_by_a_steady_clock() -> None:
    """Have the server tell idle connections by a clock that nobody sets back.

    By the clock on the wall, an hour back, it would not close one for an hour.
    """
    from waitress import channel, server

    steady = SimpleNamespace(time=lambda: time.monotonic())
    channel.time = server.time = steady
