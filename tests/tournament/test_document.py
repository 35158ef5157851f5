"""The tournament document: read, written, answered with its standings."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from scorekeeper.rummy import score
from scorekeeper.tournament.document import read_tournament
from scorekeeper.tournament.model import MOVEMENTS
from scorekeeper.tournament.points import Worth
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournament.rounds import draw
from scorekeeper.tournament.writing import write_round, write_standings, write_tournament
from tests.support.tournament_documents import (
    FRIDAY,
    Document,
    a_round,
    changed,
    drop,
    of_players,
    put,
)
from tests.support.walks import walk


def test_a_document_is_answered_with_the_standing_after_each_round() -> None:
    standings = write_standings(read_tournament(FRIDAY))
    assert [
        (one["after"], one["open_tables"], [[*line.values()][:3] for line in one["table"]])
        for one in standings
    ] == [
        (1, 0, [[1, 1, 14], [2, 3, 14], [3, 2, 4]]),
        (2, 0, [[1, 1, 23], [2, 2, 18], [3, 3, 14], [4, 4, 11]]),
    ]
    assert standings[1]["table"][1]["breaks"] == {"difference": -410, "lot": 1}
    json.dumps(standings)


def test_what_was_read_is_written_again() -> None:
    tournament = read_tournament(FRIDAY)
    written = write_tournament(tournament)
    told = deepcopy(FRIDAY)
    del told["games"], told["entrants"][3]["x-phone"]
    assert written == told
    assert read_tournament(json.loads(json.dumps(written | {"games": FRIDAY["games"]}))) == (
        tournament
    )


@walk(
    ("points", "bye"),
    [
        ({"by": "victory", "hands": 4}, Worth(12, 305)),
        ({"by": "wins", "win": 2, "tie": 1, "loss": 0}, Worth(2)),
        ({"by": "total"}, Worth(None)),
        ({"by": "places", "places": [5, 3, 1]}, Worth(None)),
    ],
)
def test_points_are_written_again_and_say_what_a_bye_is_worth(points: Document, bye: Worth) -> None:
    tournament = read_tournament(changed(put("points", points), drop("bye"), drop("forfeit")))
    assert (tournament.bye, tournament.forfeit_win) == (bye, bye)
    written = write_tournament(tournament)
    assert written["points"] == points
    assert read_tournament(written | {"games": FRIDAY["games"]}) == tournament


def test_own_limits_count() -> None:
    limits = list(range(100, 1100, 100))
    tournament = read_tournament(changed(put("points", {"by": "victory", "limits": limits})))
    assert [line["points"] for line in write_standings(tournament)[0]["table"]] == [15, 14, 3]
    assert write_tournament(tournament)["points"] == {"by": "victory", "limits": limits}


def test_singles_sit_at_tables_of_four_and_three() -> None:
    document = {
        "format": 1,
        "play": "singles",
        "points": {"by": "places", "places": [5, 3, 1]},
        "entrants": [{"number": one, "players": [f"P{one}"]} for one in range(1, 8)],
        "rounds": [
            {
                "number": 1,
                "movement": "lot",
                "tables": [
                    {"number": 1, "sides": [[1], [2], [3], [4]], "totals": [9, 9, 9, 9]},
                    {"number": 2, "sides": [[5], [6], [7]], "totals": [20, 10, 10]},
                ],
            }
        ],
    }
    [standing] = write_standings(read_tournament(document))
    points = {line["entrant"]: line["points"] for line in standing["table"]}
    assert points == {5: 5, 1: "9/4", 2: "9/4", 3: "9/4", 4: "9/4", 6: 2, 7: 2}


def test_a_game_without_an_answer_or_that_goes_on_leaves_its_table_open() -> None:
    for change in (drop("games.0.answer"), put("games.0.answer.over", False), drop("games")):
        tournament = read_tournament(changed(change))
        assert tournament.rounds[0].open_tables == (1,)


def test_a_tournament_of_pairs_who_gave_up_counts_what_the_others_had() -> None:
    far_ahead = changed(
        put("games.0.answer.over", False),
        put("games.0.answer.final", {"Ann & Cem": 1800, "Bob & Dee": 100}),
        put("rounds.0.tables.0.forfeit", 2),
    )
    [first, *_others] = write_standings(read_tournament(far_ahead))
    assert [(line["entrant"], line["points"]) for line in first["table"]] == [
        (1, 18),
        (3, 14),
        (2, 0),
    ]


def test_the_sides_of_a_game_are_in_order_of_play_however_its_keys_are_sorted() -> None:
    sides = {"Bob & Dee": ["Bob", "Dee"], "Ann & Cem": ["Ann", "Cem"]}
    tournament = read_tournament(changed(put("games.0.answer.sides", sides)))
    assert tournament.rounds[0].tables[0].totals == (1345, 580)


def test_the_fewest_win_where_the_game_says_so() -> None:
    assert read_tournament(changed(put("games.0.wins", "fewest"))).fewest_win
    assert read_tournament(changed(drop("games"), put("game.wins", "fewest"))).fewest_win


def test_partners_who_were_drawn_have_the_same_points() -> None:
    document = of_players(4, rounds=[a_round([1, 4], [2, 3], totals=[900, 1000])])
    [standing] = write_standings(read_tournament(document))
    points = {line["entrant"]: line["points"] for line in standing["table"]}
    assert points == {1: 0, 2: 3, 3: 3, 4: 0}


def test_teams_add_up_in_a_second_table() -> None:
    document = of_players(
        4, play="singles", seats=4, rounds=[a_round([1], [2], [3], [4], totals=[9, 8, 7, 9])]
    )
    document["points"] = {"by": "places", "places": [5, 3, 1]}
    for entrant, team in zip(document["entrants"], ("Red", "Red", "Blue", ""), strict=True):
        entrant["team"] = team
    tournament = read_tournament(document)
    [standing] = write_standings(tournament)
    assert standing["teams"] == [
        {"place": 1, "team": "Red", "points": 5},
        {"place": 2, "team": "Blue", "points": 0},
    ]
    assert write_tournament(tournament)["entrants"][0]["team"] == "Red"


def test_teams_that_are_level_share_a_place() -> None:
    document = of_players(
        4,
        play="pairs",
        entrants=[
            {"number": one, "players": [f"{one}a", f"{one}b"], "team": "ABBA"[one - 1]}
            for one in (1, 2, 3, 4)
        ],
    )
    first, second = a_round([1], [2], totals=[1, 0])["tables"], a_round([3], [4], totals=[1, 0])
    tables = [*first, second["tables"][0] | {"number": 2}]
    document["rounds"] = [{"number": 1, "movement": "lot", "tables": tables}]
    [standing] = write_standings(read_tournament(document))
    assert [(team["place"], team["team"]) for team in standing["teams"]] == [(1, "A"), (1, "B")]


def test_a_knock_out_is_written_and_read_with_its_seeds_and_with_who_goes_on() -> None:
    entrants = [
        {"number": one, "players": [f"{one}a", f"{one}b"], "seed": 4 - one} for one in (1, 2, 3)
    ]
    tables = [
        {"number": 1, "sides": [[3]]},
        {"number": 2, "sides": [[2], [1]], "totals": [5, 5], "goes_on": 1},
    ]
    written = {"number": 1, "movement": "knock-out", "since": 1, "lives": 1, "order": [3, 2, 1]}
    rounds = [written | {"out": [], "tables": tables}]
    document = of_players(3, play="pairs", entrants=entrants, rounds=rounds)
    tournament = read_tournament(document)
    assert write_tournament(tournament)["entrants"] == entrants
    assert write_tournament(tournament)["rounds"] == rounds
    final = draw(tournament, "knock-out")
    assert [table.entrants for table in final.tables] == [(3, 1)]
    assert read_tournament(document | {"rounds": [*rounds, write_round(final)]}).rounds[1] == final


DEALS = {
    "variant": "rami",
    "rules": {"target": 0, "rounds": 4},
    "players": ["P1", "P2", "P3", "P4"],
    "called": True,
    "rounds": [
        {"ending": "out", "by": "P1", "hands": {"P2": 10, "P3": 11, "P4": 31}},
        {"ending": "rami", "by": "P2", "hands": {"P1": 20, "P3": 21, "P4": 30}},
        {"ending": "void"},
        {"between": {"adjust": {"P4": -5}, "note": "late"}},
    ],
}


def with_deals(game: Document, **points: Any) -> Document:
    scored = json.loads(json.dumps(score(game).as_json()))
    return of_players(
        4,
        play="singles",
        points={"by": "deals", "by_hand": ["rami"], **points},
        rounds=[a_round([1], [2], [3], [4], game="g1")],
        games=[{"id": "g1", "document": game, "answer": scored}],
    )


@walk(
    ("points", "got"),
    {
        "five, eight, and three to one for what is left": ({}, {1: 7, 2: 11, 3: 3, 4: 1}),
        "as typed": (
            {"out": 4, "hand": 4, "left": [[10, 1]]},
            {1: 4, 2: 5, 3: 0, 4: 0},
        ),
    },
)
def test_every_deal_gives_points(points: Document, got: dict[int, int]) -> None:
    tournament = read_tournament(with_deals(DEALS, **points))
    [standing] = write_standings(tournament)
    assert {line["entrant"]: line["points"] for line in standing["table"]} == got
    usual = {"out": 5, "hand": 8, "left": [[10, 3], [20, 2], [30, 1]]}
    assert write_tournament(tournament)["points"] == (
        {"by": "deals", "by_hand": ["rami"]} | usual | points
    )


@walk(
    ("change", "place", "sentence"),
    {
        "typed totals": (
            put(
                "rounds.0.tables.0", {"number": 1, "sides": [[1], [2], [3], [4]], "totals": [1] * 4}
            ),
            "rounds 0 tables 0 totals",
            "Points by deals need the rounds of the game at table 1.",
        ),
        "one number for a limit": (
            put("points.left", [[10]]),
            "points left 0",
            "Give two numbers: the limit and its points.",
        ),
        "limits that fall": (
            put("points.left", [[20, 2], [10, 3]]),
            "points left 1",
            "The limits must rise: 10 comes after 20.",
        ),
    },
)
def test_what_deals_do_not_tell_is_refused(
    change: Callable[[Document], object], place: str, sentence: str
) -> None:
    document = with_deals(DEALS)
    change(document)
    with pytest.raises(Refusal) as refused:
        read_tournament(document)
    said = refused.value.sentence.text()
    assert (" ".join(map(str, refused.value.where)), said) == (place, sentence)


def test_the_next_draw_is_written_and_read() -> None:
    drawn = write_round(draw(read_tournament(FRIDAY), "standing"))
    assert drawn == {
        "number": 3,
        "movement": "standing",
        "again": "no",
        "order": [1, 2, 4],
        "out": [1],
        "tables": [{"number": 1, "sides": [[2], [4]]}],
    }
    with_draw = FRIDAY | {"rounds": [*FRIDAY["rounds"], drawn]}
    assert write_round(read_tournament(with_draw).rounds[2]) == drawn


@walk("movement", MOVEMENTS)
def test_every_draw_is_read_as_it_was_written(movement: str) -> None:
    entrants = [{"number": one, "players": [f"{one}a", f"{one}b"]} for one in (1, 2, 3, 4, 5)]
    document = of_players(5, play="pairs", entrants=entrants)
    drawn = draw(read_tournament(document), movement, shuffled=(3, 1, 5, 2, 4))
    written = json.loads(json.dumps(write_round(drawn)))
    assert read_tournament(document | {"rounds": [written]}).rounds == (drawn,)
