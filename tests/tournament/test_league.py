"""A league over several evenings, all counting or only each player’s best."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scorekeeper.tournament.league import League, LeagueEvening, league_table, points_of_players
from scorekeeper.tournament.league_document import (
    league_schema,
    read_league,
    write_league,
    write_league_table,
)
from scorekeeper.tournament.model import Entrant
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournament.standings import standing
from tests.support.tournaments import played
from tests.support.walks import walk

NINE_EVENINGS = {
    "Ann": "48 30 25 44 50 12 33 41 38",
    "Bob": "40 41 30 40 40 40 30 40 40",
    "Cem": "60 60 20 60 0 0 0 60 60",
}
"""The third and the seventh count double."""


def league(results: Mapping[str, str], best: int | None, double: Sequence[int] = ()) -> League:
    """Return a league with one line of results for each player. `-` means absent."""
    columns = list(zip(*(line.split() for line in results.values()), strict=True))
    return League(
        name="Winter",
        best=best,
        evenings=tuple(
            LeagueEvening(
                factor=2 if number in double else 1,
                points={
                    player: int(got)
                    for player, got in zip(results, column, strict=True)
                    if got != "-"
                },
            )
            for number, column in enumerate(columns, start=1)
        ),
    )


@walk(
    ("league", "table"),
    {
        "the best seven of nine": (
            league(NINE_EVENINGS, 7, double=(3, 7)),
            [
                "1. Cem 340: 60 60 60 60 60 40 0",
                "2. Ann 337: 66 50 50 48 44 41 38",
                "3. Bob 321: 60 60 41 40 40 40 40",
            ],
        ),
        "all nine": (
            league(NINE_EVENINGS, None),
            [
                "1. Bob 341: 41 40 40 40 40 40 40 30 30",
                "2. Ann 321: 50 48 44 41 38 33 30 25 12",
                "3. Cem 320: 60 60 60 60 60 20 0 0 0",
            ],
        ),
        "the better single evening": (
            league({"Ann": "10 6 -", "Bob": "8 8 1"}, 2),
            ["1. Ann 16: 10 6", "2. Bob 16: 8 8"],
        ),
        "who came more often": (
            league({"Ann": "9 5 -", "Bob": "9 5 0"}, 2),
            ["1. Bob 14: 9 5", "2. Ann 14: 9 5"],
        ),
        "… also where the third would count": (
            league({"Ann": "9 5 -", "Bob": "9 5 0"}, 3),
            ["1. Bob 14: 9 5 0", "2. Ann 14: 9 5"],
        ),
        "a shared place": (
            league({"Ann": "9 5", "Bob": "5 9", "Cem": "1 -"}, 2),
            ["1. Ann 14: 9 5", "1. Bob 14: 9 5", "3. Cem 1: 1"],
        ),
        "nobody yet": (League(name="Winter"), []),
    },
)
def test_the_table_of_a_league(league: League, table: list[str]) -> None:
    assert [
        f"{row.place}. {row.player} {row.points}: {' '.join(map(str, row.counted))}"
        for row in league_table(league)
    ] == table


def test_an_evening_gives_its_points_to_both_of_a_pair() -> None:
    tournament = played(["1-2 1800:1445, 3 out"])
    points = points_of_players(tournament, standing(tournament, 1))
    assert {name: got for name, got in points.items() if name < "3"} == {
        "1a": 14,
        "1b": 14,
        "2a": 6,
        "2b": 6,
    }


def test_an_evening_can_give_points_by_place_shared_by_those_who_are_level() -> None:
    tournament = played(["1-2 1800:1445, 3-4 1000:1000"])
    points = points_of_players(tournament, standing(tournament, 1), (8, 5, 2))
    assert {name: got for name, got in points.items() if name.endswith("a")} == {
        "1a": 8,
        "3a": Fraction(7, 2),
        "4a": Fraction(7, 2),
        "2a": 0,
    }


def test_of_two_results_in_one_evening_a_player_has_the_better() -> None:
    one = Entrant(number=1, players=("Ann", "Bob"))
    tournament = played(["1-2 1800:1445"], entrants=(one, replace(one, number=2)))
    assert points_of_players(tournament, standing(tournament, 1)) == {"Ann": 14, "Bob": 14}


def test_the_earlier_of_equal_results_counts() -> None:
    (row,) = league_table(league({"Ann": "8 5 - 8 9"}, 2))
    assert row.counting == (4, 0)
    assert row.results == {0: 8, 1: 5, 3: 8, 4: 9}


WINTER: dict[str, Any] = {
    "format": 1,
    "id": "w1",
    "league": "Winter",
    "best": 1,
    "places": [8, 5],
    "breaks": ["attended"],
    "archived": True,
    "evenings": [
        {"tournament": "t1", "factor": 2, "points": {"Ann": 31, "Bob": "9/4"}},
        {"factor": 1, "points": {"Bob": 62}},
    ],
}


def test_the_schema_takes_a_league_with_its_table_and_no_factor_below_one() -> None:
    read = read_league(WINTER)
    document = write_league(read) | {"table": write_league_table(read)}
    validator = Draft202012Validator(league_schema())
    validator.validate(document)
    assert not validator.is_valid(document | {"evenings": [{"factor": 0}]})


def test_a_document_is_answered_with_its_table_and_written_again() -> None:
    read = read_league(WINTER)
    assert read.evenings[0].points["Bob"] == Fraction(9, 4)
    assert write_league(read) == WINTER
    assert json.loads(json.dumps(write_league_table(read))) == [
        {"place": 1, "player": "Bob", "points": 62, "counted": [62], "attended": 2},
        {"place": 2, "player": "Ann", "points": 62, "counted": [62], "attended": 1},
    ]


@walk(
    ("change", "place", "sentence"),
    {
        "no format": ({"format": 2}, "format", "Give the format: 1."),
        "no evening": (
            {"best": 0},
            "best",
            "This must be a whole number from 1 to 400.",
        ),
        "ten years": (
            {"evenings": [{}] * 401},
            "evenings",
            "A league can have up to 400 evenings.",
        ),
        "points by words": (
            {"evenings": [{"points": {"Ann": "9/0"}}]},
            "evenings 0 points Ann",
            "This must be a whole number from -1000000 to 1000000.",
        ),
        "by luck": (
            {"breaks": ["lot"]},
            "breaks 0",
            "This must be one of these: counted, attended.",
        ),
    },
)
def test_what_is_wrong_is_refused(change: dict[str, Any], place: str, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_league(WINTER | change)
    said = refused.value.sentence.text()
    assert (" ".join(map(str, refused.value.where)), said) == (place, sentence)
