"""The JSON Schemas of answers, made from their types."""

from __future__ import annotations

from dataclasses import MISSING, fields
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from scorekeeper.rummy.documents.answer import Answer, key_of
from scorekeeper.rummy.documents.schema_words import Schema, list_of

_JSON_TYPES = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    NoneType: "null",
}


def answer_schemas(kind: type[Answer], place: str) -> dict[str, Schema]:
    """The schemas of an answer and of its parts, by the names of their classes.

    A reference between schemas begins with `place`, such as `#/$defs/`. A field annotated with a
    name refers to a schema that is defined elsewhere.

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
    return Union[tuple(part for part in get_args(hint) if part is not NoneType)]  # noqa: UP007 - the parts are known only now


def _schema_of(hint: Any, place: str, found: dict[str, Schema]) -> Schema:
    parts = get_args(hint)
    match get_origin(hint):
        case None if hint in _JSON_TYPES:
            return {"type": _JSON_TYPES[hint]}
        case None if issubclass(hint, StrEnum):
            return {"type": "string", "enum": [member.value for member in hint]}
        case None:
            _add(hint, place, found)
            return {"$ref": place + hint.__name__}
        case origin if origin is Annotated:
            return {"$ref": place + parts[1]}
        case origin if origin is Literal:
            return {"enum": list(parts)}
        case origin if origin in (Union, UnionType):
            return {"anyOf": [_schema_of(part, place, found) for part in parts]}
        case origin if origin in (tuple, list):
            return list_of(_schema_of(parts[0], place, found))
        case _:
            return {"type": "object", "additionalProperties": _schema_of(parts[1], place, found)}
