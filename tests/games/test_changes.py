"""The common rules of all changes: versions, keys, and missing games."""

from __future__ import annotations

import pytest

from scorekeeper import clock
from scorekeeper.games import commands
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import db
from scorekeeper.storage.faults import UnreadableGameError
from scorekeeper.storage.folded_games import game_of
from scorekeeper.storage.queries import find_game
from tests.support.clubs import the_club
from tests.support.scorebook import form, record, start, totals, win

pytestmark = pytest.mark.usefixtures("book")


@pytest.mark.parametrize("game_id", ["", "nosuchgame22", "1", "\0", "é", "x" * 10_000, "' OR 1=1"])
def test_an_id_that_does_not_exist_finds_no_game(game_id: str) -> None:
    start()
    assert find_game(the_club(), game_id) is None


def test_a_change_of_a_game_that_does_not_exist_says_so() -> None:
    with pytest.raises(commands.NoSuchGameError):
        commands.record("nosuchgame22", version=1, key=commands.new_key(), round=win(20))


def test_the_version_changes_even_if_the_clock_stands_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = record(start(), win(20))
    monkeypatch.setattr(clock, "now", lambda: row.changed_at)
    same = read_round({"ending": "knock", "by": "Ann", "hands": {"Ann": 4, "Bob": 24}}, row.players)
    row = commands.correct(row.id, **form(row), place=1, entry=same)
    assert row.version == 3


def test_a_stale_form_is_a_conflict_with_the_current_game() -> None:
    row = start()
    old = form(row)
    record(row, win(20))
    with pytest.raises(commands.VersionConflict) as conflict:
        commands.record(row.id, **old, round=win(30))
    assert conflict.value.game.version == 2
    assert totals(conflict.value.game) == (20, 0)


def test_the_same_form_sent_again_records_once_however_late() -> None:
    row = start()
    first = form(row)
    row = commands.record(row.id, **first, round=win(20))
    row = record(row, win(5))
    row = commands.record(row.id, **first, round=win(20))
    assert totals(row) == (25, 0)


def test_the_key_of_one_game_does_not_count_for_another() -> None:
    row, other = start(), start()
    used = form(row)
    commands.record(row.id, **used, round=win(20))
    with pytest.raises(commands.VersionConflict):
        commands.record(other.id, version=other.version, key=used["key"], round=win(20))
    assert totals(other) == (0, 0)


@pytest.mark.parametrize("key", ["", "k" * 65, "a\0b", "é"])
def test_a_form_without_its_key_is_refused(key: str) -> None:
    row = start()
    with pytest.raises(RuleError) as refused:
        commands.record(row.id, version=row.version, key=key, round=win(20))
    assert refused.value.where == ("key",)


def test_times_are_in_utc_whatever_the_database() -> None:
    row = record(start(), win(20))
    db.session.expire_all()
    assert str(row.changed_at.tzinfo) == str(row.rounds[0].entered_at.tzinfo) == "UTC"
    assert row.created_at <= row.rounds[0].entered_at <= row.changed_at


def test_a_game_of_a_variant_that_is_gone_says_so() -> None:
    row = start()
    row.variant = "bridge"
    with pytest.raises(UnreadableGameError) as refused:
        game_of(row)
    assert "bridge" in str(refused.value.__cause__)
