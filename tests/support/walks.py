"""One test for many cases, because most cases take less time than the set-up of a test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any

import pytest


def walk(
    names: str | tuple[str, ...], cases: Mapping[str, Any] | Iterable[Any], *, every: int = 1
) -> Any:
    """Like `pytest.mark.parametrize`, but with each case a subtest of one test.

    The cases share that test’s fixtures. They can have names: `{"a tie": (10, 10), …}`. With
    `every=2` each run tries every second case, and only slow runs try the others.
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
            first = others.pop("first") if every > 1 else 0
            fixtures = others | ({"subtests": subtests} if "subtests" in kept else {})
            for name, values in rows[first::every]:
                with subtests.test(name):
                    test(**dict(zip(parameters, values, strict=True)), **fixtures)

        own = ("subtests",) if every == 1 else ("subtests", "first")
        added = {name: Parameter(name, Parameter.KEYWORD_ONLY) for name in own}
        walked.__signature__ = Signature([*(kept | added).values()])  # type: ignore[attr-defined]  # pytest reads it
        if every == 1:
            return walked
        later = [pytest.param(first, marks=pytest.mark.slow) for first in range(1, every)]
        return pytest.mark.parametrize("first", [0, *later])(walked)

    return decorate


def _read(case: Any, number: int) -> tuple[str, tuple[Any, ...]]:
    """Return the name and the values of a case, which can be a `pytest.param`."""
    if hasattr(case, "marks"):
        values, name = tuple(case.values), case.id
    else:
        values, name = _values(case, number), None
    return name or ", ".join(_named(each) for each in values), values


def _values(case: Any, number: int) -> tuple[Any, ...]:
    return (case,) if number == 1 else tuple(case)


def _named(value: Any) -> str:
    """Return the name of a value. Pytest cannot report half a surrogate pair, so escape it."""
    text = str(getattr(value, "key", getattr(value, "__name__", value)))
    return text.encode("utf-8", "backslashreplace").decode()
