"""The type of answers to documents: typed values, written in JSON by the names of their fields."""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields
from functools import cache
from json import JSONEncoder
from typing import Any

NOT_ASKED: Any = object()
"""The value of a field to leave out, if `None` already means `null` in JSON."""


@dataclass(slots=True)
class Answer:
    """An answer or a part of one, written in JSON by the names of its fields.

    It is not frozen: a frozen dataclass takes twice as long to create, and there are thousands.
    """

    def as_json(self) -> dict[str, Any]:
        """The answer as plain JSON values. A field is left out while it has its default."""
        return {key: _plain(value) for key, value in self.parts().items()}

    def parts(self) -> dict[str, Any]:
        """The parts of the answer by their keys in JSON. Nested answers are not converted."""
        found = {}
        for name, key, default in _parts_of(type(self)):  # type: ignore[arg-type]  # classes can be hashed, though answers cannot
            value = getattr(self, name)
            if value is not default:
                found[key] = value
        return found


def key_of(part: Field[Any]) -> str:
    return part.name.rstrip("_")


@cache
def _parts_of(answer: type[Answer]) -> tuple[tuple[str, str, Any], ...]:
    return tuple((part.name, key_of(part), part.default) for part in fields(answer))


def encode(answer: Answer | dict[str, Any] | str) -> str:
    """Write an answer as one line of JSON. This is faster than through `as_json`."""
    return _ENCODE(answer)


_ENCODE = JSONEncoder(ensure_ascii=False, check_circular=False, default=Answer.parts).encode


def described(description: str, **schema: Any) -> Any:
    return field(metadata={"schema": {"description": description, **schema}})


def _plain(part: Any) -> Any:
    if isinstance(part, tuple):
        return [_plain(one) for one in part]
    return part.as_json() if isinstance(part, Answer) else part
