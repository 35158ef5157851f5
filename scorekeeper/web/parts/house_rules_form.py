"""The form of a variant's house rules, built from the declared rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from flask_babel import gettext as _
from flask_babel.speaklater import LazyString
from wtforms import Field, RadioField, SelectChoice, SelectField, StringField, ValidationError

from scorekeeper.rummy.game.comparison import listed_in_presets
from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.parts.numbers import read_number
from scorekeeper.web.shell.translation import page_language, translate

KNOWN_RULES = frozenset(
    rule.name for variant in VARIANTS for rule in house_rules(variant.rules_type)
)
"""The names of all house rules of all games."""

MOST_CHIPS = 3
"""Up to this many choices are side by side. More are in a list."""


class ReadByRule:
    """A validator that rejects invalid values with the house rule's own message."""

    def __init__(self, rule: HouseRule) -> None:
        self.rule = rule

    def __call__(self, _form: object, field: Field) -> None:
        try:
            read_typed(self.rule, field.data or "")
        except RuleError as error:
            raise ValidationError(translate(error.message)) from None


def print_typed(value: Value) -> str:
    """A value as text for the form's fields.

    >>> print_typed(True), print_typed(100)
    ('true', '100')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_typed(rule: HouseRule, text: str) -> Value:
    """Read a typed or chosen text. Raises `RuleError` at the rule's name."""
    for choice, _label in rule.choices:
        if print_typed(choice) == text:
            return choice
    if rule.choices:
        return rule.read(text)
    return rule.read(read_number(text))


def preset_values(variant: Variant, preset: Preset) -> dict[str, Value]:
    return {
        rule.name: preset.overrides.get(rule.name, rule.default)
        for rule in house_rules(variant.rules_type)
    }


MOST_CHANGES = 8
"""A line lists this many changes of a preset and counts the others.

If there is only one other change, the line lists it too.
"""


def preset_words(variant: Variant, preset: Preset, without: Collection[str] = ()) -> str:
    """A preset's changes, such as `gin bonus 20`. Without changes, its numbers above 0.

    A long list ends with the number of further changes. `without` has the names of house rules to
    leave out, such as those that a tournament sets under every preset.
    """
    rules = [rule for rule in house_rules(variant.rules_type) if rule.name not in without]
    values = preset_values(variant, preset)
    named = [rule for rule in rules if values[rule.name] != rule.default]
    named = [rule for rule in named if values[rule.name] or rule.name != "target"]
    named = named or [rule for rule in rules if not rule.choices and values[rule.name]]
    told = [_in_words(rule, values[rule.name]) for rule in named or rules[:1]]
    if len(told) > MOST_CHANGES + 1:
        told[MOST_CHANGES:] = [str(_("and %(num)d more", num=len(told) - MOST_CHANGES))]
    return ", ".join(told)


def _in_words(rule: HouseRule, value: Value) -> str:
    words = page_language().within(translate(rule.label))
    printed = translate(rule.print_briefly(value))
    if value is True:
        return words
    if rule.choices:
        return str(_("%(label)s: %(value)s", label=words, value=printed))
    return f"{words} {printed}"


def typed_changes(variant: Variant, preset: Preset, typed: Mapping[str, str]) -> dict[str, str]:
    """The typed house rules that differ from the preset, valid or not."""
    values = preset_values(variant, preset)
    return {
        rule.name: typed[rule.name]
        for rule in house_rules(variant.rules_type)
        if rule.name in typed and _differs(rule, typed[rule.name], values[rule.name])
    }


def _differs(rule: HouseRule, text: str, value: Value) -> bool:
    try:
        return read_typed(rule, text) != value
    except RuleError:
        return True


def read_overrides(variant: Variant, typed: Mapping[str, str]) -> dict[str, Value]:
    """Read typed house rules by name. Raises `RuleError` at the first invalid one."""
    rules = house_rules(variant.rules_type)
    return {rule.name: read_typed(rule, typed[rule.name]) for rule in rules if rule.name in typed}


@cache
def house_rules_form(rules_type: type) -> type[BaseForm]:
    rules = house_rules(rules_type)
    variant = next(variant for variant in VARIANTS if variant.rules_type is rules_type)
    fields = {rule.name: _field(rule, variant) for rule in rules}
    return type("HouseRulesForm", (BaseForm,), fields)


class ListSelect(SelectField):
    """A select of choices and known texts. A value that is neither is added."""

    rule: HouseRule
    choices: list[SelectChoice]

    def process_data(self, value: Any) -> None:
        super().process_data(value)
        if self.data and self.data not in [choice.value for choice in self.choices]:
            words = self.data
            with suppress(RuleError):
                words = translate(self.rule.print_briefly(read_typed(self.rule, self.data)))
            self.choices = [*self.choices, SelectChoice(self.data, words)]


def _field(rule: HouseRule, variant: Variant) -> Any:
    about: dict[str, Any] = {
        "label": LazyString(translate, rule.label),
        "description": LazyString(_help, rule),
        "validators": [ReadByRule(rule)],
    }
    if not rule.choices:
        return StringField(**about)
    choices = [
        SelectChoice(print_typed(value), LazyString(translate, label))
        for value, label in rule.choices
    ]
    if rule.text:
        lists = [
            SelectChoice(text, LazyString(_known_list, variant, rule, text))
            for text in listed_in_presets(variant, rule)
        ]
        of_rule = type("ListSelect", (ListSelect,), {"rule": rule})
        return of_rule(choices=[*choices, *lists], validate_choice=False, **about)
    kind = RadioField if len(rule.choices) <= MOST_CHIPS else SelectField
    return kind(choices=choices, validate_choice=False, **about)


def _known_list(variant: Variant, rule: HouseRule, text: str) -> str:
    printed = translate(rule.print_briefly(text))
    if rule.text is None or rule.text.brief is None:
        return printed
    having = [preset for preset in variant.presets if preset.overrides.get(rule.name) == text]
    names = ", ".join(translate(preset.name) for preset in having)
    return str(_("%(label)s: %(value)s", label=names, value=printed))


def _help(rule: HouseRule) -> str:
    texts = [translate(rule.help)] if rule.help else []
    if not rule.choices:
        texts.append(translate(rule.range))
    return " · ".join(texts)
