"""The house rules in force, as the sheet shows them: they stay the same for the whole game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from flask import render_template, request
from flask_babel import get_locale
from markupsafe import Markup

from scorekeeper.rummy.game.sheet import Game, rules_in_force
from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules
from scorekeeper.rummy.messages import Message
from scorekeeper.rummy.variants import find_variant


@dataclass(frozen=True, slots=True)
class RuleInForce:
    """A house rule of this game; `preset` is the preset's value where the game's differs."""

    rule: HouseRule
    value: Message
    preset: Message | None


def rules_of(game: Game) -> tuple[RuleInForce, ...]:
    """The house rules in force, each with the preset's value where that differs."""
    preset = rules_in_force(game.variant, game.preset, {})
    listed = []
    for rule in house_rules(game.variant.rules_type):
        value: Value = getattr(game.rules, rule.name)
        usual: Value = getattr(preset, rule.name)
        changed = None if value == usual else rule.print(usual)
        listed.append(RuleInForce(rule, rule.print(value), changed))
    return tuple(listed)


def rules_shown(game: Game) -> Markup:
    """The part of a page that shows the rules of a game."""
    return _shown(
        game.variant.key, game.preset, rules_of(game), str(get_locale()), request.script_root
    )


@lru_cache(maxsize=256)
def _shown(
    variant: str,
    preset: str,
    rules: tuple[RuleInForce, ...],
    _language: str,
    _below: str,
) -> Markup:
    """The part of the page, rendered once for all games with these rules in this language."""
    page = render_template(
        "games/_rules.html", variant=find_variant(variant), preset=preset, rules=rules
    )
    return Markup(page)  # noqa: S704 - a template of ours, which has escaped what it shows
