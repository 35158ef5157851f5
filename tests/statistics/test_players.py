"""The statistics of one player and of two, on both databases."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs.players import add_player
from scorekeeper.games import commands
from scorekeeper.statistics import duels, merging, players
from scorekeeper.statistics.fairness import Odds
from scorekeeper.statistics.leaderboard import LeaderboardOrder, leaderboard
from scorekeeper.statistics.totals import Extreme, ExtremeKind, Span, all_of, extremes_of
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Player
from scorekeeper.web.subjects.players import PlayerSummary
from tests.support.clubs import the_club
from tests.support.comings import begun, join, leave
from tests.support.documents import out
from tests.support.past_games import play
from tests.support.scorebook import form, record

ANN = {"ending": "knock", "by": "Ann", "hands": {"Ann": 5, "Bob": 25}}
BOB = {"ending": "knock", "by": "Bob", "hands": {"Ann": 30, "Bob": 5}}
GIN = {"ending": "gin", "by": "Ann", "hands": {"Bob": 9}}
OUT = {"ending": "out", "by": "Bob", "hands": {"Ann": 9, "Cleo": 4}}
YEAR = Span(year=2026)


@pytest.fixture(autouse=True)
def games(book: Flask) -> list[str]:
    """Three evenings of Gin in three months, and one of Three Thirteen in the next year."""
    two, three = ("Ann", "Bob"), ("Ann", "Bob", "Cleo")
    return [
        play(book, date(2026, 1, 3), "gin", two, ANN, GIN, target=50).id,
        play(book, date(2026, 2, 7), "gin", two, BOB, target=20).id,
        play(book, date(2026, 3, 7), "gin", two, ANN).id,
        play(book, date(2027, 1, 2), "three-thirteen", three, OUT).id,
    ]


def the_player(name: str) -> Player:
    """Return the player of this name."""
    return db.session.scalars(select(Player).where(Player.name == name)).one()


def test_the_list_has_everybody_with_their_games() -> None:
    found = leaderboard(the_club(), Span(), LeaderboardOrder.LATEST)
    told = [
        (entry.player.name, entry.wins.games, entry.wins.won, entry.last_played) for entry in found
    ]
    last = date(2027, 1, 2)
    assert told == [("Ann", 4, 2, last), ("Bob", 4, 2, last), ("Cleo", 1, 0, last)]


def test_a_player_has_totals_by_game_and_year() -> None:
    ann = the_player("Ann").id
    everything = players.totals_by_variant(ann, Span())
    assert {key: totals.games for key, totals in everything.items()} == {
        "gin": 3,
        "three-thirteen": 1,
    }
    assert list(players.totals_by_variant(ann, YEAR)) == ["gin"]
    totals = all_of(players.totals_by_variant(ann, Span("gin")).values())
    assert (totals.rounds, totals.knocks, totals.outs, totals.caught) == (4, 2, 1, 1)
    assert totals.average_caught == 30


def test_a_player_has_a_form_a_run_and_a_curve(games: list[str]) -> None:
    ann = the_player("Ann").id
    assert [game.game_id for game in players.last_games(ann, YEAR)] == games[2::-1]
    assert [game.won for game in players.last_games(ann, Span())] == [0, 1, 0, 1]
    assert players.longest_streak(ann, Span()) == 1
    months = players.months_played(ann)
    assert [(point.games, point.won) for point in players.results_curve(ann, YEAR, months)] == [
        (1, 1),
        (1, 0),
        (1, 1),
    ]
    only_one = players.results_curve(ann, Span("three-thirteen"), months)
    assert [point.day for point in only_one] == [date(2027, 1, 2)]


def test_the_best_and_the_worst_are_those_of_one_game(games: list[str]) -> None:
    found = extremes_of(the_player("Ann").id, ["gin", "three-thirteen"], Span())
    gin = {
        kind: (extreme.value, extreme.game_id, extreme.number)
        for kind, extreme in found["gin"].items()
    }
    assert gin[ExtremeKind.MOST_POINTS] == (34, games[0], 2)
    assert gin[ExtremeKind.MOST_DEADWOOD] == (30, games[1], 1)
    assert gin[ExtremeKind.HIGHEST_TOTAL][1:] == (games[0], None)
    assert gin[ExtremeKind.LOWEST_TOTAL] == (0, games[1], None)
    assert found["three-thirteen"][ExtremeKind.MOST_POINTS].value == 9


def test_two_players_are_ahead_of_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, cleo = (the_player(name).id for name in ("Ann", "Bob", "Cleo"))
    duel = duels.duel_of(ann, bob, Span())
    assert (duel.games, list(duel.mine)) == (4, ["gin", "three-thirteen"])
    mine, theirs = (duels.together(side) for side in (duel.mine, duel.theirs))
    assert (mine.ahead, theirs.ahead, mine.level) == (2, 2, 0)
    assert duels.duel_of(ann, cleo, YEAR).games == 0
    by_game = duels.leads(ann, bob, Span(), duel.games)
    assert [point.games for point in by_game] == [1, 0, 1, 0]
    monkeypatch.setattr(duels, "MOST_GAMES_COMPARED", 2)
    by_month = duels.leads(ann, bob, Span(), duel.games)
    assert [(point.day.month, point.games) for point in by_month] == [
        (1, 1),
        (2, 0),
        (3, 1),
        (1, 0),
    ]
    others: list[Any] = duels.opponents_of(the_club(), ann, Span())
    assert [(player.name, odds) for player, odds in others] == [
        ("Bob", Odds(2, 2)),
        ("Cleo", Odds(0, 1)),
    ]


def test_two_who_had_no_round_together_did_not_play_together() -> None:
    """Bob leaves before Dan joins."""
    row = join(leave(begun(), 1), "Dan")
    row = record(row, out("Dan", Ann=5, Cleo=2))
    commands.call(row.id, **form(row))
    bob, cleo, dan = (the_player(name).id for name in ("Bob", "Cleo", "Dan"))
    of_basic = Span("basic")
    assert [duels.duel_of(dan, who, of_basic).games for who in (bob, cleo)] == [0, 1]
    steps = [[step.games for step in duels.leads(dan, who, of_basic, 1)] for who in (bob, cleo)]
    assert steps == [[], [1]]
    against = [extremes_of(dan, ["basic"], of_basic, against=who) for who in (bob, cleo)]
    assert against == [
        {},
        {
            "basic": {ExtremeKind.MOST_POINTS: Extreme(0, row.id, 2)}
            | {ExtremeKind.MOST_DEADWOOD: Extreme(0, row.id, 2)}
        },
    ]
    assert [who.name for who, _odds in duels.opponents_of(the_club(), dan, of_basic)] == [
        "Ann",
        "Cleo",
    ]


def test_who_caught_a_player_with_how_much_is_looked_up_in_the_last_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def caught(name: str, variant: str) -> list[tuple[str, int, int]]:
        found = players.caught_by(the_club(), the_player(name).id, Span(variant))
        return [(catcher.player.name, catcher.times, catcher.points) for catcher in found]

    assert caught("Bob", "gin") == [("Ann", 3, 25 + 9 + 25)]
    assert caught("Ann", "gin") == [("Bob", 1, 30)]
    assert caught("Cleo", "three-thirteen") == [("Bob", 1, 4)]
    monkeypatch.setattr(players, "LATELY", 1)
    assert caught("Bob", "gin") == [("Ann", 1, 25)]


def test_partners_do_not_catch_each_other(book: Flask) -> None:
    """Cleo goes out: she catches both opponents, but not her partner Ann."""
    sides = {"We": ["Ann", "Cleo"], "They": ["Bob", "Dan"]}
    hands = {"We": {"shown": ["QS KS AS", "7S 7H 7D"], "left": "9C"}, "They": "K 4"}
    four = ("Ann", "Bob", "Cleo", "Dan")
    won = {"ending": "out", "by": "Cleo", "hands": hands}
    play(book, date(2027, 2, 6), "rummy-500", four, won, sides=sides)
    in_it = Span("rummy-500")
    caught = {name: players.caught_by(the_club(), the_player(name).id, in_it) for name in four}
    told = {
        name: [(by.player.name, by.times, by.points) for by in each]
        for name, each in caught.items()
    }
    assert told == {"Ann": [], "Bob": [("Cleo", 1, 14)], "Cleo": [], "Dan": [("Cleo", 1, 14)]}
    totals = [players.totals_by_variant(the_player(name).id, in_it)["rummy-500"] for name in four]
    assert [(each.caught, each.caught_with) for each in totals] == [(0, 0), (1, 14)] * 2


def test_a_partner_is_somebody_else_on_ones_side(book: Flask) -> None:
    hands = {"We": {"shown": ["QS KS AS", "7S 7H 7D"], "left": "9C"}, "They": "K 4"}
    four, won = ("Ann", "Bob", "Cleo", "Dan"), {"ending": "out", "by": "Cleo", "hands": hands}
    sides = {"We": ["Ann", "Cleo"], "They": ["Bob", "Dan"]}
    for _ in range(2):
        play(book, date(2027, 2, 6), "rummy-500", four, won, sides=sides)

    def partners(name: str) -> list[tuple[str, int, int]]:
        found = duels.partners_of(the_club(), the_player(name).id, Span("rummy-500"))
        return [(each.partner.name, each.games, each.won) for each in found]

    told = {name: partners(name) for name in four}
    assert told == {
        "Ann": [("Cleo", 2, 2)],
        "Bob": [("Dan", 2, 0)],
        "Cleo": [("Ann", 2, 2)],
        "Dan": [("Bob", 2, 0)],
    }


def test_catches_compare_between_tables_of_as_many_sides(book: Flask) -> None:
    """Two against two is a table of two sides: there Cleo caught 10 points more than Ann did."""
    sides = {"We": ["Ann", "Cleo"], "They": ["Bob", "Dan"]}
    hands = {"We": {"shown": ["QS KS AS", "7S 7H 7D"], "left": "9C"}, "They": "K 4"}
    four = {"ending": "out", "by": "Cleo", "hands": hands}
    alone = {"Ann": {"shown": ["QS KS AS", "7S 7H 7D"]}, "Bob": "4"}
    two = {"ending": "out", "by": "Ann", "hands": alone}
    play(book, date(2027, 2, 6), "rummy-500", ("Ann", "Bob", "Cleo", "Dan"), four, sides=sides)
    play(book, date(2027, 2, 6), "rummy-500", ("Ann", "Bob"), two)
    caught = players.caught_by(the_club(), the_player("Bob").id, Span("rummy-500"))
    assert [(by.player.name, by.surplus) for by in caught] == [("Ann", -10), ("Cleo", 10)]


def test_only_who_never_sat_together_can_be_one_person(book: Flask) -> None:
    play(book, date(2027, 2, 6), "gin", ("Ann", "Robert"), ANN | {"hands": {"Ann": 5, "Robert": 9}})
    ann, bob, robert = (the_player(name) for name in ("Ann", "Bob", "Robert"))
    with pytest.raises(merging.SatTogetherError):
        merging.merge_players(ann, bob)
    assert merging.belongings(robert) == merging.Belongings(games=1, devices=0)
    merging.merge_players(robert, bob)
    assert players.totals_by_variant(the_player("Bob").id, Span())["gin"].games == 4
    merging.separate_player(the_player("Robert"))
    assert players.totals_by_variant(the_player("Bob").id, Span())["gin"].games == 3


@pytest.mark.usefixtures("book")
def test_two_players_are_not_merged_into_each_other() -> None:
    with write() as session:
        for name in ("Maud", "Maudie"):
            add_player(session, the_club().id, name)
    merging.merge_players(the_player("Maudie"), the_player("Maud"))
    merging.merge_players(the_player("Maud"), the_player("Maudie"))
    maud, maudie = the_player("Maud"), the_player("Maudie")
    assert (maud.same_as, maudie.same_as) == (None, maud)


def test_a_streak_of_a_year_has_only_games_of_that_year(book: Flask) -> None:
    won = {"ending": "knock", "by": "Cy", "hands": {"Cy": 5, "Di": 9}}
    days = [date(2028, 12, 1), date(2028, 12, 2), date(2029, 1, 3), date(2029, 1, 4)]
    for day in days:
        play(book, day, "gin", ("Cy", "Di"), won)
    cy, di = the_player("Cy"), the_player("Di")
    assert players.longest_streak(cy.id, Span()) == 4
    assert players.longest_streak(cy.id, Span(year=2029)) == 2
    assert players.longest_streak(cy.id, Span("gin", 2028)) == 2
    assert players.longest_streak(di.id, Span(year=2029)) == 0
    months = players.months_played(cy.id)
    assert PlayerSummary(the_club(), cy, Span(year=2029), months).streak == 2
    assert PlayerSummary(the_club(), di, Span(year=2029), months).streak == -2
