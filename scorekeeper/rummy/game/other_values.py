"""The values of a house rule that are worth comparing for a round."""

from __future__ import annotations

from functools import cache

from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS


def other_values(variant: Variant, rule: HouseRule, knocked_with: int | None) -> tuple[Value, ...]:
    """All choices of a rule; for a number, those in presets, and 0 if that turns the rule off.

    For a knock limit also the count `knocked_with` and one less: the lowest limit that allows the
    knock and the highest that forbids it.
    """
    if rule.choices:
        return tuple(value for value, _label in rule.choices)
    values = set(_in_presets(variant, rule.name))
    if not rule.of_its_game:
        values |= _anywhere(rule.name)
    if rule.off_at_zero:
        values.add(0)
    if rule.limits_knock and knocked_with is not None:
        values |= {knocked_with - 1, knocked_with}
    return tuple(sorted(value for value in values if rule.low <= value <= rule.high))


def _in_presets(variant: Variant, name: str) -> set[int]:
    """The values of a rule in this game's presets."""
    default = {rule.name: rule.default for rule in house_rules(variant.rules_type)}[name]
    return {int(preset.overrides.get(name, default)) for preset in variant.presets}


@cache
def _anywhere(name: str) -> frozenset[int]:
    """The values other than 0 of a rule with this name in the presets of all games."""
    known = [
        variant
        for variant in VARIANTS
        if any(rule.name == name for rule in house_rules(variant.rules_type))
    ]
    return frozenset(number for variant in known for number in _in_presets(variant, name) if number)
