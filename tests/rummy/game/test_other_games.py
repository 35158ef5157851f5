"""Other games that judge the same round in another way."""

from __future__ import annotations

from typing import Any

from tests.support.comparisons import EQUAL, Said, compared
from tests.support.documents import STOCK, THREE, Document, gin, knock, out, rum, rummy, stock
from tests.support.walks import walk


@walk(
    ("variant", "round", "options", "expected"),
    {
        "gin: no undercut bonus in knock rummy": ("gin", EQUAL, {}, {"knock": "Bob"}),
        "gin without deadwood is a run in knock rummy, both with 25": (
            "gin",
            gin("Ann", Bob=20),
            {},
            {},
        ),
        "hollywood is judged by the same preset": (
            "gin",
            gin("Ann", Bob=20),
            {"preset": "pagat"},
            {"knock": "Ann +45"},
        ),
        "hollywood is judged by the same house rules": (
            "gin",
            EQUAL,
            {"undercut_bonus": 30},
            {"knock": "Bob"},
        ),
        "oklahoma: no spade counts twice elsewhere": (
            "oklahoma",
            knock("Ann", Ann=2, Bob=20) | {"upcard": "6S"},
            {},
            {"gin": "Ann +18", "hollywood": "Ann +18", "knock": "Ann +18"},
        ),
        "knock: an equalled knocker is undercut elsewhere": (
            "knock",
            knock("Ann", Ann=4, Bob=4),
            {},
            {
                "gin": "Bob +10",
                "hollywood": "Bob +10",
                "manipulation": "Bob +10",
            },
        ),
        "knock: elsewhere 12 is above the limit": ("knock", knock("Ann", Ann=12, Bob=12), {}, {}),
        "knock: gin is not for three": (
            "knock",
            knock("Ann", Ann=3, Bob=2, Cem=10),
            {"players": THREE, "penalty": 0},
            {"manipulation": "Bob +19"},
        ),
        "knock: nobody else can be out in manipulation": (
            "knock",
            rum("Ann", Bob=0, Cem=28),
            {"players": THREE},
            {},
        ),
        "manipulation: out with 7 and 13 against": (
            "manipulation",
            out("Ann", Bob=7, Cem=13),
            {"players": THREE},
            {"knock": "Ann +70", "basic": "Ann +20"},
        ),
        "manipulation: no stock elsewhere": ("manipulation", stock(Ann=3, Bob=8), {}, {}),
        "basic: just out": ("basic", rummy("Ann", Bob=33), {}, {"manipulation": "Ann +58"}),
        "a round that scores nothing": ("gin", STOCK, {}, {}),
        "three thirteen is like no other": ("three-thirteen", out("Ann", Bob=5), {}, {}),
        "hollywood: a house rule that gin does not know so keeps gin off the list": (
            "hollywood",
            EQUAL,
            {"winner_by": "columns"},
            {"knock": "Bob"},
        ),
    },
)
def test_other_games_are_listed_where_such_a_round_may_happen(
    variant: str, round: Document, options: dict[str, Any], expected: Said
) -> None:
    assert compared(variant, round, **options).games == expected


def test_lay_offs_make_the_difference_between_gin_and_knock_rummy() -> None:
    round: Any = knock("Ann") | {
        "hands": {
            "Ann": {"hand": "7S 8S 9S 4H 4D 4C KD KH KC 2S"},
            "Bob": {"hand": "TS JH 5D 5H 5C QD QH QC 3H 8D"},
        }
    }
    comparison = compared("gin", round)
    # Gin: Bob lays off the ten, so 10 + 3 + 8 - 2. Knock Rummy: 31 - 2.
    assert comparison.games == {"knock": "Ann +29"}
