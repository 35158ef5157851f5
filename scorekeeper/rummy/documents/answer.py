"""What an answer to a document is: typed values, written in JSON by the names of their fields."""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields
from functools import cache
from json import JSONEncoder
from typing import Any

NOT_ASKED: Any = object()
"""The part of an answer that only some games have, in another, where `null` would say too much."""


@dataclass(slots=True)
class Answer:
    """An answer or a part of one. It is written in JSON by the names of its fields.

    It is not frozen, which would make each of thousands twice as slow to make.
    """

    def as_json(self) -> dict[str, Any]:
        """The answer, ready for JSON. A field that has a default is left out while it has that."""
        return {key: _plain(value) for key, value in self.parts().items()}

    def parts(self) -> dict[str, Any]:
        """The parts of the answer by their keys in JSON. Answers within it stay answers."""
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
    """An answer as one line of JSON, faster than by way of `as_json`."""
    return _ENCODE(answer)


_ENCODE = JSONEncoder(ensure_ascii=False, check_circular=False, default=Answer.parts).encode


def described(description: str, **schema: Any) -> Any:
    return field(metadata={"schema": {"description": description, **schema}})


def _plain(part: Any) -> Any:
    if isinstance(part, tuple):
        return [_plain(one) for one in part]
    return part.as_json() if isinstance(part, Answer) else part
