"""Worked examples of Rami 51."""

from __future__ import annotations

from scorekeeper.rummy.article import FOUR, THREE, VOID_ROUND, Ask, Example, HandDocument, ended


def never_opened(left: str | int) -> HandDocument:
    """The cards left of a player who never opened, or their count."""
    return {"opened": False, "left": left}


RAMI_EXAMPLES = (
    Example(article="ace", rounds=(ended("out", "Nina", Max="A 7", Lou="Q"),), players=THREE),
    Example(
        article="opening",
        rounds=(ended("out", "Nina", Max=never_opened("A K Q J"), Lou="4"),),
        players=THREE,
        flips=({"not_opened": 0},),
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
        rounds=(ended("out", "Nina", Max="K A JK", Lou="4"),),
        players=THREE,
        flips=({"joker_value": 50},),
    ),
    Example(
        article="rami-or-sec",
        rounds=(ended("rami", "Nina", Max="K 9", Lou=never_opened(84)),),
        players=THREE,
        flips=({"rami_doubles": True},),
    ),
    Example(
        article="rami-or-sec",
        rounds=(
            ended(
                "rami-sec",
                "Nina",
                Max=never_opened(84),
                Lou=never_opened(67),
                Paul=never_opened(112),
            ),
        ),
        players=FOUR,
    ),
    Example(article="last-turn", rounds=(ended("out", "Nina", Max="3", Lou="K 7"),), players=THREE),
    Example(
        article="past-the-target",
        rounds=(ended("out", "Nina", Max="K Q J T", Lou="K Q J 9 2"),),
        players=THREE,
        rules={"target": 40},
        ask=Ask.WINNER,
    ),
    Example(
        article="cards-left", rounds=(ended("out", "Nina", Max="K A 7", Lou="4"),), players=THREE
    ),
    Example(
        article="not-opened",
        rounds=(ended("out", "Nina", Max=never_opened(84), Lou="4"),),
        players=THREE,
    ),
    Example(
        article="rami-doubles",
        rounds=(ended("rami", "Nina", Max="K 9", Lou="4"),),
        players=THREE,
        rules={"rami_doubles": True},
    ),
    Example(article="out-bonus", rounds=(ended("out", "Nina", Max="9", Lou="4"),), players=THREE),
)
