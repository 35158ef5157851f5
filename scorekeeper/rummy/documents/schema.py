"""The JSON Schemas of documents and of their answers, made from the games, house rules and types.

The schema of a game says what its document looks like; `read_game` and `fold` decide whether its
rounds could have been played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import MISSING, fields
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from scorekeeper.rummy.between import BetweenKind
from scorekeeper.rummy.cards import RANKS, SUITS
from scorekeeper.rummy.documents.about import DETAILS, FORMAT, HISTORY, LONGEST_ID, Kind
from scorekeeper.rummy.documents.answers import Answer, key_of
from scorekeeper.rummy.documents.game import LARGEST_TOTAL
from scorekeeper.rummy.documents.names import LONGEST_NAME, LONGEST_PLACE, unseen_characters
from scorekeeper.rummy.documents.reading import LONGEST_NOTE
from scorekeeper.rummy.documents.round import BETWEEN, LARGEST_ADJUSTMENT
from scorekeeper.rummy.documents.sides import LONGEST_SIDE, SIDES
from scorekeeper.rummy.documents.stake import AMOUNT, LONGEST_CURRENCY, PRICES
from scorekeeper.rummy.documents.table import MOST
from scorekeeper.rummy.house_rules import HouseRule, house_rules
from scorekeeper.rummy.messages import SEATS
from scorekeeper.rummy.own_facts import HandPart, OwnFact
from scorekeeper.rummy.table.asking import TableAsk
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import ALLOWED, ENDINGS, OWN_FACTS, OWN_PARTS, PUT_DOWN, VARIANTS

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _part(name: str) -> Schema:
    """A reference to one of the definitions."""
    return {"$ref": f"#/$defs/{name}"}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _pair_of(items: Schema) -> Schema:
    """The old one and the new one."""
    return {**_list(items), "minItems": 2, "maxItems": 2}


def _without(characters: str, most: int | None = None) -> Schema:
    """A text that has none of these characters, and is no longer than this."""
    longest = {} if most is None else {"maxLength": most}
    return {"type": "string", **longest, "not": {"pattern": f"[{characters}]"}}


_CONTROLS = r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff"
"""What no text has: control characters other than ends of lines and tabs, and half characters."""

PLAIN_TEXT = _without(_CONTROLS)
"""The schema of free text."""

_NOT_EMPTY = {"minItems": 1, "pattern": r"[^\s,]"}
_SOME_CARDS = _part("cards") | _NOT_EMPTY
_NUMBER = {"type": "integer", "minimum": 1}
_POINTS = {"type": "integer", "minimum": 0}
_BY = {"by": _part("who"), "program": {"type": "boolean"}}
_MOMENT = {**_without(r"\s"), "format": "date-time"}


def game_schema() -> Schema:
    """The schema as parsed JSON.

    >>> game_schema()["required"]
    ['variant', 'players']
    """
    return {
        "$schema": DIALECT,
        "title": "A game of rummy, with what happened in each round",
        **_object(
            {
                "format": {"const": FORMAT},
                "id": _without(rf"{_CONTROLS}\n\r\t", LONGEST_ID),
                "date": {"type": "string", "format": "date"},
                "started": _MOMENT,
                "place": _part("place"),
                "note": _part("note"),
                "variant": {"enum": [variant.key for variant in VARIANTS]},
                "preset": _words_of_presets(VARIANTS),
                "rules": {"type": "object"},
                "players": {**_list(_part("name")), "uniqueItems": True, "maxItems": len(SEATS)},
                SIDES: _sides(),
                "dealer": _part("name"),
                "rounds": _list(_part("entry")),
                "called": {"type": "boolean"},
                "stake": _part("stake"),
                "imported": {"type": "object", "additionalProperties": _part("imported_total")},
                "deleted": _part("entered"),
                HISTORY: _list(_part("change")),
            },
            required=("variant", "players"),
        ),
        # Conditions, so that an editor can say which key is wrong.
        "allOf": [
            {
                "if": {"properties": {"variant": {"const": variant.key}}, "required": ["variant"]},
                "then": _of_variant(variant),
            }
            for variant in VARIANTS
        ],
        "$defs": _definitions(),
    }


def _sides() -> Schema:
    """Partners by the name of their side, or lists of them."""
    partners = {**_list(_part("name")), "minItems": 1}
    named = {"type": "object", "propertyNames": _name(LONGEST_SIDE)}
    return {"oneOf": [named | {"additionalProperties": partners}, _list(partners)]}


def place_schema() -> Schema:
    """The schema of where a game was played."""
    return _without(unseen_characters(), LONGEST_PLACE)


def meld_question_schema() -> Schema:
    """The schema of a question about the best melds of a hand; its cards are those of a game's."""
    keys = {
        **_game_asked_about(VARIANTS),
        "wild": {"type": "string", "pattern": rf"^\s*([{_either_case(RANKS)}]|10|[jJ][kK])\s*$"},
        "hand": _SOME_CARDS,
        "on": _list(_SOME_CARDS),
        "ask": {"type": "boolean"},
        "round": _NUMBER,
    }
    title = "A hand whose best melds are asked for"
    return {"title": title, **_object(keys, required=("variant", "hand"))}


