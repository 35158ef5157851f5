"""The entries now possible between two rounds, and their points."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.game.joining_and_leaving import (
    JoiningTotals,
    joining_totals,
    may_join,
    may_return,
    out_of_game,
    refusal_of,
    total_of_return,
)
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.messages import SEATS, Seat
from tests.support.documents import THREE, Document, adjust, document, joins, leaves, out, sheet_of
from tests.support.walks import walk

ANN, BOB, CEM = Seat(0), Seat(1), Seat(2)
FIRST = out("Cem", Ann=41, Bob=70)


def basic(*entries: Document, **more: Any) -> Sheet:
    """A game of Basic Rummy by penalties to 100, after a round with 41, 70 and 0 points."""
    return sheet_of(
        document("basic", FIRST, *entries, preset="penalty", **{"players": THREE} | more)
    )


def scala(*entries: Document) -> Sheet:
    """A game of Rami to 101, after a round with 41, 70 and 0 points."""
    options: dict[str, Any] = {"preset": "scala-40", "players": THREE, "rejoin": "worst"}
    return sheet_of(document("rami", FIRST, *entries, **options))


BOB_OUT = out("Ann", Bob=31, Cem=20)
"""A round after which Bob has 101."""


@walk(
    ("sheet", "leaving"),
    {
        "three, of whom two may go on": (basic(), [ANN, BOB, CEM]),
        "two, who need each other": (basic(leaves("Bob")), []),
        "who is out already": (scala(BOB_OUT), [ANN, CEM]),
    },
)
def test_who_may_leave_a_game_in_play(sheet: Sheet, leaving: list[Seat]) -> None:
    assert [
        seat
        for seat in (ANN, BOB, CEM)
        if not refusal_of(sheet, Between(BetweenKind.LEAVES, (seat,)))
    ] == leaving


def test_one_more_may_join_while_there_are_seats_and_a_game() -> None:
    assert may_join(basic())
    assert not may_join(basic(called=True))
    many = tuple(f"P{place}" for place in range(3, len(SEATS)))
    came = [entry for name in many for entry in (joins(**{name: 0}), leaves(name))]
    assert not may_join(basic(*came, players=(*THREE, *many)))


def test_who_left_comes_back_with_what_they_had() -> None:
    sheet = basic(leaves("Bob"))
    assert may_return(sheet, BOB)
    assert not may_return(sheet, ANN)
    assert total_of_return(sheet, BOB) == 70
    assert out_of_game(sheet) == {BOB: False}


def test_who_was_put_out_comes_back_with_the_worst_total() -> None:
    sheet = scala(BOB_OUT)
    assert may_return(sheet, BOB)
    assert total_of_return(sheet, BOB) == 41
    assert out_of_game(sheet) == {BOB: True}
    assert out_of_game(scala()) == {}


def test_who_joins_may_have_the_average_or_the_worst() -> None:
    assert joining_totals(basic()) == JoiningTotals(average=37, worst=70)
    assert joining_totals(basic(leaves("Bob"))) == JoiningTotals(average=20, worst=41)
    most = sheet_of(document("rummy-500", adjust(Ann=90, Bob=-10), players=THREE))
    assert joining_totals(most) == JoiningTotals(average=26, worst=-10)


@pytest.mark.parametrize(
    ("between", "sentence"),
    [
        (Between(BetweenKind.REJOINS, (ANN,)), "Ann is in the game."),
        (Between(BetweenKind.JOINS, (BOB,), (0,)), "Bob has been in this game."),
        (
            Between(BetweenKind.LEAVES, (ANN, BOB)),
            "Only 1 would be left: end the game instead.",
        ),
    ],
)
def test_what_may_not_happen_says_why(between: Between, sentence: str) -> None:
    refused = refusal_of(basic(), between)
    assert refused is not None
    assert refused.text().endswith(sentence)
