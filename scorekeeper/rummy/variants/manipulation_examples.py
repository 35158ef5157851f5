"""Worked examples of Manipulation Rummy."""

from __future__ import annotations

from scorekeeper.rummy.article import FOUR, STOCK_ROUND, THREE, Ask, Example, ended, knock, whole

MANIPULATION_EXAMPLES = (
    Example(
        article="next-dealer",
        rounds=(knock("Lou", Nina=12, Max=9, Lou=3),),
        players=THREE,
        ask=Ask.DEALER,
    ),
    Example(
        article="difference",
        rounds=(knock("Nina", Nina="3", Max="Q 2", Lou="K T"),),
        players=THREE,
    ),
    Example(
        article="undercut-bonus",
        rounds=(knock("Nina", Nina="3", Max="2", Lou="T"),),
        players=THREE,
    ),
    Example(
        article="out-bonus",
        rounds=(ended("out", "Nina", Max="7", Lou="K 3"),),
        players=THREE,
    ),
    Example(
        article="ace",
        rounds=(knock("Nina", Nina="A", Max=whole("QS KS AS 4D")),),
        flips=({"melds_in_hand": "spared"},),
    ),
    Example(
        article="equal-counts",
        rounds=(knock("Nina", Nina="4", Max="3 A", Lou="K 5"),),
        players=THREE,
    ),
    Example(
        article="equal-with-several",
        rounds=(knock("Nina", Nina="4", Max="3 A", Lou="2 2", Paul="K 5"),),
        players=FOUR,
    ),
    Example(
        article="tie-below-the-knocker",
        rounds=(knock("Nina", Nina="5", Max="3 A", Lou="2 2", Paul="K 5"),),
        players=FOUR,
    ),
    Example(
        article="knock-too-high",
        rounds=(knock("Nina", Nina="6", Max="K 4"),),
        flips=({"knock_limit": 10},),
    ),
    Example(
        article="stock-runs-out",
        rounds=(STOCK_ROUND | {"hands": {"Nina": "7 3", "Max": "6", "Lou": "4 2"}},),
        players=THREE,
    ),
    Example(
        article="higher-final",
        rounds=(
            *[knock("Max", Nina=29, Max=1)] * 5,
            knock("Nina", Nina=1, Max=152),
        ),
        ask=Ask.END,
    ),
    Example(
        article="game-bonus",
        rounds=(knock("Max", Nina=30, Max=2), knock("Nina", Nina=1, Max=152)),
        flips=({"round_bonus_to": "everyone"},),
        ask=Ask.END,
    ),
    Example(
        article="wild-left",
        rounds=(ended("out", "Nina", Max="JK 7"),),
        flips=({"joker_value": 15},),
    ),
    Example(
        article="last-turn",
        rounds=(ended("out", "Nina", Max=0, Lou="K 7"),),
        players=THREE,
    ),
    Example(
        article="best-arrangement",
        rounds=(knock("Nina", Nina="3", Max=whole("7S 8S JK TS TH TD 4C")),),
        flips=({"melds_in_hand": "spared"},),
    ),
)