def asked_melds_schema() -> Schema:
    """The schema of a question about melds that somebody wants to lay."""
    meld = {"type": "string", "pattern": _cards_of(_CARD), "not": {"pattern": r"^[\s,]*$"}}
    keys = {
        **_game_asked_about([variant for variant in VARIANTS if variant.melds_question]),
        "melds": {**_list(meld), "minItems": 1},
        "ask": {"const": True},
        "total": {"type": "integer", "minimum": -LARGEST_TOTAL, "maximum": LARGEST_TOTAL},
        "round": {**_NUMBER, "maximum": LARGEST_TOTAL},
    }
    title = "Melds about which something is asked before they are laid"
    return {"title": title, **_object(keys, required=("variant", "melds", "ask"))}


def table_question_schema() -> Schema:
    """The schema of a question about a table of melds, whose cards have a notation of their own."""
    unseen = unseen_characters()
    word = {"type": "string", "pattern": rf"^\s*[^\s,{unseen}]+\s*$"}
    cards = {"type": ["string", "array"], "pattern": rf"^([^{unseen}]|\s)*$", "items": word}
    keys = {
        **_game_asked_about([variant for variant in VARIANTS if variant.table]),
        "ask": {"enum": list(TableAsk)},
        "table": _list(cards),
        "hand": cards,
        "card": word,
        "opened": {"type": "boolean"},
        "melds": _list(cards),
        "most": {"enum": list(MOST)},
    }
    title = "A table of melds about which something is asked"
    # Without `ask`, a hand that is empty asks about the table alone.
    asked = {"ask": {"properties": {"hand": _NOT_EMPTY}}}
    return {"title": title, **_object(keys, required=("variant",)), "dependentSchemas": asked}


def _game_asked_about(variants: Sequence[Variant]) -> Schema:
    return {
        "variant": {"enum": [variant.key for variant in variants]},
        "preset": _words_of_presets(variants),
        "rules": {"type": "object"},
        "players": {"type": "integer"},
    }


def _words_of_presets(variants: Iterable[Variant]) -> Schema:
    keys = {preset.key: None for variant in variants for preset in variant.presets}
    return {"enum": list(keys)}


_SOMEBODY_JOINS = {
    "properties": {
        "rounds": {
            "contains": {
                "properties": {BETWEEN: {"required": [BetweenKind.JOINS.value]}},
                "required": [BETWEEN],
            }
        }
    },
    "required": ["rounds"],
}
"""A game with more players than start it."""


def _of_variant(variant: Variant) -> Schema:
    """A document of this game: its presets, its rules, its endings, how many play."""
    endings = {"enum": list(variant.ending_names)}
    rules = {rule.name: _values(rule) for rule in house_rules(variant.rules_type)}
    return {
        "properties": {
            "variant": {"const": variant.key},
            "preset": {"enum": [preset.key for preset in variant.presets]},
            "rules": _object(rules),
            "players": {"minItems": variant.fewest},
            **({} if variant.sides else {SIDES: False}),
            "rounds": {"items": {"properties": {"ending": endings}}},
        },
        "if": _SOMEBODY_JOINS,
        "else": {"properties": {"players": {"maxItems": variant.most}}, **_asks_for_sides(variant)},
    }


def _asks_for_sides(variant: Variant) -> Schema:
    """What asks so many for sides as never play alone, if there are any."""
    asked = [number for number in variant.sides if variant.sides_needed(number)]
    if not asked:
        return {}
    players = {"anyOf": [{"minItems": number, "maxItems": number} for number in asked]}
    return {"if": {"properties": {"players": players}}, "then": {"required": [SIDES]}}


def _values(rule: HouseRule) -> Schema:
    if not rule.choices:
        numbers = {"type": "integer", "minimum": rule.low, "maximum": rule.high}
        return {"anyOf": [{"const": 0}, numbers]} if rule.has_gap else numbers
    values = [value for value, _label in rule.choices]
    if rule.is_mixed:
        values += [str(value) for value in values if not isinstance(value, str)]
    return {"enum": values}


