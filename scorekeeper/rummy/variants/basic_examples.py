"""Worked examples of Basic Rummy."""

from __future__ import annotations

from scorekeeper.rummy.article import THREE, VOID_ROUND, Ask, Example, ended, whole

BASIC_EXAMPLES = (
    Example(
        article="cards-left",
        rounds=(ended("out", "Nina", Max="K 7", Lou="Q 5 4"),),
        players=THREE,
    ),
    Example(
        article="going-rummy",
        rounds=(ended("rummy", "Nina", Max="K 7 A JK"),),
        rules={"jokers_per_deck": 2},
        flips=({"going_rummy": "plus-10"},),
    ),
    Example(
        article="ace",
        rounds=(ended("out", "Nina", Max="K 7 A"),),
        flips=({"ace_value": 11}, {"ace_value": 15}),
    ),
    Example(
        article="stock-runs-out",
        rounds=(VOID_ROUND,),
        players=THREE,
        ask=Ask.DEALER,
    ),
    Example(
        article="next-dealer",
        rounds=(ended("out", "Lou", Nina=12, Max=9),),
        players=THREE,
        flips=({"next_dealer": "winner"},),
        ask=Ask.DEALER,
    ),
    Example(
        article="wild-left",
        rounds=(ended("out", "Nina", Max="JK 7"),),
        rules={"jokers_per_deck": 2},
        flips=({"joker_value": 25},),
    ),
    Example(
        article="last-turn",
        rounds=(ended("out", "Nina", Max=0, Lou="K 7"),),
        players=THREE,
    ),
    Example(
        article="best-arrangement",
        rounds=(ended("out", "Nina", Max=whole("7S 8S JK TS TH TD 4C")),),
        rules={"jokers_per_deck": 2},
        flips=({"melds_in_hand": "spared"},),
    ),
)
