"""The tournament document: read, refused where it is wrong, written, answered with standings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
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
from tests.support.walks import walk

Document = dict[str, Any]

GAME = {
    "variant": "burraco",
    "rules": {"target": 0, "rounds": 3},
    "players": ["Ann", "Bob", "Cem", "Dee"],
    "sides": {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]},
    "imported": {"Ann & Cem": 1345, "Bob & Dee": 580},
}

FRIDAY: Document = {
    "format": 1,
    "id": "t1",
    "name": "Friday",
    "date": "2026-11-28",
    "place": "Club house",
    "play": "pairs",
    "game": {"variant": "burraco", "rules": {"target": 0, "rounds": 3}},
    "points": {"by": "victory", "hands": 3},
    "breaks": ["direct", "difference", "lot"],
    "bye": {"points": 14, "score": 355},
    "forfeit": {"win": [14, 355], "loss": [0, 0]},
    "entrants": [
        {"number": 1, "players": ["Ann", "Cem"]},
        {"number": 2, "players": ["Bob", "Dee"], "name": "The Bees"},
        {"number": 3, "players": ["Eva", "Fay"], "until": 1},
        {"number": 4, "players": ["Gus", "Hal"], "from": 2, "x-phone": "555 1234"},
    ],
    "lots": [2, 3, 1],
    "rounds": [
        {
            "number": 1,
            "movement": "standing",
            "again": "no",
            "order": [1, 2, 3],
            "out": [3],
            "tables": [
                {
                    "number": 1,
                    "sides": [[1], [2]],
                    "game": "g7",
                    "confirmed": {"by": 2, "at": "2026-11-28T21:40:00Z"},
                }
            ],
        },
        {
            "number": 2,
            "movement": "standing",
            "again": "no",
            "order": [1, 2, 4],
            "out": [2],
            "tables": [{"number": 1, "sides": [[1], [4]], "totals": [900, 1000]}],
        },
    ],
    "adjustments": [{"entrant": 1, "round": 1, "points": -2, "note": "late"}],
    "games": [
        {
            "id": "g7",
            "wins": "most",
            "document": GAME,
            "answer": json.loads(json.dumps(score(GAME).as_json())),
        }
    ],
}


def changed(*changes: Callable[[Document], object]) -> Document:
    document = deepcopy(FRIDAY)
    for change in changes:
        change(document)
    return document


def put(path: str, value: object) -> Callable[[Document], object]:
    """A change of the value at a path such as `entrants.0.number`."""
    *outer, last = [int(key) if key.isdigit() else key for key in path.split(".")]

    def change(document: Any) -> None:
        for key in outer:
            document = document[key]
        if isinstance(document, list) and last == len(document):
            document.append(value)
        else:
            document[last] = value

    return change


def drop(path: str) -> Callable[[Document], object]:
    outer, _, last = path.rpartition(".")

    def change(document: Any) -> None:
        for key in outer.split(".") if outer else ():
            document = document[int(key) if key.isdigit() else key]
        del document[int(last) if last.isdigit() else last]

    return change


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


FIRST_TABLE = "rounds.0.tables.0"
ALL_AS_LIMITS = [50, 150, 250, 500, 350, 650, 800, 1000, 1250, 1500]


@walk(
    ("change", "place", "sentence"),
    {
        "no object": (put("entrants.0", 7), "entrants 0", "This must be a JSON object."),
        "a key": (put("entrnts", 7), "entrnts", "Unknown field “entrnts”."),
        "a long key": (put("y" * 50, 7), "y" * 40 + "…", f"Unknown field “{'y' * 40}…”."),
        "no format": (drop("format"), "format", "Give the format: 1."),
        "teams": (
            put("play", "teams"),
            "play",
            "This must be one of these: pairs, singles, drawn-pairs.",
        ),
        "three at a table": (put("seats", 3), "seats", "At a table sit 2 or 4 singles."),
        "a name": (put("name", 7), "name", "This must be text."),
        "a bell": (
            put("name", "\a"),
            "name",
            "There is an invisible control character in this text.",
        ),
        "a novel": (put("name", "x" * 501), "name", "A text can have up to 500 characters."),
        "a date": (put("date", "28/11/2026"), "date", "A date is written as 2026-11-21."),
        "no points": (drop("points"), "points", "This must be a JSON object."),
        "points by luck": (
            put("points.by", "luck"),
            "points by",
            "This must be one of these: total, wins, victory, places, deals.",
        ),
        "limits for five hands": (
            put("points.hands", 5),
            "points hands",
            "Limits are known for 3 and 4 hands. Give ten limits for others.",
        ),
        "hands and limits": (
            put("points.limits", ALL_AS_LIMITS),
            "points limits",
            "Give the hands or the limits.",
        ),
        "limits that fall": (
            put("points", {"by": "victory", "limits": ALL_AS_LIMITS}),
            "points limits 4",
            "The limits must rise: 350 comes after 500.",
        ),
        "nine limits": (
            put("points", {"by": "victory", "limits": ALL_AS_LIMITS[:9]}),
            "points limits",
            "There must be ten limits, for 10–10 to 19–1. These are 9.",
        ),
        "a bye of limits": (
            lambda document: (
                document.pop("bye"),
                document.update(points={"by": "victory", "limits": sorted(ALL_AS_LIMITS)}),
            ),
            "bye",
            "Say what a bye is worth, such as 12 points and the lowest score for them.",
        ),
        "a bye of much": (
            put("bye.points", "much"),
            "bye points",
            "This must be a whole number from -1000000 to 1000000.",
        ),
        "half a forfeit": (
            put("forfeit.win", [14]),
            "forfeit win",
            "Give two numbers: points and score.",
        ),
        "a tie-break": (
            put("breaks.0", "luck"),
            "breaks 0",
            "This must be one of these: direct, difference, score, won, opponents, best, lot.",
        ),
        "a tie-break twice": (put("breaks.0", "lot"), "breaks", "Name every tie-break once."),
        "one pair": (
            put("entrants", FRIDAY["entrants"][:1]),
            "entrants",
            "A tournament needs at least 2 entrants.",
        ),
        "a whole town": (
            put("entrants", FRIDAY["entrants"][:1] * 401),
            "entrants",
            "A tournament can have up to 400 entrants.",
        ),
        "no list": (put("entrants", {}), "entrants", "This must be a list."),
        "a number twice": (
            put("entrants.1.number", 1),
            "entrants 1 number",
            "Number 1 is there twice.",
        ),
        "somebody twice": (
            put("entrants.2.players.1", "Ann"),
            "entrants 2 players 1",
            "Ann is in pair 1 too.",
        ),
        "a name left out": (
            put("entrants.2.players.1", " "),
            "entrants 2 players 1",
            "Enter a player’s name.",
        ),
        "three in a pair": (
            put("entrants.2.players.2", "Zoe"),
            "entrants 2 players",
            "A pair has two players.",
        ),
        "pairs as singles": (put("play", "singles"), "entrants 0 players", "Give one player."),
        "a line without a start": (
            put("entrants.0.line", "east-west"),
            "entrants 0 start",
            "This must be a whole number from 1 to 400.",
        ),
        "a start twice": (
            lambda document: [
                one.update(line="east-west", start=1) for one in document["entrants"][:2]
            ],
            "entrants 1 start",
            "Number 1 has this start too.",
        ),
        "a lot of nobody": (put("lots.0", 9), "lots 0", "There is no number 9."),
        "a lot twice": (put("lots.0", 1), "lots", "Every entrant has one lot."),
        "points for nobody": (
            put("adjustments.0.entrant", 9),
            "adjustments 0 entrant",
            "There is no number 9.",
        ),
        "round 2 first": (put("rounds.0.number", 2), "rounds 0 number", "This must be round 1."),
        "too many rounds": (
            put("rounds", FRIDAY["rounds"] * 21),
            "rounds",
            "A tournament can have up to 40 rounds.",
        ),
        "a movement": (
            put("rounds.0.movement", "swiss"),
            "rounds 0 movement",
            "This must be one of these: lot, standing, mitchell, round-robin, knock-out.",
        ),
        "a seat of nobody": (
            put(f"{FIRST_TABLE}.sides.1.0", 9),
            "rounds 0 tables 0 sides 1 0",
            "There is no number 9.",
        ),
        "two seats": (
            put("rounds.0.out.0", 1),
            "rounds 0 out 0",
            "Number 1 sits twice in round 1.",
        ),
        "no seat": (
            put("rounds.0.out", []),
            "rounds 0",
            "Number 3 has no seat in round 1, and does not sit out.",
        ),
        "a seat before coming": (
            put("rounds.0.out.1", 4),
            "rounds 0 out 1",
            "Number 4 does not play in round 1.",
        ),
        "a seat after leaving": (
            put("rounds.1.out.1", 3),
            "rounds 1 out 1",
            "Number 3 does not play in round 2.",
        ),
        "two tables 1": (
            lambda document: (
                document["rounds"][1].update(out=[]),
                document["rounds"][1]["tables"].append({"number": 1, "sides": [[2]]}),
            ),
            "rounds 1 tables 1 number",
            "Table 1 is there twice.",
        ),
        "three sides": (
            lambda document: (
                document["rounds"][0].update(out=[]),
                document["rounds"][0]["tables"][0]["sides"].append([3]),
            ),
            "rounds 0 tables 0 sides",
            "A table has two sides.",
        ),
        "a side of two entrants": (
            lambda document: (
                document["rounds"][0].update(out=[]),
                document["rounds"][0]["tables"][0]["sides"][1].append(3),
            ),
            "rounds 0 tables 0 sides 1",
            "A side is one entrant.",
        ),
        "one total": (
            put("rounds.1.tables.0.totals", [900]),
            "rounds 1 tables 0 totals",
            "Give a total for every side.",
        ),
        "totals and a game": (
            put(f"{FIRST_TABLE}.totals", [900, 800]),
            "rounds 0 tables 0 totals",
            "Give the totals or the game.",
        ),
        "totals of a void table": (
            put("rounds.1.tables.0.void", True),
            "rounds 1 tables 0 void",
            "A void table has no totals and no forfeit.",
        ),
        "void with a word": (
            put("rounds.1.tables.0.void", "yes"),
            "rounds 1 tables 0 void",
            "This must be true or false.",
        ),
        "a stranger gives up": (
            put(f"{FIRST_TABLE}.forfeit", 3),
            "rounds 0 tables 0 forfeit",
            "Number 3 does not sit at this table.",
        ),
        "a stranger agrees": (
            put(f"{FIRST_TABLE}.confirmed.by", 3),
            "rounds 0 tables 0 confirmed",
            "Number 3 does not sit at this table.",
        ),
        "a stranger goes on": (
            put(f"{FIRST_TABLE}.goes_on", 3),
            "rounds 0 tables 0 goes_on",
            "Number 3 does not sit at this table.",
        ),
        "nine lives": (
            put("rounds.0.lives", 9),
            "rounds 0 lives",
            "This must be a whole number from 1 to 2.",
        ),
        "agreed at no time": (
            put(f"{FIRST_TABLE}.confirmed.at", "late"),
            "rounds 0 tables 0 confirmed at",
            "A time is written as 2026-11-21T20:15:00Z.",
        ),
        "an unknown game": (
            put(f"{FIRST_TABLE}.game", "g8"),
            "rounds 0 tables 0 game",
            "There is no game “g8”.",
        ),
        "a game at two tables": (
            lambda document: (
                document["rounds"][1]["tables"][0].pop("totals"),
                document["rounds"][1]["tables"][0].update(game="g7"),
            ),
            "rounds 1 tables 0 game",
            "“g7” is the game of another table.",
        ),
        "a game of others": (
            put(f"{FIRST_TABLE}.sides", [[2], [1]]),
            "rounds 0 tables 0 game",
            "This game is not between the sides of table 1.",
        ),
        "a game without a hand": (
            lambda document: document["games"][0]["document"].pop("imported"),
            "rounds 0 tables 0 game",
            "No hand was played at table 1. Did a pair not come?",
        ),
        "a game twice": (
            lambda document: document["games"].append(document["games"][0]),
            "games 1 id",
            "Two games are called “g7”.",
        ),
        "other house rules": (
            lambda document: document["games"].append(
                document["games"][0]
                | {"id": "g8", "answer": document["games"][0]["answer"] | {"rules": {}}}
            ),
            "games 1",
            "All tables play by the same rules.",
        ),
        "most and fewest win": (
            put("game.wins", "fewest"),
            "games 0 wins",
            "All tables play by the same rules.",
        ),
        "a winner by luck": (
            put("game.wins", "luck"),
            "game wins",
            "This must be one of these: most, fewest.",
        ),
    },
)
def test_what_is_wrong_is_refused_with_its_place(
    change: Callable[[Document], object], place: str, sentence: str
) -> None:
    with pytest.raises(Refusal) as refused:
        read_tournament(changed(change))
    said = refused.value.sentence.text()
    assert (" ".join(map(str, refused.value.where)), said) == (place, sentence)


@walk("document", [None, [], "tournament", 1])
def test_what_is_no_object_is_no_tournament(document: object) -> None:
    with pytest.raises(Refusal, match="This must be a JSON object"):
        read_tournament(document)


def test_victory_points_are_not_for_four_at_a_table() -> None:
    document = changed(
        put("play", "singles"),
        put("entrants", [{"number": one, "players": [f"P{one}"]} for one in (1, 2, 3)]),
        drop("adjustments"),
        put("rounds", []),
    )
    with pytest.raises(Refusal, match="Victory Points are for tables with two sides"):
        read_tournament(document)
    assert read_tournament(document | {"seats": 2}).has_two_sides


def of_players(number: int, **facts: Any) -> Document:
    entrants = [{"number": one, "players": [f"P{one}"]} for one in range(1, number + 1)]
    return {
        "format": 1,
        "play": "drawn-pairs",
        "points": {"by": "wins"},
        "breaks": [],
        "entrants": entrants,
        **facts,
    }


def a_round(*sides: list[int], **facts: Any) -> Document:
    table = {"number": 1, "sides": list(sides), **facts}
    return {"number": 1, "movement": "lot", "tables": [table]}


def test_partners_who_were_drawn_have_the_same_points() -> None:
    document = of_players(4, rounds=[a_round([1, 4], [2, 3], totals=[900, 1000])])
    [standing] = write_standings(read_tournament(document))
    points = {line["entrant"]: line["points"] for line in standing["table"]}
    assert points == {1: 0, 2: 3, 3: 3, 4: 0}


@walk(
    ("sides", "place", "sentence"),
    {
        "four sides": ([[1], [2], [3], [4]], "rounds 0 tables 0 sides", "A table has two sides."),
        "three against one": (
            [[1, 2, 3], [4]],
            "rounds 0 tables 0 sides 0",
            "A side is two players.",
        ),
    },
)
def test_partners_who_were_drawn_sit_two_against_two(
    sides: list[list[int]], place: str, sentence: str
) -> None:
    with pytest.raises(Refusal) as refused:
        read_tournament(of_players(4, rounds=[a_round(*sides)]))
    said = refused.value.sentence.text()
    assert (" ".join(map(str, refused.value.where)), said) == (place, sentence)


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


def test_six_do_not_sit_at_one_table() -> None:
    document = {
        "format": 1,
        "play": "singles",
        "points": {"by": "total"},
        "entrants": [{"number": one, "players": [f"P{one}"]} for one in range(1, 7)],
        "rounds": [
            {
                "number": 1,
                "movement": "lot",
                "tables": [{"number": 1, "sides": [[one] for one in range(1, 7)]}],
            }
        ],
    }
    with pytest.raises(Refusal, match="At a table sit 2 to 5 singles"):
        read_tournament(document)


def test_two_singles_are_one_player_each_and_named_once() -> None:
    entrants = [{"number": one, "players": ["Ann"]} for one in (1, 2)]
    document = {"format": 1, "play": "singles", "points": {"by": "total"}, "entrants": entrants}
    with pytest.raises(Refusal, match="Ann is number 1 too"):
        read_tournament(document)


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


ODD_VALUES = (None, True, -1, 0, 7, 10**30, 1.5, "x", "", "9/4", [], {}, [None], [[]], {"x": 1})


def every_place(value: Any, path: str = "") -> Iterator[str]:
    """The path of every value in a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        here = f"{path}.{key}" if path else str(key)
        yield here
        if isinstance(inner, dict | list):
            yield from every_place(inner, here)


def test_a_damaged_document_is_refused_or_answered_whatever_is_wrong() -> None:
    places = [place for place in every_place(FRIDAY) if not place.startswith("games.0.document")]
    changes = [drop(place) for place in places]
    changes += [put(place, value) for place in places for value in ODD_VALUES]
    refused = 0
    for change in changes:
        try:
            tournament = read_tournament(changed(change))
            json.dumps([write_standings(tournament), write_tournament(tournament)])
            draw(tournament, "standing")
        except Refusal:
            refused += 1
    assert refused > len(changes) / 2
