"""Tournaments in the rest of the score book: statistics, home, players, deletions."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from scorekeeper.clubs.clubs import delete_club
from scorekeeper.games import deletion
from scorekeeper.rummy.round import RuleError
from scorekeeper.statistics.check import check
from scorekeeper.statistics.merging import SatTogetherError, merge_players, separate_player
from scorekeeper.storage import game_lists
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameResult, GameRow, Player, TournamentPart, TournamentRow
from scorekeeper.storage.queries import GUESTS_OF_TOURNAMENTS, find_player, game_after
from scorekeeper.tournament.standings import standing
from scorekeeper.tournaments import entering, rounds, tables
from scorekeeper.tournaments.checking import check_tournaments
from scorekeeper.tournaments.entrants import Registration
from tests.support.clubs import the_club
from tests.support.hall import FOUR_PAIRS, GIN, change, draw, now, play_round, set_up, type_slips
from tests.support.scorebook import form, record, start, win

pytestmark = pytest.mark.usefixtures("book")


def player(name: str) -> Player:
    found = find_player(db.session(), the_club().id, name)
    assert found
    return found


def quiet(_done: int, _all: int) -> None:
    """Ignore the progress."""


def two_tables(**more: Any) -> str:
    return set_up(["Ann", "Bob", "Cem", "Dee"], **GIN, **more)


def test_its_games_count_as_ordinary_games() -> None:
    evening = set_up()
    play_round(evening)
    assert list(check(quiet)) == []
    assert db.session.scalar(select(func.count()).select_from(GameResult)) == 8
    change(evening, rounds.reopen_round)
    tables.type_totals(the_club(), evening, 1, 1, (5, 6))
    tables.take_back_game(the_club(), evening, 1, 2)
    assert list(check(quiet)) == []
    assert db.session.scalar(select(func.count()).select_from(GameResult)) == 4


def test_home_lists_no_game_of_it() -> None:
    own = record(start(("Ann", "Bob")), win(5))
    evening = two_tables()
    draw(evening, "standing")
    at_table = tables.begin(the_club(), evening, 1, 1)
    club = the_club()
    assert [row.id for row in game_lists.games_on_the_table(club, 9)] == [own.id]
    assert [row.id for row in game_lists.games_on_the_table(club, 9, player("Ann").id)] == [own.id]
    assert [row.id for row in game_lists.games_in_play(club)] == [own.id]
    latest = game_lists.latest_at_tables(club, evening)
    assert latest
    assert latest.id == at_table.id
    assert game_lists.latest_at_tables(club, own.id) is None
    assert game_lists.latest_at_tables(club, "\0") is None
    type_slips(evening)
    lately = game_lists.finished_lately(club, at_table.played_on, 5)
    assert (lately.games, lately.of_evening, lately.variants) == ([], [], [])
    assert game_after(own, own.variant) is None


def test_its_guests_are_not_suggested() -> None:
    record(start(("Ann", "Zoe")), win(5))
    set_up()
    club = the_club()
    guests = {one.name for one in db.session.scalars(select(Player)) if one.id in guests_of(club)}
    assert guests == {name for pair in FOUR_PAIRS for name in pair.split(" & ")} - {"Ann"}


def guests_of(club: Any) -> set[int]:
    return set(db.session.scalars(GUESTS_OF_TOURNAMENTS, {"club": club.id}))


def test_who_entered_stays_when_a_game_is_deleted_for_ever() -> None:
    set_up()
    row = record(start(("Ann", "Zoe")), win(5))
    row = deletion.delete(row.id, **form(row))
    deletion.delete_for_ever(the_club(), row.id, version=row.version)
    assert player("Ann").name == "Ann"
    assert find_player(db.session(), the_club().id, "Zoe") is None


def taken_back(evening: str) -> GameRow:
    """Begin the game of table 1, take it back, and return it."""
    row = tables.begin(the_club(), evening, now(evening).latest, 1)
    tables.take_back_game(the_club(), evening, now(evening).latest, 1)
    return db.session.get_one(GameRow, row.id, populate_existing=True)


def test_a_game_that_was_taken_back_can_come_back_to_its_table() -> None:
    evening = set_up(FOUR_PAIRS[:2])
    play_round(evening)
    draw(evening, "standing")
    row = taken_back(evening)
    assert now(evening).games.keys() == {(1, 1)}
    assert list(check_tournaments()) == []
    before = now(evening).version
    row = deletion.restore(row.id, **form(row))
    assert (row.tournament_id, now(evening).games[2, 1].id) == (evening, row.id)
    assert now(evening).version == before + 1
    assert list(check_tournaments()) == []


def test_a_game_that_was_taken_back_stays_away_from_a_table_that_began_anew() -> None:
    evening = set_up()
    draw(evening)
    row = taken_back(evening)
    again = tables.begin(the_club(), evening, 1, 1)
    with pytest.raises(RuleError, match=r"Table 1 has another game. Take that back first."):
        deletion.restore(row.id, **form(row))
    assert now(evening).games[1, 1].id == again.id
    tables.take_back_game(the_club(), evening, 1, 1)
    deletion.restore(row.id, **form(row))
    assert now(evening).games[1, 1].id == row.id


def test_a_game_that_was_taken_back_stays_away_from_a_closed_round() -> None:
    evening = set_up()
    draw(evening)
    row = taken_back(evening)
    for table in (1, 2):
        change(evening, tables.say_result, 1, table, void=True)
    change(evening, rounds.close_round)
    with pytest.raises(RuleError, match=r"Round 1 is closed."):
        deletion.restore(row.id, **form(row))


def test_a_game_that_was_taken_back_is_an_ordinary_one_once_the_round_is_drawn_otherwise() -> None:
    evening = set_up()
    draw(evening)
    row = taken_back(evening)
    change(evening, rounds.undo_last)
    change(evening, rounds.undo_last)
    row = deletion.restore(row.id, **form(row))
    assert row.tournament_id is None
    assert list(check_tournaments()) == []


def test_two_of_one_tournament_are_two_people() -> None:
    set_up()
    with pytest.raises(SatTogetherError):
        merge_players(player("Ann"), player("Dee"))


def test_a_player_merged_into_another_keeps_the_pair() -> None:
    evening = set_up()
    play_round(evening)
    record(start(("Anna", "Zoe")), win(5))
    points = [line.points for line in standing(now(evening).tournament, 1).lines]
    merge_players(player("Ann"), player("Anna"))
    assert now(evening).title(1) == "Anna & Cem"
    assert [line.points for line in standing(now(evening).tournament, 1).lines] == points
    draw(evening, "standing")
    table = next(one for one in now(evening).round(2).tables if 1 in one.entrants)
    assert "Anna" in tables.begin(the_club(), evening, 2, table.number).players
    with pytest.raises(SatTogetherError):
        merge_players(player("Anna"), player("Dee"))
    separate_player(db.session.scalars(select(Player).where(Player.name == "Ann")).one())
    assert now(evening).title(1) == "Ann & Cem"


def test_the_same_person_under_two_names_enters_once() -> None:
    record(start(("Anna", "Zoe")), win(5))
    record(start(("Ann", "Bob")), win(5))
    merge_players(player("Ann"), player("Anna"))
    evening = set_up()
    assert now(evening).title(1) == "Anna & Cem"
    entries = [Registration(["Ann", "Cem"]), Registration(["Anna", "Bob"])]
    with pytest.raises(Exception, match="is the same person as"):
        change(evening, entering.set_entrants, entries)


def test_a_club_goes_with_its_tournaments(book: Flask) -> None:
    assert book
    play_round(set_up())
    delete_club(the_club())
    for rows in (TournamentRow, TournamentPart, GameRow, Player):
        assert db.session.scalar(select(func.count()).select_from(rows)) == 0
