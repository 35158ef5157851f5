"""Highlights: the margin, who led when, the best round, the swing and what was special."""

from __future__ import annotations

import pytest

from scorekeeper.rummy.game.highlights import Highlights, comeback, highlights
from tests.support.documents import (
    EQUAL,
    STOCK,
    THREE,
    VOID,
    Document,
    adjusted,
    document,
    gin,
    knock,
    out,
    sheet_of,
)
from tests.support.walks import walk

ANN_20, BOB_30 = knock("Ann", Ann=2, Bob=22), knock("Bob", Ann=32, Bob=2)


def of(variant: str, *rounds: Document, **options: object) -> Highlights:
    """The highlights of a game that is called after these rounds."""
    return highlights(sheet_of(document(variant, *rounds, called=True, **options)))  # type: ignore[arg-type]


@walk(
    ("rounds", "margin"),
    [
        pytest.param([ANN_20, BOB_30], 10, id="Bob 30, Ann 20"),
        pytest.param([ANN_20, knock("Bob", Ann=22, Bob=2)], None, id="a shared win"),
        pytest.param([], None, id="nothing was played"),
    ],
)
def test_the_margin(rounds: list[Document], margin: int | None) -> None:
    assert of("gin", *rounds).margin == margin


def test_the_margin_is_that_of_the_final_totals() -> None:
    """The game bonus of 100 is in it."""
    sheet = sheet_of(document("gin", gin("Ann", Bob=75), target=100, game_bonus=100))
    assert (sheet.final, highlights(sheet).margin) == ((200, 0), 200)


def test_nobody_is_ahead_who_has_the_lower_total() -> None:
    """Ann reached the target, but Bob's boxes bring him more."""
    bob_1 = knock("Bob", Ann=3, Bob=2)
    sheet = sheet_of(
        document("gin", *[bob_1] * 4, gin("Ann", Bob=80), target=100, box_bonus=80, game_bonus=0)
    )
    assert (sheet.winners, sheet.final) == ((0,), (185, 324))
    assert highlights(sheet).margin is None


def test_the_lowest_total_is_ahead_where_the_lowest_wins() -> None:
    rounds = [out("Ann", Bob=25, Cem=8), out("Cem", Ann=5, Bob=4)]
    found = of("three-thirteen", *rounds, players=THREE)
    assert found.margin == 3
    assert [lead.seats for lead in found.leads] == [(0,)]
    assert [(score.seat, score.points, score.round) for score in found.top_scores] == [(1, 25, 1)]


@walk(
    ("rounds", "leads"),
    [
        pytest.param([], [], id="nobody before the first round"),
        pytest.param([ANN_20, ANN_20], [((0,), 1, 2, 2)], id="Ann throughout"),
        pytest.param([ANN_20, BOB_30], [((0,), 1, 1, 1), ((1,), 2, 2, 1)], id="Ann, then Bob"),
        pytest.param(
            [ANN_20, knock("Bob", Ann=22, Bob=2)],
            [((0,), 1, 1, 1), ((0, 1), 2, 2, 1)],
            id="Ann, then both",
        ),
        pytest.param(
            [VOID, ANN_20, VOID, ANN_20, BOB_30],
            [((0,), 2, 5, 3)],
            id="void rounds do not count",
        ),
        pytest.param([EQUAL, ANN_20], [((0, 1), 1, 1, 1), ((0,), 2, 2, 1)], id="level at nothing"),
        pytest.param([STOCK, ANN_20], [((0,), 2, 2, 1)], id="nor one whose stock ran out"),
        pytest.param(
            [ANN_20, adjusted(VOID, "Bob", 25)],
            [((0,), 1, 1, 1), ((1,), 2, 2, 0)],
            id="an adjustment in a void round",
        ),
    ],
)
def test_who_led_when(rounds: list[Document], leads: list[tuple[object, ...]]) -> None:
    found = of("gin", *rounds, tie="no-score").leads
    assert [(lead.seats, lead.first, lead.last, lead.rounds) for lead in found] == leads


