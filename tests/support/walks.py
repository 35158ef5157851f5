"""Tables of cases that one test walks through: most cases take less than to set up a test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any

import pytest


def walk(names: str | tuple[str, ...], cases: Mapping[str, Any] | Iterable[Any]) -> Any:
    """Like `pytest.mark.parametrize`, with each case a subtest of one test.

    The cases may have words of their own: `{"a tie": (10, 10), …}`. They share the fixtures of that
    test.
    """
    parameters = names.replace(" ", "").split(",") if isinstance(names, str) else names
    if isinstance(cases, Mapping):
        rows = [(words, _values(case, len(parameters))) for words, case in cases.items()]
    else:
        rows = [_read(case, len(parameters)) for case in cases]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        given = signature(test).parameters
        kept = {name: each for name, each in given.items() if name not in parameters}

        @wraps(test)
        def walked(subtests: pytest.Subtests, **others: Any) -> None:
            fixtures = others | ({"subtests": subtests} if "subtests" in kept else {})
            for name, values in rows:
                with subtests.test(name):
                    test(**dict(zip(parameters, values, strict=True)), **fixtures)

        own = Parameter("subtests", Parameter.KEYWORD_ONLY)
        walked.__signature__ = Signature([*(kept | {"subtests": own}).values()])  # type: ignore[attr-defined]  # pytest reads it
        return walked

    return decorate


def _read(case: Any, number: int) -> tuple[str, tuple[Any, ...]]:
    """The name and the values of a case, which may be a `pytest.param`."""
    if hasattr(case, "marks"):
        values, name = tuple(case.values), case.id
    else:
        values, name = _values(case, number), None
    return name or ", ".join(_named(each) for each in values), values


def _values(case: Any, number: int) -> tuple[Any, ...]:
    return (case,) if number == 1 else tuple(case)


def _named(value: Any) -> str:
    """What stands for a value in the name of its case; half a surrogate pair cannot be reported."""
    text = str(getattr(value, "key", getattr(value, "__name__", value)))
    return text.encode("utf-8", "backslashreplace").decode()
