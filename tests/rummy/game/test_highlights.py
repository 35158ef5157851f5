"""Highlights: the margin, the leaders by round, the best round, the swing and special events."""

from __future__ import annotations

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
    """Return the highlights of a game that is called after these rounds."""
    return highlights(sheet_of(document(variant, *rounds, called=True, **options)))  # type: ignore[arg-type]


@walk(
    ("rounds", "margin"),
    {
        "Bob 30, Ann 20": ([ANN_20, BOB_30], 10),
        "a shared win": ([ANN_20, knock("Bob", Ann=22, Bob=2)], None),
        "nothing was played": ([], None),
    },
)
def test_the_margin(rounds: list[Document], margin: int | None) -> None:
    assert of("gin", *rounds).margin == margin


def test_the_margin_is_that_of_the_final_totals() -> None:
    """The margin includes the game bonus of 100."""
    sheet = sheet_of(document("gin", gin("Ann", Bob=75), target=100, game_bonus=100))
    assert (sheet.final, highlights(sheet).margin) == ((200, 0), 200)


def test_nobody_is_ahead_who_has_the_lower_total() -> None:
    """Ann reached the target, but Bob’s boxes bring him more."""
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
    {
        "nobody before the first round": ([], []),
        "Ann throughout": ([ANN_20, ANN_20], [((0,), 1, 2, 2)]),
        "Ann, then Bob": ([ANN_20, BOB_30], [((0,), 1, 1, 1), ((1,), 2, 2, 1)]),
        "Ann, then both": (
            [ANN_20, knock("Bob", Ann=22, Bob=2)],
            [((0,), 1, 1, 1), ((0, 1), 2, 2, 1)],
        ),
        "void rounds do not count": ([VOID, ANN_20, VOID, ANN_20, BOB_30], [((0,), 2, 5, 3)]),
        "level at nothing": ([EQUAL, ANN_20], [((0, 1), 1, 1, 1), ((0,), 2, 2, 1)]),
        "nor one whose stock ran out": ([STOCK, ANN_20], [((0,), 2, 2, 1)]),
        "an adjustment in a void round": (
            [ANN_20, adjusted(VOID, "Bob", 25)],
            [((0,), 1, 1, 1), ((1,), 2, 2, 0)],
        ),
    },
)
def test_who_led_when(rounds: list[Document], leads: list[tuple[object, ...]]) -> None:
    found = of("gin", *rounds, tie="no-score").leads
    assert [(lead.seats, lead.first, lead.last, lead.rounds) for lead in found] == leads


@walk(
    ("rounds", "trailed", "throughout", "longest"),
    {
        "Ann led throughout": ([ANN_20, ANN_20], 0, True, (1, 2)),
        "Bob trailed once": ([ANN_20, VOID, BOB_30, BOB_30], 1, False, (3, 4)),
        "level at first": ([EQUAL, ANN_20], 0, False, (2, 2)),
        "a shared win": ([ANN_20, knock("Bob", Ann=22, Bob=2)], 0, False, (1, 1)),
        "level throughout": ([EQUAL], 0, False, None),
    },
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
    {
        "the most points": ([ANN_20, BOB_30], [(1, 30, 2)]),
        "all that are equal": ([ANN_20, ANN_20], [(0, 20, 1), (0, 20, 2)]),
        "without adjustments": ([adjusted(ANN_20, "Bob", 50)], [(0, 20, 1)]),
        "nobody scored": ([STOCK], []),
    },
)
def test_the_best_round(rounds: list[Document], scores: list[tuple[int, int, int]]) -> None:
    found = of("gin", *rounds).top_scores
    assert [(score.seat, score.points, score.round) for score in found] == scores


@walk(
    ("rounds", "swing"),
    {
        "Bob from 20 behind to 10 ahead": ([ANN_20, BOB_30], (1, -20, 10, 2)),
        "Bob from level to 30 ahead": ([BOB_30, ANN_20], (1, 0, 30, 1)),
        "a shared win": ([ANN_20, knock("Bob", Ann=22, Bob=2)], None),
        "what Ann lost is none of hers": ([ANN_20, BOB_30, ANN_20], (0, 0, 20, 1)),
        "an adjustment": ([adjusted(VOID, "Ann", 5)], (0, 0, 5, 1)),
    },
)
def test_the_greatest_swing(
    rounds: list[Document], swing: tuple[int, int, int, int] | None
) -> None:
    found = of("gin", *rounds).swing
    assert (found and (found.seat, found.before, found.after, found.round)) == swing


@walk(
    ("rounds", "points"),
    {
        "Bob came back from 20 behind": ([ANN_20, BOB_30], 20),
        "from 40 behind": ([ANN_20, ANN_20, VOID, BOB_30, BOB_30], 40),
        "Ann was never behind": ([ANN_20, ANN_20], 0),
        "a shared win": ([ANN_20, knock("Bob", Ann=22, Bob=2)], None),
    },
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
