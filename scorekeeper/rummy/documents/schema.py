"""The JSON Schema of a game’s document, made from the games and their house rules.

The schema describes the shape of a document. `read_game` and `fold` check whether its rounds are
possible.
"""

from __future__ import annotations

from scorekeeper.rummy.between import BetweenKind
from scorekeeper.rummy.documents.about import FORMAT, LONGEST_ID
from scorekeeper.rummy.documents.game import LARGEST_TOTAL
from scorekeeper.rummy.documents.history import DETAILS, HISTORY, ChangeKind
from scorekeeper.rummy.documents.names import LONGEST_NAME, LONGEST_PLACE, unseen_characters
from scorekeeper.rummy.documents.reading import LONGEST_NOTE
from scorekeeper.rummy.documents.round import BETWEEN, LARGEST_ADJUSTMENT
from scorekeeper.rummy.documents.schema_words import (
    CARD,
    CONTROLS,
    NUMBER,
    OWN_CARD,
    PLAIN_TEXT,
    POINTS,
    SHOWN_CARD,
    TILE,
    Schema,
    cards_of,
    defined,
    list_of,
    object_of,
    text_without,
    words_of_presets,
)
from scorekeeper.rummy.documents.sides import LONGEST_SIDE, SIDES
from scorekeeper.rummy.documents.stake import AMOUNT, LONGEST_CURRENCY, PRICES
from scorekeeper.rummy.house_rules import HouseRule, house_rules
from scorekeeper.rummy.messages import SEATS, render
from scorekeeper.rummy.own_facts import LAST_PHASE, HandPart, OwnFact
from scorekeeper.rummy.stake import WHO_PAYS
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import ALLOWED, ENDINGS, OWN_FACTS, OWN_PARTS, PUT_DOWN, VARIANTS

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _pair_of(items: Schema) -> Schema:
    return {**list_of(items), "minItems": 2, "maxItems": 2}


_BY = {"by": defined("who"), "program": {"type": "boolean"}}
_MOMENT = {**text_without(r"\s"), "format": "date-time"}


