"""The results of a game are written with every change of it, and deleted with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import select

from scorekeeper.clubs import clubs
from scorekeeper.games import commands, deletion
from scorekeeper.storage.database import Base, db, table, write
from scorekeeper.storage.models import (
    GameResult,
    GameRow,
    PairMonth,
    Player,
    PlayerEvening,
    PlayerMonth,
    RoundResult,
)
from tests.support.clubs import the_club
from tests.support.scorebook import form, record, start, win
from tests.support.statements import hearing

pytestmark = pytest.mark.usefixtures("book")

EVERYTHING = (GameResult, RoundResult, PlayerMonth, PairMonth, PlayerEvening)


def stored(rows: type[Base]) -> list[dict[str, Any]]:
    """Return every row of a table, in any order."""
    with db.engine.connect() as connection:
        return [row._asdict() for row in connection.execute(select(table(rows)))]


def column(rows: type[Base], name: str, **which: Any) -> list[Any]:
    """Return a column of the rows with these values, by player."""
    found = [row for row in stored(rows) if which.items() <= row.items()]
    return [row[name] for row in sorted(found, key=lambda row: row["player_id"])]


@contextmanager
def inserted(rows: type[Base]) -> Iterator[list[int]]:
    """Collect the number of rows in each insert into a table during the block."""
    counts: list[int] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_more: Any) -> None:
        if statement.startswith(f"INSERT INTO {rows.__tablename__} "):
            counts.append(len(values))

    with hearing(db.engine, before_cursor_execute=note):
        yield counts


def called(*winners: str) -> GameRow:
    """Return a called game in which these players won a round each."""
    row = record(start(overrides={"target": 0}), *(win(10, by) for by in winners))
    return commands.call(row.id, **form(row))


def test_a_game_in_play_counts_as_nothing() -> None:
    record(start(), win(10))
    assert [stored(rows) for rows in EVERYTHING] == [[]] * 5


def test_a_game_that_was_called_before_its_first_round_counts_as_nothing() -> None:
    row = start()
    commands.call(row.id, **form(row))
    assert [stored(rows) for rows in EVERYTHING] == [[]] * 5


def test_a_game_counts_once_it_is_over() -> None:
    row = record(start(overrides={"target": 20}), win(10), win(8, "Bob"), win(15))
    assert row.status == "over"
    assert column(GameResult, "rank", game_id=row.id) == [1, 2]
    assert column(RoundResult, "points", number=2) == [0, 8]
    for sums in (PlayerMonth, PlayerEvening, PairMonth):
        assert column(sums, "won") == [1, 0]
        assert column(sums, "rounds_won") == [2, 1]
    assert column(PairMonth, "ahead") == [1, 0]


def test_a_correction_counts_in_its_sums_and_in_whoever_plays_on() -> None:
    first = called("Ann", "Bob", "Bob")
    later = called("Ann")
    assert column(GameResult, "streak", game_id=later.id) == [1, -1]
    ratings = column(GameResult, "mu", game_id=later.id)
    row = commands.remove(first.id, **form(first), place=2)
    row = commands.remove(first.id, **form(row), place=2)
    assert column(GameResult, "rank", game_id=row.id) == [1, 2]
    assert column(GameResult, "streak", game_id=later.id) == [2, -2]
    assert column(GameResult, "variant_streak", game_id=later.id) == [2, -2]
    assert column(GameResult, "mu", game_id=later.id) != ratings
    assert column(PlayerMonth, "rounds") == [2, 2]


def test_only_the_rounds_that_differ_are_written_again() -> None:
    row = called("Ann", "Bob", "Bob", "Ann")
    with inserted(RoundResult) as written:
        row = commands.correct(row.id, **form(row), place=2, entry=win(11))
    assert written == [2]
    assert column(RoundResult, "points", number=2) == [11, 0]
    with inserted(RoundResult) as written:
        row = commands.remove(row.id, **form(row), place=4)
    assert written == []
    assert len(stored(RoundResult)) == 6


def test_a_game_that_is_played_on_or_deleted_counts_no_more() -> None:
    first, second = called("Ann"), called("Bob")
    first = commands.play_on(first.id, **form(first))
    assert column(PlayerMonth, "games") == [1, 1]
    assert column(GameResult, "streak") == [-1, 1]
    second = deletion.delete(second.id, **form(second))
    assert [stored(rows) for rows in EVERYTHING] == [[]] * 5
    deletion.restore(second.id, **form(second))
    commands.undo(first.id, **form(first))
    assert column(PlayerMonth, "games") == [2, 2]
    assert column(GameResult, "streak", game_id=second.id) == [-1, 1]


def test_a_club_is_deleted_with_all_that_its_games_count_as() -> None:
    called("Ann")
    clubs.delete_club(the_club())
    assert [stored(rows) for rows in EVERYTHING] == [[]] * 5


def test_a_player_into_whom_another_was_merged_stays_without_games() -> None:
    gone = called("Ann")
    kept = record(start(("Bob", "Anna")), win(10))
    with write() as session:
        ann, anna = (
            session.scalars(select(Player).where(Player.name == name)).one()
            for name in ("Ann", "Anna")
        )
        anna.same_as_id = ann.id
    gone = deletion.delete(gone.id, **form(gone))
    deletion.delete_for_ever(the_club(), gone.id, version=gone.version)
    row = commands.call(kept.id, **form(kept))
    names = {player.id: player.name for player in db.session.scalars(select(Player))}
    results = [result for result in stored(GameResult) if result["game_id"] == row.id]
    assert {names[result["player_id"]] for result in results} == {"Ann", "Bob"}
