"""Each process reads and judges a version of a game once, and never a version rolled back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from flask import Flask

from scorekeeper.clubs.players import rename_player
from scorekeeper.games import commands, transaction
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage import folded_games
from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import cached_sheet, game_of, recorded_game, sheet_of
from scorekeeper.storage.mapping import read_recorded_game
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import find_game
from scorekeeper.storage.tokens import new_id
from tests.support.clubs import new_club, the_club
from tests.support.comings import undo
from tests.support.documents import gin, knock
from tests.support.scorebook import ANN_AND_BOB, form, record, restart, start, totals, win
from tests.support.statements import counted, judgings
from tests.support.walks import walk

pytestmark = pytest.mark.usefixtures("book")


def found(game_id: str) -> GameRow:
    row = find_game(the_club(), game_id)
    assert row is not None
    return row


def endless(rounds: int) -> GameRow:
    """Return a game without a target, with this many different rounds."""
    return record(start(overrides={"target": 0}), *(win(10 + number) for number in range(rounds)))


@pytest.fixture
def other(make_app: Callable[[], Flask], book: Flask) -> Iterator[Flask]:
    """Another server on the same database."""
    assert book
    return make_app()


def test_a_version_is_read_and_judged_once(other: Flask) -> None:
    game_id = endless(3).id
    with other.app_context(), judgings() as judged:
        row = found(game_id)
        assert totals(row) == (33, 0)
        assert len(judged) == 3
        with counted(other) as sent:
            assert (sheet_of(row).totals, len(game_of(row).rounds)) == ((33, 0), 3)
        assert (sent, len(judged)) == ([], 3)


def test_of_what_another_server_recorded_only_that_is_judged(other: Flask) -> None:
    row = endless(3)
    with other.app_context():
        assert totals(found(row.id)) == (33, 0)
        db.session.rollback()
    record(row, win(40))
    with other.app_context(), judgings() as judged:
        assert totals(found(row.id)) == (73, 0)
        assert judged == [win(40)]


def test_what_is_kept_of_a_change_is_what_was_stored_of_it() -> None:
    void = read_round({"ending": "void", "note": "misdeal"}, ANN_AND_BOB)
    cards = gin("Bob", Ann="K Q 2", Bob="")
    row = record(start(), void, cards, win(3))
    row = commands.correct(row.id, **form(row), place=3, entry=void)
    kept, stored = recorded_game(row), read_recorded_game(row)
    assert kept == stored
    assert all(round.on_sheet for round in kept.game.rounds), "no stricter rule takes one off"
    assert sheet_of(row).game.rounds == kept.game.rounds


def test_a_change_that_is_rolled_back_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = record(start(), win(20))
    with monkeypatch.context() as failing:
        failing.setattr(transaction, "add_change", lambda *_, **_known: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            record(row, win(30))
    row = found(row.id)
    assert (row.version, totals(row)) == (2, (20, 0))
    with pytest.raises(RuleError):
        record(row, knock("Ann") | {"hands": {}})
    assert totals(found(row.id)) == (20, 0)


def test_versions_that_are_counted_alike_are_told_apart_by_when_they_were_made() -> None:
    row = record(start(), win(20))
    assert totals(row) == (20, 0)
    kept = folded_games.folded_games().find(row)
    row.changed_at = datetime(2020, 1, 1, tzinfo=UTC)
    assert folded_games.folded_games().find(row) is not kept
    db.session.rollback()


def test_a_sheet_that_is_known_takes_one_query(book: Flask, other: Flask) -> None:
    row = endless(2)
    club_id, others_id, game_id = the_club().id, new_club().id, row.id
    with counted(book) as sent:
        sheet = cached_sheet(club_id, game_id)
    assert sheet
    assert (sheet.totals, len(sent)) == ((21, 0), 1)
    assert cached_sheet(others_id, game_id) is None
    assert cached_sheet(club_id, new_id()) is None
    with counted(book) as sent:
        assert cached_sheet(club_id, "\0") is None
    assert not sent, "PostgreSQL refuses this text"
    with other.app_context():
        record(found(game_id), win(40))
    assert cached_sheet(club_id, game_id) is None, "another server knows more"


def judged_again(row: GameRow) -> bool:
    """Check whether this process had to judge the game’s rounds again."""
    row = found(row.id)
    with judgings() as judged:
        assert totals(row)
    return bool(judged)


def test_only_so_many_rounds_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folded_games, "MOST_ROUNDS_KEPT", 7)
    rows = [endless(2), endless(2)]
    long, short = endless(9), endless(1)
    assert [judged_again(row) for row in (short, long, *rows)] == [False, True, True, True]


def test_the_game_that_was_read_last_is_kept_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folded_games, "MOST_ROUNDS_KEPT", 8)
    read, unread = endless(2), endless(2)
    assert not judged_again(read)
    endless(2)
    assert [judged_again(read), judged_again(unread)] == [False, True]


def test_a_game_with_another_round_takes_the_place_of_its_last_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(folded_games, "MOST_ROUNDS_KEPT", 12)
    other = endless(2)
    record(endless(3), win(40), win(50))
    assert not judged_again(other)


@walk(
    ("change", "after"),
    {
        "removed": (lambda row: commands.remove(row.id, **form(row), place=2), (25, 0)),
        "corrected": (
            lambda row: commands.correct(row.id, **form(row), place=2, entry=win(10)),
            (35, 0),
        ),
        "removed and put back": (
            lambda row: undo(commands.remove(row.id, **form(row), place=3)),
            (45, 0),
        ),
    },
)
def test_equal_rounds_of_one_moment_stay_two_rounds(
    change: Callable[[GameRow], GameRow], after: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounds of an imported game can have one time."""
    moment = datetime(2026, 11, 21, 20, tzinfo=UTC)
    with monkeypatch.context() as still:
        still.setattr("scorekeeper.clock.now", lambda: moment)
        row = record(start(overrides={"target": 0}), win(5), win(20), win(20))
    sheet_of(row)
    rename_player(row.people[0], new_id(), seen=row.people[0].name)
    row = change(found(row.id))
    assert totals(row) == after
    restart()
    assert totals(found(row.id)) == after
