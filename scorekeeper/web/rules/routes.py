"""The rules: the games, what each plays, and an article for each dispute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from flask import Blueprint, abort, current_app, render_template
from flask_babel import get_locale
from jinja2 import BaseLoader, TemplateNotFound

from scorekeeper.languages import DEFAULT
from scorekeeper.rummy import rulebook
from scorekeeper.rummy.article import MISTAKES
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant
from scorekeeper.web.rounds.hands import drawn_hands
from scorekeeper.web.rules.page import RulesPage

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
    """The blocks that a template has itself; none if it is not there."""
    try:
        return set(current_app.jinja_env.get_template(template).blocks)
    except TemplateNotFound:
        return set()
