"""The house rules of Gin and its presets, on which Oklahoma and Hollywood build."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.house_rules import Value, house_rule, target
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.variant import Preset


@dataclass(frozen=True, slots=True, kw_only=True)
class GinRules:
    """The house rules of Gin; see each field's label."""

    knock_limit: int = house_rule(
        10,
        message("Knock with at most"),
        message("The most deadwood a knocker may have; 0 is straight gin."),
        low=0,
        high=10,
        limits_knock=True,
    )
    gin_bonus: int = house_rule(
        25,
        message("Gin bonus"),
        message("Added to the other player’s deadwood."),
        low=0,
        high=100,
        off_at_zero=True,
    )
    undercut_bonus: int = house_rule(
        10,
        message("Undercut bonus"),
        message("For beating the knocker."),
        low=0,
        high=100,
        off_at_zero=True,
    )
    tie: str = house_rule(
        "undercut",
        message("A tie"),
        message("When the other player has just as much as the knocker."),
        choices=(
            ("undercut", message("an undercut")),
            ("no-score", message("nobody scores")),
            ("knocker", message("the knocker wins 0 points")),
        ),
    )
    big_gin_bonus: int = house_rule(
        0,
        message("Big gin bonus"),
        message("For all eleven cards in melds; 0 if you do not play big gin."),
        low=0,
        high=100,
        off_at_zero=True,
    )
    target: int = target(100)
    game_bonus: int = house_rule(
        0,
        message("Game bonus"),
        message("For reaching the target."),
        low=0,
        high=500,
        off_at_zero=True,
    )
    box_bonus: int = house_rule(
        0,
        message("Box bonus"),
        message("For each round won, added at the end."),
        low=0,
        high=100,
        off_at_zero=True,
    )
    gin_boxes: int = house_rule(
        0,
        message("Extra boxes for gin"),
        message("A gin is worth this many boxes more."),
        low=0,
        high=5,
    )
    undercut_boxes: int = house_rule(
        0,
        message("Extra boxes for an undercut"),
        message("An undercut is worth this many boxes more."),
        low=0,
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
    """The presets of Gin, with further or replaced overrides given by preset key in `more`.

    >>> gin_presets(bicycle={"ace_upcard": "gin"})[2].overrides["ace_upcard"]
    'gin'
    """
    return tuple(
        Preset(key, _PRESET_NAMES[key], overrides | more.get(key, {}))
        for key, overrides in _OVERRIDES.items()
    )
