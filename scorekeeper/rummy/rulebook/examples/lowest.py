"""Worked examples of Knock Rummy and Manipulation Rummy, where the lowest hand wins."""

from __future__ import annotations

from scorekeeper.rummy.rulebook.examples.example import FOUR, Ask, Example
from scorekeeper.rummy.rulebook.examples.table import STOCK, VOID, ended, knock, whole

_KNOCK = ("knock",)
_MANIPULATION = ("manipulation",)
_BOTH = (*_KNOCK, *_MANIPULATION)
_THREE = ("Nina", "Max", "Lou")

KNOCK_EXAMPLES = (
    Example(
        article="difference",
        variants=_KNOCK,
        rounds=(knock("Max", Nina="K 9 2", Max="5", Lou="Q Q 7 A", Paul="8"),),
        players=FOUR,
    ),
    Example(
        article="rum-bonus",
        variants=_KNOCK,
        rounds=(ended("rum", "Max", Nina="K 9 2", Lou="Q Q 7 A", Paul="8"),),
        players=FOUR,
    ),
    Example(
        article="knock-penalty",
        variants=_KNOCK,
        rounds=(knock("Paul", Nina="K 9 2", Max="5", Lou="Q Q 7 A", Paul="8"),),
        players=FOUR,
    ),
    Example(
        article="ace",
        variants=_KNOCK,
        rounds=(knock("Nina", Nina="A", Max="QS KS AS", Lou="8"),),
        players=_THREE,
    ),
    Example(
        article="equal-counts",
        variants=_KNOCK,
        rounds=(knock("Nina", Nina="5", Max="4 A", Lou="K 9 9"),),
        players=_THREE,
        flips=({"penalty_on_tie": True},),
    ),
    Example(
        article="equal-with-several",
        variants=_KNOCK,
        rounds=(knock("Nina", Nina="5", Max="4 A", Lou="3 2", Paul="K 9"),),
        players=FOUR,
    ),
    Example(
        article="tie-below-the-knocker",
        variants=_KNOCK,
        rounds=(knock("Nina", Nina="9", Max="4 A", Lou="3 2", Paul="K 9"),),
        players=FOUR,
    ),
    Example(
        article="run-against-zero",
        variants=_KNOCK,
        rounds=(ended("rum", "Nina", Max=0, Lou="K 7"),),
        players=_THREE,
    ),
    Example(
        article="laying-off",
        variants=_KNOCK,
        rounds=(
            knock(
                "Nina",
                Nina=whole("7S 8S 9S 4H 4D 4C 2D"),
                Max=whole("TS 4S KH KD KC 6D 3H"),
                Lou=21,
            ),
        ),
        players=_THREE,
    ),
    Example(
        article="knock-too-high",
        variants=_KNOCK,
        rounds=(knock("Nina", Nina="K Q 8", Max="K J T 7", Lou="Q J T 9"),),
        players=_THREE,
    ),
    Example(
        article="stock-runs-out", variants=_KNOCK, rounds=(VOID,), players=_THREE, ask=Ask.DEALER
    ),
    Example(
        article="next-dealer",
        variants=_BOTH,
        rounds=(knock("Lou", Nina=12, Max=9, Lou=3),),
        players=_THREE,
        ask=Ask.DEALER,
    ),
    Example(
        article="best-arrangement",
        variants=_KNOCK,
        rounds=(knock("Nina", Nina=whole("7S 7H 7D 8S 9S TS 2C"), Max="K 4", Lou="J 8"),),
        players=_THREE,
    ),
)

MANIPULATION_EXAMPLES = (
    Example(
        article="difference",
        variants=_MANIPULATION,
        rounds=(knock("Nina", Nina="3", Max="Q 2", Lou="K T"),),
        players=_THREE,
    ),
    Example(
        article="undercut-bonus",
        variants=_MANIPULATION,
        rounds=(knock("Nina", Nina="3", Max="2", Lou="T"),),
        players=_THREE,
    ),
    Example(
        article="out-bonus",
        variants=_MANIPULATION,
        rounds=(ended("out", "Nina", Max="7", Lou="K 3"),),
        players=_THREE,
    ),
    Example(
        article="ace",
        variants=_MANIPULATION,
        rounds=(knock("Nina", Nina="A", Max=whole("QS KS AS 4D")),),
        flips=({"melds_in_hand": "spared"},),
    ),
    Example(
        article="equal-counts",
        variants=_MANIPULATION,
        rounds=(knock("Nina", Nina="4", Max="3 A", Lou="K 5"),),
        players=_THREE,
    ),
    Example(
        article="equal-with-several",
        variants=_MANIPULATION,
        rounds=(knock("Nina", Nina="4", Max="3 A", Lou="2 2", Paul="K 5"),),
        players=FOUR,
    ),
    Example(
        article="tie-below-the-knocker",
        variants=_MANIPULATION,
        rounds=(knock("Nina", Nina="5", Max="3 A", Lou="2 2", Paul="K 5"),),
        players=FOUR,
    ),
    Example(
        article="knock-too-high",
        variants=_MANIPULATION,
        rounds=(knock("Nina", Nina="6", Max="K 4"),),
        flips=({"knock_limit": 10},),
    ),
    Example(
        article="stock-runs-out",
        variants=_MANIPULATION,
        rounds=(STOCK | {"hands": {"Nina": "7 3", "Max": "6", "Lou": "4 2"}},),
        players=_THREE,
    ),
    Example(
        article="higher-final",
        variants=_MANIPULATION,
        rounds=(
            *[knock("Max", Nina=29, Max=1)] * 5,
            knock("Nina", Nina=1, Max=152),
        ),
        ask=Ask.END,
    ),
    Example(
        article="game-bonus",
        variants=_MANIPULATION,
        rounds=(knock("Max", Nina=30, Max=2), knock("Nina", Nina=1, Max=152)),
        flips=({"round_bonus_to": "everyone"},),
        ask=Ask.END,
    ),
    Example(
        article="wild-left",
        variants=_MANIPULATION,
        rounds=(ended("out", "Nina", Max="JK 7"),),
        flips=({"joker_value": 15},),
    ),
    Example(
        article="last-turn",
        variants=_MANIPULATION,
        rounds=(ended("out", "Nina", Max=0, Lou="K 7"),),
        players=_THREE,
    ),
    Example(
        article="best-arrangement",
        variants=_MANIPULATION,
        rounds=(knock("Nina", Nina="3", Max=whole("7S 8S JK TS TH TD 4C")),),
        flips=({"melds_in_hand": "spared"},),
    ),
)
