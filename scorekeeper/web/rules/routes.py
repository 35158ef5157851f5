"""The rules: the games, the rules of each, and an article for each dispute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, cast

from flask import Blueprint, abort, current_app, render_template
from flask_babel import get_locale
from jinja2 import BaseLoader, TemplateNotFound
from markupsafe import Markup

from scorekeeper.languages import DEFAULT
from scorekeeper.rummy import rulebook
from scorekeeper.rummy.article import MISTAKES, Article
from scorekeeper.rummy.cards import JOKER_RANK, LOW_ACE_RANK
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.game.sheet import rules_in_force
from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules
from scorekeeper.rummy.messages import Message
from scorekeeper.rummy.rulebook import Worked, worked_examples
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant
from scorekeeper.web.rounds.hands import drawn_hands
from scorekeeper.web.shell.translation import translate


@dataclass(frozen=True, slots=True)
class RuleOnPage:
    """A house rule with its default in words, and the values of presets that differ."""

    rule: HouseRule
    default: Message
    elsewhere: list[tuple[Message, list[Preset]]]


@dataclass(frozen=True, slots=True)
class DealOnPage:
    """What is dealt to this many players; `cards` is `None` if the number changes by round."""

    fewest: int
    most: int
    deal: Deal
    cards: int | None


class RulesPage:
    """The page of one game."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.plain: Any = rules_in_force(variant, "plain", {})
        self._rules = {rule.name: rule for rule in house_rules(variant.rules_type)}

    @property
    def disputes(self) -> tuple[Article, ...]:
        """The disputes that can come up in the game."""
        return self.variant.disputes

    @property
    def mistakes(self) -> tuple[Article, ...]:
        """What can go wrong at the table."""
        return self.variant.mistakes

    @property
    def points(self) -> tuple[Article, ...]:
        """What scores points."""
        return self.variant.points

    def examples(self, article: Article) -> tuple[Worked, ...]:
        """The worked examples of an article."""
        return worked_examples(self.variant, article)

    def rule(self, name: str) -> Markup:
        """A link to a house rule; raises `KeyError` if the game does not have it."""
        return Markup('<a href="#rule-{}">{}</a>').format(name, translate(self._rules[name].label))

    def value(self, name: str) -> str:
        """The default of a house rule in words."""
        return translate(self._rules[name].print(getattr(self.plain, name)))

    @property
    def house_rules(self) -> list[RuleOnPage]:
        """Every house rule."""
        return [
            RuleOnPage(rule, rule.print(rule.default), self._elsewhere(rule))
            for rule in self._rules.values()
        ]

    def _elsewhere(self, rule: HouseRule) -> list[tuple[Message, list[Preset]]]:
        by_value: dict[Value, list[Preset]] = {}
        for preset in self.variant.presets:
            value = preset.overrides.get(rule.name, rule.default)
            if value != rule.default:
                by_value.setdefault(value, []).append(preset)
        return [(rule.print(value), presets) for value, presets in by_value.items()]

    def differences(self, preset: Preset) -> list[tuple[HouseRule, Message]]:
        """The house rules of a preset that differ from `plain`."""
        return [
            (rule, rule.print(preset.overrides[rule.name]))
            for rule in self._rules.values()
            if preset.overrides.get(rule.name, rule.default) != rule.default
        ]

    @property
    def deals(self) -> list[DealOnPage]:
        """What is dealt, by the number of players."""
        return list(self._deals())

    def _deals(self) -> Iterator[DealOnPage]:
        deal, seats = self.variant.deal, range(self.variant.fewest, self.variant.most + 1)
        dealt = [(number, deal(self.plain, number, 1)) for number in seats]
        for first, group in groupby(dealt, lambda each: each[1]):
            same = list(group)
            cards = None if self.variant.rounds else first.cards_dealt
            yield DealOnPage(same[0][0], same[-1][0], first, cards)

    @property
    def worth(self) -> dict[str, int]:
        """The points of ranks that do not count their number, and of jokers if there are any."""
        worth = self.variant.deal(self.plain, self.variant.fewest, 1).worth
        ranks = ("A", LOW_ACE_RANK, "J", "Q", "K", JOKER_RANK)
        return {rank: worth[rank] for rank in ranks if rank in worth}


_EXTENDS = re.compile(r'{% extends "(.+?)" %}')

blueprint = Blueprint("rules", __name__, url_prefix="/rules")
for _question in (rulebook.article_for, rulebook.article_of, rulebook.article_of_tag):
    blueprint.add_app_template_global(_question)
blueprint.add_app_template_filter(drawn_hands)


@blueprint.get("")
def index() -> str:
    """The games, the disputes that their rules settle, and what goes wrong at a table."""
    return render_template(
        "rules/index.html",
        variants=VARIANTS,
        disputes=rulebook.DISPUTES,
        mistakes=MISTAKES,
    )


@blueprint.get("/<key>")
def show(key: str) -> str:
    """The rules of one game."""
    variant = find_variant(key) or abort(404)
    page = RulesPage(variant)
    language = language_of_prose(variant, str(get_locale()))
    return render_template(
        prose_of(variant, language),
        page=page,
        plain=page.plain,
        rule=page.rule,
        language_of_prose=language,
    )


def prose_of(variant: Variant, language: str) -> str:
    """The template of a game's rules in a language."""
    return f"rules/{language}/{variant.key}.html"


def language_of_prose(variant: Variant, wanted: str) -> str:
    """The wanted language, if all of a game's rules are written in it, or else the default."""
    is_whole = all(
        _blocks_of(template) <= _blocks_of(template.replace(f"/{DEFAULT}/", f"/{wanted}/"))
        for template in _templates_of(prose_of(variant, DEFAULT))
    )
    return wanted if is_whole else DEFAULT


def _templates_of(template: str) -> Iterator[str]:
    """A template of prose, with those that it extends."""
    environment = current_app.jinja_env
    loader = cast(BaseLoader, environment.loader)
    while template.startswith(f"rules/{DEFAULT}/"):
        yield template
        source, *_place = loader.get_source(environment, template)
        [template] = _EXTENDS.findall(source)


def _blocks_of(template: str) -> set[str]:
    """The blocks that a template defines itself; none if there is no such template."""
    try:
        return set(current_app.jinja_env.get_template(template).blocks)
    except TemplateNotFound:
        return set()
