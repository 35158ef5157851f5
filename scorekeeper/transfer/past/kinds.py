"""Finds the game that a name in a file means. The name can be in any of our languages."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from scorekeeper.languages import LANGUAGES, read_catalogue
from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.transfer.past.values import plain

USUAL = "/plain"
"""The suffix in our tables for a game with its usual preset."""


class PlayedAs(NamedTuple):
    """A game with a preset, which says whether the highest or the lowest total wins.

    Written as `basic/penalty`.
    """

    variant: Variant
    preset: Preset

    @property
    def key(self) -> str:
        is_usual = self.preset is self.variant.presets[0]
        return self.variant.key if is_usual else f"{self.variant.key}/{self.preset.key}"


@cache
def all_kinds() -> dict[str, PlayedAs]:
    kinds = [PlayedAs(variant, preset) for variant in VARIANTS for preset in variant.presets]
    return {kind.key: kind for kind in kinds}


@cache
def offered() -> tuple[PlayedAs, ...]:
    """The games to choose from.

    A preset is a separate choice only if it and the usual preset differ in whether the lowest total
    wins.
    """
    return tuple(
        kind
        for kind in all_kinds().values()
        if kind.key == kind.variant.key or lowest_wins(kind) != lowest_wins(_usual(kind.variant))
    )


def _usual(variant: Variant) -> PlayedAs:
    return PlayedAs(variant, variant.presets[0])


def lowest_wins(kind: PlayedAs) -> bool:
    rules = rules_in_force(kind.variant, kind.preset.key, {})
    return kind.variant.lowest_wins(rules)


def is_won_either_way(variant: Variant) -> bool:
    return len({lowest_wins(kind) for kind in offered() if kind.variant is variant}) > 1


def won_by(kind: PlayedAs, *, lowest: bool) -> PlayedAs:
    """The same game with a preset in which the lowest or highest total wins, if there is one."""
    if lowest_wins(kind) == lowest:
        return kind
    of_game = (other for other in offered() if other.variant is kind.variant)
    return next((other for other in of_game if lowest_wins(other) == lowest), kind)


def says_who_wins(name: str) -> bool:
    """Check whether a game’s name tells if the lowest or the highest total wins.

    The name tells this if all presets of the game agree, or if the name stands for one preset.
    """
    kind = kind_called(name)
    return kind is not None and (
        "/" in name or not is_won_either_way(kind.variant) or kind != _usual(kind.variant)
    )


def kind_called(name: str) -> PlayedAs | None:
    """The game with this name in any language, or with this key. `None` for an unknown name."""
    key = name.strip().removesuffix(USUAL)
    return all_kinds().get(key) or _by_name().get(plain(name))


@cache
def _by_name() -> dict[str, PlayedAs]:
    named = dict[str, PlayedAs]()
    for language in LANGUAGES:
        translate = read_catalogue(language).gettext
        for variant in VARIANTS:
            for name in (variant.key, translate(variant.name.template)):
                named.setdefault(plain(name), _usual(variant))
            for other in variant.other_names:
                name = plain(translate(other.template))
                named.setdefault(name, _with_preset(variant, plain(other.template)))
    return named


def _with_preset(variant: Variant, other_name: str) -> PlayedAs:
    """The game by one of its other names: Liverpool Rummy has the preset Liverpool."""
    presets = [
        preset for preset in variant.presets if other_name.startswith(plain(preset.name.template))
    ]
    return PlayedAs(variant, (presets or variant.presets)[0])
