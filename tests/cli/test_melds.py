"""`scorekeeper melds`: hands in, their best melds out, and a sentence for unreadable hands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorekeeper.cli.main import main

QUESTION = {"variant": "gin", "hand": "7S 7H 7D KC"}
ANSWER = {"melds": ["7S 7H 7D"], "unmatched": "KC", "deadwood": 10}
BAD = {"variant": "gin", "hand": "7S 7S"}
TOO_MANY = "7♠ is there twice, but the deck has only one."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of the file with questions."""
    return tmp_path / "hands.json"


def test_it_answers_one_hand(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file.write_text(json.dumps(QUESTION))
    assert main(["melds", str(file)]) == 0
    assert json.loads(capfd.readouterr().out) == ANSWER


def test_a_bad_hand_is_refused_on_standard_error(
    file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file.write_text(json.dumps(BAD))
    assert main(["melds", str(file)]) == 2
    assert capfd.readouterr() == ("", f"hand: {TOO_MANY}\n")


def test_a_bad_line_is_answered_and_the_rest_go_on(
    file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file.write_text("\n".join(map(json.dumps, [QUESTION, BAD, "gin", QUESTION])))
    assert main(["melds", "--lines", str(file)]) == 0
    assert [json.loads(line) for line in capfd.readouterr().out.splitlines()] == [
        ANSWER,
        {"error": TOO_MANY, "where": "hand"},
        {"error": "This must be a JSON object.", "where": ""},
        ANSWER,
    ]


def test_it_speaks_french(file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file.write_text(json.dumps(QUESTION | {"wild": "5"}))
    assert main(["melds", "--lang", "fr", str(file)]) == 2
    assert capfd.readouterr().err == "wild: Dans ce jeu, il n’y a pas de joker à choisir.\n"


def test_it_answers_what_a_game_asks_about_a_play_in_german(
    file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    asked = {"variant": "gin", "ask": "lay-off", "melds": "7S 8S 9S", "cards": "TS 2D"}
    file.write_text(json.dumps(asked))
    assert main(["melds", "--lang", "de", str(file)]) == 0
    answer = json.loads(capfd.readouterr().out)
    assert answer["verdict"] == "Ja: Du darfst 10♠ anlegen, aber nicht 2♦."


def test_it_answers_what_a_game_asks_about_a_hand_in_french(
    file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    asked = {"variant": "contract", "hand": "7S 7H 7D KC KD KH", "round": 1, "ask": True}
    file.write_text(json.dumps(asked))
    assert main(["melds", "--lang", "fr", str(file)]) == 0
    answer = json.loads(capfd.readouterr().out)
    assert answer["verdict"] == "Oui, le contrat est rempli\u00a0: deux groupes."
