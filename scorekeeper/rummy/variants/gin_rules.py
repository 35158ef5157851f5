"""The house rules, presets and examples of Gin. Oklahoma and Hollywood build on this module."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.examples import (
    STOCK_ROUND,
    Ask,
    Example,
    ended,
    knock,
    knocked,
    went_out,
    whole,
)
from scorekeeper.rummy.house_rules import Value, bonus, house_rule, target
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.variant import Preset


@dataclass(frozen=True, slots=True, kw_only=True)
class GinRules:
    """The house rules of Gin, each with its label."""

    knock_limit: int = house_rule(
        10,
        message("Knock with at most"),
        message("The most deadwood a knocker may have; 0 is straight gin."),
        high=10,
        limits_knock=True,
    )
    gin_bonus: int = bonus(
        25, message("Gin bonus"), message("Added to the other player’s deadwood.")
    )
    undercut_bonus: int = bonus(10, message("Undercut bonus"), message("For beating the knocker."))
    tie: str = house_rule(
        "undercut",
        message("A tie"),
        message("When the other player has just as much as the knocker."),
        choices=(
            ("undercut", message("an undercut")),
            ("no-score", message("nobody scores")),
            ("knocker", message("the knocker wins the round, without points")),
        ),
    )
    big_gin_bonus: int = bonus(
        0,
        message("Big gin bonus"),
        message("For all eleven cards in melds; 0 if you do not play big gin."),
    )
    target: int = target(100)
    game_bonus: int = bonus(0, message("Game bonus"), message("For reaching the target."), high=500)
    box_bonus: int = bonus(
        0, message("Box bonus"), message("For each round won, added at the end.")
    )
    gin_boxes: int = house_rule(
        0, message("Extra boxes for gin"), message("A gin is worth this many boxes more."), high=5
    )
    undercut_boxes: int = house_rule(
        0,
        message("Extra boxes for an undercut"),
        message("An undercut is worth this many boxes more."),
        high=5,
    )
    shutout: str = house_rule(
        "none",
        message("Shutout"),
        message("What the winner gets on top when the loser has 0 points or less."),
        choices=(
            ("none", message("nothing")),
            ("game-bonus-doubled", message("the game bonus again")),
            ("plus-100", message("100 points")),
            ("points-doubled", message("the points again")),
            ("total-doubled", message("points, boxes and game bonus again")),
        ),
    )
    winner_by: str = house_rule(
        "target",
        message("The game is won by"),
        choices=(
            ("target", message("reaching the target")),
            ("total", message("the highest final total")),
        ),
    )
    next_dealer: str = house_rule(
        "winner",
        message("The next deal goes to"),
        message("After a round that nobody won, the same player deals again."),
        choices=(
            ("winner", message("the winner of the round")),
            ("loser", message("the loser of the round")),
            ("alternate", message("each in turn")),
        ),
    )


_PRESET_NAMES = {
    "plain": message("Standard"),
    "pagat": message("Pagat"),
    "bicycle": message("Bicycle"),
    "wikipedia": message("Wikipedia"),
    "modern": message("Modern"),
    "tournament": message("Tournament"),
}

_MODERN: dict[str, Value] = {
    "undercut_bonus": 25,
    "big_gin_bonus": 31,
    "game_bonus": 100,
    "box_bonus": 25,
}

_OVERRIDES: dict[str, dict[str, Value]] = {
    "plain": {},
    "pagat": {
        "gin_bonus": 20,
        "game_bonus": 100,
        "box_bonus": 20,
        "shutout": "game-bonus-doubled",
        "next_dealer": "loser",
    },
    "bicycle": {"gin_bonus": 20, "game_bonus": 100, "box_bonus": 20, "shutout": "plus-100"},
    "wikipedia": _MODERN
    | {"shutout": "points-doubled", "winner_by": "total", "next_dealer": "alternate"},
    "modern": _MODERN | {"shutout": "total-doubled"},
    "tournament": _MODERN
    | {
        "target": 250,
        "shutout": "points-doubled",
        "winner_by": "total",
        "next_dealer": "alternate",
    },
}


def gin_presets(**more: dict[str, Value]) -> tuple[Preset, ...]:
    """The presets of Gin. `more` has further overrides for some presets, by the preset’s key.

    >>> gin_presets(bicycle={"ace_upcard": "gin"})[2].overrides["ace_upcard"]
    'gin'
    """
    return tuple(
        Preset(key, _PRESET_NAMES[key], overrides | more.get(key, {}))
        for key, overrides in _OVERRIDES.items()
    )


_SEVENS_AND_KINGS = "7S 8S 9S KH KD KC 4C 5C 6C 9D"

GIN_FAMILY_EXAMPLES = (
    knocked("difference", Nina="A 2", Max="K A"),
    went_out("gin-bonus", ending="gin", Max=72),
    went_out("big-gin-bonus", ending="big-gin", Max=20),
    knocked("undercut-bonus", Nina="3", Max="A"),
    knocked("ace", Nina="A", Max="QS KS AS"),
    knocked("equal-counts", {"tie": "no-score"}, {"tie": "knocker"}, Nina="K", Max="9 A"),
    went_out("gin-against-zero", ending="gin", Max=0),
    knocked(
        "gin-off",
        Nina=whole("7S 8S 9S 4H 4D 4C QH QD QC 2C"),
        Max=whole("TS JS QS AH AD AC 6H 6D 6C 4S"),
    ),
    knocked(
        "laying-off",
        Nina=whole("7S 8S 9S KH KD KC 5H 6H 7H 3C"),
        Max=whole("2S 2H 2D TS JS KS 4H 9D 9C QD"),
    ),
    knocked(
        "before-or-after", Nina=whole(_SEVENS_AND_KINGS), Max=whole("2S 2H 2D 3H 4H 5H TS AC AD 3S")
    ),
    knocked("knock-too-high", Nina="Q 2", Max="K Q J"),
    knocked("knock-too-high", Nina="Q 2", Max="K Q J", also={"allow": ["illegal-knock"]}),
    Example("stock-runs-out", (STOCK_ROUND,), ask=Ask.DEALER),
    knocked("next-dealer", {"next_dealer": "loser"}, Nina=4, Max=14, ask=Ask.DEALER),
    Example(
        "boxes-and-target",
        (knock("Nina", Nina=2, Max=50), knock("Nina", Nina=2, Max=50)),
        rules={"target": 100, "box_bonus": 25},
        ask=Ask.END,
    ),
    Example(
        "shutout",
        (knock("Nina", Nina=1, Max=51), knock("Nina", Nina=1, Max=51)),
        rules={"target": 100},
        ask=Ask.END,
    ),
    knocked("best-arrangement", Nina=whole("7S 7H 7D 8S 9S TS 2C 3C 4C KD"), Max=30),
    knocked(
        "best-arrangement",
        by="Max",
        Nina={"melds": ["7S 8S 9S TS", "2C 3C 4C"], "unmatched": "7H 7D KD"},
        Max=9,
    ),
    knocked(
        "best-arrangement",
        Nina=whole("AS 2S AC 2C 3C AD 4D AH 2H 3H"),
        Max=whole("3S 6S 7S 8S 9S 4C 6D 4H 5H 6H"),
    ),
)

ONE_COLUMN_EXAMPLES = (
    Example(
        "higher-final",
        (
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
        "game-bonus",
        (knock("Nina", Nina=1, Max=31), knock("Max", Nina=26, Max=1), ended("gin", "Nina", Max=70)),
        rules={"target": 100},
        ask=Ask.END,
    ),
)
"""The examples for games of the gin family with one column."""
