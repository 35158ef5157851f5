"""Knock Rummy: the worked example, and lost knocks."""

from __future__ import annotations

from typing import Any

from tests.support.documents import (
    FOUR,
    SOURCE,
    THREE,
    VOID,
    Document,
    document,
    knock,
    points,
    presets_of,
    refused,
    rules_of,
    rum,
    score,
    sheet_of,
)
from tests.support.walks import walk


def two_tied_below() -> Document:
    """The knocker has 9 and two others tie at 5: 5 v 9, 28 and the other 5."""
    return knock("Ann", Ann=9, Bob=5, Cem=5, Dee=28)


@walk(
    ("rules", "round", "expected"),
    {
        # 16 + 23 + 3
        "5 knocks v 21, 28, 8: 42": ({}, knock("Jean", **SOURCE), (0, 42, 0, 0)),
        # 16 + 23 + 3 + 10
        "the 8 knocks: the 5 wins 52": ({}, knock("Paul", **SOURCE), (0, 52, 0, 0)),
        "without a penalty: 42": ({"penalty": 0}, knock("Paul", **SOURCE), (0, 42, 0, 0)),
        "with a penalty of 7: 49": ({"penalty": 7}, knock("Paul", **SOURCE), (0, 49, 0, 0)),
        # 21 + 28 + 8 + 3 × 25
        "a run v 21, 28, 8: 132": ({}, rum("Jean", Pierre=21, Jacques=28, Paul=8), (0, 132, 0, 0)),
        "a run with one flat bonus: 82": (
            {"rum_bonus_each": False},
            rum("Jean", Pierre=21, Jacques=28, Paul=8),
            (0, 82, 0, 0),
        ),
        "a knock with 0 is a run": (
            {},
            knock("Jean", Pierre=21, Jean=0, Jacques=28, Paul=8),
            (0, 132, 0, 0),
        ),
        "a run of 10 each: 87": (
            {"rum_bonus": 10},
            rum("Jean", Pierre=21, Jacques=28, Paul=8),
            (0, 87, 0, 0),
        ),
        "a run without a bonus: 57": (
            {"rum_bonus": 0},
            rum("Jean", Pierre=21, Jacques=28, Paul=8),
            (0, 57, 0, 0),
        ),
        "a run without a flat bonus: 57": (
            {"rum_bonus": 0, "rum_bonus_each": False},
            rum("Jean", Pierre=21, Jacques=28, Paul=8),
            (0, 57, 0, 0),
        ),
        # The 21 knocks: the 8 and the 5 are below. Only the winner is paid.
        "the penalty to the winner alone": (
            {"penalty_to": "winner"},
            knock("Pierre", **SOURCE),
            (0, 52, 0, 0),
        ),
        "the penalty to everyone with less than the knocker": (
            {"penalty_to": "all-below"},
            knock("Pierre", **SOURCE),
            (0, 52, 0, 10),
        ),
        "the penalty to all three below the knocker": (
            {"penalty_to": "all-below"},
            knock("Jacques", **SOURCE),
            (10, 52, 0, 10),
        ),
        "no penalty to anyone below": (
            {"penalty_to": "all-below", "penalty": 0},
            knock("Jacques", **SOURCE),
            (0, 42, 0, 0),
        ),
        "a knocker who wins pays nobody": (
            {"penalty_to": "all-below"},
            knock("Jean", **SOURCE),
            (0, 42, 0, 0),
        ),
    },
)
def test_a_round_of_four_scores(
    rules: dict[str, Any], round: Document, expected: tuple[int, ...]
) -> None:
    assert points("knock", round, players=FOUR, **rules) == expected


