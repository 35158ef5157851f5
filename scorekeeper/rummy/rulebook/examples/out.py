"""Worked examples of Basic Rummy and Three Thirteen, where cards left in hand count."""

from __future__ import annotations

from scorekeeper.rummy.rulebook.examples.example import Ask, Example
from scorekeeper.rummy.rulebook.examples.table import VOID, ended, whole

_BASIC = ("basic",)
_THIRTEEN = ("three-thirteen",)
_BOTH = (*_BASIC, *_THIRTEEN)
_THREE = ("Nina", "Max", "Lou")

BASIC_EXAMPLES = (
    Example(
        article="cards-left",
        variants=_BASIC,
        rounds=(ended("out", "Nina", Max="K 7", Lou="Q 5 4"),),
        players=_THREE,
    ),
    Example(
        article="going-rummy",
        variants=_BASIC,
        rounds=(ended("rummy", "Nina", Max="K 7 A JK"),),
        rules={"jokers_per_deck": 2},
        flips=({"going_rummy": "plus-10"},),
    ),
    Example(
        article="ace",
        variants=_BASIC,
        rounds=(ended("out", "Nina", Max="K 7 A"),),
        flips=({"ace_value": 11}, {"ace_value": 15}),
    ),
    Example(
        article="stock-runs-out",
        variants=_BOTH,
        rounds=(VOID,),
        players=_THREE,
        ask=Ask.DEALER,
    ),
    Example(
        article="next-dealer",
        variants=_BASIC,
        rounds=(ended("out", "Lou", Nina=12, Max=9),),
        players=_THREE,
        flips=({"next_dealer": "winner"},),
        ask=Ask.DEALER,
    ),
    Example(
        article="wild-left",
        variants=_BASIC,
        rounds=(ended("out", "Nina", Max="JK 7"),),
        rules={"jokers_per_deck": 2},
        flips=({"joker_value": 25},),
    ),
    Example(
        article="last-turn",
        variants=_BASIC,
        rounds=(ended("out", "Nina", Max=0, Lou="K 7"),),
        players=_THREE,
    ),
    Example(
        article="best-arrangement",
        variants=_BASIC,
        rounds=(ended("out", "Nina", Max=whole("7S 8S JK TS TH TD 4C")),),
        rules={"jokers_per_deck": 2},
        flips=({"melds_in_hand": "spared"},),
    ),
)

THREE_THIRTEEN_EXAMPLES = (
    Example(
        article="next-dealer",
        variants=_THIRTEEN,
        rounds=(ended("out", "Lou", Nina=12, Max=9),),
        players=_THREE,
        ask=Ask.DEALER,
    ),
    Example(
        article="cards-left",
        variants=_THIRTEEN,
        rounds=(ended("out", "Nina", Max="5 Q K", Lou="4"),),
        players=_THREE,
    ),
    Example(
        article="ace",
        variants=_THIRTEEN,
        rounds=(ended("out", "Nina", Max="A 7"),),
    ),
    Example(
        article="wild-left",
        variants=_THIRTEEN,
        rounds=(ended("out", "Nina", Max="3 K"),),
        flips=({"wild_value": "twenty"},),
    ),
    Example(
        article="last-turn",
        variants=_THIRTEEN,
        rounds=(ended("out", "Nina", Max=0, Lou="K 7"),),
        players=_THREE,
    ),
    Example(
        article="best-arrangement",
        variants=_THIRTEEN,
        rounds=(
            ended("out", "Max", Nina=9),
            ended("out", "Nina", Max=whole("9S 4H JS KD")),
        ),
    ),
)
