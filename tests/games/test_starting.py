"""A game is started once, with its rules and players."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import func, select

from scorekeeper.games import commands, deletion
from scorekeeper.games.details import change_details, details_of
from scorekeeper.games.history import changes
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import game_of
from scorekeeper.storage.game_lists import games_in_play
from scorekeeper.storage.models import Player
from scorekeeper.storage.queries import active_people, game_after
from tests.support.clubs import known_names, the_club
from tests.support.scorebook import everything, form, start, totals

pytestmark = pytest.mark.usefixtures("book")


def test_a_new_game_keeps_its_rules_its_players_and_its_dealer() -> None:
    row = start(
        ["Pierre", " Jean ", "Zoé"],
        variant="knock",
        preset="plain",
        overrides={"target": 200},
        dealer=2,
    )
    game = game_of(row)
    assert (game.variant.key, game.preset, dict(game.changes)) == (
        "knock",
        "plain",
        {"target": 200},
    )
    assert (game.players, game.dealer) == (("Pierre", "Jean", "Zoé"), 2)
    assert (row.status, row.version, row.played) == ("playing", 1, 0)
    assert totals(row) == (0, 0, 0)


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"variant": "bridge"}, ("variant",)),
        ({"preset": "nobody's"}, ("preset",)),
        ({"overrides": {"target": -1}}, ("rules", "target")),
        ({"overrides": {"colour": "red"}}, ("rules", "colour")),
        ({"players": ["Ann"]}, ("players",)),
        ({"players": ["Ann", "Ann"]}, ("players", 1)),
        ({"players": ["Ann", "B\0b"]}, ("players", 1)),
        ({"dealer": 2}, ("dealer",)),
        ({"dealer": -1}, ("dealer",)),
        ({"key": ""}, ("key",)),
        ({"key": "k" * 65}, ("key",)),
        ({"key": "\0"}, ("key",)),
    ],
    ids=str,
)
def test_an_impossible_game_is_refused_at_its_field(
    changes: dict[str, object], where: tuple[object, ...]
) -> None:
    before = everything()
    with pytest.raises(RuleError) as refused:
        start(**changes)
    assert refused.value.where == where
    assert everything() == before


def test_the_same_start_sent_twice_makes_one_game() -> None:
    key = commands.new_key()
    first, second = start(key=key), start(key=key)
    assert first.id == second.id
    assert len(games_in_play(the_club())) == 1


def test_lots_are_drawn_once_for_who_deals_first(monkeypatch: pytest.MonkeyPatch) -> None:
    key, drawn = commands.new_key(), iter([2, 0])
    monkeypatch.setattr("scorekeeper.games.commands.randbelow", lambda _players: next(drawn))
    names = ["Pierre", "Jean", "Zoé"]
    first, again = (start(names, variant="knock", dealer=None, key=key) for _ in range(2))
    assert first.id == again.id
    assert game_of(again).dealer == 2
    assert [change.kind for change in changes(again)] == [ChangeKind.LOTS, ChangeKind.START]


def test_everybody_may_be_drawn() -> None:
    dealers = {game_of(start(dealer=None)).dealer for _ in range(40)}
    assert dealers == {0, 1}


def test_ids_are_short_and_cannot_be_guessed() -> None:
    ids = {start().id for _ in range(20)}
    assert len(ids) == 20
    assert all(len(game_id) == 12 and game_id.isascii() and game_id.isalnum() for game_id in ids)


def test_known_players_are_listed_last_seen_first() -> None:
    start(["Ann", "Bob"])
    start(["Cem", "Zoé"])
    start(["Bob", "Dan"])
    known = [player.name for player in active_people(the_club())]
    assert known == ["Bob", "Dan", "Cem", "Zoé", "Ann"]
    assert db.session.scalar(select(func.count()).select_from(Player)) == 5


def test_a_name_in_other_capitals_is_the_player_that_the_club_knows() -> None:
    first = start(["Ann", "Élise"])
    again = start(["élise", "ANN"])
    assert again.players == ("Élise", "Ann")
    assert {seat.player_id for seat in first.seats} == {seat.player_id for seat in again.seats}
    assert known_names() == ["Ann", "Élise"]


@pytest.mark.parametrize("names", [["Ann", "ann"], ["ann", "Ann"], ["ann", "ANN"]])
def test_names_in_other_capitals_are_two_players_in_one_game(names: list[str]) -> None:
    start()
    assert start(names).players == tuple(names)


def test_the_game_of_a_larger_table_is_not_the_next_of_a_smaller_one() -> None:
    two = start(("Ann", "Bob"), variant="knock")
    start(("Ann", "Bob", "Cem"), variant="knock")
    assert game_after(two) is None
    again = start(("Bob", "Ann"), variant="knock")
    assert game_after(two) == again


def test_the_place_of_a_deleted_game_is_not_that_of_the_evening() -> None:
    row = start()
    at_the_cafe = replace(details_of(row), place="Café")
    row = change_details(row.id, at_the_cafe, **form(row))
    assert start().place == "Café"
    for game in games_in_play(the_club()):
        deletion.delete(game.id, **form(game))
    assert start().place == ""