@walk(
    ("rounds", "trailed", "throughout", "longest"),
    [
        pytest.param([ANN_20, ANN_20], 0, True, (1, 2), id="Ann led throughout"),
        pytest.param([ANN_20, VOID, BOB_30, BOB_30], 1, False, (3, 4), id="Bob trailed once"),
        pytest.param([EQUAL, ANN_20], 0, False, (2, 2), id="level at first"),
        pytest.param([ANN_20, knock("Bob", Ann=22, Bob=2)], 0, False, (1, 1), id="a shared win"),
        pytest.param([EQUAL], 0, False, None, id="level throughout"),
    ],
)
def test_how_it_came_about(
    rounds: list[Document], trailed: int, throughout: bool, longest: tuple[int, int] | None
) -> None:
    found = of("gin", *rounds, tie="no-score")
    lead = found.longest_lead
    assert (found.trailed, found.led_throughout) == (trailed, throughout)
    assert (lead and (lead.first, lead.last)) == longest


@walk(
    ("rounds", "scores"),
    [
        pytest.param([ANN_20, BOB_30], [(1, 30, 2)], id="the most points"),
        pytest.param([ANN_20, ANN_20], [(0, 20, 1), (0, 20, 2)], id="all that are equal"),
        pytest.param([adjusted(ANN_20, "Bob", 50)], [(0, 20, 1)], id="without adjustments"),
        pytest.param([STOCK], [], id="nobody scored"),
    ],
)
def test_the_best_round(rounds: list[Document], scores: list[tuple[int, int, int]]) -> None:
    found = of("gin", *rounds).top_scores
    assert [(score.seat, score.points, score.round) for score in found] == scores


@walk(
    ("rounds", "swing"),
    [
        pytest.param([ANN_20, BOB_30], (1, -20, 10, 2), id="Bob from 20 behind to 10 ahead"),
        pytest.param([BOB_30, ANN_20], (1, 0, 30, 1), id="Bob from level to 30 ahead"),
        pytest.param([ANN_20, knock("Bob", Ann=22, Bob=2)], None, id="a shared win"),
        pytest.param([ANN_20, BOB_30, ANN_20], (0, 0, 20, 1), id="what Ann lost is none of hers"),
        pytest.param([adjusted(VOID, "Ann", 5)], (0, 0, 5, 1), id="an adjustment"),
    ],
)
def test_the_greatest_swing(
    rounds: list[Document], swing: tuple[int, int, int, int] | None
) -> None:
    found = of("gin", *rounds).swing
    assert (found and (found.seat, found.before, found.after, found.round)) == swing


@walk(
    ("rounds", "points"),
    [
        pytest.param([ANN_20, BOB_30], 20, id="Bob came back from 20 behind"),
        pytest.param([ANN_20, ANN_20, VOID, BOB_30, BOB_30], 40, id="from 40 behind"),
        pytest.param([ANN_20, ANN_20], 0, id="Ann was never behind"),
        pytest.param([ANN_20, knock("Bob", Ann=22, Bob=2)], None, id="a shared win"),
    ],
)
def test_the_comeback_of_the_winner(rounds: list[Document], points: int | None) -> None:
    assert comeback(sheet_of(document("gin", *rounds, called=True))) == points


def test_what_was_special_is_counted_for_whose_it_was() -> None:
    undercut = knock("Ann", Ann=8, Bob=3)
    rounds = [
        ANN_20,
        gin("Bob", Ann=4),
        undercut,
        STOCK,
        VOID,
        gin("Ann", Bob=1),
        gin("Bob", Ann=4),
    ]
    found = of("gin", *rounds).feats
    assert [(feat.tag, feat.times) for feat in found] == [("gin", (1, 2)), ("undercut", (0, 1))]
