"""Two players who are one person count as one, and as two again after a separation."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from scorekeeper.games import commands
from scorekeeper.statistics.merging import move_results
from scorekeeper.storage.database import db, table, write
from scorekeeper.storage.models import GameResult, PairMonth, Player, PlayerMonth, RoundResult
from tests.support.documents import knock
from tests.support.scorebook import form, record, start

pytestmark = pytest.mark.usefixtures("book")


def won(winner: str, loser: str) -> None:
    """Call a game of one round."""
    row = start((winner, loser), overrides={"target": 0})
    first, second = row.players
    row = record(row, knock(first, **{first: 5, second: 15}))
    commands.call(row.id, **form(row))


def set_same_as(name: str, other: str | None) -> None:
    with write() as session:
        people = {player.name: player for player in session.scalars(select(Player))}
        people[name].same_as_id = people[other].id if other else None
        move_results(session, people[name])


def standings() -> dict[str, tuple[int, int, int, int]]:
    """Return games, wins, streak and results of rounds of each player with games."""
    game, round, sums = table(GameResult), table(RoundResult), table(PlayerMonth)
    with db.engine.connect() as connection:
        names = {row.id: row.name for row in connection.execute(select(table(Player)))}
        newest = select(game.c.player_id, game.c.streak).order_by(game.c.started_at)
        streaks = {row.player_id: row.streak for row in connection.execute(newest)}
        rounds = list(connection.scalars(select(round.c.player_id)))
        return {
            names[row.player_id]: (
                row.games,
                row.won,
                streaks[row.player_id],
                rounds.count(row.player_id),
            )
            for row in connection.execute(select(sums))
        }


def opponents() -> set[tuple[str, str]]:
    with db.engine.connect() as connection:
        names = {row.id: row.name for row in connection.execute(select(table(Player)))}
        pairs = connection.execute(select(table(PairMonth)))
        return {(names[row.player_id], names[row.opponent_id]) for row in pairs}


def test_merged_players_count_as_one_until_they_are_parted() -> None:
    won("Ann", "Bob")
    won("Anna", "Bob")
    won("Bob", "Cleo")
    apart = {
        "Ann": (1, 1, 1, 1),
        "Anna": (1, 1, 1, 1),
        "Bob": (3, 1, 1, 3),
        "Cleo": (1, 0, -1, 1),
    }
    assert standings() == apart
    set_same_as("Anna", "Ann")
    assert standings() == {
        "Ann": (2, 2, 2, 2),
        "Bob": (3, 1, 1, 3),
        "Cleo": (1, 0, -1, 1),
    }
    assert ("Bob", "Ann") in opponents()
    assert not {names for names in opponents() if "Anna" in names}
    won("Bob", "Anna")
    assert standings()["Ann"] == (3, 2, -1, 3)
    set_same_as("Anna", None)
    # A game started meanwhile under the old name stays with the person.
    assert standings()["Ann"] == (2, 1, -1, 2)
    assert standings()["Anna"] == apart["Anna"]


def test_whoever_was_merged_before_goes_along() -> None:
    won("Ann", "Bob")
    won("Anna", "Bob")
    won("Annie", "Bob")
    set_same_as("Anna", "Ann")
    set_same_as("Ann", "Annie")
    assert standings()["Annie"] == (3, 3, 3, 3)
    set_same_as("Ann", None)
    assert standings()["Ann"] == (2, 2, 2, 2)
    assert standings()["Annie"] == (1, 1, 1, 1)
