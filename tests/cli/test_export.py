"""`scorekeeper export` writes a club or a game to a new file, or prints why it cannot."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from zipfile import ZipFile

import pytest
from flask import Flask

from scorekeeper.cli import exporting
from scorekeeper.cli.main import main
from scorekeeper.transfer.exports import FORMATS
from tests.support.clubs import new_club
from tests.support.table import Table


@pytest.fixture
def table(app: Flask) -> Table:
    """A game with a round on its sheet."""
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    return table


def test_the_command_knows_every_format() -> None:
    assert tuple(FORMATS) == exporting.ENDINGS


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("ending", FORMATS)
def test_the_name_of_the_file_says_what_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str
) -> None:
    file = tmp_path / f"club.{ending}"
    assert main(["export", str(file)]) == 0
    assert f"Exported to {file}." in capsys.readouterr().out
    other = tmp_path / "other"
    assert main(["export", "--format", ending, str(other)]) == 0
    if ending in ("zip", "xlsx"):
        assert ZipFile(other).namelist() == ZipFile(file).namelist()
    else:
        assert other.read_bytes() == file.read_bytes() != b""
    assert sorted(file.name for file in tmp_path.iterdir() if file.is_file()) == [
        file.name,
        other.name,
    ]


def test_standard_output_gets_lines(
    table: Table, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["export", "-"]) == 0
    out, told = capfdbinary.readouterr()
    assert json.loads(out)["id"] == table.id
    assert told == b"Exported to -. Games: 1, rounds: 1.\n"


@pytest.mark.usefixtures("table")
def test_whoever_stops_reading_is_told_of(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with suppress(BrokenPipeError), os.fdopen(writer, "w") as closed:
        monkeypatch.setattr("sys.stdout", closed)
        assert main(["export", "-"]) == 1
    told = capsys.readouterr().err
    assert told == "scorekeeper: standard output was closed before everything was written\n"


def test_one_game_is_its_document(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    assert main(["export", "--game", table.id, str(file)]) == 0
    assert capsys.readouterr().out == f"Exported to {file}.\n"
    document = json.loads(file.read_text(encoding="utf-8"))
    assert (document["id"], len(document["rounds"])) == (table.id, 1)
    assert "history" not in document
    assert main(["export", "--game", "nosuchgame", str(tmp_path / "other.json")]) == 1
    assert "there is no game nosuchgame" in capsys.readouterr().err
    assert not (tmp_path / "other.json").exists()


@pytest.mark.usefixtures("table")
def test_a_file_that_is_there_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "club.zip"
    file.write_text("mine")
    assert main(["export", str(file)]) == 1
    assert "already exists" in capsys.readouterr().err
    assert file.read_text("utf-8") == "mine"


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["--game", "g", "one.zip"], 2, "one game is written as JSON"),
        (["--game", "g", "--format", "xlsx", "one.json"], 2, "one game is written as JSON"),
        (["club.doc"], 2, "must end with one of zip, jsonl, xlsx, results.csv"),
        (["no/such/folder/club.zip"], 1, "No such file or directory"),
        (["--club", "Nobody's", "club.zip"], 1, "there is no club Nobody's"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    status: int,
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", *arguments]) == status
    told = capsys.readouterr().err
    assert told.startswith("scorekeeper: ")
    assert sentence in told
    assert not [file for file in tmp_path.iterdir() if file.is_file()]


def test_of_several_clubs_one_is_named(
    app: Flask, table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with app.app_context():
        new_club("Tuesday")
    assert main(["export", str(tmp_path / "club.jsonl")]) == 1
    assert "--club 1" in capsys.readouterr().err
    assert main(["export", "--club", "Tuesday", str(tmp_path / "empty.jsonl")]) == 0
    assert (tmp_path / "empty.jsonl").read_bytes() == b""
    assert main(["export", "--club", "1", str(tmp_path / "first.jsonl")]) == 0
    assert table.id in (tmp_path / "first.jsonl").read_text(encoding="utf-8")
