"""The house rules of a game, for its sheet, its shared page and the big screen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import abort, render_template, request
from flask_babel import get_locale
from markupsafe import Markup

from scorekeeper.rummy.game.facts import Game, rules_in_force
from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules
from scorekeeper.rummy.messages import Message
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import find_variant
from scorekeeper.web.games import blueprint


@dataclass(frozen=True, slots=True)
class RuleInForce:
    """A house rule of this game. `preset` is the preset's value, if that differs."""

    rule: HouseRule
    value: Message
    preset: Message | None


@blueprint.app_template_global()
def rules_of(game: Game) -> tuple[RuleInForce, ...]:
    return _rules_in_force(game.variant, game.preset, game.rules)


def _rules_in_force(variant: Variant, name: str, rules: Any) -> tuple[RuleInForce, ...]:
    preset = rules_in_force(variant, name, {})
    listed = []
    for rule in house_rules(variant.rules_type):
        value: Value = getattr(rules, rule.name)
        usual: Value = getattr(preset, rule.name)
        changed = None if value == usual else rule.print(usual)
        listed.append(RuleInForce(rule, rule.print(value), changed))
    return tuple(listed)


def rules_shown(game: Game) -> Markup:
    if game.imported is not None:
        return Markup()
    facts = (game.variant.key, game.preset, game.rules)
    return _shown(*facts, str(get_locale()), request.script_root)


@lru_cache(maxsize=256)
def _shown(key: str, preset: str, rules: Any, _language: str, _below: str) -> Markup:
    """The rendered rules, cached for all games with these rules in this language."""
    variant = find_variant(key) or abort(404)
    listed = _rules_in_force(variant, preset, rules)
    page = render_template("games/_rules.html", variant=variant, preset=preset, rules=listed)
    return Markup(page)  # noqa: S704 - rendered, and escaped, by our template
