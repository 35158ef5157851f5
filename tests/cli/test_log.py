"""The server's log, as text and as JSON, without the secrets of links."""

from __future__ import annotations

import json
import logging
import sys

from scorekeeper.cli.serving import JsonLines, TextLines, log_config, without_secrets
from scorekeeper.config import Settings
from tests.support.walks import walk

TOLD_TO_NOBODY = "q4Zr8-s3cret_token"


def record(words: str, *, fails: bool = False, **more: object) -> logging.LogRecord:
    """A line about a request that had a secret in its address."""
    error = None
    if fails:
        try:
            raise KeyError(f"/shared/{TOLD_TO_NOBODY}")
        except KeyError:
            error = sys.exc_info()
    made = logging.LogRecord("waitress", logging.ERROR, "file.py", 1, words, None, error)
    vars(made).update(more)
    return made


@walk("lines", [TextLines(), JsonLines()])
def test_no_line_has_a_token(lines: logging.Formatter) -> None:
    line = lines.format(record(f"Exception while serving /join/{TOLD_TO_NOBODY}", fails=True))
    assert "/join/…" in line
    assert "/shared/…" in line
    assert TOLD_TO_NOBODY not in line
    assert TOLD_TO_NOBODY not in without_secrets(f"Authorization: Bearer {TOLD_TO_NOBODY}")


def test_a_line_for_programs_has_the_facts_of_its_request() -> None:
    line = json.loads(JsonLines().format(record("done", facts={"endpoint": "home.index"})))
    assert line["endpoint"] == "home.index"
    assert (line["level"], line["logger"], line["message"]) == ("error", "waitress", "done")


def test_a_line_for_people_is_one_line() -> None:
    line = TextLines().format(record("The database is busy"))
    assert line.endswith(" ERROR [-] waitress: The database is busy")


def test_the_settings_say_what_is_worth_a_line() -> None:
    config = log_config(Settings(log_level="info", log_format="json"))
    assert config["root"]["level"] == "INFO"
    assert config["formatters"]["lines"]["()"] is JsonLines


def test_a_request_that_waits_for_a_thread_is_worth_no_line() -> None:
    config = log_config(Settings(log_level="info", log_format="text"))
    assert config["loggers"]["waitress.queue"]["level"] == "ERROR"