@walk(
    ("rules", "round", "expected"),
    {
        "5 knocks, 5, 28: 23": ({}, knock("Ann", Ann=5, Bob=5, Cem=28), (0, 23, 0)),
        "with the penalty on a tie too: 33": (
            {"penalty_on_tie": True},
            knock("Ann", Ann=5, Bob=5, Cem=28),
            (0, 33, 0),
        ),
        "a penalty of 0 on a tie: 23": (
            {"penalty_on_tie": True, "penalty": 0},
            knock("Ann", Ann=5, Bob=5, Cem=28),
            (0, 23, 0),
        ),
        # All are at or above the knocker, but a tie costs the penalty, which the winner gets.
        "the penalty on a tie goes to the winner, whoever else it may go to": (
            {"penalty_on_tie": True, "penalty_to": "all-below"},
            knock("Ann", Ann=5, Bob=5, Cem=28),
            (0, 33, 0),
        ),
        "nobody is below a knocker who is level": (
            {"penalty_to": "all-below"},
            knock("Ann", Ann=5, Bob=5, Cem=28),
            (0, 23, 0),
        ),
        "the penalty on a tie is one penalty when beaten: 4 + 23 + 10": (
            {"penalty_on_tie": True},
            knock("Ann", Ann=9, Bob=5, Cem=28),
            (0, 37, 0),
        ),
        "all three level: two win nothing": ({}, knock("Ann", Ann=5, Bob=5, Cem=5), (0, 0, 0)),
        # A run tied by another 0: Bob wins 28, and the run no points.
        "a run is tied by another 0": ({}, rum("Ann", Bob=0, Cem=28), (0, 28, 0)),
        "a run is not tied where that is agreed: 0 + 28 + 2 × 25": (
            {"rum_can_be_tied": False},
            rum("Ann", Bob=0, Cem=28),
            (78, 0, 0),
        ),
        "nor a knock with 0": (
            {"rum_can_be_tied": False},
            knock("Ann", Ann="", Bob="", Cem="Q 8 K"),
            (78, 0, 0),
        ),
        "a knock that is no run is tied all the same": (
            {"rum_can_be_tied": False},
            knock("Ann", Ann=1, Bob=1, Cem=5),
            (0, 4, 0),
        ),
        "a tied run pays the penalty where a tie does": (
            {"penalty_on_tie": True},
            rum("Ann", Bob=0, Cem=28),
            (0, 38, 0),
        ),
    },
)
def test_a_round_of_three_scores(
    rules: dict[str, Any], round: Document, expected: tuple[int, ...]
) -> None:
    assert points("knock", round, players=THREE, **rules) == expected


@walk(
    ("rules", "expected"),
    {
        # Bob and Cem each: 9 - 5 + 28 - 5 + 10.
        "each in full: 4 + 23 + 10": ({"ties": "full"}, (0, 37, 37, 0)),
        # Each payment halved, halves dropped: 2 + 11 + 5.
        "split: 2 + 11 + 5": ({"ties": "split"}, (0, 18, 18, 0)),
        "split: 2 + 11 + 12": ({"ties": "split", "penalty": 25}, (0, 25, 25, 0)),
        # The difference is shared, the penalty is not.
        "split, the penalty whole to all below: 2 + 11 + 10": (
            {"ties": "split", "penalty_to": "all-below"},
            (0, 23, 23, 0),
        ),
        "full, the penalty to all": ({"penalty_to": "all-below"}, (0, 37, 37, 0)),
    },
)
def test_two_tie_below_the_knocker(rules: dict[str, Any], expected: tuple[int, ...]) -> None:
    players = ("Ann", "Bob", "Cem", "Dee")
    assert points("knock", two_tied_below(), players=players, **rules) == expected


def test_a_split_tie_with_a_level_knocker_shares_the_penalty_too() -> None:
    # Bob and Cem: 0 from Ann, (20 - 5) / 2 from Dee, 10 / 2 for the tie.
    round = knock("Ann", Ann=5, Bob=5, Cem=5, Dee=20)
    players = ("Ann", "Bob", "Cem", "Dee")
    rules = {"ties": "split", "penalty_on_tie": True}
    assert points("knock", round, players=players, **rules) == (0, 12, 12, 0)


