"""A client generated from the description: without a warning, and able to play a game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest
from flask import Flask

from scorekeeper.clubs.access_tokens import make_access_token
from scorekeeper.clubs.roles import Role
from scorekeeper.games.transaction import new_key
from tests.support.api import description
from tests.support.clubs import the_club

pytestmark = pytest.mark.slow

NAME = "generated_client_of_scorekeeper"
PROGRAMS = Path(sys.executable).parent
"""The folder of the generator and of its code formatter."""


@pytest.fixture
def client(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The package of the client. The generator fails at the first warning."""
    with app.app_context():
        (tmp_path / "api.json").write_text(json.dumps(description(app)), encoding="utf-8")
    subprocess.run(
        [
            PROGRAMS / "openapi-python-client",
            *("generate", "--fail-on-warning", "--meta", "none"),
            *("--path", tmp_path / "api.json", "--output-path", tmp_path / NAME),
        ],
        env=os.environ | {"PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"},
        check=True,
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module(NAME)
    for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[name]


@pytest.fixture
def ask(app: Flask, client: Any) -> Callable[..., Any]:
    """Returns a function that calls an operation by tag and id, with a player’s token."""
    with app.app_context():
        secret = make_access_token(the_club(), "Board", new_key(), role=Role.PLAYER).token
    transport = {"transport": httpx.WSGITransport(app=app)}
    known = client.AuthenticatedClient("http://localhost", secret, httpx_args=transport)

    def call(operation: str, *path: Any, **sent: Any) -> Any:
        module = import_module(f"{NAME}.api.{operation}")
        return module.sync_detailed(*path, client=known, **sent)

    return call


def test_it_plays_a_game_and_reads_what_is_told_of_it(ask: Callable[..., Any]) -> None:
    models = import_module(f"{NAME}.models")
    document = models.GameDocument.from_dict({"variant": "gin", "players": ["Ann", "Bob"]})
    assert ask("live.now").status_code == 204
    started = ask("games.start", body=document, idempotency_key="start")
    assert started.status_code == 201
    game_id, tag = started.parsed.document.id, started.headers["ETag"]
    for number in range(1, 6):
        facts = {"ending": "knock", "by": "Ann", "hands": {"Ann": 3, "Bob": 40}}
        played = ask(
            "rounds.record",
            game_id,
            body=models.Round.from_dict(facts),
            idempotency_key=f"round-{number}",
            if_match=tag,
        )
        assert (played.status_code, played.parsed.place) == (201, number)
        tag = played.headers["ETag"]
        if played.parsed.over:
            break
        now = ask("live.now").parsed
        assert (now.id, now.round_, now.leads) == (game_id, number + 1, ["Ann"])
        assert now.totals.to_dict() == played.parsed.totals.to_dict()
    assert played.parsed.winners == ["Ann"]
    kinds = [change.kind.value for change in ask("live.changes").parsed.changes]
    assert kinds == ["started", *(["recorded"] * number), "ended"]
    whole = ask("games.game", game_id).parsed
    assert whole.answer.totals.to_dict() == played.parsed.totals.to_dict()
    [listed] = ask("games.games", status=models.GamesStatus.OVER).parsed.games
    assert (listed.id, listed.changed) == (game_id, whole.changed)
    assert ask("games.picture", game_id).parsed.payload.read(4) == b"\x89PNG"


def test_it_reads_everything_else(ask: Callable[..., Any]) -> None:
    models = import_module(f"{NAME}.models")
    document = models.GameDocument.from_dict({"variant": "gin", "players": ["Ann", "Bob"]})
    started = ask("games.start", body=document, idempotency_key="start")
    day = started.parsed.document.date
    ann, bob = ask("players.players").parsed.players
    assert (ann.name, bob.name, ann.games) == ("Ann", "Bob", 0)
    assert ask("players.player", ann.id).parsed.wins.times_par is None
    assert ask("players.against", ann.id, bob.id).parsed.games == 0
    first = ask("standings.leaderboard").parsed.players[0]
    assert (first.place, first.wins, first.few) == (None, None, "5 more games to be ranked")
    assert ask("standings.records", game=models.RecordsGame.GIN).parsed.groups == []
    [evening] = ask("evenings.evenings").parsed.evenings
    assert (evening.date, evening.games, evening.finished) == (day, 1, 0)
    assert len(ask("evenings.evening", day).parsed.games) == 1
    refused = ask("players.player", 10**9)
    assert (refused.status_code, refused.parsed.status) == (404, 404)


def test_it_runs_a_round_of_a_tournament(ask: Callable[..., Any]) -> None:
    models = import_module(f"{NAME}.models")
    setup = {"name": "Friday", "play": "pairs", "game": {"variant": "burraco"}}
    setup |= {"points": {"by": "victory", "hands": 3}}
    pairs = {"entrants": [{"players": ["Ann", "Cem"]}, {"players": ["Bob", "Dee"]}]}
    steps = [
        ("enter", (), models.TournamentEntrants.from_dict(pairs)),
        ("draw", (), models.TournamentDraw.from_dict({"movement": "mitchell"})),
        ("show", (1,), None),
        ("set_result", (1, 1), models.TableResult.from_dict({"totals": [1800, 1445]})),
        ("close", (1,), None),
    ]
    body = models.TournamentSetup.from_dict(setup)
    made = ask("tournaments.create_tournament", body=body, idempotency_key="evening")
    evening, tag = made.parsed.id, made.headers["ETag"]
    for name, path, sent in steps:
        more = {} if sent is None else {"body": sent}
        done = ask(
            f"tournaments.{name}", evening, *path, idempotency_key=name, if_match=tag, **more
        )
        assert done.status_code == 200, name
        tag = done.headers["ETag"]
    lines = ask("tournaments.tournament_standing", evening).parsed.table
    assert [(line.place, line.name, line.points) for line in lines] == [
        (1, "Ann & Cem", 14),
        (2, "Bob & Dee", 6),
    ]
    [seated] = ask("tournaments.tournament_round", evening, 1).parsed.tables
    assert [side.total for side in seated.sides] == [1800, 1445]
    [listed] = ask("tournaments.tournaments").parsed.tournaments
    assert listed.id == evening
