"""`scorekeeper import` adds the games of a file, or prints its faults."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from flask import Flask

from scorekeeper.cli.main import main
from scorekeeper.clubs.clubs import rename_club
from scorekeeper.config import Settings
from scorekeeper.storage.faults import DatabaseFault, DatabaseFaultError
from scorekeeper.transfer import imports
from tests.support.apps import make_app
from tests.support.clubs import new_club, the_club, visitor
from tests.support.databases import opened
from tests.support.documents import VOID, Document
from tests.support.pages import Visitor, words
from tests.support.table import Table
from tests.support.transfers import club_of, lines_of

GAME: Document = {"variant": "gin", "players": ["Ann", "Bob"], "rounds": [VOID]}


@pytest.fixture
def file(app: Flask, tmp_path: Path) -> Path:
    """Two games to import into the existing club."""
    with app.app_context():
        the_club()
    file = tmp_path / "games.jsonl"
    file.write_bytes(lines_of(GAME, GAME | {"note": "another"}))
    return file


def test_a_file_is_imported_once(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(file)]) == 0
    assert capsys.readouterr().out == "Imported. Games: 2, rounds: 2, new players: 2.\n"
    assert main(["import", str(file)]) == 0
    told = "Imported. Games: 0, rounds: 0, new players: 0.\nThere already: 2.\n"
    assert capsys.readouterr().out == told
    assert main(["check"]) == 0


def test_an_import_that_stops_says_how_far_it_came(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    full = imports.ImportStoppedError(
        imports.Imported(games=1), DatabaseFaultError(DatabaseFault.FULL)
    )
    monkeypatch.setattr(imports, "import_file", Mock(side_effect=full))
    assert main(["import", str(file)]) == 1
    stopped, why = capsys.readouterr().err.splitlines()
    assert stopped.startswith("It stopped after 1 games. Import the file again for the others")
    assert "is full; make room there" in why


def test_an_export_is_imported_elsewhere(
    app: Flask,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    archive, games, again = (tmp_path / name for name in ("all.zip", "all.jsonl", "again.jsonl"))
    assert main(["export", str(archive)]) == 0
    assert main(["export", str(games)]) == 0
    elsewhere = replace(settings, data_dir=tmp_path / "elsewhere")
    monkeypatch.setenv("SCOREKEEPER_DATA_DIR", str(elsewhere.data_dir))
    with opened(elsewhere):
        the_club()
    assert main(["import", str(archive)]) == 0
    assert main(["export", str(again)]) == 0
    assert "knock" in games.read_text(encoding="utf-8")
    assert again.read_bytes() == games.read_bytes()


def test_a_new_score_book_gets_the_club_of_the_file_and_a_link_for_its_keeper(
    app: Flask,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    with app.app_context():
        rename_club(the_club(), "Les Jeudis")
    archive = tmp_path / "club.zip"
    assert main(["export", str(archive)]) == 0
    elsewhere = replace(settings, data_dir=tmp_path / "elsewhere")
    monkeypatch.setenv("SCOREKEEPER_DATA_DIR", str(elsewhere.data_dir))
    monkeypatch.setenv("SCOREKEEPER_PUBLIC_URL", "https://cards.example")
    assert main(["import", str(archive)]) == 0
    told = capsys.readouterr().out
    assert "Imported. Games: 1, rounds: 1, new players: 2.\n" in told
    [link] = re.findall(r"https://cards\.example(/join/\S+)", told)
    keeper: Visitor = visitor(make_app(elsewhere), None)
    page = keeper.visit(link)
    assert words(page, ".invited__by") == "Les Jeudis invites you"
    keeper.submit(page)
    assert keeper.visit("/club/invitations")
    assert "Ann" in words(keeper.visit("/history"))
    assert main(["import", str(archive)]) == 0
    assert "There already: 1." in capsys.readouterr().out


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize(
    ("content", "place"),
    [
        (lines_of(GAME | {"variant": "bridge"}), "variant"),
        (club_of(GAME, about={"format": 1, "club": "a\0b"}), "club.json: club"),
        (club_of(GAME, about={"format": 1, "club": 7}), "club.json: club"),
    ],
)
def test_a_file_with_anything_wrong_makes_no_club(
    content: bytes, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club"
    file.write_bytes(content)
    assert main(["import", str(file)]) == 1
    assert place in capsys.readouterr().err
    assert main(["keeper-link"]) == 1
    assert "there is no club yet" in capsys.readouterr().err


@pytest.mark.usefixtures("app")
def test_games_without_a_club_make_one_without_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(lines_of(GAME))
    assert main(["import", "--club", "Tuesday", str(file)]) == 1
    assert "there is no club yet" in capsys.readouterr().err
    assert main(["import", str(file)]) == 0
    assert "/join/" in capsys.readouterr().out


def test_standard_input_is_read(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.dumps(GAME, indent=2).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(document)))
    assert main(["import", "-"]) == 0
    assert "Games: 1" in capsys.readouterr().out
    assert main(["import", str(file)]) == 0


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "games.jsonl:3: variant: Choose the game"),
        ("fr", "games.jsonl:3: variant: Choisissez le jeu"),
    ],
)
def test_what_is_wrong_is_listed(
    file: Path, capsys: pytest.CaptureFixture[str], language: str, sentence: str
) -> None:
    file.write_bytes(file.read_bytes() + lines_of(GAME | {"variant": "bridge"}) + b"half\n")
    assert main(["import", "--lang", language, str(file)]) == 1
    first, second, last = capsys.readouterr().err.splitlines()
    assert first.startswith(sentence)
    assert second.startswith("games.jsonl:4: ")
    assert last == "Nothing was imported."


def test_a_club_is_named_where_there_are_several(
    app: Flask, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with app.app_context():
        new_club("Tuesday")
    assert main(["import", str(file)]) == 1
    assert main(["import", "--club", "Tuesday", str(file)]) == 0
    assert "Games: 2" in capsys.readouterr().out


@pytest.mark.usefixtures("file")
def test_a_file_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", "no-such-file.zip"]) == 1
    assert "no-such-file.zip: No such file" in capsys.readouterr().err


RESULTS = """date,game,Ann,Bob,Cem
3/4/2019,Gin Rummy,100,85,
5/6/2019,Our rummy,12,,40
7/8/2019,Catan,10,7,
8/8/2019,Gin Rummy,many,7,
"""


@pytest.fixture
def results(app: Flask, tmp_path: Path) -> Path:
    """Results from elsewhere, to import into the existing club."""
    with app.app_context():
        the_club()
    file = tmp_path / "results.csv"
    file.write_text(RESULTS, "utf-8")
    return file


def test_results_are_imported_by_what_the_options_say(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = ["import", str(results), "--dates", "month", "--kind", "Our rummy=basic", "--leave-out"]
    assert main(said) == 0
    told = capsys.readouterr()
    assert told.out == "Imported. Games: 2, rounds: 0, new players: 3.\n"
    assert "“Catan”: which game is this?" in told.err
    assert "results.csv:5: C5: “many” are no points." in told.err
    assert main(said) == 0
    assert "There already: 2.\n" in capsys.readouterr().out
    assert main(["check"]) == 0


def test_columns_and_rows_of_sums_are_named_that_are_left_out(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = "no,date,game,Ann,Bob\n1,2019-01-01,gin,1,2\n2,2019-01-02,gin,3,4\n,,,4,6\n"
    results.write_text(table, "utf-8")
    assert main(["import", str(results)]) == 0
    told = capsys.readouterr()
    assert told.out == "Imported. Games: 2, rounds: 0, new players: 2.\n"
    assert told.err == "Not used: no.\nresults.csv:4: skipped, as it only adds up games.\n"


def test_a_year_is_asked_for_if_no_date_has_one(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results.write_text("date,game,Ann,Bob\n14-Mar,gin,1,2\n", "utf-8")
    assert main(["import", str(results)]) == 1
    assert "“14-Mar” has no year: give --year " in capsys.readouterr().err
    assert main(["import", str(results), "--year", "2024"]) == 0
    assert "Games: 1, rounds: 0" in capsys.readouterr().out


def test_games_without_points_are_counted_and_left_out_on_request(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "2019-01-01,gin,Ann,\n2019-01-01,gin,Bob,\n2019-01-02,gin,Ann,5\n2019-01-02,gin,Bob,2\n"
    results.write_text(f"date,game,player,points\n{rows}", "utf-8")
    assert main(["import", str(results)]) == 1
    assert "“gin”: 1 without points, not imported.\n" in capsys.readouterr().err
    assert main(["import", str(results), "--leave-out"]) == 0
    assert "Games: 1, rounds: 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "“Treff”: is this a player? Say --player “Treff” or --no-player “Treff”.\n"),
        (["--no-player", "Trefff"], "“Trefff” is no name in this file.\n"),
        (["--player", "treff"], "results.csv:2: Gin Rummy is for 2 players."),
        (["--no-player", "treff"], ""),
    ],
)
def test_a_column_that_may_be_no_player_is_imported_if_it_is_named(
    results: Path, capsys: pytest.CaptureFixture[str], options: list[str], sentence: str
) -> None:
    rows = "".join(f"2016-01-0{day},Gin,{day},{7 * day},{day**2}\n" for day in range(1, 6))
    results.write_text(f"Date,Game,Treff,Ann,Bob\n{rows}", "utf-8")
    assert main(["import", str(results), *options]) == bool(sentence)
    told = capsys.readouterr()
    assert sentence in told.err
    assert ("Games: 5, rounds: 0, new players: 2.\n" in told.out) == (not sentence)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "“3/4/2019” could be two dates: give --dates day or --dates month."),
        (["--dates", "day"], "“Our rummy”: which game is this? Say --kind “Our rummy=KEY”."),
        (["--dates", "day", "--lang", "fr"], "ce ne sont pas des points"),
        (
            ["--dates", "day"],
            "Nothing was imported. With --leave-out, the other games are imported.",
        ),
    ],
)
def test_results_that_are_not_clear_are_not_imported(
    results: Path, capsys: pytest.CaptureFixture[str], options: list[str], sentence: str
) -> None:
    assert main(["import", str(results), *options]) == 1
    assert sentence in capsys.readouterr().err


def test_a_kind_of_game_that_is_none_is_refused(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["import", str(results), "--kind", "Catan=catan"])
    assert "catan is no game; there are gin, " in capsys.readouterr().err


def test_what_the_options_say_of_names_and_games_is_kept(
    results: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results.write_text("date,game,Maggie,Bob\n2019-01-01,gin,1,2\n", "utf-8")
    assert main(["import", str(results)]) == 0
    rows = "2019-02-01,Rummy,5,0,7\n2019-02-02,Catan,1,2,3\n"
    results.write_text(f"date,game,Mags,Bob,Cem\n{rows}", "utf-8")
    asked = ["import", str(results), "--kind", "Catan=-", "--kind", "Rummy=basic/penalty"]
    assert main(asked) == 1
    assert "“Mags”: is this Maggie? Say --player “Mags=Maggie”" in capsys.readouterr().err
    assert main([*asked, "--player", "Mags=Meg"]) == 1
    assert "“Meg” is no player of the club.\n" in capsys.readouterr().err
    assert main([*asked, "--player", "Mags=Maggie"]) == 0
    assert "Games: 1, rounds: 0, new players: 1.\n" in capsys.readouterr().out
    results.write_text(f"date,game,Mags,Bob,Cem\n{rows}2019-03-01,Rummy,1,0,2\n", "utf-8")
    assert main(["import", str(results)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert told.out == "Imported. Games: 1, rounds: 0, new players: 0.\n"


@pytest.mark.parametrize(("options", "status"), [([], 1), (["--kind", "Basic Rummy=basic"], 0)])
def test_who_wins_is_asked_where_the_file_does_not_say(
    results: Path, capsys: pytest.CaptureFixture[str], options: list[str], status: int
) -> None:
    results.write_text("date,game,Ann,Bob\n2019-01-01,Basic Rummy,1,2\n", "utf-8")
    assert main(["import", str(results), *options]) == status
    asked = "“Basic Rummy”: who wins? Say --kind “Basic Rummy=basic” for the highest total"
    assert (asked in capsys.readouterr().err) == bool(status)
