"""The JSON Schemas of questions about hands, melds, plays and tables."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rummy.cards import RANKS
from scorekeeper.rummy.documents.game import LARGEST_TOTAL
from scorekeeper.rummy.documents.names import unseen_characters
from scorekeeper.rummy.documents.schema_words import (
    CARD,
    NUMBER,
    Schema,
    cards_of,
    defined,
    either_case,
    list_of,
    object_of,
    words_of_presets,
)
from scorekeeper.rummy.documents.table import MOST
from scorekeeper.rummy.hand import PHASE
from scorekeeper.rummy.own_facts import LAST_PHASE
from scorekeeper.rummy.table.asking import TableAsk
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS

_NOT_EMPTY = {"minItems": 1, "pattern": r"[^\s,]"}
_SOME_CARDS = defined("cards") | _NOT_EMPTY
_MELD = {"type": "string", "pattern": cards_of(CARD), "not": {"pattern": r"^[\s,]*$"}}
_FIRST_MELD = {
    "total": {"type": "integer", "minimum": -LARGEST_TOTAL, "maximum": LARGEST_TOTAL},
    "round": {**NUMBER, "maximum": LARGEST_TOTAL},
}
"""The keys that the count of a first meld depends on."""


def meld_question_schema() -> Schema:
    keys = {
        **_game_asked_about(VARIANTS),
        "wild": {"type": "string", "pattern": rf"^\s*([{either_case(RANKS)}]|10|[jJ][kK])\s*$"},
        "hand": _SOME_CARDS,
        "on": list_of(_SOME_CARDS),
        "ask": {"type": "boolean"},
        "round": NUMBER,
        PHASE: {**NUMBER, "maximum": LAST_PHASE},
    }
    title = "A question about the best melds of a hand"
    return {"title": title, **object_of(keys, required=("variant", "hand"))}


def asked_melds_schema() -> Schema:
    """The schema of a question about melds that somebody wants to lay."""
    keys = {
        **_game_asked_about([variant for variant in VARIANTS if variant.melds_question]),
        "melds": {**list_of(_MELD), "minItems": 1},
        "ask": {"const": True},
        **_FIRST_MELD,
    }
    title = "A question about melds before they are laid"
    return {"title": title, **object_of(keys, required=("variant", "melds", "ask"))}


def asked_play_schema() -> Schema:
    """The schema of a question about one play. It allows the keys of all plays."""
    games = [variant for variant in VARIANTS if variant.plays]
    plays = [play for variant in games for play in variant.plays]
    choices: dict[str, dict[str, None]] = {}
    for fact in (fact for play in plays for fact in play.facts):
        choices.setdefault(fact.key, {}).update((value, None) for value, _name in fact.choices)
    keys = {
        **_game_asked_about(games),
        "ask": {"enum": sorted({play.key for play in plays})},
        **{asked.key: _MELD for play in plays for asked in play.cards},
        **{key: {"enum": list(values)} for key, values in choices.items()},
        **_FIRST_MELD,
    }
    title = "A question: is this play allowed?"
    return {"title": title, **object_of(keys, required=("variant", "ask"))}


def table_question_schema() -> Schema:
    unseen = unseen_characters()
    word = {"type": "string", "pattern": rf"^\s*[^\s,{unseen}]+\s*$"}
    cards = {"type": ["string", "array"], "pattern": rf"^([^{unseen}]|\s)*$", "items": word}
    keys = {
        **_game_asked_about([variant for variant in VARIANTS if variant.table]),
        "ask": {"enum": list(TableAsk)},
        "table": list_of(cards),
        "hand": cards,
        "card": word,
        "opened": {"type": "boolean"},
        "melds": list_of(cards),
        "most": {"enum": list(MOST)},
    }
    title = "A question about a table of melds"
    # Without `ask`, a document with an empty hand asks about the table only.
    asked = {"ask": {"properties": {"hand": _NOT_EMPTY}}}
    return {"title": title, **object_of(keys, required=("variant",)), "dependentSchemas": asked}


def _game_asked_about(variants: Sequence[Variant]) -> Schema:
    return {
        "variant": {"enum": [variant.key for variant in variants]},
        "preset": words_of_presets(variants),
        "rules": {"type": "object"},
        "players": {"type": "integer"},
    }
