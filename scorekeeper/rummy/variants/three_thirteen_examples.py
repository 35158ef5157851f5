"""Worked examples of Three Thirteen."""

from __future__ import annotations

from scorekeeper.rummy.article import THREE, VOID_ROUND, Ask, Example, ended, whole

THREE_THIRTEEN_EXAMPLES = (
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
        ask=Ask.DEALER,
    ),
    Example(
        article="cards-left",
        rounds=(ended("out", "Nina", Max="5 Q K", Lou="4"),),
        players=THREE,
    ),
    Example(
        article="ace",
        rounds=(ended("out", "Nina", Max="A 7"),),
    ),
    Example(
        article="wild-left",
        rounds=(ended("out", "Nina", Max="3 K"),),
        flips=({"wild_value": "twenty"},),
    ),
    Example(
        article="last-turn",
        rounds=(ended("out", "Nina", Max=0, Lou="K 7"),),
        players=THREE,
    ),
    Example(
        article="best-arrangement",
        rounds=(
            ended("out", "Max", Nina=9),
            ended("out", "Nina", Max=whole("9S 4H JS KD")),
        ),
    ),
)
