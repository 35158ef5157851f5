"""The type of all answers to documents. The names of an answer’s fields are the keys in JSON."""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields
from functools import cache
from json import JSONEncoder
from typing import Any

NOT_ASKED: Any = object()
"""The value of a field that JSON leaves out. In such a field, `None` means `null` in JSON."""


@dataclass(slots=True)
class Answer:
    """An answer or a part of an answer. The names of its fields are the keys in JSON.

    The class is not frozen, because frozen dataclasses take twice as long to create and the program
    creates thousands of answers.
    """

    def as_json(self) -> dict[str, Any]:
        """The answer as plain JSON values, without the fields that have their defaults."""
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
    """Write an answer as one line of JSON. This is faster than encoding the result of `as_json`."""
    return _ENCODE(answer)


_ENCODE = JSONEncoder(ensure_ascii=False, check_circular=False, default=Answer.parts).encode


def described(description: str, **schema: Any) -> Any:
    return field(metadata={"schema": {"description": description, **schema}})


def _plain(part: Any) -> Any:
    if isinstance(part, tuple):
        return [_plain(one) for one in part]
    return part.as_json() if isinstance(part, Answer) else part
