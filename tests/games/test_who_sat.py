"""The players of a recorded game are corrected, such as one of two cousins chosen by mistake."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from scorekeeper.clubs.clubs import delete_club
from scorekeeper.clubs.players import add_player
from scorekeeper.games.commands import VersionConflict, new_key
from scorekeeper.games.details import correct_player
from scorekeeper.games.history import changes
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.round import RuleError
from scorekeeper.statistics.check import check
from scorekeeper.statistics.merging import merge_players
from scorekeeper.storage.database import db, write
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import GameResult, GameRow, Player
from scorekeeper.storage.queries import find_player
from tests.support.clubs import the_club
from tests.support.comings import begun, join, redo, undo
from tests.support.documents import out
from tests.support.eight_phones import announce
from tests.support.scorebook import everything, form, record, restart, start, totals, win
from tests.support.stored_statistics import compare_with_recount
from tests.support.transfers import exported, imported, quiet
from tests.support.walks import walk

pytestmark = pytest.mark.usefixtures("book")


def correct(row: GameRow, seat: int, name: str) -> GameRow:
    """Correct the player of a seat."""
    return correct_player(row, **form(row), seat=seat, name=name)


def over(winner: str = "Ann") -> GameRow:
    """Return a game that Ann or Bob has won."""
    return record(start(overrides={"target": 20}), win(30, by=winner))


def results() -> dict[str, int]:
    """Return the number of games won by each player with results."""
    query = select(Player.name, func.sum(GameResult.won)).group_by(Player.name)
    rows = db.session.execute(query.join(Player, Player.id == GameResult.player_id))
    return {name: int(won) for name, won in rows}


def test_points_stay_with_the_seat_and_the_statistics_follow() -> None:
    over()
    row = correct(over(), 0, "Anna")
    assert (row.players, totals(row), row.winners) == (("Anna", "Bob"), (30, 0), [0])
    restart()
    assert sheet_of(row).game.players == ("Anna", "Bob")
    compare_with_recount()
    assert list(check(quiet)) == []
    assert results() == {"Ann": 1, "Anna": 1, "Bob": 0}


def test_it_is_one_entry_of_the_history_and_the_rounds_stay_undone_in_their_order() -> None:
    row = correct(over(), 1, "Bobby")
    latest = changes(row, 1)[0]
    assert (latest.kind, latest.details) == (ChangeKind.PLAYER, {"player": ["Bob", "Bobby"]})
    assert (latest.before, latest.after, len(changes(row))) == ({}, {}, 3)
    row = undo(row)
    assert (row.players, totals(row)) == (("Ann", "Bobby"), (0, 0))
    assert (redo(row).players, totals(row)) == (("Ann", "Bobby"), (30, 0))


def test_it_is_put_right_again_by_the_same_way() -> None:
    row = correct(correct(over(), 0, "Anna"), 0, "ann")
    assert row.players == ("Ann", "Bob")
    compare_with_recount()


@walk(
    ("seat", "name", "where"),
    [
        (0, "Bob", "name"),
        (0, "Ann", "name"),
        (0, "Robert", "name"),
        (0, "", "name"),
        (0, "x" * 41, "name"),
        (2, "Cem", "seat"),
        (-1, "Cem", "seat"),
    ],
)
def test_who_sits_there_already_or_cannot_is_refused(seat: int, name: str, where: str) -> None:
    row = over()
    with write() as session:
        robert = find_player(session, row.club_id, "Robert") or add_player(
            session, row.club_id, "Robert"
        )
    merge_players(robert, row.people[1])
    before = everything()
    with pytest.raises(RuleError) as refused:
        correct(row, seat, name)
    assert refused.value.where == (where,)
    assert everything() == before


def test_nobody_is_exchanged_while_a_round_is_open() -> None:
    row = begun()
    announce(row.id, row.version)
    with pytest.raises(RuleError, match="A round is being entered"):
        correct(row, 0, "Anna")


def test_a_form_counts_once_and_an_old_one_not_at_all() -> None:
    row = over()
    sent = {"version": row.version, "key": new_key(), "seat": 0, "name": "Anna"}
    for _time in range(2):
        assert correct_player(row, **sent).players == ("Anna", "Bob")
    assert len(changes(row)) == 3
    with pytest.raises(VersionConflict):
        correct_player(row, **sent | {"key": new_key(), "name": "Anne"})


def test_who_joined_is_exchanged_in_what_was_undone_and_redone_as_well() -> None:
    row = correct(join(begun(), "Dan", 7), 3, "Daniel")
    assert changes(row)[1].names == ("Ann", "Bob", "Cleo", "Daniel")
    row = undo(row)
    assert (row.players, changes(row)[0].names[3]) == (("Ann", "Bob", "Cleo"), "Daniel")
    row = record(redo(row), out("Daniel", Ann=1, Bob=1, Cleo=1))
    assert row.players == ("Ann", "Bob", "Cleo", "Daniel")
    compare_with_recount()


def test_an_export_comes_back_as_it_was() -> None:
    join(begun(), "Eve")
    row = correct(correct(join(begun(), "Dan", 7), 3, "Daniel"), 0, "Anna")
    archive = exported()
    game_id = row.id
    lines = exported("jsonl")
    delete_club(the_club())
    db.session.remove()
    assert imported(archive).games == 2
    back = db.session.get_one(GameRow, game_id)
    assert back.players == ("Anna", "Bob", "Cleo", "Daniel")
    assert changes(back)[0].details == {"player": ["Ann", "Anna"]}
    assert exported("jsonl") == lines


def test_a_side_that_is_called_after_its_players_is_called_anew() -> None:
    row = start(
        ("Ann", "Bob", "Cem", "Dee"),
        variant="canasta",
        sides={"Ann & Cem": ["Ann", "Cem"], "We": ["Bob", "Dee"]},
    )
    row = correct(row, 0, "Anna")
    assert sheet_of(row).game.players.sides == row.players.sides == ("Anna & Cem", "We")
