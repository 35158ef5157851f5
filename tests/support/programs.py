"""A program that plays by the API, with a token, keys and ETags."""

from __future__ import annotations

from datetime import date
from itertools import count
from typing import Any
from urllib.parse import quote

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.clubs.access_tokens import make_access_token
from scorekeeper.clubs.roles import Role
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Club
from tests.support.api import check_described
from tests.support.clubs import the_club

_keys = count()


class Program(FlaskClient):
    """A client that checks every answer of the API against its description."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        answer = super().open(*args, **kwargs)
        with self.application.app_context():
            check_described(self.application, answer)
        return answer


def token(
    app: Flask,
    role: Role = Role.PLAYER,
    name: str = "Scoreboard",
    *,
    ends_on: date | None = None,
    club_id: int | None = None,
) -> str:
    """Create an access token of the first club or of another one."""
    with app.app_context():
        club = the_club() if club_id is None else db.session.get_one(Club, club_id)
        made = make_access_token(club, name, new_key(), role=role, ends_on=ends_on)
    return made.token


class PlayingProgram:
    """A program with a token that plays one game. `tag` is the last ETag of the game."""

    def __init__(self, app: Flask, secret: str, game: str = "") -> None:
        self.client, self.secret, self.game = Program(app, use_cookies=False), secret, game
        self.tag = ""
        if game:
            self.look()

    @property
    def address(self) -> str:
        """The address of the program’s game."""
        return f"/api/v1/games/{self.game}"

    def ask(self, method: str, address: str, json: Any = None, **headers: str) -> TestResponse:
        """Send any request. `headers` have underscores in place of hyphens."""
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        sent = {} if json is None else {"json": json}
        return self.client.open(
            address,
            method=method,
            headers={"Authorization": f"Bearer {self.secret}"} | named,
            **sent,
        )

    def look(self) -> Any:
        """Read the game, and return it."""
        answer = self.ask("GET", self.address)
        assert answer.status_code == 200
        self.tag = answer.headers["ETag"]
        return answer.get_json()

    def change(
        self, method: str, below: str = "", json: Any = None, **headers: str
    ) -> TestResponse:
        """Change the game with the last ETag and a new key."""
        known = {"If_Match": self.tag, "Idempotency_Key": f"key-{next(_keys)}"} | headers
        answer = self.ask(method, f"{self.address}{below}", json, **known)
        if answer.status_code < 300 and not below.startswith("/open"):
            self.tag = answer.headers.get("ETag", self.tag)
        return answer

    def start(self, document: Any) -> Any:
        """Start a game to play from now on, and return it."""
        answer = self.ask("POST", "/api/v1/games", document, Idempotency_Key=f"key-{next(_keys)}")
        assert answer.status_code == 201, answer.get_json()
        self.game, self.tag = answer.headers["Location"].rpartition("/")[2], answer.headers["ETag"]
        return answer.get_json()

    def record(self, entry: Any) -> Any:
        """Record an entry, and return the answer."""
        answer = self.change("POST", "/rounds", entry)
        assert answer.status_code == 201, answer.get_json()
        return answer.get_json()

    def give(self, player: str, hand: Any, query: str = "") -> TestResponse:
        """Enter a hand of the open round."""
        return self.change("PUT", f"/open/hands/{quote(player)}{query}", hand)
