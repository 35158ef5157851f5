"""The building blocks of the JSON Schemas: lists, objects, texts and cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scorekeeper.rummy.cards import EVERY_SUIT, RANKS, SUIT_SIGNS
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import SUIT_LETTERS, VARIANTS

Schema = dict[str, Any]


def defined(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def object_of(properties: Schema, required: tuple[str, ...] = ()) -> Schema:
    """The schema of an object with only these keys and keys that begin with `x-`."""
    return {
        "type": "object",
        "properties": properties,
        "patternProperties": {"^x-": True},
        "additionalProperties": False,
        **({"required": list(required)} if required else {}),
    }


def text_without(characters: str, most: int | None = None) -> Schema:
    longest = {} if most is None else {"maxLength": most}
    return {"type": "string", **longest, "not": {"pattern": f"[{characters}]"}}


CONTROLS = r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff"
"""The characters that no text has: surrogates, and controls except ends of lines and tabs."""

PLAIN_TEXT = text_without(CONTROLS)

NUMBER = {"type": "integer", "minimum": 1}
POINTS = {"type": "integer", "minimum": 0}


def words_of_presets(variants: Iterable[Variant]) -> Schema:
    keys = {preset.key: None for variant in variants for preset in variant.presets}
    return {"enum": list(keys)}


def either_case(letters: str) -> str:
    return "".join(dict.fromkeys(letters + letters.lower()))


def cards_of(card: str) -> str:
    """The pattern of a text with cards of the pattern `card`, separated by spaces or commas."""
    return rf"^[\s,]*({card}([\s,]+{card})*)?[\s,]*$"


_SIGNS = f"[{''.join(SUIT_SIGNS.values())}][\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}]?"
_SUIT = rf"([{either_case(EVERY_SUIT + SUIT_LETTERS)}]|{_SIGNS})"
_JOKER = "[Jj][Kk]|[Jj][Oo][Kk][Ee][Rr]"
CARD = rf"({_JOKER}|([{either_case(RANKS)}]|10){_SUIT}?)"
SHOWN_CARD = rf"({CARD}|[Aa]1{_SUIT}?)"
TILE = rf"({_JOKER}|1[0-3]?|[2-9])"


def _in_any_case(written: str) -> str:
    return "".join(f"[{sign}{sign.lower()}]" if sign.isalpha() else sign for sign in written)


_OWN = {
    written: None
    for variant in VARIANTS
    for pieces in (variant.pieces, variant.question and variant.question.pieces)
    if pieces and (variant.pieces.keys)
    for written in pieces.spellings
}
OWN_CARD = f"({'|'.join(map(_in_any_case, _OWN))})"
"""The pattern of a card of a game with special cards."""
