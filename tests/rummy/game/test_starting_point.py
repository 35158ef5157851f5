"""A sheet given by its totals only continues and ends like one with its rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rummy.column import ColumnEntry, EntryKind
from scorekeeper.rummy.documents.answers import score, scored
from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.game.starting_point import (
    StartingScores,
    starting_scores_of,
    with_starting_scores,
)
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants.hollywood import ENTRY_KINDS
from tests.support.documents import (
    STOCK,
    THREE,
    VOID,
    Document,
    adjusted,
    big_gin,
    document,
    gin,
    knock,
    out,
    sheet_of,
)
from tests.support.examples import NAMES, every_preset, example, highest_target, with_every_ending
from tests.support.walks import walk

KNOCK, GIN, UNDERCUT, ADJUSTMENT = ENTRY_KINDS

ANN, BOB = Seat(0), Seat(1)


def settled(variant: str, scores: StartingScores, round: Document, **options: Any) -> Sheet:
    """Return the sheet after a round that began with these scores."""
    return fold(with_starting_scores(read_game(document(variant, round, **options)), scores))


def entries(*columns: tuple[Seat, int] | tuple[Seat, int, EntryKind]) -> StartingScores:
    """Return the entries written in Hollywood’s columns."""
    return StartingScores(
        entries=tuple(ColumnEntry(*entry[:2], *(entry[2:] or (KNOCK,))) for entry in columns)
    )


@walk(
    ("variant", "scores", "round", "options", "winners", "final"),
    {
        "gin": (
            "gin",
            StartingScores((90, 45)),
            knock("Ann", Ann=3, Bob=13),
            {},
            ("Ann",),
            (100, 45),
        ),
        "gin: one point is lacking": (
            "gin",
            StartingScores((89, 45)),
            knock("Ann", Ann=3, Bob=13),
            {},
            (),
            (99, 45),
        ),
        "gin: five boxes and a shutout of less than nothing": (
            "gin",
            StartingScores((75, -5), (4, 0)),
            gin("Ann", Bob=0),
            {"preset": "pagat", "target": 95},
            ("Ann",),
            (95 + 5 * 20 + 100 + 100, -5),
        ),
        "gin: the end of the published game": (
            "gin",
            StartingScores((55, 30), (2, 1)),
            gin("Bob", Ann=60),
            {"preset": "modern"},
            ("Bob",),
            (55 + 50, 30 + 85 + 2 * 25 + 100),
        ),
        "gin: rounds won are no points of their own": (
            "gin",
            StartingScores((0, 3), (0, 3)),
            knock("Ann", Ann=3, Bob=13),
            {"target": 4, "box_bonus": 20},
            ("Ann",),
            (30, 63),
        ),
        "oklahoma: no upcard is known of the rounds before": (
            "oklahoma",
            StartingScores((140, 20), (3, 1)),
            knock("Ann", Ann=1, Bob=11) | {"upcard": "AD"},
            {"box_bonus": 10},
            ("Ann",),
            (150 + 40, 20 + 10),
        ),
        "knock": (
            "knock",
            StartingScores((90, -20, 30)),
            knock("Ann", Ann=5, Bob=5, Cem=25),
            {"players": THREE, "target": 100},
            (),
            (90, 0, 30),
        ),
        "manipulation: 251 loses to 140 with five rounds won": (
            "manipulation",
            StartingScores((125, 140), (2, 5)),
            knock("Ann", Ann=3, Bob=29),
            {},
            ("Bob",),
            (251, 265),
        ),
        "manipulation: three players": (
            "manipulation",
            StartingScores((100, 120, 40), (1, 2, 1)),
            knock("Ann", Ann=3, Bob=20, Cem=40),
            {"players": THREE},
            ("Ann",),
            (154 + 100, 120 + 50, 40 + 25),
        ),
        "basic": (
            "basic",
            StartingScores((90, 20)),
            out("Ann", Bob=5),
            {"preset": "penalty"},
            (),
            (90, 25),
        ),
        "three thirteen: the last round": (
            "three-thirteen",
            StartingScores((40, 12), played=10),
            out("Ann", Bob=25),
            {},
            ("Bob",),
            (40, 37),
        ),
    },
)
def test_the_end_is_settled_with_what_stood_before(
    variant: str,
    scores: StartingScores,
    round: Document,
    options: dict[str, Any],
    winners: tuple[str, ...],
    final: tuple[int, ...],
) -> None:
    sheet = settled(variant, scores, round, **options)
    assert tuple(sheet.game.players[seat] for seat in sheet.winners) == winners
    assert sheet.final == final


@walk(
    ("scores", "round", "columns"),
    {
        # you +18, opponent +12, you +25, opponent +30, you +15, you +22. Then the opponent +20
        "the published columns": (
            entries((ANN, 18), (BOB, 12), (ANN, 25), (BOB, 30), (ANN, 15), (ANN, 22)),
            knock("Bob", Ann=21, Bob=1),
            [(80, 62), (62, 50), (37, 20)],
        ),
        "shut out of the first column": (
            entries((ANN, 60), (ANN, 50), (BOB, 20)),
            knock("Bob", Ann=11, Bob=1),
            [(110, 0), (50, 30), (0, 10)],
        ),
        "a gin and an undercut": (
            entries((ANN, 35, GIN), (BOB, 12, UNDERCUT)),
            knock("Bob", Ann=11, Bob=1),
            [(35, 22), (0, 10), (0, 0)],
        ),
        "an adjustment is in every column": (
            entries((ANN, 18), (BOB, -5, ADJUSTMENT)),
            knock("Bob", Ann=11, Bob=1),
            [(18, 5), (0, -5), (0, -5)],
        ),
    },
)
def test_hollywood_columns_follow_from_the_wins_in_order(
    scores: StartingScores, round: Document, columns: list[tuple[int, int]]
) -> None:
    assert [column.totals for column in settled("hollywood", scores, round).columns] == columns


@walk("dealer", ["Ann", "Bob"])
@walk("next_dealer", ["winner", "loser", "alternate"])
def test_who_deals_the_round_is_as_stated_whoever_won_before(dealer: str, next_dealer: str) -> None:
    written = document("gin", knock("Ann", Ann=3, Bob=11), next_dealer=next_dealer)
    game = read_game(written | {"dealer": dealer})
    round = fold(with_starting_scores(game, StartingScores((20, 0), (1, 0)))).rounds[-1]
    assert game.players[round.dealer] == dealer
    assert round.ruling.warnings == ()


def test_an_empty_starting_point_leaves_the_game_unchanged() -> None:
    game = read_game(document("gin", knock("Ann", Ann=3, Bob=11)))
    assert with_starting_scores(game, StartingScores()) is game


def test_a_sheet_told_by_its_totals_is_an_ordinary_document() -> None:
    game = read_game(document("manipulation", out("Ann", Bob=20)))
    told = with_starting_scores(game, StartingScores((125, 140), (2, 5)))
    written = write_game(told)
    assert score(written) == scored(fold(told))
    assert written["rounds"][0]["adjustments"] == [
        {"player": "Ann", "points": 123},
        {"player": "Bob", "points": 135},
    ]


@walk(
    ("variant", "scores", "options"),
    {
        "gin: the target is reached": ("gin", StartingScores((100, 0)), {}),
        "gin: it is in nine wins": ("gin", StartingScores((5, 0), (1, 9)), {"target": 5}),
        "hollywood: all closed": ("hollywood", entries(*[(ANN, 60)] * 5), {}),
        "three thirteen: all rounds": ("three-thirteen", StartingScores(played=11), {}),
    },
)
def test_a_starting_point_at_which_the_game_was_over_is_refused(
    variant: str, scores: StartingScores, options: dict[str, Any]
) -> None:
    with pytest.raises(RuleError, match="was already over before this round") as refused:
        with_starting_scores(read_game(document(variant, VOID, **options)), scores)
    assert refused.value.where == ("totals",)


def test_a_starting_point_at_which_somebody_has_every_phase_is_refused() -> None:
    every, some = tuple(range(1, 11)), (1, 2)
    game = read_game(document("phase-10", VOID))
    with pytest.raises(RuleError, match="With these phases the game was already over") as refused:
        with_starting_scores(game, StartingScores(phases=(every, some)))
    assert refused.value.where == ("phases",)
    before = fold(with_starting_scores(game, StartingScores(phases=(every[:9], some))))
    assert [before.columns[0].phases_of(seat) for seat in (ANN, BOB)] == [every[:9], some]


def test_a_starting_point_at_which_a_player_was_out_is_refused() -> None:
    game = read_game(document("rami", VOID, players=THREE, preset="scala-40"))
    with pytest.raises(RuleError) as refused:
        with_starting_scores(game, StartingScores((40, 101, 5)))
    assert (refused.value.where, refused.value.text()) == (
        ("totals",),
        "With these totals somebody was already out of the game.",
    )
    assert fold(with_starting_scores(game, StartingScores((40, 100, 5)))).totals == (40, 100, 5)


@walk(
    ("entry", "rules"),
    [
        (ColumnEntry(ANN, 0, KNOCK), {}),
        (ColumnEntry(ANN, 100, KNOCK), {}),
        (ColumnEntry(ANN, -5, KNOCK), {}),
        (ColumnEntry(ANN, 24, GIN), {}),
        (ColumnEntry(ANN, 126, GIN), {}),
        (ColumnEntry(BOB, 9, UNDERCUT), {}),
        (ColumnEntry(BOB, 10, UNDERCUT), {"tie": "no-score"}),
    ],
)
def test_points_that_no_round_brings_are_refused_at_their_place(
    entry: ColumnEntry, rules: dict[str, Any]
) -> None:
    game = read_game(document("hollywood", VOID, **rules))
    with pytest.raises(RuleError) as refused:
        with_starting_scores(game, StartingScores(entries=(ColumnEntry(ANN, 18, KNOCK), entry)))
    assert refused.value.where == ("entries", 1)
    assert refused.value.text() == f"No round of this kind is worth {entry.points}."


def test_a_tie_that_the_knocker_wins_brings_no_points_but_enters_a_column() -> None:
    sheet = settled(
        "hollywood", entries((ANN, 0)), knock("Ann", Ann=3, Bob=13), tie="knocker", box_bonus=0
    )
    assert [column.totals for column in sheet.columns] == [(10, 0), (10, 0), (0, 0)]


@every_preset
def test_a_sheet_told_without_its_rounds_goes_on_as_it_would_have(
    variant: Variant, preset: str
) -> None:
    """Each sheet gets one more round, after void rounds, adjustments and won rounds."""
    players = max(variant.fewest, min(3, variant.most))
    played = [
        example(variant, ending, players, Seat(place % 2)) for place, ending in before(variant)
    ]
    played.append(adjusted(VOID, "Bob", -7, "perfect cut"))
    one = example(variant, variant.endings[0], players)
    options: dict[str, Any] = {"players": NAMES[:players], "preset": preset}
    options |= with_every_ending(variant)
    if not variant.rounds and not variant.phases:
        options["target"] = highest_target(variant)
    if "rounds" in [rule.name for rule in house_rules(variant.rules_type)]:
        options["rounds"] = 0
    whole = sheet_of(document(variant.key, *played, one, **options))
    told_before = starting_scores_of(sheet_of(document(variant.key, *played, **options)))
    written = document(variant.key, one, **options) | {"dealer": NAMES[whole.rounds[-1].dealer]}
    told = fold(with_starting_scores(read_game(written), told_before))
    assert [column.final for column in told.columns] == [column.final for column in whole.columns]
    if variant.rounds_won:
        assert [column.boxes for column in told.columns] == [
            column.boxes for column in whole.columns
        ]
    assert told.rounds[-1].deal == whole.rounds[-1].deal
    assert told.rounds[-1].ruling == whole.rounds[-1].ruling
    assert told.next_dealer == whole.next_dealer


def before(variant: Variant) -> list[tuple[int, Any]]:
    """Return two rounds of every ending, won in turn."""
    return list(enumerate([ending for ending in variant.endings for _ in range(2)]))


def test_a_game_without_rounds_has_no_starting_point() -> None:
    for variant in ("gin", "hollywood", "knock", "three-thirteen"):
        assert starting_scores_of(sheet_of(document(variant, VOID))) == StartingScores()
    assert starting_scores_of(sheet_of(document("gin", STOCK))) == StartingScores()


def test_hollywood_tells_what_each_win_was_for() -> None:
    sheet = sheet_of(
        document(
            "hollywood",
            knock("Ann", Ann=1, Bob=19),
            big_gin("Bob", Ann=10),
            knock("Ann", Ann=5, Bob=5),
            gin("Ann", Bob=0),
            adjusted(VOID, "Bob", 3),
            preset="modern",
        )
    )
    assert starting_scores_of(sheet) == entries(
        (ANN, 18),
        (BOB, 41, GIN),
        (BOB, 25, UNDERCUT),
        (ANN, 25, GIN),
        (BOB, 3, ADJUSTMENT),
    )


def test_totals_of_sides_are_those_of_the_sheet() -> None:
    played = document(
        "canasta",
        out("Ann", **{"Ann & Cem": {"melded": 420, "natural": 1, "left": 25}, "Bob & Dee": 85}),
        players=("Ann", "Bob", "Cem", "Dee"),
    ) | {"sides": {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}}
    sheet = sheet_of(played)
    scores = starting_scores_of(sheet)
    assert scores == StartingScores(totals=(995, -85))
    again = fold(with_starting_scores(replace(sheet.game, entries=()), scores))
    assert again.totals == sheet.totals
    assert again.first_melds() == sheet.first_melds() == (50, 15)
