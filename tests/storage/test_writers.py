"""Several phones write at once: each round counts once, and the second writer gets an error."""

from __future__ import annotations

import sqlite3
import threading
from functools import partial

import pytest
from flask import Flask
from psycopg.errors import QueryCanceled
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError

from scorekeeper.clubs.devices import revoke_device
from scorekeeper.clubs.members import Member, find_member, role_now
from scorekeeper.clubs.roles import Role
from scorekeeper.games import commands
from scorekeeper.games.history import changes
from scorekeeper.games.open_round import new_open_round
from scorekeeper.games.open_rounds import OpenRoundConflict, store
from scorekeeper.games.share_links import make_share_link, share_links
from scorekeeper.storage import writer_queue
from scorekeeper.storage.database import WRITE_CHECK, Permission, db, waits_for_rows, write
from scorekeeper.storage.faults import DatabaseFault, fault_of
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.game_lists import games_in_play
from scorekeeper.storage.models import GameRow, Player
from scorekeeper.storage.queries import find_game
from tests.support.clubs import let_in, the_club
from tests.support.scorebook import at_once, form, record, start, totals, win

WAITS = """
    SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))
"""
"""Finds a row on PostgreSQL while another connection waits for this one."""


def fresh(game_id: str) -> GameRow:
    db.session.rollback()
    row = find_game(the_club(), game_id)
    assert row is not None
    return row


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writers wait as long as it takes: on a slow machine a page would ask to press again."""
    monkeypatch.setattr(writer_queue, "PATIENCE", 60)


def test_the_same_form_sent_twice_at_once_records_once(book: Flask) -> None:
    row = start()
    for _ in range(5):
        job = partial(commands.record, row.id, **form(row), round=win(10))
        results = at_once(book, job, job, job)
        assert all(isinstance(result, GameRow) for result in results), results
        row = fresh(row.id)
    assert (row.played, row.version, totals(row)) == (5, 6, (50, 0))


def test_of_two_forms_for_the_same_round_the_second_is_a_conflict(book: Flask) -> None:
    row = start()
    for number in range(1, 6):
        jobs = [
            partial(commands.record, row.id, **form(row), round=win(10 + number))
            for number in (1, 2)
        ]
        results = at_once(book, *jobs)
        assert sorted(type(result).__name__ for result in results) == ["GameRow", "VersionConflict"]
        row = fresh(row.id)
        assert (row.played, row.version) == (number, number + 1)


def test_many_writers_lose_nothing(book: Flask) -> None:
    row = start(overrides={"target": 0})
    game_id, writers, rounds = row.id, 8, 4

    def keep_trying() -> int:
        conflicts = 0
        for _ in range(rounds):
            while True:
                mine = fresh(game_id)
                try:
                    commands.record(game_id, **form(mine), round=win(10))
                    break
                except commands.VersionConflict:
                    conflicts += 1
        return conflicts

    results = at_once(book, *[keep_trying] * writers)
    assert all(isinstance(result, int) for result in results), results
    row = fresh(game_id)
    assert (row.played, row.version) == (writers * rounds, writers * rounds + 1)
    assert totals(row) == (writers * rounds * 10, 0)
    assert len(changes(row)) == writers * rounds + 1


def test_the_same_start_sent_twice_at_once_makes_one_game(book: Flask) -> None:
    key = commands.new_key()
    results = at_once(book, *[partial(start, key=key)] * 3)
    assert all(isinstance(result, GameRow) for result in results), results
    assert len(games_in_play(the_club())) == 1


def test_of_two_rematches_started_at_once_the_second_is_a_conflict(book: Flask) -> None:
    played_again = start().id
    begun = at_once(book, *[lambda: start(rematch_of=fresh(played_again))] * 2)
    assert {type(answer) for answer in begun} == {GameRow, commands.RematchConflict}
    fresh(played_again)
    assert len(games_in_play(the_club())) == 2


def test_games_started_at_once_share_their_new_players(book: Flask) -> None:
    results = at_once(book, *[start] * 6)
    assert all(isinstance(result, GameRow) for result in results), results
    assert len(games_in_play(the_club())) == 6
    assert db.session.scalar(select(func.count()).select_from(Player)) == 2


def test_two_undos_at_once_take_back_one_change(book: Flask) -> None:
    row = record(start(), win(20), win(30))
    results = at_once(book, *[partial(commands.undo, row.id, **form(row)) for _ in range(2)])
    assert sorted(type(result).__name__ for result in results) == ["GameRow", "VersionConflict"]
    assert totals(fresh(row.id)) == (20, 0)


def test_a_sheet_is_read_in_one_consistent_state(book: Flask) -> None:
    row = record(start(), win(20), win(30))
    game_id, version = row.id, row.version
    reading, written = threading.Event(), threading.Event()

    def read() -> tuple[int, tuple[int, ...]]:
        mine = fresh(game_id)
        reading.set()
        assert written.wait(timeout=30)
        return mine.version, sheet_of(mine).totals

    def change() -> None:
        assert reading.wait(timeout=30)
        try:
            commands.correct(
                game_id, version=version, key=commands.new_key(), place=1, entry=win(1, by="Bob")
            )
        finally:
            written.set()

    seen, done = at_once(book, read, change)
    assert done is None
    assert seen == (version, (50, 0))
    assert totals(fresh(game_id)) == (30, 1)


def test_a_writer_reads_the_current_state_once_it_has_the_lock(book: Flask) -> None:
    row = start()
    assert sheet_of(row).totals == (0, 0)
    [done] = at_once(book, lambda: record(fresh(row.id), win(20)) and None)
    assert done is None
    assert row.version == 1, "this session still reads its old snapshot"
    with pytest.raises(commands.VersionConflict):
        commands.record(row.id, version=1, key=commands.new_key(), round=win(30))
    assert totals(row) == (20, 0)


def permission_of(member: Member) -> Permission:
    """Return a device’s permission to write, which every transaction checks."""

    def refuse(role: str | None) -> None:
        if role is None:
            raise PermissionError

    return Permission(role_now(member), {"device_id": member.device_id}, refuse)


def test_a_device_that_was_removed_while_it_waited_for_its_turn_writes_nothing(
    book: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = start()
    member = find_member(let_in(the_club(), Role.PLAYER))
    assert member is not None
    permission = permission_of(member)
    monkeypatch.setitem(book.extensions, WRITE_CHECK, lambda: permission)
    make = partial(make_share_link, row.club_id, row.id, made_by=None)
    make(commands.new_key())
    with monkeypatch.context() as command_line:
        command_line.delitem(book.extensions, WRITE_CHECK)
        revoke_device(the_club(), member.device_id)
    with pytest.raises(PermissionError):
        make(commands.new_key())
    assert len(share_links(row.id)) == 1


@pytest.mark.parametrize("meanwhile", ["recorded", "announced", "removed"])
def test_a_writer_that_waits_for_a_game_sees_what_was_done_meanwhile(
    book: Flask, meanwhile: str
) -> None:
    """Meanwhile another phone records or announces a round, or a keeper removes the device."""
    row = start()
    game_id, typed = row.id, form(row)
    member = find_member(let_in(the_club(), Role.PLAYER))
    assert member is not None
    is_held, waits = threading.Event(), threading.Event()

    def hold() -> None:
        with write() as session:
            session.scalar(select(GameRow.id).where(GameRow.id == game_id).with_for_update())
            if meanwhile == "recorded":
                commands.record(game_id, **typed, round=win(10))
            elif meanwhile == "announced":
                announced = new_open_round().with_facts({"ending": "knock:0"})
                store(game_id, version=typed["version"], before=None, after=announced)
            else:
                revoke_device(the_club(), member.device_id)
            permission = permission_of(member)
            book.extensions[WRITE_CHECK] = lambda: permission
            is_held.set()
            assert waits.wait(timeout=30)
            while waits_for_rows() and not session.scalar(text(WAITS)):
                waits.wait(timeout=0.01)

    def follow() -> object:
        assert is_held.wait(timeout=30)
        waits.set()
        return commands.record(game_id, **typed, round=win(10))

    held, followed = at_once(book, hold, follow)
    book.extensions.pop(WRITE_CHECK)
    assert held is None
    expected = {"recorded": GameRow, "announced": OpenRoundConflict, "removed": PermissionError}
    assert type(followed) is expected[meanwhile]
    assert fresh(game_id).played == (meanwhile == "recorded")
    assert len(changes(fresh(game_id))) == 1 + (meanwhile == "recorded")


def test_a_failed_write_leaves_nothing_and_frees_the_lock(book: Flask) -> None:
    row = start()

    def fail() -> None:
        with write() as session:
            session.get_one(GameRow, row.id).status = "over"
            session.flush()
            raise ValueError("this write was not to be")

    [error] = at_once(book, fail)
    assert isinstance(error, ValueError)
    assert fresh(row.id).status == "playing"
    assert totals(record(row, win(20))) == (20, 0)


def io_error() -> sqlite3.Error:
    """Return SQLite’s error for a failing disk."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    return error


@pytest.mark.usefixtures("book")
def test_a_commit_that_was_refused_is_not_called_unclear(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result of a commit is unclear only if the connection died."""
    error, fault = {
        "sqlite": (io_error(), DatabaseFault.SILENT),
        "postgresql": (
            QueryCanceled("canceling statement due to statement timeout"),
            DatabaseFault.BUSY,
        ),
    }[db.engine.dialect.name]

    def refuse(_connection: object) -> None:
        raise error

    row = start()
    monkeypatch.setattr(db.engine.dialect, "do_commit", refuse)
    with pytest.raises(DBAPIError) as raised:
        record(row, win(20))
    assert fault_of(raised.value) is fault
    monkeypatch.undo()
    assert fresh(row.id).played == 0