def _definitions() -> Schema:
    """The parts to which the schema of a game refers by their names."""
    return {
        "name": _name(LONGEST_NAME),
        "place": place_schema(),
        "note": PLAIN_TEXT | {"maxLength": LONGEST_NOTE},
        "who": _without(unseen_characters(), LONGEST_NAME),
        **_cards_and_hands(),
        "points_given": {
            "type": "integer",
            "minimum": -LARGEST_ADJUSTMENT,
            "maximum": LARGEST_ADJUSTMENT,
        },
        "imported_total": {
            "type": "integer",
            "minimum": -LARGEST_TOTAL,
            "maximum": LARGEST_TOTAL,
        },
        "adjustment": _object(
            {
                "player": _part("name"),
                "points": _part("points_given"),
                "note": _part("note"),
            },
            required=("player", "points"),
        ),
        "entered": _object({"at": _MOMENT, **_BY}),
        "amount": {"type": "string", "pattern": rf"^(?=.*[1-9]){AMOUNT.pattern}$"},
        "stake": _object(
            {
                **dict.fromkeys((*PRICES, "smallest"), _part("amount")),
                "currency": PLAIN_TEXT | {"maxLength": LONGEST_CURRENCY},
            }
        )
        | {"oneOf": [{"required": [price]} for price in PRICES]},
        "round": _object(_round_keys(), required=("ending",)),
        "entry": _round_or_between(_part("round"), _part("between_rounds")),
        "between_rounds": _object(_between_keys(), required=("between",)),
        "numbered_round": _object(
            {"number": _NUMBER, **_round_keys()}, required=("number", "ending")
        ),
        "numbered_between": _object(
            {"number": _NUMBER, **_between_keys()}, required=("number", "between")
        ),
        "numbered_entry": _round_or_between(_part("numbered_round"), _part("numbered_between")),
        "change": _object(
            {
                "kind": {"enum": list(Kind)},
                "at": _MOMENT,
                **_BY,
                "round": _NUMBER,
                "off": _list(_NUMBER),
                "on": _list(_part("numbered_entry")),
                "details": _object(dict.fromkeys(DETAILS, _pair_of(_part("note")))),
                "called": {"type": "boolean"},
                "undoes": _NUMBER,
            },
            required=("kind", "at"),
        ),
    }


def _name(longest: int) -> Schema:
    """A name of up to so many characters, of which the first and the last can be seen."""
    unseen = unseen_characters()
    seen = rf"[^\s{unseen}]"
    return {"type": "string", "pattern": rf"^\s*{seen}([^{unseen}]{{0,{longest - 2}}}{seen})?\s*$"}


def _cards_and_hands() -> Schema:
    cards = _part("cards")
    shown = {"type": "string", "pattern": _cards_of(_SHOWN_CARD)}
    return {
        "card": {"type": "string", "pattern": rf"^\s*{_CARD}\s*$"},
        "tile": {"type": "string", "pattern": rf"^\s*{_TILE}\s*$"},
        "cards": {
            "anyOf": [
                {"type": "string", "pattern": _cards_of(_CARD)},
                {"type": "string", "pattern": _cards_of(_TILE)},
                _list(_part("card")),
                _list(_part("tile")),
            ]
        },
        "left": {"oneOf": [cards, _POINTS]},
        "shown": {"oneOf": [_POINTS, _list(shown), shown]},
        "hand": {
            "oneOf": [
                _part("left"),
                _part("whole_hand"),
                _part("hand_in_melds"),
                _part("hand_put_down"),
            ]
        },
        "whole_hand": _object({"hand": cards}, required=("hand",)),
        "hand_in_melds": _object({"melds": _list(cards), "unmatched": cards}, required=("melds",)),
        "hand_put_down": _object(
            {
                "left": _part("left"),
                "opened": {"type": "boolean"},
                **dict.fromkeys(PUT_DOWN, _part("shown")),
                **{key: _own_part(part) for key, part in OWN_PARTS.items()},
            }
        ),
    }


def _round_or_between(played: Schema, between: Schema) -> Schema:
    """An entry of the sheet; a condition, so that an editor can say which key is wrong."""
    return {"if": {"required": [BETWEEN]}, "then": between, "else": played}


def _between_keys() -> Schema:
    points = {"type": "object", "additionalProperties": _part("points_given"), "minProperties": 1}
    names = {**_list(_part("name")), "minItems": 1}
    kinds = {kind.value: points if kind.has_points else names for kind in BetweenKind}
    one = {"oneOf": [{"required": [kind]} for kind in kinds]}
    return {
        BETWEEN: _object({**kinds, "note": _part("note")}) | one,
        "entered": _part("entered"),
    }


