"""Worked examples of Knock Rummy."""

from __future__ import annotations

from scorekeeper.rummy.article import FOUR, THREE, VOID_ROUND, Ask, Example, ended, knock, whole

KNOCK_EXAMPLES = (
    Example(
        article="difference",
        rounds=(knock("Max", Nina="K 9 2", Max="5", Lou="Q Q 7 A", Paul="8"),),
        players=FOUR,
    ),
    Example(
        article="rum-bonus",
        rounds=(ended("rum", "Max", Nina="K 9 2", Lou="Q Q 7 A", Paul="8"),),
        players=FOUR,
    ),
    Example(
        article="knock-penalty",
        rounds=(knock("Paul", Nina="K 9 2", Max="5", Lou="Q Q 7 A", Paul="8"),),
        players=FOUR,
    ),
    Example(
        article="ace",
        rounds=(knock("Nina", Nina="A", Max="QS KS AS", Lou="8"),),
        players=THREE,
    ),
    Example(
        article="equal-counts",
        rounds=(knock("Nina", Nina="5", Max="4 A", Lou="K 9 9"),),
        players=THREE,
        flips=({"penalty_on_tie": True},),
    ),
    Example(
        article="equal-with-several",
        rounds=(knock("Nina", Nina="5", Max="4 A", Lou="3 2", Paul="K 9"),),
        players=FOUR,
    ),
    Example(
        article="tie-below-the-knocker",
        rounds=(knock("Nina", Nina="9", Max="4 A", Lou="3 2", Paul="K 9"),),
        players=FOUR,
    ),
    Example(
        article="run-against-zero",
        rounds=(ended("rum", "Nina", Max=0, Lou="K 7"),),
        players=THREE,
    ),
    Example(
        article="laying-off",
        rounds=(
            knock(
                "Nina",
                Nina=whole("7S 8S 9S 4H 4D 4C 2D"),
                Max=whole("TS 4S KH KD KC 6D 3H"),
                Lou=21,
            ),
        ),
        players=THREE,
    ),
    Example(
        article="knock-too-high",
        rounds=(knock("Nina", Nina="K Q 8", Max="K J T 7", Lou="Q J T 9"),),
        players=THREE,
    ),
    Example(article="stock-runs-out", rounds=(VOID_ROUND,), players=THREE, ask=Ask.DEALER),
    Example(
        article="next-dealer",
        rounds=(knock("Lou", Nina=12, Max=9, Lou=3),),
        players=THREE,
        ask=Ask.DEALER,
    ),
    Example(
        article="best-arrangement",
        rounds=(knock("Nina", Nina=whole("7S 7H 7D 8S 9S TS 2C"), Max="K 4", Lou="J 8"),),
        players=THREE,
    ),
)
