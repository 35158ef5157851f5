"""The JSON Schema of answers, made from their types."""

from __future__ import annotations

from dataclasses import MISSING
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from scorekeeper.rummy.documents.answers import Answer, keys_of

Schema = dict[str, Any]

_PLAIN = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}


def answer_schemas(kind: type[Answer], place: str) -> dict[str, Schema]:
    """The schemas of an answer and of its parts, by the names of their classes.

    They refer to each other by `place`, such as `#/$defs/`. A field that is annotated with a name
    refers to the schema of that name, which is somebody else's.

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
    schema = found[kind.__name__] = {"type": "object", "description": _first_line(kind)}
    keys = keys_of(kind)  # type: ignore[arg-type] # mypy takes the hash of its instances for that of a class
    schema["properties"] = {
        key: _schema_of(
            hints[name] if default is MISSING else _without_none(hints[name]), place, found
        )
        for name, key, default in keys
    }
    schema["required"] = [key for _name, key, default in keys if default is MISSING]


def _first_line(kind: type[Answer]) -> str:
    return (kind.__doc__ or "").partition("\n")[0]


def _without_none(hint: Any) -> Any:
    """The type of a field that is left out while it is `None`."""
    return Union[tuple(each for each in get_args(hint) if each is not NoneType)]  # noqa: UP007 - the parts are known only now


def _schema_of(hint: Any, place: str, found: dict[str, Schema]) -> Schema:
    parts = get_args(hint)
    match get_origin(hint):
        case None if hint in _PLAIN:
            return {"type": _PLAIN[hint]}
        case None:
            _add(hint, place, found)
            return {"$ref": place + hint.__name__}
        case origin if origin is Annotated:
            return {"$ref": place + parts[1]}
        case origin if origin in (Union, UnionType):
            return {"anyOf": [_schema_of(part, place, found) for part in parts]}
        case origin if origin is tuple:
            return {"type": "array", "items": _schema_of(parts[0], place, found)}
        case _:
            return {"type": "object", "additionalProperties": _schema_of(parts[1], place, found)}
