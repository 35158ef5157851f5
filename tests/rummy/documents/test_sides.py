"""Partners in a document: the names of sides, and errors."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from scorekeeper.rummy.documents.about import write_about
from scorekeeper.rummy.documents.answers import scored
from scorekeeper.rummy.documents.game import read_document, read_game, write_game
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.documents.sides import chosen_names, shown_names
from scorekeeper.rummy.game.sheet import fold
from tests.support.documents import (
    VOID,
    Document,
    adjust,
    joins,
    leaves,
    out,
    rejoins,
    score,
    stock,
)
from tests.support.need_sides import SIX, need_sides
from tests.support.random_games import games_by_sides
from tests.support.small_documents import check_refused
from tests.support.walks import walk

FOUR = ["Ann", "Bob", "Cem", "Dee"]
SIDES = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
PLAYERS_ALONE = "In {} with {} players everybody plays alone, without sides."


def by_sides(*rounds: Document, **parts: Any) -> Document:
    """A game of Rummy 500 of Ann and Cem against Bob and Dee."""
    game = {"variant": "rummy-500", "players": FOUR, "sides": SIDES, "rounds": list(rounds)}
    return game | parts


def went_out(by: str = "Ann", **hands: Any) -> Document:
    """A round ended by a player, with the hands of both sides as `we` and `they`."""
    names = {"we": "Ann & Cem", "they": "Bob & Dee"}
    given = {"we": {"shown": 50, "left": "9"}, "they": {"shown": 20, "left": 30}} | hands
    return out(by, **{names.get(side, side): hand for side, hand in given.items() if hand != ""})


@walk(
    ("sides", "named"),
    {
        "an object": (SIDES, SIDES),
        "in any order": (
            {"They": ["Dee", "Bob"], "We": ["Cem", "Ann"]},
            {"We": ["Ann", "Cem"], "They": ["Bob", "Dee"]},
        ),
        "lists": ([["Ann", "Cem"], ["Bob", "Dee"]], SIDES),
        "lists in any order": (
            [["Dee", "Bob"], ["Ann ", "Cem"]],
            {"Ann & Cem": ["Ann", "Cem"], "Dee & Bob": ["Bob", "Dee"]},
        ),
        "with spaces": (
            {" We ": [" Ann", "Cem"], "x": ["Bob", "Dee"]},
            {"We": ["Ann", "Cem"], "x": ["Bob", "Dee"]},
        ),
        "the longest name": (
            {"N" * 130: ["Ann", "Cem"], "x": ["Bob", "Dee"]},
            {"N" * 130: ["Ann", "Cem"], "x": ["Bob", "Dee"]},
        ),
    },
)
def test_sides_are_answered_in_order_of_their_first_players(sides: Any, named: Any) -> None:
    written = write_game(read_game(by_sides(sides=sides)))
    assert list(written["sides"].items()) == list(named.items())
    answered = fold(read_game(written))
    assert [*answered.game.partners] == [*named]


OPPOSITE = "List partners opposite each other: Ann, Cem, Bob, Dee."
LISTS = "Name the sides, each with a list of its players."


@walk(
    ("parts", "place", "sentence"),
    {
        "no game of partners": (
            {"variant": "knock"},
            "sides",
            PLAYERS_ALONE.format("Knock Rummy", 4),
        ),
        "two players": (
            {"players": ["Ann", "Bob"], "sides": [["Ann"], ["Bob"]]},
            "sides",
            PLAYERS_ALONE.format("Rummy 500", 2),
        ),
        "three players": (
            {"players": FOUR[:3], "sides": [["Ann", "Cem"], ["Bob"]]},
            "sides",
            PLAYERS_ALONE.format("Rummy 500", 3),
        ),
        "six players": (
            {
                "players": [*FOUR, "Eve", "Fay"],
                "sides": [["Ann", "Cem", "Eve"], ["Bob", "Dee", "Fay"]],
            },
            "sides",
            PLAYERS_ALONE.format("Rummy 500", 6),
        ),
        "no object": ({"sides": "Ann & Cem"}, "sides", LISTS),
        "no lists": ({"sides": {"We": "Ann", "They": ["Bob"]}}, "sides", LISTS),
        "an empty list": ({"sides": [FOUR, []]}, "sides", LISTS),
        "lists of names": ({"sides": ["Ann & Cem"]}, "sides", LISTS),
        "the same list twice": ({"sides": [["Ann", "Cem"], ["Ann", "Cem"]]}, "sides", LISTS),
        "no name": ({"sides": [["Ann", 3], ["Bob", "Dee"]]}, "sides", "Enter a player’s name."),
        "a stranger": (
            {"sides": [["Ann", "Eve"], ["Bob", "Dee"]]},
            "sides",
            "Nobody in this game is called “Eve”.",
        ),
        "on no side": (
            {"sides": {"We": ["Ann", "Cem"], "They": ["Bob"]}},
            "sides",
            "Dee is on no side.",
        ),
        "on two sides": (
            {"sides": {"We": ["Ann", "Cem"], "They": ["Bob", "Cem"]}},
            "sides",
            "Cem is on two sides.",
        ),
        "twice on one": (
            {"sides": {"We": ["Ann", "Ann"], "They": ["Bob", "Dee"]}},
            "sides",
            "Ann is on two sides.",
        ),
        "of unequal size": (
            {"sides": {"We": ["Ann", "Cem", "Bob"], "They": ["Dee"]}},
            "sides",
            "4 players make 2 sides of equal size.",
        ),
        "each alone": (
            {"sides": {f"The {name}s": [name] for name in FOUR}},
            "sides",
            "4 players make 2 sides of equal size.",
        ),
        "all together": ({"sides": [FOUR]}, "sides", "4 players make 2 sides of equal size."),
        "neighbours": ({"sides": [["Ann", "Bob"], ["Cem", "Dee"]]}, "sides", OPPOSITE),
        "neighbours round the corner": (
            {"sides": [["Bob", "Cem"], ["Dee", "Ann"]]},
            "sides",
            "List partners opposite each other: Ann, Bob, Dee, Cem.",
        ),
        "the name of a player": (
            {"sides": {"Dee": ["Ann", "Cem"], "They": ["Bob", "Dee"]}},
            "sides.Dee",
            "A side cannot be called “Dee”: a player has that name.",
        ),
        "one name for two sides": (
            {"sides": {"We": ["Ann", "Cem"], "We ": ["Bob", "Dee"]}},
            "sides.We ",
            "Two sides cannot both be called “We”.",
        ),
        "an empty name": (
            {"sides": {" ": ["Ann", "Cem"], "They": ["Bob", "Dee"]}},
            "sides. ",
            "A name has 1 to 130 characters.",
        ),
        "too long a name": (
            {"sides": {"N" * 131: ["Ann", "Cem"], "They": ["Bob", "Dee"]}},
            f"sides.{'N' * 40}…",
            "A name has 1 to 130 characters.",
        ),
        "more than a line": (
            {"sides": {"We\nall": ["Ann", "Cem"], "They": ["Bob", "Dee"]}},
            "sides.We\nall",
            "A name is one line without invisible characters.",
        ),
    },
)
def test_sides_that_cannot_be_are_refused(parts: dict[str, Any], place: str, sentence: str) -> None:
    check_refused(by_sides(**parts), place, sentence)


BY_SIDES = "Rummy 500 with {} players is played by sides: name them."
IN_PLAY = "Round 1: Rummy 500 with 4 players is played by sides: begin a new game."


@walk(
    ("players", "rounds", "place", "sentence"),
    {
        "four": (4, [], "sides", BY_SIDES.format(4)),
        "six": (6, [], "sides", BY_SIDES.format(6)),
        "six, where somebody joins": (7, [joins(Gus=0)], "sides", BY_SIDES.format(6)),
        "a fourth joins": (
            4,
            [joins(Dee=0)],
            "rounds[0].between.joins",
            IN_PLAY.removeprefix("Round 1: "),
        ),
        "the fifth leaves": (
            5,
            [leaves("Eve")],
            "rounds[0].between.leaves",
            IN_PLAY.removeprefix("Round 1: "),
        ),
    },
)
def test_a_game_that_needs_sides_is_refused_without(
    monkeypatch: pytest.MonkeyPatch,
    players: int,
    rounds: list[Document],
    place: str,
    sentence: str,
) -> None:
    need_sides(monkeypatch)
    names = [*SIX, "Gus"][:players]
    game = {"variant": "rummy-500", "players": names, "rounds": rounds}
    check_refused(game, place, sentence)


@walk(
    "sides",
    {
        "two of three": [["Ann", "Cem", "Eve"], ["Bob", "Dee", "Fay"]],
        "three of two": [["Ann", "Dee"], ["Bob", "Eve"], ["Cem", "Fay"]],
    },
)
def test_six_may_make_two_sides_or_three(
    monkeypatch: pytest.MonkeyPatch, sides: list[list[str]]
) -> None:
    need_sides(monkeypatch)
    game = read_game(by_sides(players=[*SIX], sides=sides))
    assert game.partners == tuple(map(" & ".join, sides))


def test_three_play_alone_where_four_need_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    """One leaves and another joins: four are named, but only three play at a time."""
    need_sides(monkeypatch)
    rounds = [leaves("Ann"), joins(Dee=0)]
    game = {"variant": "rummy-500", "players": FOUR, "rounds": rounds}
    assert fold(read_game(game)).seats == (1, 2, 3)


A_SIDE = "“Ann & Cem” is a side: give the name of one of its players."
A_PLAYER = "Ann has a partner: name the side, “Ann & Cem”."


@walk(
    ("entry", "place", "sentence"),
    {
        "a side ends a round": (went_out(by="Ann & Cem"), "by", "Round 1: " + A_SIDE),
        "a side deals": (VOID | {"dealer": "Ann & Cem"}, "dealer", "Round 1: " + A_SIDE),
        "the hand of a player": (
            stock(Ann=4),
            "hands.Ann",
            "Round 1: " + A_PLAYER,
        ),
        "an adjustment of a player": (
            VOID | {"adjustments": [{"player": "Ann", "points": 5}]},
            "adjustments[0].player",
            "Round 1: " + A_PLAYER,
        ),
        "a penalty of a player": (adjust(Ann=5), "between.adjust", A_PLAYER),
        "a penalty of nobody": (
            adjust(Eve=5),
            "between.adjust",
            "Nobody in this game is called “Eve”.",
        ),
        "a side leaves": ({"between": {"leaves": ["Ann & Cem"]}}, "between.leaves", A_SIDE),
        "the hand of a side is missing": (
            went_out(they=""),
            "hands.Bob & Dee",
            "Round 1: Bob & Dee’s hand is missing.",
        ),
        "that of who went out": (
            went_out(we=""),
            "hands.Ann & Cem",
            "Round 1: Ann & Cem’s hand is missing.",
        ),
        "the partner has no card": (
            went_out(by="Cem", we={"shown": 90}),
            "hands.Ann & Cem",
            "Round 1: Ann & Cem must have something left: only Cem went out.",
        ),
        "the partner counts nothing": (
            went_out(we={"shown": 90, "left": 0}),
            "hands.Ann & Cem",
            "Round 1: Ann & Cem must have something left: only Ann went out.",
        ),
        "one card for two": (
            went_out(they="K"),
            "hands.Bob & Dee",
            "Round 1: Bob & Dee must have 2 cards left at least, one for each of them.",
        ),
        "a count of 0 for two": (
            went_out(they=0),
            "hands.Bob & Dee",
            "Round 1: Bob & Dee must have 2 cards left at least, one for each of them.",
        ),
        "one card for two, nobody out": (
            stock(**{"Ann & Cem": "9", "Bob & Dee": "8 7"}),
            "hands.Ann & Cem",
            "Round 1: Ann & Cem must have 2 cards left at least, one for each of them.",
        ),
        "one card in both hands": (
            went_out(we="9S", they="9S KD"),
            "hands.Bob & Dee",
            "Round 1: 9♠ is in both hands, but the deck has only one.",
        ),
        "five of a rank": (
            went_out(we="9 9 9", they="9 9"),
            "hands.Bob & Dee",
            "Round 1: The hands have too many 9 together: 5, but this game has only 4.",
        ),
        "a part that is not asked": (
            went_out(they={"left": 9, "opened": False}),
            "hands.Bob & Dee",
            "Round 1: Whether Bob & Dee opened does not count in this game.",
        ),
        "too much": (
            went_out(they=500),
            "hands.Bob & Dee",
            "Round 1: Bob & Dee’s count must be a whole number from 0 to 396.",
        ),
        "somebody leaves": (
            leaves("Ann"),
            "between.leaves",
            "Partners play to the end: nobody leaves or joins a partnership game.",
        ),
        "somebody comes back": (
            rejoins("Ann"),
            "between.rejoins",
            "Partners play to the end: nobody leaves or joins a partnership game.",
        ),
    },
)
def test_entries_that_cannot_be_are_refused(entry: Document, place: str, sentence: str) -> None:
    check_refused(by_sides(entry), f"rounds[0].{place}", sentence)


@pytest.mark.parametrize("name", ["Ann", "Dee"])
@pytest.mark.parametrize("rounds", [[], [went_out()]], ids=["at first", "after a round"])
def test_nobody_joins_partners(name: str, rounds: list[Document]) -> None:
    check_refused(
        by_sides(*rounds, joins(**{name: 10}), went_out()),
        f"rounds[{len(rounds)}].between.joins",
        "Partners play to the end: nobody leaves or joins a partnership game.",
    )


def test_the_answer_is_by_side_and_by_player() -> None:
    rounds = [went_out("Cem") | {"note": "quick"}, adjust(**{"Bob & Dee": 15}), VOID]
    answered = score_of(by_sides(*rounds, dealer="Dee"))
    played, given, void = answered["rounds"]
    assert answered["players"] == FOUR
    assert answered["sides"] == SIDES
    assert answered["totals"] == answered["final"] == {"Ann & Cem": 41, "Bob & Dee": 5}
    assert answered["next_dealer"] == "Ann"
    assert (played["by"], played["dealer"], played["winners"]) == ("Cem", "Dee", ["Ann & Cem"])
    assert played["deadwood"] == {"Ann & Cem": 9, "Bob & Dee": 30}
    assert played["points"] == {"Ann & Cem": 41, "Bob & Dee": -10}
    assert [line["text"] for line in played["why"]] == [
        "Ann & Cem put down 50",
        "Ann & Cem were left with 9",
        "Bob & Dee put down 20",
        "Bob & Dee were left with 30",
    ]
    assert given["points"] == {"Ann & Cem": 0, "Bob & Dee": 15}
    assert given["in"] == FOUR
    assert (void["dealer"], void["points"]) == ("Ann", {"Ann & Cem": 0, "Bob & Dee": 0})


def score_of(written: Document) -> Document:
    """Return the answer to a document."""
    return scored(fold(read_game(written))).as_json()


def test_only_partners_have_sides_in_the_answer() -> None:
    assert "sides" not in score("rummy-500", players=FOUR)


def test_one_round_is_read_by_the_names_of_its_game() -> None:
    entry = went_out("Cem")
    game = read_game(by_sides(entry))
    assert read_round(entry, game.players) == game.rounds[0]


def test_a_history_names_sides_too() -> None:
    entry = went_out() | {"adjustments": [{"player": "Bob & Dee", "points": 3}]}
    at = "2026-11-21T20:15:00Z"
    history = [
        {"kind": "start", "at": at},
        {"kind": "record", "at": at, "round": 1, "on": [{"number": 1, **entry}]},
    ]
    written = by_sides(entry, dealer="Ann", called=False, preset="plain", history=history)
    game, about = read_document(written)
    assert write_about(about, write_game(game)) == {"format": 1} | written


@given(games_by_sides())
def test_a_document_by_sides_survives_the_round_trip(written: Document) -> None:
    game = read_game(written)
    again = read_game(json.loads(json.dumps(write_game(game))))
    assert again == game
    assert fold(again) == fold(game)


def test_imported_totals_are_those_of_sides() -> None:
    totals = {"Bob & Dee": 350, "Ann & Cem": 510}
    written = by_sides(imported=totals)
    del written["rounds"]
    game = read_game(written)
    sheet = fold(game)
    assert (sheet.final, [game.players[side] for side in sheet.winners]) == (
        (510, 350),
        ["Ann & Cem"],
    )
    assert write_game(game)["imported"] == totals
    check_refused(written | {"imported": {"Ann & Cem": 5}}, "imported", "Give everybody’s total.")
    check_refused(written | {"imported": {"Ann": 5, "Bob": 3}}, "imported", A_PLAYER)


@walk(
    ("chosen", "shown"),
    {
        "none": (["", ""], ["Ann & Cem", "Bob & Dee"]),
        "their own": (["We", "They"], ["We", "They"]),
        "that of a player by now": (["We", "Dee"], ["We", "Bob & Dee"]),
    },
)
def test_a_side_is_called_as_it_chose_or_after_its_players(
    chosen: list[str], shown: list[str]
) -> None:
    assert shown_names(chosen, FOUR) == shown


def test_only_what_a_side_chose_stays_when_players_are_renamed() -> None:
    assert chosen_names(["We", "Bob & Dee"], FOUR) == ["We", ""]
