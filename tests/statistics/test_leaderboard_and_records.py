"""The leaderboard and the records, the same in both databases."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scorekeeper.games import commands
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.statistics.book import people
from scorekeeper.statistics.leaderboard import leaderboard, seasons
from scorekeeper.statistics.records import Record, RecordKind, records_of_club, records_of_variant
from scorekeeper.statistics.totals import ExtremeKind, Span, extremes_of
from scorekeeper.storage.database import write
from scorekeeper.storage.models import RoundResult
from tests.support.clubs import new_club, the_club
from tests.support.documents import Document, document, ended
from tests.support.scorebook import form, record, start, win
from tests.support.transfers import imported, lines_of

pytestmark = pytest.mark.usefixtures("book")

FOUR = ("Ann", "Bob", "Cleo", "Dan")


def called(*rounds: tuple[int, str]) -> str:
    """Create a called game with these rounds won, and return its id."""
    row = record(start(overrides={"target": 0}), *(win(points, by) for points, by in rounds))
    return commands.call(row.id, **form(row)).id


def told(records: list[Record]) -> dict[RecordKind, tuple[object, ...]]:
    """Return the value, holders, games and further holders of each record."""
    return {
        record.kind: (
            record.value,
            [(holder.player and holder.player.name, holder.number) for holder in record.holders],
            {holder.game_id for holder in record.holders},
            record.more,
        )
        for record in records
    }


def test_records_are_found_with_their_game_and_round() -> None:
    first = called((10, "Ann"), (25, "Bob"))
    second = called((12, "Bob"), (12, "Bob"), (3, "Ann"))
    assert told(records_of_variant(the_club(), "gin")) == {
        RecordKind.ROUND: (25, [("Bob", 2)], {first}, 0),
        RecordKind.MARGIN: (21, [("Bob", None)], {second}, 0),
        RecordKind.COMEBACK: (10, [("Bob", None)], {first}, 0),
        RecordKind.STREAK: (2, [("Bob", None)], {second}, 0),
        RecordKind.LONGEST: (3, [(None, None)], {second}, 0),
    }
    of_club = told(records_of_club(the_club()))
    assert of_club[RecordKind.STREAK] == (2, [("Bob", None)], {second}, 0)
    assert of_club[RecordKind.WON_IN_EVENING] == (2, [("Bob", None)], {None}, 0)
    assert of_club[RecordKind.BUSIEST] == (2, [(None, None)], {None}, 0)


def test_a_record_is_that_of_a_player_with_a_face_and_only_partners_are_a_side() -> None:
    called((10, "Ann"), (25, "Bob"), (9, "Bob"))
    [bob] = [player for player in people(the_club()) if player.name == "Bob"]
    records = records_of_variant(the_club(), "gin")
    setters = [holder.player for record in records for holder in record.holders]
    assert {player for player in setters if player} == {bob}


def test_who_shares_a_record_of_one_evening_is_named_in_the_order_of_play() -> None:
    played = [called((9, name), (1, "Bob")) for name in ("Ann", "Bob") * 4]
    for kind in (RecordKind.ROUND, RecordKind.MARGIN):
        [record] = [each for each in records_of_variant(the_club(), "gin") if each.kind is kind]
        shared = played if kind is RecordKind.ROUND else played[1::2]
        assert [holder.game_id for holder in record.holders] == shared[:3]
    [ann] = [each for each in people(the_club()) if each.name == "Ann"]
    extremes = extremes_of(ann.id, ["gin"], Span())["gin"]
    assert extremes[ExtremeKind.MOST_POINTS].game_id == played[0]


def test_the_seasons_of_a_game_reach_from_its_first_year_to_its_last() -> None:
    def played(variant: str, year: int) -> Document:
        totals = {"Ann": 120, "Bob": 95}
        date = f"{year}-11-26"
        return {"variant": variant, "players": [*totals], "imported": totals, "date": date}

    assert seasons(the_club()) == {}
    games = [played("rami", 2021), played("gin", 2019), played("gin", 2022), played("gin", 2020)]
    imported(lines_of(*games), "games.jsonl")
    found = seasons(the_club())
    assert found == {"gin": range(2019, 2023), "rami": range(2021, 2022)}
    assert [*found] == [variant.key for variant in VARIANTS if variant.key in found]
    assert seasons(new_club()) == {}


def test_one_win_is_no_streak() -> None:
    called((10, "Ann"))
    assert RecordKind.STREAK not in told(records_of_variant(the_club(), "gin"))
    assert RecordKind.STREAK not in told(records_of_club(the_club()))
    called((10, "Bob"))
    assert RecordKind.STREAK not in told(records_of_club(the_club()))


def test_the_longest_game_is_nobodys_record_with_partners_too() -> None:
    sides = {"We": ["Ann", "Cleo"], "They": ["Bob", "Dan"]}
    hands = {"We": {"shown": "QS KS AS", "left": "9C"}, "They": "K 4"}
    begun = start(("Ann", "Bob", "Cleo", "Dan"), variant="rummy-500", sides=sides)
    row = record(begun, {"ending": "out", "by": "Cleo", "hands": hands})
    commands.call(row.id, **form(row))
    records = told(records_of_variant(the_club(), "rummy-500"))
    assert records[RecordKind.LONGEST] == (1, [(None, None)], {row.id}, 0)
    assert records[RecordKind.MARGIN][1] == [("Ann & Cleo", None)]


def pool(winner: str, *, first_out: str) -> Document:
    """Return a pool of four, with one player eliminated after two rounds and two at its end."""
    others = [name for name in FOUR if name not in (winner, first_out)]
    both, rest = (dict.fromkeys(others, points) for points in (5, 13))
    hands = [{first_out: 80} | both, {first_out: 25} | both, *[rest] * 7]
    rounds = [ended("declare", winner, **each) | {"wild": "7"} for each in hands]
    return document("indian", *rounds, players=FOUR)


def test_whoever_is_out_early_is_expected_to_win_as_much_as_the_others() -> None:
    winners = ("Ann", "Ann", "Cleo", "Cleo", "Bob", "Dan")
    pools = [
        pool(name, first_out="Dan" if name == "Bob" else "Bob") | {"date": f"2024-04-0{day}"}
        for day, name in enumerate(winners, 1)
    ]
    imported(lines_of(*pools), "pools.jsonl")
    placed = [
        (entry.place, entry.player.name, entry.wins.won, entry.wins.expected)
        for entry in leaderboard(the_club(), Span())
    ]
    assert placed == [
        (1, "Ann", 2, Fraction(3, 2)),
        (1, "Cleo", 2, Fraction(3, 2)),
        (3, "Bob", 1, Fraction(3, 2)),
        (3, "Dan", 1, Fraction(3, 2)),
    ]


def over(points: int, preset: str = "plain") -> str:
    """Create a game that ends with this many points for Ann, and return its id."""
    rules = {"game_bonus": 0, "box_bonus": 0, "shutout": "none", "target": points}
    row = record(start(preset=preset, overrides=rules), win(points))
    assert row.status == "over"
    return row.id


def test_a_game_that_was_called_has_no_record_of_its_total() -> None:
    first = over(25)
    called((30, "Bob"))
    records = told(records_of_variant(the_club(), "gin"))
    assert records[RecordKind.HIGHEST] == (25, [("Ann", None)], {first}, 0)
    assert records[RecordKind.ROUND][0] == 30


def test_points_are_a_record_among_games_with_the_same_preset() -> None:
    plain, tournament = over(25), over(40, "tournament")
    records = [
        (record.preset, record.kind, record.value, record.holders[0].game_id)
        for record in records_of_variant(the_club(), "gin")
    ]
    assert records == [
        ("plain", RecordKind.ROUND, 25, plain),
        ("plain", RecordKind.HIGHEST, 25, plain),
        ("plain", RecordKind.MARGIN, 25, plain),
        ("tournament", RecordKind.ROUND, 40, tournament),
        ("tournament", RecordKind.HIGHEST, 40, tournament),
        ("tournament", RecordKind.MARGIN, 40, tournament),
        ("", RecordKind.STREAK, 2, tournament),
        ("", RecordKind.LONGEST, 1, plain),
    ]


def test_only_three_of_those_who_share_a_record_are_named() -> None:
    for _game in range(5):
        over(10)
    [highest] = [
        record
        for record in records_of_variant(the_club(), "gin")
        if record.kind is RecordKind.HIGHEST
    ]
    assert (highest.value, len(highest.holders), highest.more) == (10, 3, 2)


def test_very_many_who_share_a_record_are_not_counted() -> None:
    over(5)
    row = start()
    with write() as session:
        session.add_all(
            RoundResult(
                game_id=row.id,
                number=number,
                seat=0,
                side=0,
                club_id=row.club_id,
                player_id=row.seats[0].player_id,
                variant="gin",
                preset="plain",
                ending="knock",
                played_on=row.played_on,
                ended=True,
                won=True,
                undercut=False,
                points=20,
            )
            for number in range(1, 102)
        )
    [best] = [
        record
        for record in records_of_variant(the_club(), "gin")
        if record.kind is RecordKind.ROUND
    ]
    assert [holder.number for holder in best.holders] == [1, 2, 3]
    assert (best.value, best.more) == (20, None)


def test_no_game_no_record() -> None:
    start()
    assert records_of_club(the_club()) == []
    assert records_of_variant(the_club(), "gin") == []
    assert [entry.place for entry in leaderboard(the_club(), Span())] == [None, None]


def test_ratings_stand_on_the_leaderboard_of_one_game() -> None:
    for _game in range(5):
        called((10, "Ann"))
    board = leaderboard(the_club(), Span("gin"))
    assert [(entry.player.name, entry.place, entry.wins.won) for entry in board] == [
        ("Ann", 1, 5),
        ("Bob", 2, 0),
    ]
    ratings = [entry.rating for entry in board]
    assert ratings[0] > 1000 > ratings[1]  # type: ignore[operator]
    assert {entry.rating for entry in leaderboard(the_club(), Span())} == {None}


def test_of_equal_winners_whoever_played_more_games_stands_first() -> None:
    for players, games in ((("Ann", "Bob"), 6), (("Yan", "Zoe"), 8)):
        for game in range(games):
            row = start(players, overrides={"target": 0})
            winner, loser = players if game % 2 else players[::-1]
            round = {"ending": "knock", "by": winner, "hands": {winner: 5, loser: 15}}
            commands.call(row.id, **form(record(row, round)))
    board = leaderboard(the_club(), Span())
    assert [(entry.player.name, entry.place) for entry in board] == [
        ("Yan", 1),
        ("Zoe", 1),
        ("Ann", 1),
        ("Bob", 1),
    ]