def game_schema() -> Schema:
    """The schema as parsed JSON.

    >>> game_schema()["required"]
    ['variant', 'players']
    """
    return {
        "$schema": DIALECT,
        "title": "A game of rummy with its rounds",
        **object_of(
            {
                "format": {"const": FORMAT},
                "id": text_without(rf"{CONTROLS}\n\r\t", LONGEST_ID),
                "date": {"type": "string", "format": "date"},
                "started": _MOMENT,
                "place": defined("place"),
                "note": defined("note"),
                "variant": {"enum": [variant.key for variant in VARIANTS]},
                "preset": words_of_presets(VARIANTS),
                "rules": {"type": "object"},
                "players": {
                    **list_of(defined("name")),
                    "uniqueItems": True,
                    "maxItems": len(SEATS),
                },
                SIDES: _sides(),
                "dealer": defined("name"),
                "rounds": list_of(defined("entry")),
                "called": {"type": "boolean"},
                "stake": defined("stake"),
                "imported": {"type": "object", "additionalProperties": defined("imported_total")},
                "deleted": defined("entered"),
                HISTORY: list_of(defined("change")),
            },
            required=("variant", "players"),
        ),
        # The schema has conditions, so that an editor can show which key of a document is wrong.
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
    partners = {**list_of(defined("name")), "minItems": 1}
    named = {"type": "object", "propertyNames": _name(LONGEST_SIDE)}
    return {"oneOf": [named | {"additionalProperties": partners}, list_of(partners)]}


def place_schema() -> Schema:
    return text_without(unseen_characters(), LONGEST_PLACE)


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
"""The schema of a game with players who join later."""


def _of_variant(variant: Variant) -> Schema:
    endings = {"enum": list(variant.ending_names)}
    rules = {rule.name: _told(rule) | _values(rule) for rule in house_rules(variant.rules_type)}
    return {
        "properties": {
            "variant": {"const": variant.key},
            "preset": {"enum": [preset.key for preset in variant.presets]},
            "rules": object_of(rules),
            "players": {"minItems": variant.fewest},
            **({} if variant.sides else {SIDES: False}),
            "rounds": {"items": {"properties": {"ending": endings}}},
        },
        "if": _SOMEBODY_JOINS,
        "else": {"properties": {"players": {"maxItems": variant.most}}, **_asks_for_sides(variant)},
    }


def _asks_for_sides(variant: Variant) -> Schema:
    asked = [number for number in variant.sides if variant.sides_needed(number)]
    if not asked:
        return {}
    players = {"anyOf": [{"minItems": number, "maxItems": number} for number in asked]}
    return {"if": {"properties": {"players": players}}, "then": {"required": [SIDES]}}


def _told(rule: HouseRule) -> Schema:
    choices = [f"{value}: {render(label, [])}" for value, label in rule.choices]
    help_text = [render(rule.help, [])] if rule.help else []
    text = " ".join([*help_text, "; ".join(choices)]).strip()
    said = {"description": text} if text else {}
    return {"title": render(rule.label, []), "default": rule.default, **said}


def _values(rule: HouseRule) -> Schema:
    if not rule.choices:
        numbers = {"type": "integer", "minimum": rule.low, "maximum": rule.high}
        return {"anyOf": [{"const": 0}, numbers]} if rule.has_gap else numbers
    values = [value for value, _label in rule.choices]
    if rule.is_mixed:
        values += [str(value) for value in values if not isinstance(value, str)]
    if rule.text:
        text = {"type": "string", "pattern": rule.text.pattern, "examples": [rule.text.example]}
        return {"anyOf": [{"enum": values}, text]}
    return {"enum": values}


def _definitions() -> Schema:
    return {
        "name": name_schema(),
        "place": place_schema(),
        "note": PLAIN_TEXT | {"maxLength": LONGEST_NOTE},
        "who": text_without(unseen_characters(), LONGEST_NAME),
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
        "adjustment": object_of(
            {
                "player": defined("name"),
                "points": defined("points_given"),
                "note": defined("note"),
            },
            required=("player", "points"),
        ),
        "entered": object_of({"at": _MOMENT, **_BY}),
        "amount": {"type": "string", "pattern": rf"^(?=.*[1-9]){AMOUNT.pattern}$"},
        "stake": object_of(
            {
                **dict.fromkeys((*PRICES, "smallest"), defined("amount")),
                "currency": PLAIN_TEXT | {"maxLength": LONGEST_CURRENCY},
                "who_pays": {"enum": list(WHO_PAYS)},
            }
        )
        | {"oneOf": [{"required": [price]} for price in PRICES]},
        "round": object_of(_round_keys(), required=("ending",)),
        "entry": _round_or_between(defined("round"), defined("between_rounds")),
        "between_rounds": object_of(_between_keys(), required=("between",)),
        "numbered_round": object_of(
            {"number": NUMBER, **_round_keys()}, required=("number", "ending")
        ),
        "numbered_between": object_of(
            {"number": NUMBER, **_between_keys()}, required=("number", "between")
        ),
        "numbered_entry": _round_or_between(defined("numbered_round"), defined("numbered_between")),
        "change": object_of(
            {
                "kind": {"enum": list(ChangeKind)},
                "at": _MOMENT,
                **_BY,
                "round": NUMBER,
                "off": list_of(NUMBER),
                "on": list_of(defined("numbered_entry")),
                "details": object_of(dict.fromkeys(DETAILS, _pair_of(defined("note")))),
                "called": {"type": "boolean"},
                "undoes": NUMBER,
            },
            required=("kind", "at"),
        ),
    }


def name_schema() -> Schema:
    return _name(LONGEST_NAME)


def _name(longest: int) -> Schema:
    unseen = unseen_characters()
    seen = rf"[^\s{unseen}]"
    return {"type": "string", "pattern": rf"^\s*{seen}([^{unseen}]{{0,{longest - 2}}}{seen})?\s*$"}


def _cards_and_hands() -> Schema:
    cards = defined("cards")
    shown = {"type": "string", "pattern": cards_of(SHOWN_CARD)}
    return {
        "card": {"type": "string", "pattern": rf"^\s*{CARD}\s*$"},
        "tile": {"type": "string", "pattern": rf"^\s*{TILE}\s*$"},
        "own_card": {"type": "string", "pattern": rf"^\s*{OWN_CARD}\s*$"},
        "cards": {
            "anyOf": [
                {"type": "string", "pattern": cards_of(CARD)},
                {"type": "string", "pattern": cards_of(TILE)},
                {"type": "string", "pattern": cards_of(OWN_CARD)},
                list_of(defined("card")),
                list_of(defined("tile")),
                list_of(defined("own_card")),
            ]
        },
        "left": {"oneOf": [cards, POINTS]},
        "shown": {"oneOf": [POINTS, list_of(shown), shown]},
        "hand": {
            "oneOf": [
                defined("left"),
                defined("whole_hand"),
                defined("hand_in_melds"),
                defined("hand_put_down"),
            ]
        },
        "whole_hand": object_of({"hand": cards}, required=("hand",)),
        "hand_in_melds": object_of(
            {"melds": list_of(cards), "unmatched": cards}, required=("melds",)
        ),
        "hand_put_down": object_of(
            {
                "left": defined("left"),
                **dict.fromkeys(PUT_DOWN, defined("shown")),
                **{key: _own_part(part) for key, part in OWN_PARTS.items()},
            }
        ),
    }


def _round_or_between(played: Schema, between: Schema) -> Schema:
    """The schema of an entry, as a condition. An editor can then show which key is wrong."""
    return {"if": {"required": [BETWEEN]}, "then": between, "else": played}


def _between_keys() -> Schema:
    points = {"type": "object", "additionalProperties": defined("points_given"), "minProperties": 1}
    names = {**list_of(defined("name")), "minItems": 1}
    kinds = {kind.value: points if kind.has_points else names for kind in BetweenKind}
    one = {"oneOf": [{"required": [kind]} for kind in kinds]}
    return {
        BETWEEN: object_of({**kinds, "note": defined("note")}) | one,
        "entered": defined("entered"),
    }


def _own_part(part: HandPart) -> Schema:
    if part.is_flag:
        return {"type": "boolean"}
    if part.is_phase:
        return {"oneOf": [{"type": "boolean"}, NUMBER | {"maximum": LAST_PHASE}]}
    if part.is_opening:
        return {"oneOf": [{"type": "boolean"}, {"enum": list(part.choices)}]}
    if part.choices:
        choice: Schema = {"enum": list(part.choices)}
        return {**list_of(choice), "uniqueItems": True} if part.of_several else choice
    return {"type": "integer", "minimum": part.least, "maximum": part.most}


def _own_fact(fact: OwnFact) -> Schema:
    if fact.choices:
        return {"enum": [*fact.choices, *fact.also]}
    name = defined("name")
    return {**list_of(name), "uniqueItems": True} if fact.of_several else name


def _round_keys() -> Schema:
    return {
        "ending": {"enum": list(ENDINGS)},
        "by": defined("name"),
        "hands": {**object_of({}), "additionalProperties": defined("hand")},
        "upcard": defined("card"),
        "dealer": defined("name"),
        **{key: _own_fact(fact) for key, fact in OWN_FACTS.items()},
        "allow": list_of({"enum": list(ALLOWED)}),
        "adjustments": list_of(defined("adjustment")),
        "note": defined("note"),
        "entered": defined("entered"),
    }
