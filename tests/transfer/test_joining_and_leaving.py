"""Games in which players leave and join are the same after an import, undone entries included."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import select

from scorekeeper.clubs.players import rename_player
from scorekeeper.games.history import changes
from scorekeeper.rummy.documents.reading import Seating
from scorekeeper.rummy.documents.round import read_entry, write_entry
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.statistics.check import check
from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import ChangeRow, GameRow, Player
from tests.support.comings import BASIC, ROUND, THREE, begun, join, leave, redo, undo
from tests.support.documents import joins, leaves, out
from tests.support.scorebook import record, restart
from tests.support.stored_statistics import compare_with_recount
from tests.support.transfers import exported, imported, lines_of, quiet
from tests.transfer.test_round_trip import start_anew


def only_game() -> GameRow:
    """Return the only game of the book, read again."""
    restart()
    db.session.rollback()
    return db.session.scalars(select(GameRow)).one()


def history_of(row: GameRow) -> list[dict[str, Any]]:
    """Return the history as stored, with players’ names and without row numbers."""
    names = {player.id: player.name for player in db.session.scalars(select(Player))}
    rows = db.session.scalars(
        select(ChangeRow).where(ChangeRow.game_id == row.id).order_by(ChangeRow.id)
    )
    return [
        {
            "kind": change.kind,
            "number": change.number,
            "round_number": change.round_number,
            "before": change.before,
            "after": change.after,
            "late": {seat: names[who] for seat, (who, _n) in (change.late_seats or {}).items()},
        }
        for change in rows
    ]


def play_an_evening() -> GameRow:
    """Play a game: Dan’s joining is undone, Eve and Fay join and play, and Fay is undone again."""
    row = begun()
    row = undo(join(row, "Dan"))
    row = join(row, "Eve", 5)
    row = record(row, out("Eve", Ann=4, Bob=1, Cleo=2))
    row = leave(row, 1)
    row = join(row, "Fay")
    row = record(row, out("Fay", Ann=4, Cleo=2, Eve=7))
    return undo(undo(row))


@pytest.mark.usefixtures("book")
def test_the_history_is_the_same_elsewhere() -> None:
    row = play_an_evening()
    before, archive = history_of(row), exported()
    [document] = [json.loads(line) for line in exported("jsonl").splitlines()]
    assert document["players"] == ["Ann", "Bob", "Cleo", "Eve"]
    assert [
        entry["between"]
        for step in document["history"]
        for entry in step.get("on", ())
        if "between" in entry
    ] == [{"joins": {"Dan": 0}}, {"joins": {"Eve": 5}}, {"leaves": ["Bob"]}, {"joins": {"Fay": 0}}]
    start_anew()
    imported(archive)
    row = only_game()
    assert history_of(row) == before
    assert exported("jsonl").splitlines() == [json.dumps(document, ensure_ascii=False).encode()]
    assert list(check(quiet)) == []
    compare_with_recount()


@pytest.mark.usefixtures("book")
def test_what_was_undone_can_be_redone_elsewhere_and_everything_undone() -> None:
    play_an_evening()
    archive = exported()
    start_anew()
    imported(archive)
    row = redo(redo(only_game()))
    assert row.players == ("Ann", "Bob", "Cleo", "Eve", "Fay")
    assert sheet_of(row).totals == (8, 10, 7, 12, 0)
    for left in (6, 5, 4, 3, 2, 1):
        row = undo(row)
        assert len(sheet_of(row).entries) == left - 1, left
    assert row.players == THREE
    for _step in range(6):
        row = redo(row)
    assert sheet_of(row).totals == (8, 10, 7, 12, 0)


@pytest.mark.usefixtures("book")
def test_an_undone_player_is_there_under_a_new_name() -> None:
    row = undo(join(begun(), "Dan"))
    dan = db.session.scalars(select(Player).where(Player.name == "Dan")).one()
    rename_player(dan, "Daniel", seen="Dan")
    archive = exported()
    start_anew()
    imported(archive)
    row = redo(only_game())
    assert row.players == (*THREE, "Daniel")


@pytest.mark.usefixtures("book")
def test_a_player_who_joined_and_was_renamed_is_the_same_elsewhere() -> None:
    join(begun(), "Dan")
    dan = db.session.scalars(select(Player).where(Player.name == "Dan")).one()
    rename_player(dan, "Daniel", seen="Dan")
    archive = exported()
    start_anew()
    assert imported(archive).games == 1
    assert only_game().players == (*THREE, "Daniel")


def a_game(*entries: Any, players: tuple[str, ...] = THREE) -> bytes:
    """Return a file with one game, as another program writes it."""
    rules = BASIC["overrides"]
    document = {"variant": "basic", "rules": rules, "players": players, "rounds": entries}
    return lines_of(document)


@pytest.mark.usefixtures("book")
def test_who_joined_may_sit_anywhere_and_keeps_that_seat() -> None:
    first = out("Ann", Bob=9)
    imported(a_game(first, joins(Cleo=4), ROUND, players=("Cleo", "Ann", "Bob")), "games.jsonl")
    row = only_game()
    assert sheet_of(row).totals == (7, 0, 18)
    row = undo(row)
    with pytest.raises(RuleError, match="sits between other players"):
        undo(row)
    assert sheet_of(only_game()).totals == (4, 0, 9)


@pytest.mark.usefixtures("book")
def test_the_history_of_a_game_from_elsewhere_names_who_had_a_seat() -> None:
    imported(a_game(ROUND, joins(Dan=4), leaves("Ann"), players=(*THREE, "Dan")), "games.jsonl")
    newest = changes(only_game())[0]
    [between] = [each.entry for each in newest.after.values()]
    assert write_entry(between, newest.names) == leaves("Ann")
    read = read_entry(joins(Dan=4), Seating({"Dan": Seat(3)}, {}), only_game_pieces())
    assert sheet_of(only_game()).game.entries[1] == read


def only_game_pieces() -> Any:
    """Return the pieces of the only game in the book."""
    return sheet_of(only_game()).game.variant.pieces
