"""The progress of each translation, and its missing texts."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template

from scorekeeper.languages import DEFAULT, LANGUAGES, read_catalogue, texts_in
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.web.rules.prose import language_of_prose

blueprint = Blueprint("languages", __name__, url_prefix="/languages")


@dataclass(frozen=True, slots=True)
class Progress:
    """A language: the number of all `texts`, the `missing` texts, and games without its rules."""

    name: str
    texts: int
    missing: list[str]
    rules_missing: list[Variant]


@blueprint.get("")
def show() -> str:
    return render_template("languages.html", progress=progress())


def progress() -> dict[str, Progress]:
    """The progress of each translation, by language code.

    The number of `texts` counts those that are translated into any language.
    """
    translated = {code: texts_in(read_catalogue(code)) for code in LANGUAGES if code != DEFAULT}
    every = set[str]().union(*translated.values())
    return {
        code: Progress(
            LANGUAGES[code].name,
            len(every),
            sorted(every - texts, key=str.casefold),
            [variant for variant in VARIANTS if language_of_prose(variant, code) != code],
        )
        for code, texts in translated.items()
    }
