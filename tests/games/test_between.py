"""Entries between two rounds: recorded, corrected, removed, undone and redone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select

from scorekeeper.clubs.players import add_player, rename_player
from scorekeeper.games import commands
from scorekeeper.games.commands import VersionConflict, new_key
from scorekeeper.games.details import correct_player
from scorekeeper.games.history import changes
from scorekeeper.games.undoing import possible_steps
from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.statistics.check import check
from scorekeeper.statistics.merging import merge_players
from scorekeeper.storage.database import db, write
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import ChangeRow, GameResult, GameRow, Player
from tests.support.clubs import the_club
from tests.support.comings import BASIC, THREE, adjust, begun, join, leave, redo, rejoin, undo
from tests.support.documents import joins, out
from tests.support.eight_phones import announce
from tests.support.scorebook import documents, everything, form, record, restart, start, totals
from tests.support.stored_statistics import compare_with_recount
from tests.support.transfers import quiet
from tests.support.walks import walk

pytestmark = pytest.mark.usefixtures("book")

NAMES = (*THREE, "Dan")


def who_is_in(row: GameRow) -> list[str]:
    """Return the names of the players still in the game, read again from the database."""
    restart()
    return [row.players[seat] for seat in sheet_of(row).seats]


def test_who_leaves_keeps_the_total_and_is_asked_for_no_hand() -> None:
    row = leave(begun(), 1)
    row = record(row, out("Cleo", Ann=5))
    assert (totals(row), who_is_in(row)) == ((5, 9, 3), ["Ann", "Cleo"])


def test_a_new_name_joins_the_club_and_the_game() -> None:
    row = join(begun(), "Dan", 7)
    assert (row.players, totals(row), who_is_in(row)) == (NAMES, (0, 9, 3, 7), [*NAMES])
    dan = db.session.scalars(select(Player).where(Player.name == "Dan")).one()
    assert dan.club_id == the_club().id
    assert db.session.scalars(select(ChangeRow.late_seats)).all()[-1] == {"3": [dan.id, "Dan"]}


def test_a_player_of_the_club_joins_whatever_the_capitals() -> None:
    start(("Dan", "Eve"))
    row = join(begun(), "dan")
    assert row.players == NAMES
    assert db.session.scalar(select(func.count()).select_from(Player)) == 5


@walk("name", ["Bob", "", "x" * 41])
def test_a_name_that_cannot_join_is_refused_and_nothing_is_written(name: str) -> None:
    row = begun()
    before = everything()
    with pytest.raises(RuleError):
        join(row, name)
    assert everything() == before


def test_who_left_comes_back_with_the_total_of_then() -> None:
    row = leave(begun(), 1)
    row = record(row, out("Ann", Cleo=5))
    row = rejoin(row, 1)
    assert (totals(row), who_is_in(row)) == ((0, 9, 8), [*THREE])


def test_points_are_given_between_rounds() -> None:
    assert totals(adjust(begun(), 1, -4)) == (0, 5, 3)


CHANGES: dict[str, Callable[[GameRow], GameRow]] = {
    "leaves": lambda row: leave(row, 1),
    "joins": lambda row: join(row, "Dan", 5),
    "adjust": lambda row: adjust(row, 0, 12),
    "rejoins": lambda row: rejoin(leave(row, 2), 2),
    "much": lambda row: leave(
        join(record(leave(join(row, "Dan"), 0), out("Dan", Bob=1, Cleo=2)), "Eve"), 3
    ),
}


@walk("what", list(CHANGES))
def test_everything_is_undone_to_the_empty_sheet_and_redone(what: str) -> None:
    row = CHANGES[what](begun())
    after, names, inside = totals(row), row.players, who_is_in(row)
    steps = len(sheet_of(row).entries)
    for _step in range(steps):
        row = undo(row)
    assert (row.players, totals(row), who_is_in(row)) == (THREE, (0, 0, 0), [*THREE])
    assert possible_steps(row, None).undo is None
    for _step in range(steps):
        row = redo(row)
    assert (row.players, totals(row), who_is_in(row)) == (names, after, inside)
    assert possible_steps(row, None).redo is None


@walk("what", ["leaves", "joins", "adjust"])
def test_the_same_key_twice_counts_once(what: str) -> None:
    row = begun()
    key: dict[str, Any] = form(row)
    change: Callable[[], GameRow] = {
        "leaves": lambda: leave(row, 1, **key),
        "joins": lambda: join(row, "Dan", **key),
        "adjust": lambda: adjust(row, 0, 12, **key),
    }[what]
    change()
    before = everything()
    change()
    assert everything() == before
    assert len(sheet_of(row).entries) == 2


@walk("what", ["leaves", "joins", "adjust"])
def test_who_has_an_old_sheet_is_told_and_nothing_is_written(what: str) -> None:
    row = begun()
    old = {"version": row.version - 1, "key": new_key()}
    before = everything()
    with pytest.raises(VersionConflict):
        {
            "leaves": lambda: leave(row, 1, **old),
            "joins": lambda: join(row, "Dan", **old),
            "adjust": lambda: adjust(row, 0, 12, **old),
        }[what]()
    assert everything() == before


def test_nobody_comes_or_goes_while_a_round_is_being_entered_and_no_points_are_given() -> None:
    row = begun()
    announce(row.id, row.version, "out:0")
    before = everything()
    for change in (lambda: leave(row, 1), lambda: join(row, "Dan"), lambda: adjust(row, 0, 12)):
        with pytest.raises(RuleError, match="being entered"):
            change()
    assert everything() == before


def test_nobody_joins_a_game_that_was_called() -> None:
    row = begun()
    row = commands.call(row.id, **form(row))
    with pytest.raises(RuleError, match="ended early"):
        join(row, "Dan")


def test_a_joining_is_not_taken_off_while_they_play_on_or_another_joined_after() -> None:
    row = join(begun(), "Dan")
    row = join(row, "Eve")
    with pytest.raises(RuleError) as refused:
        commands.remove(row.id, **form(row), place=2)
    assert refused.value.text() == "Eve joined after this. Remove that entry first."
    row = record(undo(row), out("Dan", Ann=1, Bob=1, Cleo=1))
    with pytest.raises(RuleError) as refused:
        commands.remove(row.id, **form(row), place=2)
    assert refused.value.text() == "Dan has later entries. Remove those first."


def test_a_joining_that_nothing_followed_is_taken_off_and_put_back() -> None:
    row = adjust(join(begun(), "Dan", 5), 0, 12)
    row = commands.remove(row.id, **form(row), place=2)
    assert (row.players, totals(row)) == (THREE, (12, 9, 3))
    row = undo(row)
    assert (row.players, totals(row)) == (NAMES, (12, 9, 3, 5))


def test_the_points_of_who_joined_are_corrected() -> None:
    row = record(join(begun(), "Dan", 5), out("Dan", Ann=1, Bob=1, Cleo=1))
    entry = Between(BetweenKind.JOINS, (Seat(3),), (8,))
    row = commands.correct(row.id, **form(row), place=2, entry=entry)
    assert totals(row) == (1, 10, 4, 8)
    assert totals(undo(row)) == (1, 10, 4, 5)


def test_a_joining_does_not_become_something_else_while_they_play_on() -> None:
    row = record(join(begun(), "Dan", 5), out("Dan", Ann=1, Bob=1, Cleo=1))
    before = everything()
    for entry in (
        Between(BetweenKind.LEAVES, (Seat(1),)),
        read_round(out("Ann", Bob=1, Cleo=1), THREE),
    ):
        with pytest.raises(RuleError, match="has later entries"):
            commands.correct(row.id, **form(row), place=2, entry=entry)
    assert everything() == before


def test_what_is_dropped_with_the_end_of_a_game_takes_who_joined_along() -> None:
    row = start(THREE, **BASIC | {"overrides": {"target": 20, "scoring": "penalty"}})
    row = record(row, out("Ann", Bob=9, Cleo=3))
    row = record(join(row, "Dan"), out("Dan", Ann=1, Bob=1, Cleo=1))
    facts = {"place": 1, "entry": read_round(out("Ann", Bob=25, Cleo=3), THREE)}
    with pytest.raises(commands.EndsEarlierConflict):
        commands.correct(row.id, **form(row), **facts)
    row = commands.correct(row.id, **form(row), **facts, drop_later=True)
    assert (row.players, totals(row), row.status) == (THREE, (0, 25, 3), "over")
    row = undo(row)
    assert (row.players, totals(row)) == (NAMES, (1, 10, 4, 0))
    assert list(check(quiet)) == []


def test_another_takes_the_seat_of_whose_joining_was_undone() -> None:
    row = join(undo(join(begun(), "Dan")), "Eve", 4)
    assert row.players == (*THREE, "Eve")
    newest, _undo, of_dan, *_before = changes(row)
    assert (newest.names[3], of_dan.names[3]) == ("Eve", "Dan")
    assert [*documents(row, newest.after).values()] == [joins(Eve=4)]
    row = undo(row)
    assert redo(row).players == (*THREE, "Eve")


def test_who_joined_may_be_renamed_before_it_is_undone_and_redone() -> None:
    row = join(begun(), "Dan")
    dan = db.session.scalars(select(Player).where(Player.name == "Dan")).one()
    rename_player(dan, "Daniel", seen="Dan")
    row = db.session.get_one(GameRow, row.id, populate_existing=True)
    assert (row.players[3], changes(row)[0].names[3]) == ("Daniel", "Daniel")
    row = undo(row)
    assert redo(row).players == (*THREE, "Daniel")


def test_who_is_no_longer_in_the_club_does_not_come_back() -> None:
    row = undo(join(begun(), "Dan"))
    with write() as session:
        session.delete(session.scalars(select(Player).where(Player.name == "Dan")).one())
    with pytest.raises(RuleError, match="Nothing to redo"):
        redo(row)
    assert who_is_in(row) == [*THREE]


def test_who_sits_elsewhere_by_a_correction_does_not_get_a_second_seat() -> None:
    row = undo(join(begun(), "Dan"))
    row = correct_player(row, **form(row), seat=1, name="Dan")
    with pytest.raises(RuleError, match="“Dan” already sits in this game"):
        redo(row)
    row = join(begun(), "Eve")
    row = commands.remove(row.id, **form(row), place=2)
    row = correct_player(row, **form(row), seat=1, name="Eve")
    with pytest.raises(RuleError, match="“Eve” already sits in this game"):
        undo(row)
    row = correct_player(row, **form(row), seat=1, name="Bob")
    assert undo(row).players == (*THREE, "Eve")


@pytest.mark.parametrize(("merged", "into"), [("Dan", "Cleo"), ("Cleo", "Dan"), ("Dan", "Eve")])
def test_who_is_merged_with_another_does_not_get_a_second_seat(merged: str, into: str) -> None:
    row, entry = begun(), Between(BetweenKind.JOINS, (Seat(3), Seat(4)), (0, 0))
    row = undo(commands.join(row, **form(row), names=["Dan", "Eve"], between=entry))
    people = {player.name: player for player in db.session.scalars(select(Player))}
    merge_players(people[merged], people[into])
    row = db.session.get_one(GameRow, row.id, populate_existing=True)
    with pytest.raises(RuleError, match="already sits in this game"):
        redo(row)
    assert len(set(row.players)) == len(THREE)


def test_the_statistics_follow_who_comes_and_goes() -> None:
    row = record(join(leave(begun(), 1), "Dan"), out("Dan", Ann=1, Cleo=1))
    row = commands.call(row.id, **form(row))
    played = select(GameResult.seat, GameResult.rounds).order_by(GameResult.seat)
    assert [tuple(line) for line in db.session.execute(played)] == [(0, 2), (1, 1), (2, 2), (3, 1)]
    compare_with_recount()
    row = undo(undo(undo(row)))
    assert (row.status, db.session.execute(played).all()) == ("playing", [])
    row = commands.call(row.id, **form(row))
    assert [tuple(line) for line in db.session.execute(played)] == [(0, 1), (1, 1), (2, 1)]
    compare_with_recount()
    assert list(check(quiet)) == []


def test_a_player_who_was_merged_joins_as_the_person() -> None:
    with write() as session:
        dan = add_player(session, the_club().id, "Dan")
        other = add_player(session, the_club().id, "Danny")
        session.flush()
        other.same_as_id = dan.id
    row = join(begun(), "Danny")
    assert row.players == NAMES
