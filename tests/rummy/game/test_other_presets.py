"""The score of a recorded round by other presets of its game."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.comparison import under_other_presets
from scorekeeper.rummy.game.sheet import fold
from tests.support.documents import VOID, gin, knock, out, rummy
from tests.support.walks import walk


def by_presets(
    variant: str, rounds: list[Any], players: list[str], preset: str = "plain", **rules: Any
) -> dict[str, tuple[int, ...]]:
    """Return the points of the last round by every preset with another result."""
    document = {"variant": variant, "preset": preset, "rules": rules, "players": players}
    sheet = fold(read_game({**document, "rounds": rounds}))
    return {
        game.preset: judged.ruling.points(len(players))
        for game, judged in under_other_presets(sheet, sheet.rounds[-1])
    }


TWO, THREE = ["Ann", "Bob"], ["Ann", "Bob", "Cem"]


@walk(
    ("variant", "rounds", "players", "expected"),
    {
        "gin is worth 20 by Pagat and Bicycle": (
            "gin",
            [gin("Ann", Bob=47)],
            TWO,
            {"pagat": (67, 0), "bicycle": (67, 0)},
        ),
        "8 everywhere": ("gin", [knock("Ann", Ann=3, Bob=11)], TWO, {}),
        "no joker is played by Pagat": (
            "basic",
            [rummy("Ann", Bob="JK 9", Cem="K")],
            THREE,
            {"penalty": (0, 24, 10)},
        ),
        "the second deal of Three Thirteen has four cards, though a void one came between": (
            "three-thirteen",
            [out("Bob", Ann="7"), VOID, out("Bob", Ann={"hand": "KS QH 9D 2C"})],
            TWO,
            {"high": (36, 0)},
        ),
    },
)
def test_a_round_is_judged_by_the_other_presets(
    variant: str, rounds: list[Any], players: list[str], expected: dict[str, tuple[int, ...]]
) -> None:
    assert by_presets(variant, rounds, players) == expected


def test_house_rules_of_the_table_are_no_preset() -> None:
    usual = dict.fromkeys(("plain", "wikipedia", "modern", "tournament"), (72, 0))
    assert by_presets("gin", [gin("Ann", Bob=47)], TWO, gin_bonus=20) == usual
