"""The examples in the API’s description, as a real server answered them.

`python -m tests.support.api_examples` writes them again. `tests/web/api/test_description.py` fails
if one is out of date.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.web.api.description import EXAMPLES_FILE, Examples
from scorekeeper.web.api.operations import OPERATIONS
from tests.support.apps import make_app, settings_in
from tests.support.clock import Clock
from tests.support.documents import knock
from tests.support.leagues import count, league
from tests.support.programs import PlayingProgram, token

DAY, MOMENT = "2025-11-22", "2025-11-22T20:15:00Z"
GAMES = ("7k3mq9x2vbwt", "9d4hw6c8rn2p", "4c9xw2vk7mtq", "2h8rd5qn6bzs")
EVENING, LEAGUE = "5t8nb3z7kqwd", "8g4zk6y2hvpm"
SITE = "https://cards.example"

_MOMENT = re.compile(r"[0-9-]{10}T[0-9:.]+Z")
_CURSOR = re.compile(r"\b([0-9]+)-[0-9a-f]{8}\b")
_HAND = {"variant": "gin", "hand": "7S 7H 7D 8D 9D TD KC"}
_EVENING = {
    "name": "Saturday",
    "date": DAY,
    "play": "pairs",
    "game": {"variant": "burraco", "rules": {"target": 0, "rounds": 3}},
    "points": {"by": "victory", "hands": 3},
    "breaks": ["direct", "difference"],
    "minutes": 50,
}
_PAIRS = {"entrants": [{"players": ["Ann", "Cem"]}, {"players": ["Bob", "Dee"]}]}
_START = {"variant": "gin", "players": ["Ann", "Bob"], "rules": {"target": 50}}


class Asker:
    """A program that sends each kind of request once, and keeps the documents and the answers."""

    def __init__(self, app: Flask) -> None:
        self.player = PlayingProgram(app, token(app))
        self.found: Examples = {"answers": {}, "documents": {}}
        self._app, self._games, self._evening, self._league = app, list[str](), "", ""

    def keep(self, answer: TestResponse, sent: Any = None) -> Any:
        """Keep the first answer of each kind, and the first document sent for it."""
        assert answer.status_code < 300, answer.get_json()
        path = answer.request.path
        adapter = self._app.url_map.bind("localhost")
        endpoint, _values = adapter.match(path, method=answer.request.method)
        operation = OPERATIONS[endpoint]
        name = operation.answers[0].__name__
        self.found["answers"].setdefault(name, self._settled(answer.get_json()))
        for document in operation.documents[:1] if sent is not None else ():
            self.found["documents"].setdefault(document, sent)
        return answer.get_json()

    def read(self, path: str) -> Any:
        return self.keep(self.player.ask("GET", f"/api/v1{path}"))

    def ask(self, path: str, sent: Any) -> Any:
        """Ask for a score or for melds, and keep the answer."""
        return self.keep(self.player.ask("POST", f"/api/v1{path}", sent), sent)

    def change(self, method: str, below: str, sent: Any = None) -> Any:
        """Change the game, and keep the answer."""
        return self.keep(self.player.change(method, below, sent), sent)

    def create(self) -> None:
        """Create the tournament, and keep the answer."""
        answer = self.player.ask("POST", "/api/v1/tournaments", _EVENING, Idempotency_Key="evening")
        self._evening, self.player.tag = answer.get_json()["id"], answer.headers["ETag"]
        self.keep(answer, _EVENING)

    def run(self, method: str, below: str, sent: Any = None) -> None:
        """Change the tournament, and keep the answer."""
        headers = {"If_Match": self.player.tag, "Idempotency_Key": f"{method}-{below}"}
        address = f"/api/v1/tournaments/{self._evening}"
        answer = self.player.ask(method, f"{address}{below}", sent, **headers)
        self.player.tag = answer.headers["ETag"]
        games = re.findall(r'"game":"(\w+)"', answer.text)
        self._games += [game for game in games if game not in self._games]
        self.keep(answer, sent)

    def look_at(self, below: str = "") -> Any:
        """Read the tournament, or the part of it below this path, and keep the answer."""
        return self.read(f"/tournaments/{self._evening}{below}")

    def look_again(self) -> None:
        """Replace the kept answer about the tournament by its current state."""
        del self.found["answers"]["WholeTournament"]
        self.look_at()

    def look_at_league(self) -> None:
        """Read a league with this tournament at double points, and keep the answers."""
        with self._app.app_context():
            self._league = league([self._evening], best=7)
            count(self._league, self._evening, 2)
        self.read("/leagues")
        self.read(f"/leagues/{self._league}")

    def start(self) -> None:
        """Start a game on the fixed date, and keep the answers."""
        headers = {"Idempotency_Key": f"start-{len(self._games)}"}
        answer = self.player.ask("POST", "/api/v1/games", _START, **headers)
        self.player.game = answer.headers["Location"].rpartition("/")[2]
        self._games.append(self.player.game)
        self.keep(answer, _START)
        self.player.look()
        self.change("PUT", "/details", {"date": DAY, "place": "At Ann’s", "note": ""})

    def _settled(self, answer: Any) -> Any:
        """Return an answer with ids, times and cursors replaced by fixed ones."""
        text = json.dumps(answer)
        for game, known in zip(self._games, GAMES, strict=False):
            text = text.replace(game, known)
        text = text.replace(self._evening or "\0", EVENING).replace(self._league or "\0", LEAGUE)
        text = _CURSOR.sub(r"\1-0123abcd", _MOMENT.sub(MOMENT, text))
        settled = json.loads(text)
        if "document" in settled:
            settled["document"].pop("lots", None)
        return settled


def made_anew() -> Examples:
    """Return all examples, as the server of a small club answers them."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        Clock(patch).show(datetime.fromisoformat(MOMENT))
        app = make_app(replace(settings_in(Path(folder) / "data"), public_url=SITE))
        asker = Asker(app)
        _ask_everything(asker)
        with app.app_context():
            app.extensions["sqlalchemy"].engine.dispose()
    return asker.found


