"""The rules: the games, what each plays, and an article for each dispute."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask_babel import get_locale

from scorekeeper.rummy.article import MISTAKES
from scorekeeper.rummy.rulebook import articles
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant
from scorekeeper.web.rounds.hands import drawn_hands
from scorekeeper.web.rules.page import RulesPage

blueprint = Blueprint("rules", __name__, url_prefix="/rules")
for _question in (articles.article_for, articles.article_of, articles.article_of_tag):
    blueprint.add_app_template_global(_question)
blueprint.add_app_template_filter(drawn_hands)


@blueprint.get("")
def index() -> str:
    """The games, the disputes that their rules settle, and what goes wrong at a table."""
    return render_template(
        "rules/index.html",
        variants=VARIANTS,
        disputes=articles.DISPUTES,
        mistakes=MISTAKES,
    )


@blueprint.get("/<key>")
def show(key: str) -> str:
    """The rules of one game."""
    variant = find_variant(key) or abort(404)
    page = RulesPage(variant)
    template = prose_of(variant, str(get_locale()))
    return render_template(template, page=page, plain=page.plain, rule=page.rule)


def prose_of(variant: Variant, language: str) -> str:
    """The template of a game's rules in a language."""
    return f"rules/{language}/{variant.key}.html"
