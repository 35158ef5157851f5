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
    """An answer or a part of one; it is written in JSON by the names of its fields.

    It is not frozen, which would make each of thousands twice as slow to make.
    """

    def as_json(self) -> dict[str, Any]:
        """The answer, ready for JSON; a field that has a default is left out while it has that."""
        return {key: _plain(value) for key, value in self.parts().items()}

    def parts(self) -> dict[str, Any]:
        """What is in the answer, by its keys in JSON; answers within it are left as they are."""
        found = {}
        for name, key, default in _parts_of(type(self)):  # type: ignore[arg-type]  # classes can be hashed, though answers cannot
            value = getattr(self, name)
            if value is not default:
                found[key] = value
        return found


def key_of(part: Field[Any]) -> str:
    """The key of a field in JSON, without the underscore that keeps it apart from a keyword."""
    return part.name.rstrip("_")


@cache
def _parts_of(answer: type[Answer]) -> tuple[tuple[str, str, Any], ...]:
    """The fields of an answer, each with its key in JSON and its default."""
    return tuple((part.name, key_of(part), part.default) for part in fields(answer))


def encode(answer: Answer | dict[str, Any]) -> str:
    """An answer as one line of JSON, faster than by way of `as_json`."""
    return _ENCODE(answer)


_ENCODE = JSONEncoder(ensure_ascii=False, check_circular=False, default=Answer.parts).encode


def described(description: str, **schema: Any) -> Any:
    """A field of an answer with what its schema says beside its type."""
    return field(metadata={"schema": {"description": description, **schema}})


def _plain(part: Any) -> Any:
    if isinstance(part, tuple):
        return [_plain(one) for one in part]
    return part.as_json() if isinstance(part, Answer) else part