@walk(
    ("rules", "round", "winners", "tags"),
    {
        "the knocker": ({}, knock("Ann", Ann=5, Bob=9, Cem=9), ["Ann"], []),
        "who has less": ({}, knock("Ann", Ann=5, Bob=4, Cem=9), ["Bob"], ["undercut"]),
        "who has as little": ({}, knock("Ann", Ann=5, Bob=5, Cem=9), ["Bob"], ["undercut", "tie"]),
        "all who have as little": (
            {},
            knock("Ann", Ann=5, Bob=5, Cem=5),
            ["Bob", "Cem"],
            ["undercut", "tie", "shared"],
        ),
        "both who tie below": (
            {},
            knock("Ann", Ann=8, Bob=5, Cem=5),
            ["Bob", "Cem"],
            ["undercut", "tie", "shared"],
        ),
        "a run": ({}, rum("Ann", Bob=1, Cem=5), ["Ann"], ["rum"]),
        "a knock with 0": ({}, knock("Ann", Ann=0, Bob=1, Cem=5), ["Ann"], ["rum"]),
        "who ties a run": ({}, rum("Ann", Bob=0, Cem=5), ["Bob"], ["undercut", "tie", "rum"]),
        "a run that cannot be tied": (
            {"rum_can_be_tied": False},
            rum("Ann", Bob=0, Cem=5),
            ["Ann"],
            ["tie", "rum"],
        ),
        "nobody when void": ({}, VOID, [], ["void"]),
    },
)
def test_the_round_is_won_by(
    rules: dict[str, Any], round: Document, winners: list[str], tags: list[str]
) -> None:
    judged = score("knock", round, players=THREE, **rules)["rounds"][0]
    assert (judged["winners"], judged["tags"]) == (winners, tags)


def test_the_worked_example_played_on_round_by_round() -> None:
    answered = score(
        "knock",
        knock("Jean", Pierre="K 9 2", Jean="5", Jacques="Q Q 7 A", Paul="8"),
        knock("Paul", Pierre="K 9 2", Jean="5", Jacques="Q Q 7 A", Paul="8"),
        VOID,
        rum("Jean", Pierre="K 9 2", Jacques="Q Q 7 A", Paul="8"),
        players=FOUR,
        target=200,
    )
    assert [tuple(round["points"].values()) for round in answered["rounds"]] == [
        (0, 42, 0, 0),
        (0, 52, 0, 0),
        (0, 0, 0, 0),
        (0, 132, 0, 0),
    ]
    dealers = [round["dealer"] for round in answered["rounds"]]
    assert dealers == ["Pierre", "Jean", "Jacques", "Jacques"]
    assert answered["totals"] == {"Pierre": 0, "Jean": 226, "Jacques": 0, "Paul": 0}
    assert answered["final"] == answered["totals"]
    assert (answered["over"], answered["winners"]) == (True, ["Jean"])


def test_equal_winners_of_the_game_share() -> None:
    rounds = [knock("Ann", Ann=5, Bob=25), knock("Bob", Ann=25, Bob=5)]
    assert score("knock", *rounds, called=True)["winners"] == ["Ann", "Bob"]


@walk(
    ("number", "most"),
    {
        "two have ten cards": (2, 100),
        "three have seven": (3, 70),
        "four have seven": (4, 70),
        "five have six": (5, 60),
    },
)
def test_a_count_is_at_most_what_a_hand_can_make(number: int, most: int) -> None:
    players = ("Ann", "Bob", "Cem", "Dee", "Eva")[:number]
    hands = dict.fromkeys(players, most)
    assert score("knock", knock("Ann", **hands), players=players)["rounds"][0]["deadwood"] == hands


@walk(
    ("rules", "cards"),
    {
        "six cards for five": ({}, 6),
        "or seven": ({"five_hand": 7}, 7),
    },
)
def test_five_are_dealt(rules: dict[str, int], cards: int) -> None:
    players = ("Ann", "Bob", "Cem", "Dee", "Eva")
    assert sheet_of(document("knock", players=players, **rules)).next_deal.hand_size == cards


PRESETS: dict[str, dict[str, object]] = {
    "plain": {},
    "bicycle": {"rum_bonus_each": False},
    "split": {"penalty_to": "all-below", "ties": "split", "rum_can_be_tied": False},
}


@walk("preset", list(PRESETS))
def test_a_preset_plays_by(preset: str) -> None:
    assert rules_of("knock", preset) == rules_of("knock", "plain") | PRESETS[preset]


def test_these_are_all_presets() -> None:
    assert presets_of("knock") == list(PRESETS)


def test_a_document_may_call_rum_a_run_as_players_do() -> None:
    hands = {"Ann": 0, "Bob": 9}
    called_run = score("knock", {"ending": "run", "by": "Ann", "hands": hands})
    assert called_run == score("knock", rum("Ann", **hands))
    assert called_run["rounds"][0]["ending"] == "rum"
    error = refused(document("gin", {"ending": "run", "by": "Ann", "hands": hands}))
    assert error.place == "rounds[0].ending"
