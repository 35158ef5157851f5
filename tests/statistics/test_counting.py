"""The statistics of one game, in the terms of card players."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from scorekeeper.statistics.counting import CountedGame, count_game
from scorekeeper.statistics.sums import EVENINGS, MONTHS, PAIRS
from scorekeeper.storage.models import COUNTERS, MEASURES, WHOLE_WIN
from tests.support.documents import (
    STOCK,
    VOID,
    Document,
    adjusted,
    document,
    ended,
    gin,
    joins,
    knock,
    leaves,
    out,
    rejoins,
    rum,
    sheet_of,
    stock,
)
from tests.support.walks import walk

THREE = ("Ann", "Bob", "Cleo")


def counted(variant: str, *rounds: Document, **options: Any) -> CountedGame:
    """Return the statistics of a called game of these rounds."""
    return count_game(sheet_of(document(variant, *rounds, **{"called": True} | options)))


def some(game: CountedGame, seat: int) -> dict[str, int]:
    """Return a player’s counters other than 0, without those of every called game."""
    dull = ("games", "called", "won", "shared")
    return {
        name: number for name in COUNTERS if (number := game.seats[seat][name]) and name not in dull
    }


KNOCKED_AND_WON = (
    {"rounds": 1, "rounds_won": 1, "points": 8, "points_won": 8, "knocks": 1, "knocks_won": 1},
    {"rounds": 1, "caught": 1, "caught_with": 11},
)
UNDERCUT = (
    {"rounds": 1, "knocks": 1, "undercut": 1},
    {
        "rounds": 1,
        "rounds_won": 1,
        "points": 12,
        "points_won": 12,
        "undercuts": 1,
        "caught": 1,
        "caught_with": 5,
    },
)
WENT_GIN = (
    {"rounds": 1, "rounds_won": 1, "points": 36, "points_won": 36, "outs": 1},
    {"rounds": 1, "caught": 1, "caught_with": 11},
)

ROUNDS_OF_GIN = {
    "a knock that wins": (knock("Ann", Ann=3, Bob=11), {}, KNOCKED_AND_WON),
    "a knock that is undercut": (knock("Ann", Ann=7, Bob=5), {}, UNDERCUT),
    "gin": (gin("Ann", Bob=11), {}, WENT_GIN),
    "a knock with nothing left is gin": (knock("Ann", Ann=0, Bob=11), {}, WENT_GIN),
    "a knock that is equalled, where that scores nothing": (
        knock("Ann", Ann=7, Bob=7),
        {"tie": "no-score"},
        ({"rounds": 1, "knocks": 1}, {"rounds": 1, "caught": 1, "caught_with": 7}),
    ),
    "points that the table gave are no points of the round": (
        adjusted(knock("Ann", Ann=3, Bob=11), "Bob", 50),
        {},
        KNOCKED_AND_WON,
    ),
}


@walk("name", list(ROUNDS_OF_GIN))
def test_a_round_of_gin(name: str) -> None:
    round, rules, expected = ROUNDS_OF_GIN[name]
    game = counted("gin", round, undercut_bonus=10, gin_bonus=25, **rules)
    assert (some(game, 0), some(game, 1)) == expected


@walk("round", [VOID, STOCK])
def test_a_game_of_void_rounds_alone_counts_for_nobody(round: Document) -> None:
    assert counted("gin", round, round) == ([], [])


@walk("round", [VOID, STOCK])
def test_a_void_round_has_no_result_and_the_rounds_after_it_keep_their_numbers(
    round: Document,
) -> None:
    game = counted("gin", round, knock("Ann", Ann=3, Bob=11))
    assert [(round.number, round.seat) for round in game.rounds] == [(2, 0), (2, 1)]


def test_whoever_equals_a_run_undercuts_it_and_no_knock_is_counted() -> None:
    game = counted("knock", rum("Ann", Bob=0, Cleo=12), players=THREE)
    ann, bob = some(game, 0), some(game, 1)
    assert (ann["outs"], ann["undercut"], "knocks" in ann) == (1, 1, False)
    assert (bob["undercuts"], bob["rounds_won"]) == (1, 1)
    assert {round.ending for round in game.rounds} == {"rum"}


def test_nobody_is_caught_where_the_stock_runs_out() -> None:
    game = counted("manipulation", stock(Ann=3, Bob=9, Cleo=9), players=THREE)
    assert [some(game, seat).get("caught") for seat in range(3)] == [None] * 3
    assert [round.deadwood for round in game.rounds] == [3, 9, 9]


def test_hands_that_were_not_counted_have_no_deadwood() -> None:
    game = counted("tonk", ended("draw", None))
    assert [round.deadwood for round in game.rounds] == [None, None]


def test_points_are_those_of_the_rounds_in_hollywood_though_written_in_several_columns() -> None:
    game = counted("hollywood", *[knock("Ann", Ann=3, Bob=11)] * 3)
    assert game.seats[0]["points"] == 24
    assert game.seats[0]["final"] > 24


PLACES = {
    "most points win": ("knock", [knock("Ann", Ann=1, Bob=9, Cleo=3)], (1, 2, 2)),
    "fewest points win": ("three-thirteen", [out("Ann", Bob=9, Cleo=3)], (1, 3, 2)),
    "level in front": ("three-thirteen", [out("Ann", Bob=0, Cleo=3)], (1, 1, 3)),
}


@walk("name", list(PLACES))
def test_places(name: str) -> None:
    variant, rounds, places = PLACES[name]
    game = counted(variant, *rounds, players=THREE)
    assert tuple(seat["rank"] for seat in game.seats) == places
    shared = places.count(1) > 1
    for seat in game.seats:
        won = int(seat["rank"] == 1)
        assert (seat["won"], seat["shared"]) == (won, won and int(shared))


def test_whoever_wins_is_first_even_with_a_lower_total() -> None:
    rounds = [*[knock("Ann", Ann=3, Bob=4)] * 8, gin("Bob", Ann=90)]
    rules = {"winner_by": "target", "game_bonus": 0, "box_bonus": 25, "target": 100}
    game = counted("gin", *rounds, called=False, **rules)
    assert game.seats[0]["final"] > game.seats[1]["final"]
    assert [seat["rank"] for seat in game.seats] == [2, 1]


def test_other_endings_are_told_apart() -> None:
    game = counted("basic", ended("rummy", "Ann", Bob=5, Cleo=7), players=THREE)
    assert {round.ending for round in game.rounds} == {"rummy"}
    assert some(game, 0)["outs"] == 1


def test_only_winners_have_a_margin_and_only_who_wins_alone_came_back() -> None:
    ann_20, bob_30 = knock("Ann", Ann=2, Bob=22), knock("Bob", Ann=32, Bob=2)
    came_back = counted("gin", ann_20, bob_30).seats
    assert [(seat["margin"], seat["comeback"]) for seat in came_back] == [(None, None), (10, 20)]
    level = counted("three-thirteen", out("Ann", Bob=0, Cleo=3), players=THREE).seats
    assert [(seat["margin"], seat["comeback"]) for seat in level] == [
        (3, None),
        (3, None),
        (None, None),
    ]


def measured(game: CountedGame, seat: int) -> dict[str, int]:
    """Return a player’s measures other than 0, without those of every game and deal."""
    dull = ("fair", "deals", "deals_won", "deals_fair")
    return {
        name: number for name in MEASURES if (number := game.seats[seat][name]) and name not in dull
    }


ROUND_OF_THREE = rum("Bob", Ann=2, Cleo=9)
ROUND_OF_FOUR = rum("Bob", Ann=2, Cleo=9, Dan=5)
FOUR = (*THREE, "Dan")
FIVE = (*FOUR, "Eve")


def of_all(game: CountedGame, name: str) -> dict[str, int | None]:
    """Return the values of all players in this column, by name."""
    return {FIVE[seat["seat"] or 0]: seat[name] for seat in game.seats}


EXPECTED = {
    "nobody comes or goes": ([ROUND_OF_FOUR], FOUR, ("1/4", "1/4", "1/4", "1/4")),
    "who leaves is expected to win as before": (
        [ROUND_OF_FOUR, leaves("Ann"), rum("Bob", Cleo=9, Dan=5)],
        FOUR,
        ("1/4", "1/4", "1/4", "1/4"),
    ),
    "who leaves and comes back has not joined": (
        [ROUND_OF_FOUR, leaves("Ann"), rum("Bob", Cleo=9, Dan=5), rejoins("Ann"), ROUND_OF_FOUR],
        FOUR,
        ("1/4", "1/4", "1/4", "1/4"),
    ),
    "a joiner is one of those who are in then": (
        [ROUND_OF_THREE, joins(Dan=0), ROUND_OF_FOUR],
        FOUR,
        ("1/4", "1/4", "1/4", "1/4"),
    ),
    "one who joins after another left": (
        [ROUND_OF_THREE, leaves("Ann"), VOID, joins(Dan=0), rum("Bob", Cleo=9, Dan=5)],
        FOUR,
        ("2/9", "2/9", "2/9", "1/3"),
    ),
    "who leaves at once after another joined counts as in": (
        [ROUND_OF_THREE, joins(Dan=0), leaves("Ann"), rum("Bob", Cleo=9, Dan=5)],
        FOUR,
        ("1/4", "1/4", "1/4", "1/4"),
    ),
    "each joiner has the share of that time": (
        [
            ROUND_OF_THREE,
            joins(Dan=0),
            ROUND_OF_FOUR,
            joins(Eve=0),
            rum("Bob", Ann=2, Cleo=9, Dan=5, Eve=1),
        ],
        FIVE,
        ("11/60", "11/60", "11/60", "1/4", "1/5"),
    ),
    "who left before the first round leaves the rest to the others": (
        [leaves("Dan"), ROUND_OF_THREE],
        FOUR,
        ("1/3", "1/3", "1/3", None),
    ),
    "all who began are gone": (
        [joins(Cleo=0), leaves("Ann"), joins(Dan=0), leaves("Bob"), rum("Cleo", Dan=9)],
        FOUR,
        (None, None, "1/2", "1/2"),
    ),
}


@walk("name", list(EXPECTED))
def test_the_wins_expected_of_each_are_fixed_when_they_sit_down(name: str) -> None:
    rounds, players, shares = EXPECTED[name]
    game = counted("knock", *rounds, players=players)
    expected = {
        who: WHOLE_WIN * Fraction(share)
        for who, share in zip(players, shares, strict=True)
        if share
    }
    assert of_all(game, "fair") == expected
    assert sum(expected.values()) == WHOLE_WIN


def test_whoever_never_played_a_round_counts_nowhere() -> None:
    rounds = [leaves("Dan"), ROUND_OF_THREE, VOID]
    left_at_once = counted("knock", *rounds, players=FOUR)
    assert of_all(left_at_once, "games") == {"Ann": 1, "Bob": 1, "Cleo": 1}
    joined_late = counted("knock", ROUND_OF_THREE, joins(Dan=99), players=FOUR)
    assert of_all(joined_late, "won") == {"Ann": 0, "Bob": 0, "Cleo": 0}
    assert of_all(joined_late, "rank") == {"Ann": 3, "Bob": 2, "Cleo": 3}


def test_who_is_out_comes_after_who_is_in_the_later_out_the_better() -> None:
    """The fewest points win, and the players who left have fewer than those who stayed."""
    all_four = out("Dan", Ann=9, Bob=2, Cleo=1)
    game = counted(
        "three-thirteen",
        all_four,
        leaves("Bob"),
        out("Dan", Ann=9, Cleo=3),
        joins(Eve=5),
        leaves("Cleo", "Ann"),
        VOID,
        players=FIVE,
    )
    assert of_all(game, "rank") == {"Ann": 4, "Bob": 5, "Cleo": 3, "Dan": 1}


def test_who_left_sets_no_record_of_totals_and_nobody_is_measured_by_them() -> None:
    round = out("Ann", Bob=9, Cleo=3)
    game = counted(
        "basic",
        *(round, leaves("Cleo"), *[out("Ann", Bob=9)] * 2),
        players=THREE,
        called=False,
        scoring="penalty",
        target=20,
    )
    assert of_all(game, "to_the_end") == {"Ann": True, "Bob": True, "Cleo": False}
    assert of_all(game, "margin") == {"Ann": 27, "Bob": None, "Cleo": None}


def test_at_half_time_those_count_who_are_in() -> None:
    rounds = [rum("Ann", Bob=9, Cleo=3), leaves("Ann"), *[rum("Bob", Cleo=9)] * 3]
    game = counted("knock", *rounds, players=THREE, called=False, target=100)
    assert of_all(game, "led") == {"Ann": 0, "Bob": 1, "Cleo": 0}
    assert of_all(game, "behind") == {"Ann": 0, "Bob": 0, "Cleo": 1}


def test_two_have_met_who_had_a_round_together() -> None:
    rounds = [ROUND_OF_THREE, leaves("Ann"), joins(Dan=0), rum("Bob", Cleo=9, Dan=5)]
    game = counted("knock", *rounds, players=FOUR)
    assert of_all(game, "met") == {"Ann": 0b0111, "Bob": 0b1111, "Cleo": 0b1111, "Dan": 0b1110}


def test_a_fair_share_is_a_half_of_a_win_at_two_and_a_third_at_three() -> None:
    two, three = counted("gin", gin("Ann", Bob=9)), counted("knock", ROUND_OF_THREE, players=THREE)
    assert {seat["fair"] for seat in two.seats} == {WHOLE_WIN // 2}
    assert {seat["fair"] for seat in three.seats} == {WHOLE_WIN // 3}


def test_a_knock_with_eight_is_high_and_one_with_seven_is_not() -> None:
    game = counted("gin", knock("Ann", Ann=7, Bob=11), knock("Ann", Ann=8, Bob=3))
    assert measured(game, 0) == {"knocked_with": 15, "high_knocks": 1}
    assert measured(game, 1) == {}


def test_whoever_deals_a_round_that_is_won_has_dealt_it() -> None:
    game = counted(
        "knock", rum("Bob", Ann=2, Cleo=9), VOID, rum("Ann", Bob=2, Cleo=9), players=THREE
    )
    dealt = game.seats
    assert [(player["deals"], player["deals_won"]) for player in dealt] == [(1, 0), (1, 0), (0, 0)]
    assert dealt[0]["deals_fair"] == WHOLE_WIN // 3


LEADS: dict[str, tuple[list[Document], bool, list[dict[str, int]]]] = {
    "who leads at half-time and wins": (
        [knock("Ann", Ann=3, Bob=29)] * 4,
        False,
        [{"led": 1, "led_won": 1}, {"behind": 1}],
    ),
    "who is behind at half-time and wins": (
        [knock("Ann", Ann=3, Bob=43), VOID, *[knock("Bob", Ann=38, Bob=3)] * 3],
        False,
        [{"led": 1}, {"behind": 1, "behind_won": 1}],
    ),
    "two who are level at half-time": (
        [
            knock("Ann", Ann=3, Bob=13),
            knock("Bob", Bob=3, Ann=13),
            *[knock("Ann", Ann=3, Bob=53)] * 2,
        ],
        False,
        [{}, {}],
    ),
    "a game of three rounds": ([knock("Ann", Ann=3, Bob=37)] * 3, False, [{}, {}]),
    "a game that was called": ([knock("Ann", Ann=3, Bob=13)] * 4, True, [{}, {}]),
}


@walk("name", list(LEADS))
def test_half_time(name: str) -> None:
    rounds, called, expected = LEADS[name]
    game = counted("gin", *rounds, called=called, target=0 if called else 100)
    for seat, wanted in enumerate(expected):
        found = measured(game, seat)
        assert {key: found[key] for key in found if key.startswith(("led", "behind"))} == wanted


def test_a_hand_that_was_laid_out_worse_than_it_could_be_gives_points_away() -> None:
    hand = {"melds": ["7S 7H 7D"], "unmatched": "2C 3C 4C AS AD 5H 8S"}
    game = counted("gin", {"ending": "gin", "by": "Bob", "hands": {"Ann": hand}})
    assert measured(game, 0) == {"laid_badly": 1, "given_away": 9}


def test_whatever_is_declared_is_counted_and_added_up() -> None:
    everything = {*COUNTERS, *MEASURES}
    assert everything <= counted("gin", gin("Ann", Bob=9)).seats[0].keys()
    assert set(MONTHS.counters) == everything
    assert set(PAIRS.counters) == {*COUNTERS, "ahead", "level"}
    assert set(EVENINGS.counters) == set(COUNTERS)
