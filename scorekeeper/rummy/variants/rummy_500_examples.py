"""Worked examples of Rummy 500."""

from __future__ import annotations

from scorekeeper.rummy.article import (
    THREE,
    VOID_ROUND,
    Ask,
    Example,
    HandDocument,
    RoundDocument,
    ended,
)


def _hand(shown: int | list[str], left: int | str = "") -> HandDocument:
    return {"shown": shown, "left": left}


def _stock_ran_out(**hands: HandDocument) -> RoundDocument:
    return {"ending": "stock", "hands": hands}


RUMMY_500_EXAMPLES = (
    Example(
        article="ace",
        rounds=(ended("out", "Nina", Nina=_hand(["Q K A"]), Max=_hand(["A 2 3"], "A")),),
        flips=({"low_ace": 15}, {"ace_value": 11}),
    ),
    Example(
        article="low-ace",
        rounds=(ended("out", "Nina", Nina=_hand(["A1", "K K K"]), Max=_hand(["2S 3S 4S"], "9")),),
        flips=({"low_ace": 15},),
    ),
    Example(
        article="took-the-pile",
        rounds=(ended("out", "Max", Max=_hand(["7 7 7"]), Nina=_hand(["8 9 10"], "K Q J 9 4")),),
    ),
    Example(
        article="stock-runs-out",
        rounds=(_stock_ran_out(Nina=_hand(["9 9 9"], "K"), Max=_hand(["4 5 6"], "A 2")),),
    ),
    Example(
        article="next-dealer",
        rounds=(ended("out", "Lou", Lou=_hand(40), Nina=_hand(30, 12), Max="9"), VOID_ROUND),
        players=THREE,
        ask=Ask.DEALER,
    ),
    Example(
        article="wild-left",
        rounds=(ended("out", "Nina", Nina=_hand(["K K K"]), Max="A JK"),),
        rules={"jokers_per_deck": 2},
        flips=({"joker_value": 50},),
    ),
    Example(
        article="last-turn",
        rounds=(ended("out", "Nina", Nina=_hand(60), Max=_hand(25, "K K K 10")),),
    ),
    Example(
        article="below-nothing",
        rounds=(ended("out", "Nina", Nina=_hand(60), Max=_hand(87, 90)),),
    ),
    Example(
        article="both-at-the-target",
        rounds=(ended("out", "Nina", Nina=_hand(60), Max=_hand(85, 10)),),
        rules={"target": 60},
        ask=Ask.WINNER,
    ),
    Example(
        article="both-at-the-target",
        rounds=(ended("out", "Nina", Nina=_hand(60), Max=_hand(70, 10)),),
        rules={"target": 60},
        flips=({"tie_at_end": "play-on"},),
        ask=Ask.WINNER,
    ),
    Example(
        article="shown",
        rounds=(ended("out", "Nina", Nina=_hand(["7 8 9", "4 4 4"]), Max=_hand(["Q Q Q"], "J 3")),),
    ),
    Example(
        article="cards-left",
        rounds=(ended("out", "Nina", Nina=_hand(["Q Q Q"]), Max=_hand(["7 8 9"], "J 3")),),
    ),
    Example(
        article="out-bonus",
        rounds=(ended("out", "Nina", Nina=_hand(60), Max=_hand(25, 40)),),
        flips=({"out_bonus": 50},),
    ),
)
