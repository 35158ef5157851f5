"""The pages of the rules: a list of games, and a page for each."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask_babel import get_locale

from scorekeeper.rummy import rulebook
from scorekeeper.rummy.articles import MISTAKES
from scorekeeper.rummy.variants import VARIANTS, find_variant
from scorekeeper.web.parts.drawn_hands import drawn_hands
from scorekeeper.web.rules.page import RulesPage
from scorekeeper.web.rules.prose import language_of_prose, prose_of, short_answer
from scorekeeper.web.shell.requests import speak_of

blueprint = Blueprint("rules", __name__, url_prefix="/rules")
for _question in (rulebook.article_for, rulebook.article_of, rulebook.article_of_tag):
    blueprint.add_app_template_global(_question)
blueprint.add_app_template_global(short_answer)
blueprint.add_app_template_filter(drawn_hands)


@blueprint.get("")
def index() -> str:
    return render_template(
        "rules/index.html",
        variants=VARIANTS,
        disputes=rulebook.DISPUTES,
        mistakes=MISTAKES,
    )


@blueprint.get("/<key>")
def show(key: str) -> str:
    variant = find_variant(key) or abort(404)
    page = RulesPage(variant)
    speak_of(key)
    language = language_of_prose(variant, str(get_locale()))
    return render_template(
        prose_of(variant, language),
        page=page,
        plain=page.plain,
        rule=page.rule,
        language_of_prose=language,
    )
