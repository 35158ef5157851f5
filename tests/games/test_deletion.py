"""Games are deleted, restored unchanged, or deleted for ever."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from sqlalchemy import func, select

from scorekeeper.clubs import clubs
from scorekeeper.clubs.roles import Role
from scorekeeper.games import commands, deletion, open_rounds
from scorekeeper.games.commands import NoSuchGameError, VersionConflict
from scorekeeper.games.history import changes
from scorekeeper.games.open_round import OpenRound, new_open_round
from scorekeeper.games.undoing import possible_steps
from scorekeeper.rummy.documents.game import write_game
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage import game_lists, queries
from scorekeeper.storage.database import Base, db
from scorekeeper.storage.folded_games import game_of
from scorekeeper.storage.game_lists import finished_games, games_in_play
from scorekeeper.storage.models import GameRow, Player
from scorekeeper.storage.queries import find_game
from tests.support.clubs import known_names, let_in, new_club, the_club
from tests.support.members import member
from tests.support.scorebook import form, record, start, totals, win

pytestmark = pytest.mark.usefixtures("book")


def delete(row: GameRow, **more: Any) -> GameRow:
    """Delete a game with a fresh form."""
    return deletion.delete(row.id, **form(row), **more)


def restore(row: GameRow, **more: Any) -> GameRow:
    """Restore a deleted game with a fresh form."""
    return deletion.restore(row.id, **form(row), **more)


def for_ever(row: GameRow) -> None:
    """Delete a deleted game for ever."""
    deletion.delete_for_ever(the_club(), row.id, version=row.version)


def rows_of_games() -> dict[str, int]:
    """Return the number of rows of every table that belongs to games."""
    others = {
        "club",
        "device",
        "invitation",
        "wrong_code",
        "statistics_state",
        "book_identity",
        "news",
    }
    return {
        name: db.session.scalar(select(func.count()).select_from(table)) or 0
        for name, table in Base.metadata.tables.items()
        if name not in others
    }


def announce(row: GameRow) -> OpenRound:
    """Announce a knock by the first player."""
    opened = new_open_round().with_facts({"ending": "knock", "by": "0"})
    open_rounds.store(row.id, version=row.version, before=None, after=opened)
    return opened


def as_it_stands(row: GameRow) -> tuple[Any, ...]:
    """Return the facts of a game that a restore must bring back."""
    entered = [(round.entered_at, round.entered_by) for round in row.rounds]
    return (
        *(row.id, row.status, row.created_at, row.changed_at, write_game(game_of(row))),
        *(entered, totals(row), [(change.kind, change.at) for change in changes(row)]),
    )


def test_a_deleted_game_is_found_nowhere() -> None:
    over, row = record(start(), win(60), win(60)), start()
    assert queries.game_after(over) == row
    delete(over)
    delete(row)
    club = the_club()
    assert games_in_play(club) == finished_games(club, 10) == []
    assert find_game(club, row.id) is None
    assert queries.game_after(over) is None
    assert game_lists.deleted_games(club) == [row, over]


def test_a_deleted_game_takes_no_change() -> None:
    row = record(start(), win(20))
    delete(row)
    attempts = [
        partial(commands.record, round=win(10)),
        partial(commands.correct, place=1, entry=win(10)),
        partial(commands.remove, place=1),
        *(commands.call, commands.play_on, commands.undo, deletion.delete),
    ]
    for attempt in attempts:
        with pytest.raises(NoSuchGameError):
            attempt(row.id, **form(row))
    assert totals(row) == (20, 0)
    assert len(changes(row)) == 3


def test_an_open_round_waits_in_a_deleted_game_till_that_is_restored() -> None:
    row, phone = start(), member(let_in(the_club(), Role.PLAYER)).device_id
    opened = announce(row)
    row = delete(row)
    late = opened.with_hands({0: "=5"}, phone, "Ann")
    with pytest.raises(open_rounds.OpenRoundConflict):
        open_rounds.store(row.id, version=row.version, before=opened, after=late)
    row = deletion.restore(row.id, **form(row))
    assert open_rounds.find_open(row.id) == opened
    open_rounds.store(row.id, version=row.version, before=opened, after=late)
    assert open_rounds.find_open(row.id) == late


def test_no_round_is_opened_in_a_deleted_game() -> None:
    row = delete(start())
    with pytest.raises(open_rounds.OpenRoundConflict):
        announce(row)
    assert rows_of_games()["open_round"] == 0


def test_the_same_deletion_sent_again_deletes_once() -> None:
    row = start()
    key, version = commands.new_key(), row.version
    for _ in range(2):
        row = deletion.delete(row.id, version=version, key=key, entered_by="Ann")
    assert (row.deleted_by, row.version) == ("Ann", 2)
    assert [change.kind for change in changes(row)] == [ChangeKind.DELETE, ChangeKind.START]
    assert deletion.is_deleted_by(the_club(), row.id, key)
    assert not deletion.is_deleted_by(the_club(), row.id, commands.new_key())
    assert not deletion.is_deleted_by(new_club(), row.id, key)
    restore(row)
    assert not deletion.is_deleted_by(the_club(), row.id, key)


def test_an_old_form_deletes_nothing() -> None:
    row = start()
    old = form(row)
    record(row, win(20))
    with pytest.raises(VersionConflict) as conflict:
        deletion.delete(row.id, **old)
    assert conflict.value.game.played == 1
    assert find_game(the_club(), row.id) is not None


def test_only_a_game_without_any_change_is_new() -> None:
    used = record(start(), win(20))
    commands.undo(used.id, **form(used))
    back = restore(delete(start()))
    for row in (used, back):
        with pytest.raises(RuleError, match="only an organiser"):
            delete(row, only_new=True)
    assert delete(start(), only_new=True).deleted_at is not None


def test_the_form_that_started_a_deleted_game_does_not_silently_start_another() -> None:
    key = commands.new_key()
    delete(start(key=key))
    with pytest.raises(RuleError, match="was deleted") as refused:
        start(key=key)
    assert refused.value.where == ("key",)


def test_players_who_only_appear_in_deleted_games_are_not_suggested() -> None:
    start(["Ann", "Bob"])
    row = start(["Ann", "Bbo"])
    assert known_names() == ["Ann", "Bbo", "Bob"]
    delete(row)
    assert known_names() == ["Ann", "Bob"]
    restore(row)
    assert known_names() == ["Ann", "Bbo", "Bob"]


def test_players_with_a_phone_stay_known() -> None:
    let_in(the_club(), Role.PLAYER, player="Bob")
    let_in(the_club(), Role.PLAYER, player="Zoé")
    row = delete(start(["Ann", "Bob"]))
    assert known_names() == ["Bob", "Zoé"]
    for_ever(row)
    assert known_names() == ["Bob", "Zoé"]


def test_forgotten_players_can_play_again() -> None:
    delete(start(["Ann", "Cem"]))
    start(["Cem", "Dora"])
    assert known_names() == ["Cem", "Dora"]
    assert db.session.scalar(select(func.count()).select_from(Player)) == 3


def test_a_game_that_is_brought_back_is_as_it_was() -> None:
    row = record(start(overrides={"target": 50}), win(20), win(40, by="Bob"))
    row = commands.correct(row.id, **form(row), place=2, entry=win(60, by="Bob"))
    before, version, last = as_it_stands(row), row.version, possible_steps(row, None).undo
    delete(row, entered_by="Ann")
    row = restore(row, entered_by="Bob")
    *then, trail = as_it_stands(row)
    assert (*then, trail[2:]) == before
    assert row.version == version + 2
    assert (row.deleted_at, row.deleted_by) == (None, None)
    assert possible_steps(row, None).undo == last, "an undo takes back what it would have before"
    assert [(change.kind, change.entered_by) for change in changes(row)[:2]] == [
        (ChangeKind.RESTORE, "Bob"),
        (ChangeKind.DELETE, "Ann"),
    ]
    assert finished_games(the_club(), 10) == [row]


def test_the_history_says_when_the_game_was_deleted() -> None:
    row = delete(start())
    assert row.deleted_at is not None
    passed = abs(row.deleted_at - changes(row)[0].at)
    assert passed.total_seconds() < 60


def test_only_a_deleted_game_is_brought_back_and_only_once() -> None:
    row = delete(start())
    seen = form(row)
    for _ in range(2):
        row = deletion.restore(row.id, **seen)
    for again in (form(row), {"version": seen["version"], "key": commands.new_key()}):
        with pytest.raises(VersionConflict):
            deletion.restore(row.id, **again)
    assert [change.kind for change in changes(row)] == [
        ChangeKind.RESTORE,
        ChangeKind.DELETE,
        ChangeKind.START,
    ]


def test_deleting_for_ever_removes_every_row_of_the_game_and_no_other() -> None:
    kept = record(start(), win(20))
    only_this = rows_of_games()
    row = record(start(["Ann", "Cem"]), win(20), win(30))
    game_id = commands.undo(row.id, **form(row)).id
    version = delete(row).version
    assert rows_of_games() != only_this
    for_ever(row)
    with pytest.raises(NoSuchGameError):
        deletion.delete_for_ever(the_club(), game_id, version=version)
    assert rows_of_games() == only_this
    assert game_lists.deleted_games(the_club()) == []
    assert known_names() == ["Ann", "Bob"]
    assert totals(kept) == (20, 0)


def test_only_an_unchanged_deleted_game_is_deleted_for_ever() -> None:
    row = start()
    with pytest.raises(VersionConflict):
        for_ever(row)
    version = delete(row).version
    record(restore(row), win(20))
    delete(row)
    with pytest.raises(VersionConflict):
        deletion.delete_for_ever(the_club(), row.id, version=version)
    assert totals(row) == (20, 0)


def test_nobody_finds_a_deleted_game_of_another_club() -> None:
    row, other = delete(start()), new_club("other")
    assert queries.find_deleted_game(other, row.id) is None
    assert game_lists.deleted_games(other) == []
    with pytest.raises(NoSuchGameError):
        deletion.delete_for_ever(other, row.id, version=row.version)
    assert game_lists.deleted_games(the_club()) == [row]


def test_deleting_a_club_deletes_its_deleted_games() -> None:
    delete(record(start(), win(20)))
    restore(delete(start()))
    clubs.delete_club(the_club())
    assert not {name: rows for name, rows in rows_of_games().items() if rows}
