"""The players in the game: they leave, join, come back or are eliminated between rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rummy.documents.game import read_game, read_players
from scorekeeper.rummy.documents.round import write_round
from scorekeeper.rummy.elimination import Elimination
from scorekeeper.rummy.game.entries import at_a_table_of, seats_named
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.round import RuleError
from tests.support.documents import (
    THREE,
    VOID,
    Document,
    adjust,
    adjusted,
    document,
    joins,
    knock,
    leaves,
    out,
    refused,
    rejoins,
    score,
    sheet_of,
    stock,
    variant_of,
    why,
)
from tests.support.walks import walk

FOUR = ("Ann", "Bob", "Cem", "Dee")
FIVE = (*FOUR, "Eve")
SIX = (*FIVE, "Fay")

PENALTY: dict[str, Any] = {"preset": "penalty", "players": FOUR}
"""Basic Rummy to 100: each player scores the points left, and the fewest points win."""

AT_40_70_20_0 = out("Dee", Ann=40, Bob=70, Cem=20) | {"dealer": "Ann"}

SCALA: dict[str, Any] = {"preset": "scala-40", "players": THREE}
"""Rami that eliminates a player at 101."""


def in_game(answered: Document) -> str:
    """Return the initials of the players in the game, in order of play."""
    return "".join(name[0] for name in answered["in"])


def basic(*entries: Document, **more: Any) -> Document:
    """Return the answer to a game of Basic Rummy after a round with 40, 70, 20 and 0 points."""
    return score("basic", AT_40_70_20_0, *entries, **PENALTY | more)


# The entries


@walk(
    ("entries", "players", "seated", "totals"),
    {
        "a penalty and a bonus": ([adjust(Ann=-10, Bob=5)], FOUR, "ABCD", [30, 75, 20, 0]),
        "Bob leaves": ([leaves("Bob")], FOUR, "ACD", [40, 70, 20, 0]),
        "Bob and Dee leave": ([leaves("Bob", "Dee")], FOUR, "AC", [40, 70, 20, 0]),
        "Eve joins with nothing": ([joins(Eve=0)], FIVE, "ABCDE", [40, 70, 20, 0, 0]),
        "Eve joins with the average": (
            [leaves("Bob"), joins(Eve=20)],
            FIVE,
            "ACDE",
            [40, 70, 20, 0, 20],
        ),
        "with the worst total of those in": (
            [leaves("Bob"), joins(Eve=40)],
            FIVE,
            "ACDE",
            [40, 70, 20, 0, 40],
        ),
        "below nothing": ([joins(Eve=-4)], FIVE, "ABCDE", [40, 70, 20, 0, -4]),
        "two join": ([joins(Fay=3, Eve=9)], SIX, "ABCDEF", [40, 70, 20, 0, 9, 3]),
        "back with the total kept": (
            [leaves("Bob"), VOID, rejoins("Bob")],
            FOUR,
            "ABCD",
            [40, 70, 20, 0],
        ),
        "who joined may leave and come back": (
            [joins(Eve=5), leaves("Eve"), rejoins("Eve")],
            FIVE,
            "ABCDE",
            [40, 70, 20, 0, 5],
        ),
    },
)
def test_an_entry_between_rounds_changes_who_is_in_and_the_totals(
    entries: list[Document], players: tuple[str, ...], seated: str, totals: list[int]
) -> None:
    answered = basic(*entries, players=players)
    assert answered.get("in") is None or in_game(answered) == seated
    assert "".join(name[0] for name in answered["rounds"][-1]["in"]) == seated
    assert list(answered["totals"].values()) == totals


def test_the_answer_to_an_entry_is_in_its_place_among_the_rounds() -> None:
    [_round, left, back, joined, fined] = basic(
        leaves("Bob"), rejoins("Bob"), joins(Eve=37), adjust(Cem=-5), players=FIVE
    )["rounds"]
    nobody = dict.fromkeys(FIVE, 0)
    assert left == {
        "between": {"leaves": ["Bob"]},
        "points": nobody,
        "why": [],
        "in": ["Ann", "Cem", "Dee"],
        "warnings": [],
    }
    assert (back["points"], why(back)) == (nobody, [("Bob", 0, "rejoins")])
    assert (joined["points"], why(joined)) == (nobody | {"Eve": 37}, [("Eve", 37, "joins")])
    assert (fined["points"], why(fined)) == (nobody | {"Cem": -5}, [("Cem", -5, "adjustment")])
    assert fined["in"] == list(FIVE)


def test_the_lines_say_what_happened_in_words() -> None:
    noted = {"between": {"adjust": {"Ann": 10}, "note": "peeked"}}
    entries = basic(leaves("Bob"), rejoins("Bob"), joins(Eve=37), noted, players=FIVE)["rounds"]
    assert [line["text"] for entry in entries[2:] for line in entry["why"]] == [
        "Bob comes back with 70",
        "Eve joins with 37",
        "Adjustment: peeked",
    ]


def test_an_entry_is_no_round() -> None:
    answered = basic(leaves("Bob"), out("Ann", Cem=1, Dee=2))
    assert [round.get("number") for round in answered["rounds"]] == [1, None, 2]


@pytest.mark.parametrize("entries", [[], [adjust(Ann=1)]], ids=["none", "a penalty"])
def test_only_a_game_in_which_somebody_comes_or_goes_says_who_is_in(
    entries: list[Document],
) -> None:
    assert "in" not in basic(*entries)
    assert in_game(basic(*entries, leaves("Bob"))) == "ACD"
    assert in_game(score("rami", *entries, **SCALA)) == "ABC"
    assert "in" not in score("rami", *entries, players=THREE)


def test_in_hollywood_an_adjustment_stands_in_every_open_column() -> None:
    answered = score("hollywood", knock("Ann", Ann=1, Bob=9), adjust(Bob=-5))
    assert [column["totals"] for column in answered["columns"]] == [
        {"Ann": 8, "Bob": -5},
        {"Ann": 0, "Bob": -5},
        {"Ann": 0, "Bob": -5},
    ]


# Scores and dealers


def test_a_round_is_of_those_who_are_in_and_names_everybody() -> None:
    answered = basic(leaves("Bob"), out("Cem", Ann=5, Dee=3), joins(Eve=20), players=FIVE)
    judged = answered["rounds"][2]
    assert judged["points"] == {"Ann": 5, "Bob": 0, "Cem": 0, "Dee": 3, "Eve": 0}
    assert judged["deadwood"] == {"Ann": 5, "Cem": 0, "Dee": 3}
    assert answered["totals"] == {"Ann": 45, "Bob": 70, "Cem": 20, "Dee": 3, "Eve": 20}


@walk(
    ("entries", "more", "dealer"),
    {
        "to the left": ([], {}, "Bob"),
        "to the next who is in": ([leaves("Bob")], {}, "Cem"),
        "the last dealer leaves": ([leaves("Ann")], {}, "Bob"),
        "the dealer and the next leave": ([leaves("Ann", "Bob")], {}, "Cem"),
        "round the table": (
            [{**out("Bob", Ann=1, Cem=1, Dee=1), "dealer": "Cem"}, leaves("Dee")],
            {},
            "Ann",
        ),
        "who comes back deals in turn": ([leaves("Bob"), rejoins("Bob")], {}, "Bob"),
        "who joins has the place of the list": (
            [{**out("Bob", Ann=1, Cem=1, Dee=1), "dealer": "Dee"}, joins(Eve=0)],
            {"players": FIVE},
            "Eve",
        ),
        "after a void round the same player": ([VOID], {}, "Bob"),
        "or the next who is in": ([VOID, leaves("Bob")], {}, "Cem"),
        "the winner deals": ([], {"next_dealer": "winner"}, "Dee"),
        "or the next after them": ([leaves("Dee")], {"next_dealer": "winner"}, "Ann"),
    },
)
def test_the_next_dealer_is_in(entries: list[Document], more: dict[str, Any], dealer: str) -> None:
    assert basic(*entries, **more)["next_dealer"] == dealer


@walk(
    ("written", "dealer"),
    {
        "the first who is in": (
            document("basic", out("Cem", Bob=1), joins(Ann=0), players=THREE),
            "Bob",
        ),
        "whom the document names": (
            document("basic", out("Bob", Ann=1), joins(Cem=0), players=THREE) | {"dealer": "Bob"},
            "Bob",
        ),
        "the next where that player leaves before the first round": (
            document("basic", leaves("Ann"), out("Cem", Bob=1), players=THREE),
            "Bob",
        ),
    },
)
def test_the_first_dealer_is_in(written: Document, dealer: str) -> None:
    assert sheet_of(written).game.players[sheet_of(written).rounds[0].dealer] == dealer


def test_a_dealer_out_of_turn_is_told_whose_deal_it_was_of_those_in() -> None:
    later = {**out("Ann", Cem=1, Dee=1), "dealer": "Dee"}
    judged = basic(leaves("Bob"), later)["rounds"][2]
    assert judged["warnings"] == ["It was Cem’s deal, but Dee dealt."]


# Rules that depend on the number of players


def dealt(written: Document) -> list[tuple[int, int | None]]:
    """Return the decks and the size of the hands of each round."""
    return [(round.deal.decks, round.deal.cards_dealt) for round in sheet_of(written).rounds]


@walk(
    ("variant", "players", "before", "between", "after", "expected"),
    {
        "Basic: seven cards for four, ten for three": (
            "basic",
            FOUR,
            out("Dee", Ann=1, Bob=1, Cem=1),
            leaves("Bob"),
            out("Dee", Ann=1, Cem=1),
            [(1, 7), (1, 10)],
        ),
        "Knock: seven for three, ten for two": (
            "knock",
            THREE,
            knock("Ann", Ann=1, Bob=2, Cem=3),
            leaves("Bob"),
            knock("Ann", Ann=1, Cem=3),
            [(1, 7), (1, 10)],
        ),
        "Rummy 500: six play with two decks, four with one": (
            "rummy-500",
            SIX,
            out("Ann", **{name: {"shown": 5, "left": 5} for name in SIX[1:]}),
            leaves("Eve", "Fay"),
            out("Ann", **{name: {"shown": 5, "left": 5} for name in FOUR[1:]}),
            [(2, 7), (1, 7)],
        ),
        "Contract: three decks for five, two for four": (
            "contract",
            FIVE,
            out("Ann", Bob=1, Cem=1, Dee=1, Eve=1),
            leaves("Bob"),
            out("Ann", Cem=1, Dee=1, Eve=1),
            [(3, 10), (2, 10)],
        ),
        "Three Thirteen: the deal goes on, with fewer decks": (
            "three-thirteen",
            THREE,
            out("Ann", Bob=1, Cem=1),
            leaves("Cem"),
            out("Ann", Bob=1),
            [(2, 3), (1, 4)],
        ),
        "Three Thirteen: and with more": (
            "three-thirteen",
            THREE,
            out("Ann", Bob=1),
            joins(Cem=0),
            out("Ann", Bob=1, Cem=1),
            [(1, 3), (2, 4)],
        ),
    },
)
def test_the_deal_is_for_those_who_are_in(
    variant: str,
    players: tuple[str, ...],
    before: Document,
    between: Document,
    after: Document,
    expected: list[tuple[int, int | None]],
) -> None:
    assert dealt(document(variant, before, between, after, players=players)) == expected


@walk(
    ("variant", "entries", "points", "payments"),
    {
        "Basic: each other player in pays": (
            "basic",
            [leaves("Bob"), out("Ann", Cem=10, Dee=5)],
            [15, 0, 0, 0],
            [],
        ),
        "Knock: each other player in pays the difference": (
            "knock",
            [leaves("Ann"), knock("Bob", Bob=5, Cem=28, Dee=8)],
            [0, 26, 0, 0],
            [("Cem", "Bob", 23), ("Dee", "Bob", 3)],
        ),
        "Tonk: the stake of each other player in": (
            "tonk",
            [leaves("Cem"), out("Ann", Bob=9, Dee=8)],
            [2, -1, 0, -1],
            [("Bob", "Ann", 1), ("Dee", "Ann", 1)],
        ),
        "tiles: each other player in loses": (
            "tiles",
            [leaves("Dee"), out("Cem", Ann=12, Bob=23)],
            [-12, -23, 35, 0],
            [],
        ),
        "tiles: the pool is empty": (
            "tiles",
            [leaves("Dee"), stock(Ann=5, Bob=5, Cem=16)],
            [5, 5, -11, 0],
            [],
        ),
        "Contract: the rest of those in": (
            "contract",
            [leaves("Bob"), out("Ann", Cem=10, Dee=5)],
            [0, 0, 10, 5],
            [],
        ),
    },
)
def test_those_who_are_in_pay_and_are_paid(
    variant: str,
    entries: list[Document],
    points: list[int],
    payments: list[tuple[str, str, int]],
) -> None:
    judged = score(variant, *entries, players=FOUR)["rounds"][-1]
    assert list(judged["points"].values()) == points
    paid = [(each["from"], each["to"], each["points"]) for each in judged["payments"]]
    assert not payments or paid == payments


def test_the_bonuses_of_the_end_are_for_those_who_are_in() -> None:
    entries = [
        out("Ann", Bob=60, Cem=10),
        leaves("Ann"),
        out("Cem", Bob=100),
    ]
    answered = score("manipulation", *entries, players=THREE, target=100)
    assert answered["over"]
    assert {line["player"] for line in answered["bonuses"]} == {"Cem"}


# The end


@walk(
    ("entries", "more", "over", "winners"),
    {
        "nobody has 100": ([], {}, False, []),
        "a penalty ends the game": ([adjust(Bob=30)], {}, True, ["Dee"]),
        "not that of who then leaves": ([leaves("Bob")], {}, False, []),
        "who left with the fewest points cannot win": (
            [leaves("Dee"), adjust(Bob=30)],
            {},
            True,
            ["Cem"],
        ),
        "nor in a game that is called": ([leaves("Dee")], {"called": True}, True, ["Cem"]),
        "Cem leaves with 20 and cannot win": (
            [leaves("Dee"), leaves("Cem")],
            {"called": True},
            True,
            ["Ann"],
        ),
        "who comes back can": ([leaves("Dee"), rejoins("Dee")], {"called": True}, True, ["Dee"]),
        "who joins can": ([joins(Eve=-1)], {"called": True, "players": FIVE}, True, ["Eve"]),
    },
)
def test_the_end_and_the_winners_are_by_those_who_are_in(
    entries: list[Document], more: dict[str, Any], over: bool, winners: list[str]
) -> None:
    answered = basic(*entries, **more)
    assert (answered["over"], answered["winners"]) == (over, winners)
    assert (answered["next_dealer"] is None) == over


def test_the_total_of_who_left_does_not_end_the_game_for_the_others() -> None:
    answered = basic(leaves("Bob"), out("Ann", Cem=1, Dee=1))
    assert not answered["over"]
    assert basic(leaves("Bob"), out("Ann", Cem=80, Dee=1))["winners"] == ["Dee"]


def test_a_leader_who_leaves_a_tie_ends_the_game() -> None:
    level = adjust(Ann=500, Bob=500, Cem=90)
    options: dict[str, Any] = {"players": THREE, "tie_at_end": "play-on"}
    assert not score("rummy-500", level, **options)["over"]
    answered = score("rummy-500", level, leaves("Ann"), **options)
    assert (answered["over"], answered["winners"]) == (True, ["Bob"])


def test_void_rounds_and_entries_do_not_count_as_rounds() -> None:
    entries = [out("Ann", Bob=1, Cem=1), VOID, leaves("Bob")]
    assert not score("rami", *entries, players=THREE, rounds=2)["over"]
    assert score("rami", *entries, out("Ann", Cem=1), players=THREE, rounds=2)["over"]


# Elimination


def scala(*entries: Document, **more: Any) -> Document:
    """Return the answer to a game of Scala 40."""
    return score("rami", *entries, **SCALA | more)


NEARLY_OUT = out("Ann", Bob=98, Cem=98)


@walk(
    ("entries", "eliminated", "seated", "over"),
    {
        "98 and 2 stay in at 100": ([out("Ann", Bob=2, Cem=2)], None, "ABC", False),
        "98 and 3 are out at 101": ([out("Ann", Bob=3, Cem=2)], ["Bob"], "AC", False),
        "one is left, and has won": ([out("Ann", Bob=3, Cem=3)], ["Bob", "Cem"], "A", True),
        "by a penalty between rounds": ([adjust(Cem=3)], ["Cem"], "AB", False),
        "by a penalty in a round": (
            [adjusted(out("Ann", Bob=1, Cem=1), "Cem", 5)],
            ["Cem"],
            "AB",
            False,
        ),
        "by a penalty in a void round": ([adjusted(VOID, "Cem", 3)], ["Cem"], "AB", False),
        "one leaves, and one is left": ([leaves("Bob"), leaves("Cem")], None, "A", True),
    },
)
def test_who_reaches_the_target_is_out(
    entries: list[Document], eliminated: list[str] | None, seated: str, over: bool
) -> None:
    answered = scala(NEARLY_OUT, *entries)
    assert answered["rounds"][-1].get("eliminated") == eliminated
    assert (in_game(answered), answered["over"]) == (seated, over)
    assert answered["winners"] == (["Ann"] if over else [])


ALL_NEAR = adjust(Ann=90, Bob=95, Cem=100)


@walk(
    ("penalty", "eliminated", "winners"),
    {
        "the fewest points stay in": (adjust(Ann=20, Bob=10, Cem=6), ["Ann", "Cem"], ["Bob"]),
        "several with as few share": (adjust(Ann=15, Bob=10, Cem=6), ["Cem"], ["Ann", "Bob"]),
        "or all of them": (adjust(Ann=20, Bob=15, Cem=10), None, ["Ann", "Bob", "Cem"]),
    },
)
def test_if_all_would_be_out_those_with_the_fewest_points_win(
    penalty: Document, eliminated: list[str] | None, winners: list[str]
) -> None:
    answered = scala(ALL_NEAR, penalty)
    assert answered["rounds"][-1].get("eliminated") == eliminated
    assert (answered["over"], answered["winners"]) == (True, winners)
    error = refused(document("rami", ALL_NEAR, penalty, VOID, **SCALA))
    assert (error.place, error.text()) == (
        "rounds[2]",
        "Round 1: The game was over before this.",
    )


def test_who_was_eliminated_stays_out_and_cannot_be_fined() -> None:
    error = refused(document("rami", NEARLY_OUT, adjust(Bob=3), adjust(Bob=-50), **SCALA))
    assert (error.place, error.text()) == (
        "rounds[2].between.adjust",
        "Bob is not in the game now.",
    )


def test_the_deal_skips_who_was_eliminated() -> None:
    answered = scala(NEARLY_OUT, adjust(Bob=3))
    assert answered["next_dealer"] == "Cem"


@walk(
    ("more", "over", "winners"),
    {
        "called, the fewest points of those in": ({"called": True}, True, ["Cem"]),
        "so many rounds were played": ({"rounds": 1}, True, ["Cem"]),
        "neither": ({}, False, []),
    },
)
def test_a_game_with_elimination_may_end_before_one_is_left(
    more: dict[str, Any], over: bool, winners: list[str]
) -> None:
    entries = [out("Bob", Ann=40, Cem=30), leaves("Bob")]
    if "rounds" in more:
        entries = [leaves("Bob"), out("Cem", Ann=40)]
    answered = scala(*entries, **more)
    assert (answered["over"], answered["winners"]) == (over, winners)


def test_with_no_target_nobody_is_eliminated() -> None:
    entries = [out("Ann", Bob=130, Cem=130), adjust(Bob=100_000)]
    answered = scala(*entries, target=0)
    assert not answered["over"]
    assert "in" not in answered
    error = refused(document("rami", *entries, leaves("Ann", "Bob"), **SCALA, target=0))
    assert error.text() == "Only 1 would be left: end the game instead."


def test_of_other_rami_the_target_ends_the_game() -> None:
    answered = scala(NEARLY_OUT, adjust(Bob=3), end="target")
    assert (answered["over"], answered["winners"]) == (True, ["Ann"])
    assert "in" not in answered


# Coming back after elimination


AT_40_77_55 = [out("Dee", Ann=40, Bob=77, Cem=55), adjust(Dee=101)]
"""Dee is out. The others have 40, 77 and 55."""


@walk(
    ("rejoin", "entries", "total"),
    {
        "with the worst total": ("worst", [rejoins("Dee")], 77),
        "and one more": ("worst-plus-one", [rejoins("Dee")], 78),
        "of those who are still in": ("worst", [leaves("Bob"), rejoins("Dee")], 55),
        "just below the target": ("worst", [adjust(Bob=23), rejoins("Dee")], 100),
        "and with one more": ("worst-plus-one", [adjust(Bob=22), rejoins("Dee")], 100),
        "a second time": (
            "worst",
            [rejoins("Dee"), adjust(Dee=24), rejoins("Dee")],
            77,
        ),
    },
)
def test_who_was_eliminated_may_come_back(rejoin: str, entries: list[Document], total: int) -> None:
    answered = scala(*AT_40_77_55, *entries, players=FOUR, rejoin=rejoin)
    assert answered["totals"]["Dee"] == total
    assert "Dee" in answered["in"]
    before = scala(*AT_40_77_55, *entries[:-1], players=FOUR, rejoin=rejoin)["totals"]["Dee"]
    assert why(answered["rounds"][-1]) == [("Dee", total - before, "rejoins")]


@walk(
    ("rules", "entries", "text"),
    {
        "not where nobody may": ({}, [], "Dee was eliminated and cannot come back."),
        "not with the target": (
            {"rejoin": "worst-plus-one"},
            [adjust(Bob=23)],
            "Dee cannot come back with 101: that must be below 101.",
        ),
        "not more often than agreed": (
            {"rejoin": "worst", "rejoins_each": 1},
            [rejoins("Dee"), adjust(Dee=24)],
            "Dee cannot come back again: returns so far 1, allowed 1.",
        ),
        "not while in": (
            {"rejoin": "worst"},
            [rejoins("Dee")],
            "Dee is in the game.",
        ),
    },
)
def test_a_return_that_cannot_be_is_refused(
    rules: dict[str, Any], entries: list[Document], text: str
) -> None:
    written = document(
        "rami", *AT_40_77_55, *entries, rejoins("Dee"), **SCALA | {"players": FOUR}, **rules
    )
    error = refused(written)
    assert (error.place, error.text()) == (f"rounds[{len(entries) + 2}].between.rejoins", text)


def test_returns_of_who_only_left_are_not_counted() -> None:
    entries = [leaves("Dee"), rejoins("Dee"), adjust(Dee=101), rejoins("Dee")]
    options = {"players": FOUR, "rejoin": "worst", "rejoins_each": 1}
    answered = scala(out("Dee", Ann=40, Bob=77, Cem=55), *entries, **options)
    assert answered["totals"]["Dee"] == 77


def test_several_come_back_at_once_with_the_same_total() -> None:
    answered = scala(
        out("Ann", Bob=101, Cem=102, Dee=60), rejoins("Bob", "Cem"), players=FOUR, rejoin="worst"
    )
    assert answered["totals"] == {"Ann": 0, "Bob": 60, "Cem": 60, "Dee": 60}
    assert why(answered["rounds"][1]) == [("Bob", -41, "rejoins"), ("Cem", -42, "rejoins")]


# Errors


@walk(
    ("entries", "place", "text"),
    {
        "a name that nobody has": (
            [leaves("Zoe")],
            "rounds[1].between.leaves",
            "Nobody in this game is called “Zoe”.",
        ),
        "nobody": ([leaves()], "rounds[1].between.leaves", "Name at least one player."),
        "no points": ([joins()], "rounds[1].between.joins", "Name at least one player."),
        "a name twice": (
            [leaves("Bob", "Bob")],
            "rounds[1].between.leaves",
            "Bob is there twice.",
        ),
        "and with spaces": (
            [{"between": {"adjust": {"Bob": 1, " Bob": 2}}}],
            "rounds[1].between.adjust",
            "Bob is there twice.",
        ),
        "points for who is out": (
            [leaves("Bob"), adjust(Bob=5)],
            "rounds[2].between.adjust",
            "Bob is not in the game now.",
        ),
        "who is out cannot leave": (
            [leaves("Bob"), leaves("Bob")],
            "rounds[2].between.leaves",
            "Bob is not in the game now.",
        ),
        "who has not joined cannot leave": (
            [leaves("Eve"), joins(Eve=0)],
            "rounds[1].between.leaves",
            "Eve is not in the game now.",
        ),
        "nor be fined": (
            [adjust(Eve=1), joins(Eve=0)],
            "rounds[1].between.adjust",
            "Eve is not in the game now.",
        ),
        "who has been in cannot join": (
            [joins(Eve=0), leaves("Eve"), joins(Eve=0)],
            "rounds[3].between.joins",
            "Eve has been in this game.",
        ),
        "nor who is in": (
            [joins(Eve=0), joins(Eve=0)],
            "rounds[2].between.joins",
            "Eve has been in this game.",
        ),
        "nobody joins at the target": (
            [joins(Eve=100)],
            "rounds[1].between.joins",
            "Eve cannot join with 100: the game goes to 100.",
        ),
        "nor above it": (
            [joins(Eve=101)],
            "rounds[1].between.joins",
            "Eve cannot join with 101: the game goes to 100.",
        ),
        "nor with half a point": (
            [{"between": {"joins": {"Eve": 2.5}}}],
            "rounds[1].between.joins.Eve",
            "Eve joins with a whole number of points, up to 100000.",
        ),
        "nor with very many": (
            [joins(Eve=-100_001)],
            "rounds[1].between.joins.Eve",
            "Eve joins with a whole number of points, up to 100000.",
        ),
        "a penalty is a whole number": (
            [{"between": {"adjust": {"Ann": "5"}}}],
            "rounds[1].between.adjust.Ann",
            "An adjustment is a whole number of points, up to 100000.",
        ),
        "who is in cannot come back": (
            [rejoins("Bob")],
            "rounds[1].between.rejoins",
            "Bob is in the game.",
        ),
        "nor who has never been in": (
            [rejoins("Eve"), joins(Eve=0)],
            "rounds[1].between.rejoins",
            "Eve has never been in this game.",
        ),
        "too few would be left": (
            [leaves("Ann", "Bob", "Cem")],
            "rounds[1].between.leaves",
            "Only 1 would be left: end the game instead.",
        ),
        "or nobody": (
            [leaves("Ann", "Bob", "Cem", "Dee")],
            "rounds[1].between.leaves",
            "Nobody would be left: end the game instead.",
        ),
        "nothing follows the end": (
            [adjust(Bob=30), leaves("Bob")],
            "rounds[2]",
            "The game was over before this.",
        ),
        "a hand of who is out": (
            [leaves("Bob"), out("Ann", Bob=1, Cem=1, Dee=1)],
            "rounds[2].hands.Bob",
            "Round 2: Bob is not in the game now.",
        ),
        "a missing hand of who is in": (
            [leaves("Bob"), out("Ann", Cem=1)],
            "rounds[2].hands.Dee",
            "Round 2: Dee’s hand is missing.",
        ),
        "and of who joined": (
            [joins(Eve=0), out("Ann", Bob=1, Cem=1, Dee=1)],
            "rounds[2].hands.Eve",
            "Round 2: Eve’s hand is missing.",
        ),
        "who is out ended no round": (
            [leaves("Bob"), out("Bob", Ann=1, Cem=1, Dee=1)],
            "rounds[2].by",
            "Round 2: Bob is not in the game now.",
        ),
        "and dealt none": (
            [leaves("Bob"), {**out("Ann", Cem=1, Dee=1), "dealer": "Bob"}],
            "rounds[2].dealer",
            "Round 2: Bob is not in the game now.",
        ),
        "and is not fined in one": (
            [leaves("Bob"), adjusted(out("Ann", Cem=1, Dee=1), "Bob", 5)],
            "rounds[2].adjustments[0]",
            "Round 2: Bob is not in the game now.",
        ),
        "not even in a void one": (
            [leaves("Bob"), adjusted(VOID, "Bob", 5)],
            "rounds[2].adjustments[0]",
            "Round 2: Bob is not in the game now.",
        ),
    },
)
def test_what_cannot_have_happened_is_refused(
    entries: list[Document], place: str, text: str
) -> None:
    names = "Eve" in str(entries)
    players = FIVE if names else FOUR
    error = refused(document("basic", AT_40_70_20_0, *entries, **PENALTY | {"players": players}))
    assert (error.place, error.text()) == (place, text)


CONTRACT_CUT = {**out("Ann", Bob=1, Dee=1), "exact_cut": "Cem"}


def test_who_is_out_did_not_cut() -> None:
    written = document("contract", leaves("Cem"), CONTRACT_CUT, players=FOUR, exact_cut=50)
    error = refused(written)
    assert (error.place, error.text()) == (
        "rounds[1].exact_cut",
        "Round 1: Cem is not in the game now.",
    )


@walk(
    ("written", "place", "text"),
    {
        "two need Contract": (
            document("contract", leaves("Bob"), players=THREE[:2]),
            "rounds[0].between.leaves",
            "Only 1 would be left: end the game instead.",
        ),
        "four are the most at Tonk": (
            document("tonk", joins(Eve=0), players=FIVE),
            "rounds[0].between.joins",
            "Tonk is for 4 players at most.",
        ),
        "also who comes back": (
            document("tonk", leaves("Ann"), joins(Eve=0), rejoins("Ann"), players=FIVE),
            "rounds[2].between.rejoins",
            "Tonk is for 4 players at most.",
        ),
        "seven cards are for three": (
            document("tonk", joins(Dee=0), players=FOUR, hand_size=7),
            "rounds[0].between.joins",
            "Seven cards each are for two or three players.",
        ),
        "one deck is for five": (
            document("basic", joins(Fay=0), players=SIX, decks=1),
            "rounds[0].between.joins",
            "One deck is enough for five players at most.",
        ),
        "one deck deals thirteen cards to three": (
            document("three-thirteen", joins(Dee=0), players=FOUR, decks=1),
            "rounds[0].between.joins",
            "The last round needs 52 cards, 13 each, and there are only 52: none left to draw. "
            "Use more decks.",
        ),
        "and at the start": (
            document("basic", joins(Ann=0), players=(*SIX, "Gus"), decks=1),
            "rules.decks",
            "One deck is enough for five players at most.",
        ),
        "too few start": (
            document("basic", joins(Bob=0, Cem=0), players=THREE),
            "players",
            "Basic Rummy is for 2 to 7 players.",
        ),
        "too many start": (
            document("tonk", joins(Eve=0), players=SIX),
            "players",
            "Tonk is for 2 to 4 players.",
        ),
        "who joins later does not deal first": (
            document("basic", joins(Cem=0), players=THREE) | {"dealer": "Cem"},
            "dealer",
            "Cem joins later.",
        ),
        "seventeen": (
            document("basic", players=[f"Player {number}" for number in range(17)]),
            "players",
            "No more than 16 can ever sit in a game.",
        ),
        "gin: nobody leaves": (
            document("gin", leaves("Bob")),
            "rounds[0].between.leaves",
            "Gin Rummy always has the same players.",
        ),
        "gin: nobody joins": (
            document("gin", joins(Cem=0), players=THREE),
            "rounds[0].between.joins",
            "Gin Rummy always has the same players.",
        ),
        "Oklahoma: nobody comes back": (
            document("oklahoma", rejoins("Bob")),
            "rounds[0].between.rejoins",
            "Oklahoma Gin always has the same players.",
        ),
        "Hollywood: nobody leaves": (
            document("hollywood", leaves("Ann")),
            "rounds[0].between.leaves",
            "Hollywood Gin always has the same players.",
        ),
    },
)
def test_the_game_has_its_numbers_of_players(written: Document, place: str, text: str) -> None:
    error = refused(written)
    assert (error.place, error.text()) == (place, text)


def test_sixteen_may_sit_in_a_game_that_seven_play() -> None:
    names = [f"P{number}" for number in range(16)]
    entries: list[Document] = []
    for place in range(7, 16):
        entries += [leaves(names[place - 7]), joins(**{names[place]: 0})]
    sheet: Sheet = sheet_of(document("basic", *entries, players=names))
    assert [sheet.game.players[seat] for seat in sheet.seats] == names[9:]


def test_a_card_in_two_hands_of_three_players_is_in_the_hands_of_two_of_them() -> None:
    error = refused(document("basic", out("Cem", Ann="KS", Bob="KS"), players=THREE))
    assert error.text() == ("Round 1: K♠ is in Ann’s hand and in Bob’s, but the deck has only one.")


# A play-off of the leaders only


PLAYS_OFF = replace(
    variant_of("tonk"), elimination=lambda _rules: Elimination(target=0, play_off_after=1)
)
"""Tonk for one round, after which tied leaders play on."""


def played_off(*entries: Document) -> Sheet:
    """Return a game of it between four players."""
    game = read_game(document("tonk", *entries, players=FOUR))
    return fold(replace(game, variant=PLAYS_OFF))


@walk(
    ("penalty", "seated"),
    {
        "two lead": (adjust(Ann=5, Cem=5), "AC"),
        "one leads": (adjust(Dee=5), "ABCD"),
        "all are level": (adjust(Ann=0), "ABCD"),
    },
)
def test_after_the_last_round_only_those_who_lead_play_on(penalty: Document, seated: str) -> None:
    sheet = played_off(stock(Ann=3, Bob=3, Cem=3, Dee=3), penalty)
    assert "".join(FOUR[seat][0] for seat in sheet.seats) == seated


@walk("entry", {"joins": joins(Eve=0), "comes back": rejoins("Bob")})
def test_nobody_comes_into_a_play_off(entry: Document) -> None:
    entries = [stock(Ann=3, Bob=3, Cem=3, Dee=3), adjust(Ann=5, Cem=5), entry]
    players = FIVE if "joins" in entry["between"] else FOUR
    game = read_game(document("tonk", *entries, players=players))
    with pytest.raises(RuleError) as refusal:
        fold(replace(game, variant=PLAYS_OFF))
    assert refusal.value.text() == ("Nobody can join now: only those who were level play on.")


# A round with its own table


def test_a_round_may_be_looked_at_among_those_who_played_it() -> None:
    written = adjusted(CONTRACT_CUT | {"exact_cut": "Dee", "dealer": "Dee"}, "Dee", 5)
    played = sheet_of(
        document("contract", leaves("Cem"), written, players=FOUR, exact_cut=50)
    ).rounds[0]
    alone = at_a_table_of(played.round, played.before)
    assert write_round(alone, ["Ann", "Bob", "Dee"]) == written
    assert seats_named(played.round) == {*played.before}


def test_who_deals_in_any_place_is_known() -> None:
    sheet = sheet_of(document("basic", AT_40_70_20_0, leaves("Bob"), VOID, **PENALTY))
    assert [FOUR[sheet.dealer_of(place)] for place in (1, 2, 3, 4)] == ["Ann", "Bob", "Cem", "Cem"]


def test_the_sheet_before_an_entry_is_that_of_those_who_were_in() -> None:
    entries = [out("Ann", Cem=3, Dee=4), joins(Bob=5), VOID]
    sheet = sheet_of(document("basic", *entries, players=FOUR, called=True))
    assert [sheet.before(place).seats for place in (1, 2, 3)] == [
        (0, 2, 3),
        (0, 2, 3),
        (0, 1, 2, 3),
    ]
    assert sheet.before(2).totals == (7, 0, 0, 0)
    earlier = sheet_of(document("basic", *entries[:2], players=FOUR))
    assert sheet.before(3) == earlier


@walk("number", [1, 8])
def test_a_table_of_those_who_start_has_its_numbers(number: int) -> None:
    with pytest.raises(RuleError):
        read_players(variant_of("basic"), [f"Player {place}" for place in range(number)])
    assert len(read_players(variant_of("basic"), FOUR)) == 4
