"""`scorekeeper check` finds faults in the statistics, and `scorekeeper rebuild` repairs them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import delete, select, text, update

from scorekeeper import create_app
from scorekeeper.cli.main import main
from scorekeeper.games import commands
from scorekeeper.storage.database import db, table, write
from scorekeeper.storage.models import GameResult, GameRow, PlayerEvening, RoundResult
from tests.support.scorebook import form, record, start, win


@pytest.fixture
def game_id(app: Flask) -> str:
    """A called game in which Ann and Bob won a round each."""
    with app.app_context():
        row = record(start(overrides={"target": 0}), win(10), win(5, "Bob"))
        return commands.call(row.id, **form(row)).id


@pytest.fixture
def sent(app: Flask) -> Callable[..., None]:
    """Returns a function that sends statements directly to the database."""

    def send(*statements: object) -> None:
        with app.app_context(), write() as session:
            for statement in statements:
                session.execute(statement)

    return send


def results(app: Flask) -> list[tuple[object, ...]]:
    """Return the stored results of all games."""
    with app.app_context():
        return [tuple(row) for row in db.session.execute(select(table(GameResult)))]


def status_and_lines(capsys: pytest.CaptureFixture[str], command: str) -> tuple[int, list[str]]:
    capsys.readouterr()
    return main([command]), capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    "command", [["check"], ["rebuild"], ["keeper-link"], ["export", "-"], ["copy", "sqlite:///new"]]
)
def test_a_folder_without_a_score_book_stays_as_it_is(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA_DIR", str(tmp_path / "mistyped"))
    assert main(command) == 1
    told = f"scorekeeper: there is no score book at {tmp_path}/mistyped/scorekeeper.db\n"
    assert capsys.readouterr().err == told
    assert not (tmp_path / "mistyped").exists()


@pytest.mark.usefixtures("game_id")
def test_nothing_differs_in_a_book_that_nobody_tampered_with(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert status_and_lines(capsys, "check") == (0, ["The statistics match the games."])


def test_everything_that_differs_is_named_and_mended(
    game_id: str, sent: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    game, round, evening = table(GameResult), table(RoundResult), table(PlayerEvening)
    sent(
        update(game).where(game.c.seat == 0).values(final=99, streak=7),
        update(game).where(game.c.seat == 1).values(mu=1.5),
        delete(round).where(round.c.number == 1, round.c.seat == 0),
        update(evening).where(evening.c.player_id == 1).values(rounds=12),
    )
    status, lines = status_and_lines(capsys, "check")
    assert status == 1
    assert lines[:2] == [
        f"game {game_id}, player 1: final is 99, and should be 10",
        f"game {game_id}, round 1, player 1: it is missing",
    ]
    assert lines[2] == f"game {game_id}, player 2: the rating or the streak is wrong"
    assert lines[3] == f"game {game_id}, player 1: the streak over all games is wrong"
    assert lines[4].startswith("player_evening, player_id 1, played_on ")
    assert lines[5].startswith("Found 5.")
    assert len(lines) == 6
    told = ["The statistics were computed again. Games: 1, rounds: 2."]
    assert status_and_lines(capsys, "rebuild") == (0, told)
    assert status_and_lines(capsys, "check")[0] == 0


@pytest.mark.usefixtures("game_id")
def test_sums_of_an_evening_without_a_game_are_named_and_those_that_are_missing(
    sent: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    evening = table(PlayerEvening)
    sent(update(evening).where(evening.c.player_id == 1).values(played_on=date(2020, 1, 1)))
    status, [too_much, missing, found] = status_and_lines(capsys, "check")
    assert (status, found[:8]) == (1, "Found 2.")
    assert too_much.startswith("player_evening, player_id 1, played_on 2020-01-01")
    assert missing.startswith("player_evening, player_id 1, played_on 2")


def test_a_game_that_cannot_be_read_is_named_and_counts_as_before(
    app: Flask, game_id: str, sent: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    sent(update(table(GameRow)).values(variant="whist"))
    before = results(app)
    assert before
    assert status_and_lines(capsys, "rebuild") == (
        0,
        [
            "The statistics were computed again. Games: 0, rounds: 2.",
            "Not readable: 1. `scorekeeper check` names them.",
        ],
    )
    assert results(app) == before
    status, lines = status_and_lines(capsys, "check")
    told = f"game {game_id}: it cannot be read, and counts as it did before"
    assert (status, lines[0]) == (1, told)
    assert len(lines) == 2


def test_a_game_that_never_was_read_is_not_counted(
    game_id: str, sent: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    sent(update(table(GameRow)).values(variant="whist"), delete(table(RoundResult)))
    sent(delete(table(GameResult)))
    assert status_and_lines(capsys, "rebuild")[0] == 0
    _status, lines = status_and_lines(capsys, "check")
    assert lines[0] == f"game {game_id}: it cannot be read, and is not counted"


def test_results_of_a_game_that_does_not_count_are_named(
    game_id: str, sent: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    sent(update(table(GameRow)).values(status="playing", called=False))
    status, lines = status_and_lines(capsys, "check")
    assert status == 1
    assert lines[0] == f"game {game_id}: it is not counted, but has rows in game_result"


@pytest.mark.usefixtures("game_id")
def test_statistics_of_an_older_version_are_no_fault_since_the_next_start_writes_them(
    sent: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    sent(text("DELETE FROM statistics_state"), update(table(GameResult)).values(final=99))
    status, lines = status_and_lines(capsys, "check")
    assert status == 0
    assert len(lines) == 1
    assert lines[0].startswith("The statistics are from another version of the program. The server")
    create_app()
    assert status_and_lines(capsys, "check") == (0, ["The statistics match the games."])


def test_a_game_that_cannot_be_read_is_named_before_the_first_start_too(
    game_id: str, sent: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    sent(text("DELETE FROM statistics_state"), update(table(GameRow)).values(variant="whist"))
    status, lines = status_and_lines(capsys, "check")
    told = f"game {game_id}: it cannot be read, and counts as it did before"
    assert (status, lines[0]) == (1, told)


@pytest.mark.parametrize("command", ["check", "rebuild"])
def test_a_wrong_setting_is_refused(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_PUBLIC_URL", "cards.example")
    assert main([command]) == 2
    assert "SCOREKEEPER_PUBLIC_URL" in capsys.readouterr().err
