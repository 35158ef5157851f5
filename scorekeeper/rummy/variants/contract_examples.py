"""Worked examples of Contract Rummy."""

from __future__ import annotations

from scorekeeper.rummy.article import FOUR, THREE, VOID_ROUND, Ask, Example, ended, whole

CONTRACT_EXAMPLES = (
    Example(article="ace", rounds=(ended("out", "Nina", Max="A 7", Lou="Q"),), players=THREE),
    Example(
        article="melds-left",
        rounds=(ended("out", "Nina", Max=whole("7S 7H 7D KC"), Lou="4"),),
        players=THREE,
    ),
    Example(article="stock-runs-out", rounds=(VOID_ROUND,), players=THREE, ask=Ask.DEALER),
    Example(
        article="next-dealer",
        rounds=(ended("out", "Lou", Nina=12, Max=9),),
        players=THREE,
        ask=Ask.DEALER,
    ),
    Example(
        article="wild-left",
        rounds=(ended("out", "Nina", Max="JK 2", Lou="9 5"),),
        players=THREE,
        flips=({"twos_wild": True},),
    ),
    Example(
        article="last-turn",
        rounds=(ended("out", "Nina", Max="3", Lou="K 7"),),
        players=THREE,
    ),
    Example(
        article="cards-left",
        rounds=(ended("out", "Nina", Max="K A 7 JK", Lou="J J 4", Paul="2"),),
        players=FOUR,
    ),
    Example(
        article="exact-cut",
        rounds=(ended("out", "Nina", Max="K A 7 JK", Lou="4") | {"exact_cut": "Max"},),
        players=THREE,
        rules={"exact_cut": 50},
    ),
)
