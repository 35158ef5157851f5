"""Worked examples of tile rummy."""

from __future__ import annotations

from scorekeeper.rummy.article import FOUR, STOCK_ROUND, THREE, VOID_ROUND, Ask, Example, ended

TILES_EXAMPLES = (
    Example(
        article="empty-pool",
        rounds=(STOCK_ROUND | {"hands": {"Nina": "5", "Max": "12", "Lou": "13 7"}},),
        players=THREE,
    ),
    Example(
        article="equal-lowest",
        rounds=(STOCK_ROUND | {"hands": {"Nina": "5", "Max": "3 2", "Lou": "13 7", "Paul": "9"}},),
        players=FOUR,
    ),
    Example(
        article="who-begins",
        rounds=(ended("out", "Lou", Nina=12, Max=9),),
        players=THREE,
        ask=Ask.DEALER,
    ),
    Example(article="who-begins", rounds=(VOID_ROUND,), players=THREE, ask=Ask.DEALER),
    Example(
        article="joker-left",
        rounds=(ended("out", "Nina", Max="JK 4", Lou="11"),),
        players=THREE,
        flips=({"joker_value": 50},),
    ),
    Example(
        article="last-turn", rounds=(ended("out", "Nina", Max="1", Lou="13 7"),), players=THREE
    ),
    Example(
        article="most-points",
        rounds=(
            ended("out", "Nina", Max="10", Lou="13 7"),
            ended("out", "Max", Nina="10", Lou="13 7"),
        ),
        players=THREE,
        rules={"rounds": 2},
        ask=Ask.WINNER,
    ),
    Example(
        article="cards-left",
        rounds=(ended("out", "Nina", Max="12", Lou="13 10", Paul="13 13 11"),),
        players=FOUR,
    ),
    Example(
        article="above-lowest",
        rounds=(STOCK_ROUND | {"hands": {"Nina": "5", "Max": "12", "Lou": "13 7"}},),
        players=THREE,
    ),
    Example(
        article="shared-lowest",
        rounds=(STOCK_ROUND | {"hands": {"Nina": "5", "Max": "4 1", "Lou": "13 1"}},),
        players=THREE,
    ),
)
