"""The style sheets that the pages of a round need, depending on the game."""

from __future__ import annotations

from scorekeeper.rummy.variant import Variant


def ruling_styles(variant: Variant) -> list[str]:
    return [*_points_styles(variant), *(["phase"] if variant.phases else [])]


def entering_styles(variant: Variant) -> list[str]:
    """The style sheets of a round being entered: for its ruling, its hands, and the keys."""
    of_hands = {
        "round-hand-part": variant.put_down,
        "round-hand-instead": variant.own_parts,
        "tally": variant.tally or variant.own_parts,
        "tally-sides": variant.tally,
    }
    of_games = {"phase": variant.phases, "opening": variant.opening}
    return [
        *_points_styles(variant),
        "round-hand",
        *(style for style, needed in of_hands.items() if needed),
        *("round", "pad", "pad-dock"),
        *(style for style, needed in of_games.items() if needed),
    ]


def _points_styles(variant: Variant) -> list[str]:
    return ["ruling", "ruling-parts" if variant.tally else "ruling-row"]
