"""The rules of a game as prose, and an article shortened to two sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from flask import current_app
from flask_babel import get_locale, gettext
from jinja2 import BaseLoader, TemplateNotFound
from markupsafe import Markup

from scorekeeper.languages import DEFAULT
from scorekeeper.rummy.article import Article
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.house_rules import house_rules, rule_values
from scorekeeper.rummy.variant import Variant
from scorekeeper.web.rules.page import RulesPage
from scorekeeper.web.shell.translation import translate

_EXTENDS = re.compile(r'{% extends "(.+?)" %}')

_PARAGRAPH = re.compile(r"<p>(.+?)</p>", re.DOTALL)

# Links to house rules, such as “(Undercut bonus)”
_NAMED_RULES = re.compile(r"\s*\((?:<a href=\"#rule-\w+\">[^<]+</a>(?:,\s*)?)+\)")

_RULE = re.compile(r"#rule-(\w+)")

_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_a-z])")


def prose_of(variant: Variant, language: str) -> str:
    return f"rules/{language}/{variant.key}.html"


def language_of_prose(variant: Variant, wanted: str) -> str:
    """The wanted language if all of a game's rules are written in it, or the default."""
    is_whole = all(
        _blocks_of(template) <= _blocks_of(_in_language(template, wanted))
        for template in _templates_of(prose_of(variant, DEFAULT))
    )
    return wanted if is_whole else DEFAULT


def _in_language(template: str, language: str) -> str:
    return template.replace(f"/{DEFAULT}/", f"/{language}/")


def _templates_of(template: str) -> Iterator[str]:
    environment = current_app.jinja_env
    loader = cast(BaseLoader, environment.loader)
    while template.startswith(f"rules/{DEFAULT}/"):
        yield template
        source, *_place = loader.get_source(environment, template)
        [template] = _EXTENDS.findall(source)


def _blocks_of(template: str) -> set[str]:
    try:
        return set(current_app.jinja_env.get_template(template).blocks)
    except TemplateNotFound:
        return set()


def short_answer(article: Article, game: Game) -> str:
    """The first two sentences of an article, with the figures of this game’s rules.

    If the article links house rules that this game changed, these rules replace the second
    sentence. In the article of a dispute they replace both sentences, because they settle it.
    """
    prose = _prose_of_article(article, game)
    other_choices = _other_choices(game, _RULE.findall(prose))
    paragraph = _NAMED_RULES.sub("", _PARAGRAPH.findall(prose)[0])
    text = Markup(paragraph).striptags()  # noqa: S704 - from our template, without tags
    sentences = _BETWEEN_SENTENCES.split(text)[:2]
    if other_choices:
        usual = [] if article in game.variant.disputes else sentences[:1]
        sentences = [*usual, *other_choices]
    return " ".join(sentences)


def _other_choices(game: Game, names: list[str]) -> list[str]:
    made = rule_values(game.rules)
    return [
        gettext("%(label)s: %(value)s", label=translate(rule.label), value=translate(words)) + "."
        for rule in house_rules(game.variant.rules_type)
        if rule.name in names and rule.choices and made[rule.name] != rule.default
        for words in [rule.print(made[rule.name])]
    ]


def _prose_of_article(article: Article, game: Game) -> str:
    variant, key = game.variant, article.key.replace("-", "_")
    language = language_of_prose(variant, str(get_locale()))
    page = RulesPage(variant, game.rules)
    for name in _templates_of(prose_of(variant, DEFAULT)):
        template = current_app.jinja_env.get_template(_in_language(name, language))
        if key in template.blocks:
            facts = {"page": page, "plain": page.plain, "rule": page.rule}
            return "".join(template.blocks[key](template.new_context(facts)))
    raise AssertionError("every article has its block")
