"""Shared by both servers: the log, the limit on connections, threads and garbage collection."""

from __future__ import annotations

import gc
import json
import logging
import re
import sys
import time
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from scorekeeper.config import Settings
from scorekeeper.web.shell.request_log import request_id

_SECRET = re.compile(r"/(join|shared)/[\w-]+|\b(Bearer) [^\s\"']+", re.ASCII)
"""Tokens of links and programs. A server can log the address of a request that it dropped."""


def log_config(settings: Settings) -> dict[str, Any]:
    """The configuration of logging: all lines, including the server's own, go to standard error."""
    formats = {"text": TextLines, "json": JsonLines}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": formats[settings.log_format]}},
        "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "lines"}},
        # Waitress warns of every request that waits for a thread, even briefly, which is normal.
        "loggers": {"waitress.queue": {"level": "ERROR"}},
        "root": {"handlers": ["lines"], "level": settings.log_level.upper()},
    }


def without_secrets(text: str) -> str:
    """The text with an ellipsis in place of each token.

    >>> without_secrets("GET /join/s3cret?x=1 failed")
    'GET /join/…?x=1 failed'
    """
    return _SECRET.sub(lambda found: f"/{found[1]}/…" if found[1] else f"{found[2]} …", text)


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""Characters that a stranger could use to fake a line of the log or to control a terminal."""


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


class TextLines(logging.Formatter):
    """Log lines for people: the time, the level, the request, and the message."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created).astimezone().isoformat(" ", "seconds")
        start = f"{time} {record.levelname} [{request_id() or '-'}] {record.name}: "
        traceback = self.formatException(record.exc_info).split("\n") if record.exc_info else []
        lines = [start + record.getMessage(), *(f"  {line}" for line in traceback)]
        return "\n".join(_CONTROL.sub(_escaped, without_secrets(line)) for line in lines)


class JsonLines(logging.Formatter):
    """Log lines for programs, each a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, with the facts of a request as separate keys."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request": request_id(),
            "message": without_secrets(record.getMessage()),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = without_secrets(self.formatException(record.exc_info))
        return _CONTROL.sub(_escaped, json.dumps(line, ensure_ascii=False))


MOST_CONNECTIONS = 4_000
"""Enough for some 600 phones, because browsers open six connections to load a page."""

MOST_WITHOUT_POLL = 400
"""Windows can wait for at most 512 sockets."""

FILES_BESIDE = 100
"""The number of other open files, such as the database and static files."""

LONGEST_SILENCE = 20
"""In seconds: a connection that is silent for longer is closed, and the phone opens a new one.

A page that polls does so at least every 15 seconds while it is visible.
"""


def connection_options() -> dict[str, Any]:
    return {
        "connection_limit": most_connections(),
        "channel_timeout": LONGEST_SILENCE,
        "cleanup_interval": 5,
        # The alternative, `select`, fails with more than a thousand open files.
        "asyncore_use_poll": True,
    }


def most_connections() -> int:
    """The most connections that the system allows this process, up to `MOST_CONNECTIONS`.

    If necessary, this raises the limit on the open files of the process.
    """
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
    """Make Waitress time idle connections by a monotonic clock.

    By the system clock, idle connections would stay open for an hour after somebody sets the clock
    back by an hour.
    """
    from waitress import channel, server

    steady = SimpleNamespace(time=lambda: time.monotonic())
    channel.time = server.time = steady


TURN_OF_A_THREAD = 0.001
"""In seconds: how long a thread keeps the interpreter while another one waits for it."""


def take_short_turns() -> None:
    """Make the threads of this process switch often.

    The answer to a poll waits for the interpreter half a dozen times. While another thread
    computes, each wait would take the 5 ms of Python's default. Turns much shorter than
    `TURN_OF_A_THREAD` cost time too: every waiting thread wakes up at the end of each turn.
    """
    sys.setswitchinterval(TURN_OF_A_THREAD)


def freeze_objects() -> None:
    """Exempt all current objects from garbage collection: they stay until the server ends.

    Otherwise the collector sometimes traverses the whole program, and all answers stop for a tenth
    of a second.
    """
    gc.collect()
    gc.freeze()
