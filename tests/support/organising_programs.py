"""A program that organises a tournament by the API, and a setup for one."""

from __future__ import annotations

from itertools import count
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from tests.support import hall
from tests.support.programs import PlayingProgram

ALL = "/api/v1/tournaments"
SETUP = hall.SETUP | {
    "place": "Town hall",
    "breaks": ["direct", "difference"],
    "at_the_clock": "lap",
}
PAIRS = [["Ann", "Cem"], ["Bob", "Dee"], ["Eva", "Fay"], ["Gus", "Hal"]]

_keys = count()


class Organiser(PlayingProgram):
    """A program with a token that runs one tournament. `seen` is the last ETag it received."""

    def __init__(self, app: Flask, secret: str) -> None:
        super().__init__(app, secret)
        self.evening = self.seen = ""

    @property
    def home(self) -> str:
        """The address of the program’s tournament."""
        return f"{ALL}/{self.evening}"

    def create(self, **changes: Any) -> TestResponse:
        """Create a tournament, and run it from now on."""
        key = f"create-{next(_keys)}"
        answer = self.ask("POST", ALL, SETUP | changes, Idempotency_Key=key)
        if answer.status_code == 201:
            self.evening, self.seen = answer.get_json()["id"], answer.headers["ETag"]
        return answer

    def run(self, method: str, below: str, sent: Any = None, **headers: str) -> TestResponse:
        """Change the tournament with the last ETag and a new key."""
        known = {"If_Match": self.seen, "Idempotency_Key": f"run-{next(_keys)}"} | headers
        answer = self.ask(method, f"{self.home}{below}", sent, **known)
        if answer.status_code < 300:
            self.seen = answer.headers["ETag"]
        return answer

    def does(self, method: str, below: str, sent: Any = None) -> Any:
        """Change the tournament, and return it."""
        answer = self.run(method, below, sent)
        assert answer.status_code == 200, answer.get_json()
        return answer.get_json()

    def reads(self, below: str = "") -> Any:
        """Read the tournament, or the part of it below this path."""
        answer = self.ask("GET", f"{self.home}{below}")
        assert answer.status_code == 200, answer.get_json()
        return answer.get_json()
