"""How the log looks: text or JSON, each line with the id of its request, none with a secret."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from scorekeeper.config import Settings
from scorekeeper.web.shell.request_log import request_id

_SECRET = re.compile(r"/(join|shared)/[\w-]+|\b(Bearer) [^\s\"']+", re.ASCII)
"""The tokens of links and programs; a server may log the address of a request that it gave up."""


def log_config(settings: Settings) -> dict[str, Any]:
    """The configuration of logging: all lines, also those of the server, go to standard error."""
    formats = {"text": TextLines, "json": JsonLines}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": formats[settings.log_format]}},
        "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "lines"}},
        # It warns of every request that waits for a thread, however short; that is no fault.
        "loggers": {"waitress.queue": {"level": "ERROR"}},
        "root": {"handlers": ["lines"], "level": settings.log_level.upper()},
    }


def without_secrets(text: str) -> str:
    """The text with an ellipsis in place of each token.

    >>> without_secrets("GET /join/s3cret?x=1 failed")
    'GET /join/…?x=1 failed'
    """
    return _SECRET.sub(lambda found: f"/{found[1]}/…" if found[1] else f"{found[2]} …", text)


class TextLines(logging.Formatter):
    """Lines for people: the time, how grave it is, the request, and what happened."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, or several if there is a traceback."""
        time = datetime.fromtimestamp(record.created).astimezone().isoformat(" ", "seconds")
        start = f"{time} {record.levelname} [{request_id() or '-'}] {record.name}: "
        return start + without_secrets(super().format(record))


class JsonLines(logging.Formatter):
    """Lines for programs, an object each."""

    def format(self, record: logging.LogRecord) -> str:
        """One line; the facts of a request are keys of their own."""
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
        return json.dumps(line, ensure_ascii=False)