def _own_part(part: HandPart) -> Schema:
    if part.is_flag:
        return {"type": "boolean"}
    if part.choices:
        return {"enum": list(part.choices)}
    return {"type": "integer", "minimum": 0, "maximum": part.most}


def _own_fact(fact: OwnFact) -> Schema:
    if fact.choices:
        return {"enum": [*fact.choices, *fact.also]}
    name = _part("name")
    return {**_list(name), "uniqueItems": True} if fact.of_several else name


def _round_keys() -> Schema:
    return {
        "ending": {"enum": list(ENDINGS)},
        "by": _part("name"),
        "hands": {**_object({}), "additionalProperties": _part("hand")},
        "upcard": _part("card"),
        "dealer": _part("name"),
        **{key: _own_fact(fact) for key, fact in OWN_FACTS.items()},
        "allow": _list({"enum": list(ALLOWED)}),
        "adjustments": _list(_part("adjustment")),
        "note": _part("note"),
        "entered": _part("entered"),
    }


def _object(properties: Schema, required: tuple[str, ...] = ()) -> Schema:
    """An object with these keys and no others, except those that begin with `x-`."""
    return {
        "type": "object",
        "properties": properties,
        "patternProperties": {"^x-": True},
        "additionalProperties": False,
        **({"required": list(required)} if required else {}),
    }


def _cards_of(card: str) -> str:
    """The pattern of such cards in a text, with spaces or commas between them."""
    return rf"^[\s,]*({card}([\s,]+{card})*)?[\s,]*$"


def _either_case(letters: str) -> str:
    return "".join(dict.fromkeys(letters + letters.lower()))


_SIGNS = "[♠♥♦♣][\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}]?"
_SUIT = rf"([{_either_case(SUITS)}]|{_SIGNS})"
_JOKER = "[Jj][Kk]|[Jj][Oo][Kk][Ee][Rr]"
_CARD = rf"({_JOKER}|([{_either_case(RANKS)}]|10){_SUIT}?)"
_SHOWN_CARD = rf"({_CARD}|[Aa]1{_SUIT}?)"
_TILE = rf"({_JOKER}|1[0-3]?|[2-9])"


_JSON_TYPES = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    NoneType: "null",
}


def answer_schemas(kind: type[Answer], place: str) -> dict[str, Schema]:
    """The schemas of an answer and of its parts, by the names of their classes.

    They refer to each other by `place`, such as `#/$defs/`. A field that is annotated with a name
    refers to the schema of that name, which is defined elsewhere.

    >>> from scorekeeper.rummy.documents.answers import BestMelds
    >>> sorted(answer_schemas(BestMelds, "#/$defs/"))
    ['BestMelds', 'LaidOff']
    """
    found: dict[str, Schema] = {}
    _add(kind, place, found)
    return found


def _add(kind: type[Answer], place: str, found: dict[str, Schema]) -> None:
    if kind.__name__ in found:
        return
    hints = get_type_hints(kind, include_extras=True)
    properties: Schema = {}
    required: list[str] = []
    found[kind.__name__] = {
        "type": "object",
        "description": (kind.__doc__ or "").partition("\n")[0],
        "properties": properties,
        "required": required,
    }
    for field in fields(kind):
        key, hint = key_of(field), hints[field.name]
        if field.default is MISSING:
            required.append(key)
        elif field.default is None:
            hint = _without_none(hint)
        properties[key] = _schema_of(hint, place, found) | field.metadata.get("schema", {})


def _without_none(hint: Any) -> Any:
    """The type of a field that is left out while it is `None`."""
    return Union[tuple(part for part in get_args(hint) if part is not NoneType)]  # noqa: UP007 - the parts are known only now


def _schema_of(hint: Any, place: str, found: dict[str, Schema]) -> Schema:
    parts = get_args(hint)
    match get_origin(hint):
        case None if hint in _JSON_TYPES:
            return {"type": _JSON_TYPES[hint]}
        case None if issubclass(hint, StrEnum):
            return {"type": "string", "enum": [each.value for each in hint]}
        case None:
            _add(hint, place, found)
            return {"$ref": place + hint.__name__}
        case origin if origin is Annotated:
            return {"$ref": place + parts[1]}
        case origin if origin is Literal:
            return {"enum": list(parts)}
        case origin if origin in (Union, UnionType):
            return {"anyOf": [_schema_of(part, place, found) for part in parts]}
        case origin if origin is tuple:
            return _list(_schema_of(parts[0], place, found))
        case _:
            return {"type": "object", "additionalProperties": _schema_of(parts[1], place, found)}
