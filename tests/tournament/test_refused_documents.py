"""Errors of tournament documents, with the place of each fault."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scorekeeper.tournament.document import read_tournament
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournament.rounds import draw
from scorekeeper.tournament.writing import write_standings, write_tournament
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


ODD_VALUES = (None, True, -1, 0, 7, 10**30, 1.5, "x", "", "9/4", [], {}, [None], [[]], {"x": 1})


def every_place(value: Any, path: str = "") -> Iterator[str]:
    """Yield the path of every value in a document."""
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
