"""House rules and presets that would judge the same round otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.comparisons import EQUAL, Said, compared
from tests.support.documents import THREE, Document, big_gin, gin, knock, out, rum, rummy, stock
from tests.support.walks import walk


@walk(
    ("variant", "round", "options", "expected"),
    [
        pytest.param(
            "gin",
            EQUAL,
            {},
            {
                "undercut_bonus=0": "Bob",
                "undercut_bonus=25": "Bob +25",
                "tie=no-score": "nobody; Ann deals",
                "tie=knocker": "Ann; Ann deals",
                "knock_limit=9": "Ann cannot knock: deadwood 10 is over the limit of 9.",
                "next_dealer=loser": "Bob +10; Ann deals",
            },
            id="gin: 10 equals the knocker's 10",
        ),
        pytest.param(
            "gin",
            knock("Ann", Ann=3, Bob=11),
            {},
            {
                "knock_limit=2": "Ann cannot knock: deadwood 3 is over the limit of 2.",
                "next_dealer=loser, next_dealer=alternate": "Ann +8; Bob deals",
            },
            id="gin: 3 v 11 is 8 everywhere",
        ),
        pytest.param(
            "gin",
            gin("Ann", Bob=20),
            {"preset": "pagat"},
            {
                "gin_bonus=0": "Ann +20",
                "gin_bonus=25": "Ann +45",
                "next_dealer=winner": "Ann +40; Ann deals",
            },
            id="gin: the gin bonus is 20 by Pagat, 25 elsewhere",
        ),
        pytest.param(
            "gin",
            big_gin("Ann", Bob=20),
            {"preset": "modern", "next_dealer": "loser"},
            {"big_gin_bonus=0": "Ann +45", "next_dealer=winner": "Ann +51; Ann deals"},
            id="gin: big gin v 20 where it is not played",
        ),
        pytest.param(
            "oklahoma",
            knock("Ann", Ann=1, Bob=11) | {"upcard": "AS"},
            {},
            {
                "spades_double=False": "Ann +10",
                "knock_limit=0": "Ann cannot knock: deadwood 1 is over the limit of 0.",
                "ace_upcard=gin": "Ann cannot knock: deadwood 1 is over the limit of 0.",
                "next_dealer=loser, next_dealer=alternate": "Ann +20; Bob deals",
            },
            id="oklahoma: where only gin is knocked on an ace this knock is refused",
        ),
        pytest.param(
            "knock",
            knock("Ann", Ann=5, Bob=5, Cem=28),
            {"players": THREE},
            {"penalty_on_tie=True": "Bob +33"},
            id="knock: the knocker is equalled",
        ),
        pytest.param(
            "knock",
            rum("Ann", Bob=0, Cem=28),
            {"players": THREE},
            {"penalty_on_tie=True": "Bob +38", "rum_can_be_tied=False": "Ann +78"},
            id="knock: a run against another 0",
        ),
        pytest.param(
            "manipulation",
            knock("Ann", Ann=3, Bob=2),
            {},
            {
                "undercut_bonus=0": "Bob +1",
                "undercut_bonus=25": "Bob +26",
                "knock_limit=2": "Ann cannot knock: deadwood 3 is over the limit of 2.",
            },
            id="manipulation: the knocker is beaten",
        ),
        pytest.param(
            "manipulation",
            out("Ann", Bob="7 JK"),
            {},
            {
                "out_bonus=0": "Ann +32",
                "out_bonus=10": "Ann +42",
                "joker_value=15": "Ann +47",
                "joker_value=20": "Ann +52",
                "joker_value=30": "Ann +62",
                "joker_value=50": "Ann +82",
            },
            id="manipulation: a joker is left, and other games count it otherwise",
        ),
        pytest.param(
            "manipulation",
            knock("Ann", Ann=7, Bob=20) | {"allow": ["illegal-knock"]},
            {},
            {},
            id="manipulation: a knock that the table accepted is scored at any limit",
        ),
        pytest.param(
            "basic",
            out("Ann", Bob="K 7 A"),
            {"target": 30},
            {
                "ace_value=11": "Ann +28",
                "ace_value=15": "Ann +32; Ann 32 v 0",
                "scoring=penalty": "Ann +18",
                "next_dealer=winner": "Ann +18; Ann deals",
            },
            id="basic: an ace at 1, 11 or 15",
        ),
        pytest.param(
            "three-thirteen",
            out("Ann", Bob="5 Q K"),
            {},
            {"court_value=rising": "Ann +30"},
            id="three thirteen: courts at 10 or rising",
        ),
    ],
)
def test_each_house_rule_that_changes_the_outcome_is_listed(
    variant: str, round: Document, options: dict[str, Any], expected: Said
) -> None:
    assert compared(variant, round, **options).rules == expected


@walk(
    ("variant", "round", "options", "expected"),
    [
        pytest.param(
            "gin",
            EQUAL,
            {},
            {"wikipedia, modern, tournament": "Bob +25", "pagat": "Bob +10; Ann deals"},
            id="those that agree stand together, those that change nothing are left out",
        ),
        pytest.param(
            "gin",
            EQUAL,
            {"tie": "knocker"},
            {
                "plain, bicycle": "Bob +10; Bob deals",
                "pagat": "Bob +10",
                "wikipedia, modern, tournament": "Bob +25; Bob deals",
            },
            id="a changed house rule is compared with the preset itself too",
        ),
        pytest.param(
            "basic",
            rummy("Ann", Bob=33),
            {},
            {"pagat": "Ann +66", "penalty": "Ann +33"},
            id="going rummy",
        ),
        pytest.param("manipulation", stock(Ann=3, Bob=8), {}, {}, id="a game with one preset"),
        pytest.param(
            "gin",
            knock("Ann", Ann=3, Bob=11),
            {},
            {"pagat, wikipedia, tournament": "Ann +8; Bob deals"},
            id="only the next dealer is another one",
        ),
        pytest.param(
            "gin",
            knock("Bob", Ann=11, Bob=3),
            {},
            {"pagat": "Bob +8; Ann deals"},
            id="in turn it is the winner's deal too",
        ),
        pytest.param(
            "oklahoma",
            knock("Ann", Ann=1, Bob=11) | {"upcard": "AH"},
            {},
            {
                "bicycle": "Ann cannot knock: deadwood 1 is over the limit of 0.",
                "pagat, wikipedia, tournament": "Ann +10; Bob deals",
            },
            id="a preset by which the knock is too high",
        ),
    ],
)
def test_each_preset_that_changes_the_outcome_is_listed(
    variant: str, round: Document, options: dict[str, Any], expected: Said
) -> None:
    assert compared(variant, round, **options).presets == expected
