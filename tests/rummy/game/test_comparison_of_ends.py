"""The judge’s comparison when the game’s end, a rejected knock or the table is in doubt."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.comparison import compare
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.game.starting_point import StartingScores
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS
from tests.support.comparisons import Compared, compared, name
from tests.support.documents import Document, document, gin, knock, out
from tests.support.examples import ENDINGS, NAMES, example, with_every_ending
from tests.support.walks import walk


def test_an_end_that_other_rules_settle_otherwise_is_listed() -> None:
    """Ann reaches 100 with her 5 rounds. By totals, Bob’s seven boxes would win."""
    scores = StartingScores(totals=(90, 80), won=(1, 7))
    comparison = compared("gin", knock("Ann", Ann=2, Bob=13), scores, box_bonus=20)
    rules = comparison.rules
    assert rules["winner_by=total"] == "Ann +11; Bob 141 v 220"
    assert rules["game_bonus=100"] == "Ann +11; Ann 241 v 220"
    assert rules["target=0, target=250"] == "Ann +11; Ann deals"
    assert comparison.presets["plain"] == "Ann +11; Ann 101 v 80"


def test_the_end_of_a_column_counts_as_an_end() -> None:
    rules = compared("hollywood", gin("Ann", Bob=80), game_bonus=0).rules
    assert rules["target=0, target=250"] == "Ann +105"
    assert "shutout=plus-100" in rules


def test_rules_that_the_table_is_too_large_for_are_left_out() -> None:
    six = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay")
    round = out("Ann", **dict.fromkeys(six[1:], 5))
    assert "decks=1" not in compared("basic", round, players=six).rules


def test_what_changes_the_score_comes_first_and_another_next_dealer_last() -> None:
    rules = compared("oklahoma", knock("Ann", Ann=1, Bob=11) | {"upcard": "AS"}).rules
    assert [told.partition("=")[0] for told in rules] == [
        "spades_double",
        "knock_limit",
        "ace_upcard",
        "next_dealer",
    ]


@walk(
    ("variant", "round", "options", "expected"),
    {
        "manipulation: a knock with 7": (
            "manipulation",
            knock("Ann", Ann=7, Bob=20),
            {},
            Compared({}, {"knock_limit=7": "Ann +13"}, {"knock": "Ann +13"}),
        ),
        "oklahoma: a knock on an ace": (
            "oklahoma",
            knock("Ann", Ann=1, Bob=11) | {"upcard": "AH"},
            {"preset": "bicycle"},
            Compared(
                {
                    "plain, modern": "Ann +10",
                    "pagat, wikipedia, tournament": "Ann +10",
                },
                {"ace_upcard=one": "Ann +10"},
                {"gin": "Ann +10", "hollywood": "Ann +10", "knock": "Ann +10"},
            ),
        ),
        "gin: no limit is above 10": (
            "gin",
            knock("Ann", Ann=12, Bob=30),
            {},
            Compared({}, {}, {"knock": "Ann +18"}),
        ),
    },
)
def test_a_knock_that_is_too_high_is_judged_by_the_rules_that_accept_it(
    variant: str, round: Document, options: dict[str, Any], expected: Compared
) -> None:
    assert compared(variant, round, **options) == expected


def test_facts_that_no_rule_accepts_are_not_compared() -> None:
    with pytest.raises(RuleError, match="in both hands"):
        compare(read_game(document("gin", knock("Ann", Ann="AS", Bob="AS K"))))


@walk(("variant", "ending"), ENDINGS)
def test_what_is_listed_never_says_the_same_as_the_ruling(variant: Variant, ending: Any) -> None:
    players = variant.fewest
    game = read_game(
        document(
            variant.key,
            example(variant, ending, players),
            players=NAMES[:players],
            **with_every_ending(variant),
        )
    )
    ruled = fold(game)
    comparison = compare(game)
    for other in comparison.games:
        assert other.sheet
        assert outcome(other.sheet)[:2] != outcome(ruled)[:2]
    for other in comparison.presets + comparison.rules:
        assert [*map(name, other.under)]
        assert other.fault or (other.sheet and outcome(other.sheet) != outcome(ruled))
    assert bool(comparison) == bool(comparison.presets + comparison.rules + comparison.games)


def outcome(sheet: Sheet) -> tuple[Any, ...]:
    """Return all parts of a result that other rules can change."""
    ruling = sheet.rounds[-1].ruling
    return ruling.winners, ruling.points(len(sheet.totals)), sheet.columns, sheet.next_dealer


def test_every_game_has_its_kin() -> None:
    keys = {variant.key for variant in VARIANTS}
    for variant in VARIANTS:
        assert set(variant.kin) <= keys - {variant.key}
