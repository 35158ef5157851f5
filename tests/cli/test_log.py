"""The server’s log, as text and as JSON, without the secrets of links."""

from __future__ import annotations

import json
import logging
import sys

from scorekeeper.cli.serving import JsonLines, TextLines, log_config, without_secrets
from scorekeeper.config import Settings
from tests.support.walks import walk

TOLD_TO_NOBODY = "q4Zr8-s3cret_token"


def record(words: str, *, fails: bool = False, **more: object) -> logging.LogRecord:
    """Return a log record about a request with a secret in its address."""
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


FORGED = "2026-11-28 20:00:00+01:00 INFO [-] scorekeeper: all is well"
CONTROL = "\n\r\x00\x1b\x7f\x85\x9b\u2028\u2029"


def test_nobody_writes_a_line_of_their_own() -> None:
    words = f"GET /games/{CONTROL}{FORGED}"
    text = TextLines().format(record(words))
    json_line = JsonLines().format(record(words))
    for line in (text, json_line):
        assert not set(CONTROL) & set(line)
    assert json.loads(json_line)["message"] == words
    try:
        raise ValueError(words)
    except ValueError:
        failed = logging.LogRecord("waitress", logging.ERROR, "f.py", 1, "", None, sys.exc_info())
    first, *others = TextLines().format(failed).splitlines()
    assert first.endswith(" ERROR [-] waitress: ")
    assert all(line.startswith("  ") for line in others)
    assert any(FORGED in line for line in others)


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
