"""House rules and presets that judge the same round in another way."""

from __future__ import annotations

from typing import Any

from tests.support.comparisons import EQUAL, Said, compared
from tests.support.documents import THREE, Document, big_gin, gin, knock, out, rum, rummy, stock
from tests.support.walks import walk


@walk(
    ("variant", "round", "options", "expected"),
    {
        "gin: 10 equals the knocker's 10": (
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
        ),
        "gin: 3 v 11 is 8 everywhere": (
            "gin",
            knock("Ann", Ann=3, Bob=11),
            {},
            {
                "knock_limit=2": "Ann cannot knock: deadwood 3 is over the limit of 2.",
                "next_dealer=loser, next_dealer=alternate": "Ann +8; Bob deals",
            },
        ),
        "gin: the gin bonus is 20 by Pagat, 25 elsewhere": (
            "gin",
            gin("Ann", Bob=20),
            {"preset": "pagat"},
            {
                "gin_bonus=0": "Ann +20",
                "gin_bonus=25": "Ann +45",
                "next_dealer=winner": "Ann +40; Ann deals",
            },
        ),
        "gin: big gin v 20 where it is not played": (
            "gin",
            big_gin("Ann", Bob=20),
            {"preset": "modern", "next_dealer": "loser"},
            {"big_gin_bonus=0": "Ann +45", "next_dealer=winner": "Ann +51; Ann deals"},
        ),
        "oklahoma: where only gin is knocked on an ace this knock is refused": (
            "oklahoma",
            knock("Ann", Ann=1, Bob=11) | {"upcard": "AS"},
            {},
            {
                "spades_double=False": "Ann +10",
                "knock_limit=0": "Ann cannot knock: deadwood 1 is over the limit of 0.",
                "ace_upcard=gin": "Ann cannot knock: deadwood 1 is over the limit of 0.",
                "next_dealer=loser, next_dealer=alternate": "Ann +20; Bob deals",
            },
        ),
        "knock: the knocker is equalled": (
            "knock",
            knock("Ann", Ann=5, Bob=5, Cem=28),
            {"players": THREE},
            {"penalty_on_tie=True": "Bob +33"},
        ),
        "knock: a run against another 0": (
            "knock",
            rum("Ann", Bob=0, Cem=28),
            {"players": THREE},
            {"penalty_on_tie=True": "Bob +38", "rum_can_be_tied=False": "Ann +78"},
        ),
        "manipulation: the knocker is beaten": (
            "manipulation",
            knock("Ann", Ann=3, Bob=2),
            {},
            {
                "undercut_bonus=0": "Bob +1",
                "undercut_bonus=25": "Bob +26",
                "knock_limit=2": "Ann cannot knock: deadwood 3 is over the limit of 2.",
            },
        ),
        "manipulation: a joker is left, and other games count it otherwise": (
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
        ),
        "manipulation: a knock that the table accepted is scored at any limit": (
            "manipulation",
            knock("Ann", Ann=7, Bob=20) | {"allow": ["illegal-knock"]},
            {},
            {},
        ),
        "basic: an ace at 1, 11 or 15": (
            "basic",
            out("Ann", Bob="K 7 A"),
            {"target": 30},
            {
                "ace_value=11": "Ann +28",
                "ace_value=15": "Ann +32; Ann 32 v 0",
                "scoring=penalty": "Ann +18",
                "next_dealer=winner": "Ann +18; Ann deals",
            },
        ),
        "three thirteen: courts at 10 or rising": (
            "three-thirteen",
            out("Ann", Bob="5 Q K"),
            {},
            {"court_value=rising": "Ann +30"},
        ),
    },
)
def test_each_house_rule_that_changes_the_outcome_is_listed(
    variant: str, round: Document, options: dict[str, Any], expected: Said
) -> None:
    assert compared(variant, round, **options).rules == expected


@walk(
    ("variant", "round", "options", "expected"),
    {
        "those that agree stand together, those that change nothing are left out": (
            "gin",
            EQUAL,
            {},
            {"wikipedia, modern, tournament": "Bob +25", "pagat": "Bob +10; Ann deals"},
        ),
        "a changed house rule is compared with the preset itself too": (
            "gin",
            EQUAL,
            {"tie": "knocker"},
            {
                "plain, bicycle": "Bob +10; Bob deals",
                "pagat": "Bob +10",
                "wikipedia, modern, tournament": "Bob +25; Bob deals",
            },
        ),
        "going rummy": (
            "basic",
            rummy("Ann", Bob=33),
            {},
            {"pagat": "Ann +66", "penalty": "Ann +33"},
        ),
        "a game with one preset": ("manipulation", stock(Ann=3, Bob=8), {}, {}),
        "only the next dealer is another one": (
            "gin",
            knock("Ann", Ann=3, Bob=11),
            {},
            {"pagat, wikipedia, tournament": "Ann +8; Bob deals"},
        ),
        "in turn it is the winner's deal too": (
            "gin",
            knock("Bob", Ann=11, Bob=3),
            {},
            {"pagat": "Bob +8; Ann deals"},
        ),
        "a preset by which the knock is too high": (
            "oklahoma",
            knock("Ann", Ann=1, Bob=11) | {"upcard": "AH"},
            {},
            {
                "bicycle": "Ann cannot knock: deadwood 1 is over the limit of 0.",
                "pagat, wikipedia, tournament": "Ann +10; Bob deals",
            },
        ),
    },
)
def test_each_preset_that_changes_the_outcome_is_listed(
    variant: str, round: Document, options: dict[str, Any], expected: Said
) -> None:
    assert compared(variant, round, **options).presets == expected
