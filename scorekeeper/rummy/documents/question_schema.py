"""The JSON Schemas of questions about hands, melds and tables."""

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
    title = "A hand whose best melds are asked for"
    return {"title": title, **object_of(keys, required=("variant", "hand"))}


def asked_melds_schema() -> Schema:
    meld = {"type": "string", "pattern": cards_of(CARD), "not": {"pattern": r"^[\s,]*$"}}
    keys = {
        **_game_asked_about([variant for variant in VARIANTS if variant.melds_question]),
        "melds": {**list_of(meld), "minItems": 1},
        "ask": {"const": True},
        "total": {"type": "integer", "minimum": -LARGEST_TOTAL, "maximum": LARGEST_TOTAL},
        "round": {**NUMBER, "maximum": LARGEST_TOTAL},
    }
    title = "Melds about which something is asked before they are laid"
    return {"title": title, **object_of(keys, required=("variant", "melds", "ask"))}


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
    title = "A table of melds about which something is asked"
    # Without `ask`, a hand that is empty asks about the table alone.
    asked = {"ask": {"properties": {"hand": _NOT_EMPTY}}}
    return {"title": title, **object_of(keys, required=("variant",)), "dependentSchemas": asked}


def _game_asked_about(variants: Sequence[Variant]) -> Schema:
    return {
        "variant": {"enum": [variant.key for variant in variants]},
        "preset": words_of_presets(variants),
        "rules": {"type": "object"},
        "players": {"type": "integer"},
    }
