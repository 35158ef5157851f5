"""The examples of `docs/api.md`, sent as they stand there."""

from __future__ import annotations

import json
import re
import shlex
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from flask.testing import FlaskClient
from jinja2 import Environment

from scorekeeper.config import CHECKOUT
from tests.support.walks import walk

PAGE = (CHECKOUT / "docs" / "api.md").read_text(encoding="utf-8")
SERVER = "http://localhost:8000"

CURL = ArgumentParser()
CURL.add_argument("address")
CURL.add_argument("-H", dest="headers", action="append", default=[])
CURL.add_argument("-d", dest="data")


def examples() -> Iterator[tuple[str, Any]]:
    """Every command of the page, with the answer that is shown below it."""
    blocks = re.findall(r"^```(sh|json)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for (kind, command), (_json, answer) in pairwise(blocks):
        if kind == "sh":
            yield command, json.loads(answer)


EXAMPLES = list(examples())


@walk(("command", "shown"), EXAMPLES)
def test_an_example_is_answered_as_shown(
    program: FlaskClient, secret: str, command: str, shown: Any
) -> None:
    curl, *words = shlex.split(command.replace("TOKEN", secret))
    assert curl == "curl"
    asked = CURL.parse_args(words)
    answer = program.open(
        asked.address.removeprefix(SERVER),
        method="POST" if asked.data else "GET",
        data=asked.data,
        headers=dict(header.split(": ", 1) for header in asked.headers),
    )
    assert_shows(shown, answer.get_json())


def assert_shows(shown: Any, answer: Any) -> None:
    """Check that all that is shown is in the answer, which may be longer."""
    if isinstance(shown, dict):
        for key, part in shown.items():
            assert_shows(part, answer[key])
    elif isinstance(shown, list):
        assert len(shown) == len(answer)
        for part, answered in zip(shown, answer, strict=True):
            assert_shows(part, answered)
    else:
        assert shown == answer


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) >= 5


def test_the_sensor_shows_the_totals(program: FlaskClient, bearer: dict[str, str]) -> None:
    [template] = re.findall(r"value_template: >-\n\s+(.+)\n", PAGE)
    sensor = Environment(autoescape=True).from_string(template)
    answer = program.get("/api/games/current", headers=bearer).get_json()
    assert sensor.render(value_json=answer) == "Ann 20, Bob 0"
    assert sensor.render(value_json={"status": 404}) == "none"
