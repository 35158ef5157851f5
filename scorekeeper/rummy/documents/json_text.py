"""Reading JSON strictly, before anything in it is looked at."""

from __future__ import annotations

import json
from typing import Any

from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.round import RuleError


def read_json(content: bytes) -> object:
    """Read JSON in UTF-8 with no name twice in an object; raises `RuleError` for anything else."""
    try:
        return json.loads(
            content.decode("utf-8-sig").rstrip("\r\n"),
            object_pairs_hook=_without_repeats,
            parse_constant=_no_constant,
        )
    except json.JSONDecodeError as error:
        raise RuleError(_where(error)) from None
    except UnicodeDecodeError:
        raise RuleError(message("This is not JSON in UTF-8.")) from None
    except (RecursionError, ValueError) as error:
        if isinstance(error, RuleError):
            raise
        raise RuleError(
            message("This JSON is nested too deeply or holds too long a number.")
        ) from None


def _where(error: json.JSONDecodeError) -> Message:
    """The place of the fault; which line it is in is not said where there is only one."""
    if "\n" in error.doc:
        return message(
            "This is not JSON: line {line}, column {column}.", line=error.lineno, column=error.colno
        )
    return message("This is not JSON: column {column}.", column=error.colno)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    parsed = dict(pairs)
    if len(parsed) < len(pairs):
        name = _first_repeated(pairs)
        raise RuleError(message("“{name}” is given twice in one object.", name=name[:40]))
    return parsed


def _first_repeated(pairs: list[tuple[str, Any]]) -> str:
    seen: set[str] = set()
    for name, _value in pairs:
        if name in seen:
            return name
        seen.add(name)
    raise AssertionError("every name is given once")


def _no_constant(name: str) -> Any:
    """Refuse `NaN` and `Infinity`, which Python reads though JSON does not have them."""
    raise RuleError(message("“{key}” means nothing here.", key=name))