def _ask_everything(asker: Asker) -> None:
    asker.ask("/score", _START | {"rounds": [knock("Ann", Ann=5, Bob=25)]})
    asker.ask("/melds", _HAND)
    asker.start()
    asker.change("POST", "/rounds", knock("Ann", Ann=5, Bob="K K 5"))
    asker.read(f"/games/{asker.player.game}")
    asker.read(f"/games/{asker.player.game}/rounds/1")
    asker.change("POST", "/rounds", knock("Ann", Ann=5, Bob=40))
    asker.start()
    asker.change("POST", "/rounds", knock("Bob", Ann=25, Bob=5))
    asker.change("POST", "/open", {"ending": "knock", "by": "Ann"})
    asker.keep(asker.player.give("Ann", "5H"), "5H")
    for path in ("/now", "/changes", "/games", "/players", "/leaderboard", "/evenings"):
        asker.read(path)
    asker.read("/records?game=gin")
    asker.read(f"/evenings/{DAY}")
    ann, bob = (each["id"] for each in asker.read("/players")["players"])
    asker.read(f"/players/{ann}")
    asker.read(f"/players/{ann}/against/{bob}")
    asker.start()
    asker.change("PUT", "/players/1", {"name": "Anna"})
    _run_a_tournament(asker)


def _run_a_tournament(asker: Asker) -> None:
    asker.create()
    asker.run("POST", "/entrants", _PAIRS)
    asker.run("POST", "/rounds", {"movement": "mitchell"})
    asker.run("PUT", "/rounds/1/show")
    asker.run("PUT", "/rounds/1/tables/1", {"totals": [1800, 1445]})
    asker.run("POST", "/adjustments", {"entrant": 1, "round": 1, "points": -2, "note": "late"})
    asker.run("PUT", "/entrants/2", {"gone": True})
    asker.look_at("/rounds/1")
    asker.look_at("/standings")
    asker.look_again()
    asker.read("/tournaments")
    asker.run("PUT", "/rounds/1/close")
    asker.look_at_league()


def written(found: Examples) -> str:
    """Return the content of the examples’ file."""
    return json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    EXAMPLES_FILE.write_text(written(made_anew()), encoding="utf-8")
    print(f"{EXAMPLES_FILE.name} is up to date")
