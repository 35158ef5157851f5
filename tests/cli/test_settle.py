"""`scorekeeper settle`: games in, payments out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorekeeper.cli.main import main

GAME = {
    "variant": "knock",
    "players": ["Ann", "Bob"],
    "called": True,
    "stake": {"point": "0.05", "currency": "€"},
    "rounds": [{"ending": "knock", "by": "Bob", "hands": {"Ann": 21, "Bob": 5}}],
}
ANSWER = {
    "settlements": [
        {
            "currency": "€",
            "balances": {"Ann": "-0.80", "Bob": "0.80"},
            "payments": [{"from": "Ann", "to": "Bob", "amount": "0.80"}],
        }
    ],
    "open": [],
}


def test_it_settles_the_games_of_a_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    evening = tmp_path / "evening.json"
    evening.write_text(json.dumps({"games": [GAME]}))
    assert main(["settle", str(evening)]) == 0
    assert json.loads(capfd.readouterr().out) == ANSWER


def test_a_line_that_cannot_be_settled_is_answered_and_the_rest_go_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    evenings = tmp_path / "evenings.jsonl"
    bad = {"games": [GAME, GAME | {"stake": {}}]}
    evenings.write_text("\n".join(map(json.dumps, [bad, {"games": [GAME]}])))
    assert main(["settle", "--lines", str(evenings)]) == 0
    refused, settled = map(json.loads, capfd.readouterr().out.splitlines())
    assert refused == {
        "error": "A stake has either a price of a point or a price of the game.",
        "where": "games[1].stake",
    }
    assert settled == ANSWER
