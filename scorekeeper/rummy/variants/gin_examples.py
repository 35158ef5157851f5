"""Worked examples of Gin Rummy, and those shared by its family."""

from __future__ import annotations

from scorekeeper.rummy.article import STOCK_ROUND, Ask, Example, ended, knock, whole

_SEVENS_AND_KINGS = "7S 8S 9S KH KD KC 4C 5C 6C 9D"

GIN_FAMILY_EXAMPLES = (
    Example(
        article="difference",
        rounds=(knock("Nina", Nina="A 2", Max="K A"),),
    ),
    Example(
        article="gin-bonus",
        rounds=(ended("gin", "Nina", Max=72),),
    ),
    Example(
        article="big-gin-bonus",
        rounds=(ended("big-gin", "Nina", Max=20),),
    ),
    Example(
        article="undercut-bonus",
        rounds=(knock("Nina", Nina="3", Max="A"),),
    ),
    Example(
        article="ace",
        rounds=(knock("Nina", Nina="A", Max="QS KS AS"),),
    ),
    Example(
        article="equal-counts",
        rounds=(knock("Nina", Nina="K", Max="9 A"),),
        flips=({"tie": "no-score"}, {"tie": "knocker"}),
    ),
    Example(
        article="gin-against-zero",
        rounds=(ended("gin", "Nina", Max=0),),
    ),
    Example(
        article="gin-off",
        rounds=(
            knock(
                "Nina",
                Nina=whole("7S 8S 9S 4H 4D 4C QH QD QC 2C"),
                Max=whole("TS JS QS AH AD AC 6H 6D 6C 4S"),
            ),
        ),
    ),
    Example(
        article="laying-off",
        rounds=(
            knock(
                "Nina",
                Nina=whole("7S 8S 9S KH KD KC 5H 6H 7H 3C"),
                Max=whole("2S 2H 2D TS JS KS 4H 9D 9C QD"),
            ),
        ),
    ),
    Example(
        article="before-or-after",
        rounds=(
            knock(
                "Nina", Nina=whole(_SEVENS_AND_KINGS), Max=whole("2S 2H 2D 3H 4H 5H TS AC AD 3S")
            ),
        ),
    ),
    Example(
        article="knock-too-high",
        rounds=(knock("Nina", Nina="Q 2", Max="K Q J"),),
    ),
    Example(
        article="knock-too-high",
        rounds=(knock("Nina", Nina="Q 2", Max="K Q J") | {"allow": ["illegal-knock"]},),
    ),
    Example(article="stock-runs-out", rounds=(STOCK_ROUND,), ask=Ask.DEALER),
    Example(
        article="next-dealer",
        rounds=(knock("Nina", Nina=4, Max=14),),
        flips=({"next_dealer": "loser"},),
        ask=Ask.DEALER,
    ),
    Example(
        article="boxes-and-target",
        rounds=(knock("Nina", Nina=2, Max=50), knock("Nina", Nina=2, Max=50)),
        rules={"target": 100, "box_bonus": 25},
        ask=Ask.END,
    ),
    Example(
        article="shutout",
        rounds=(knock("Nina", Nina=1, Max=51), knock("Nina", Nina=1, Max=51)),
        rules={"target": 100},
        ask=Ask.END,
    ),
    Example(
        article="best-arrangement",
        rounds=(knock("Nina", Nina=whole("7S 7H 7D 8S 9S TS 2C 3C 4C KD"), Max=30),),
    ),
    Example(
        article="best-arrangement",
        rounds=(
            knock(
                "Max",
                Nina={"melds": ["7S 8S 9S TS", "2C 3C 4C"], "unmatched": "7H 7D KD"},
                Max=9,
            ),
        ),
    ),
    Example(
        article="best-arrangement",
        rounds=(
            knock(
                "Nina",
                Nina=whole("AS 2S AC 2C 3C AD 4D AH 2H 3H"),
                Max=whole("3S 6S 7S 8S 9S 4C 6D 4H 5H 6H"),
            ),
        ),
    ),
)

ONE_COLUMN_EXAMPLES = (
    Example(
        article="higher-final",
        rounds=(
            knock("Max", Nina=34, Max=1),
            knock("Max", Nina=34, Max=1),
            knock("Max", Nina=34, Max=1),
            knock("Nina", Nina=1, Max=61),
            knock("Nina", Nina=1, Max=46),
        ),
        rules={"target": 100, "game_bonus": 0, "box_bonus": 25},
        ask=Ask.WINNER,
    ),
    Example(
        article="game-bonus",
        rounds=(
            knock("Nina", Nina=1, Max=31),
            knock("Max", Nina=26, Max=1),
            ended("gin", "Nina", Max=70),
        ),
        rules={"target": 100},
        ask=Ask.END,
    ),
)
"""The examples for games with one column."""
