"""Tables of cases that one test walks through: most cases take less than to set up a test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import Signature, signature
from typing import Any


def walk(names: str | tuple[str, ...], cases: Mapping[str, Any] | Iterable[Any]) -> Any:
    """Like `pytest.mark.parametrize`, as one test: it tries all cases, and names each that fails.

    The cases may have words of their own: `{"a tie": (10, 10), …}`. They share the fixtures of that
    test.
    """
    parameters = names.replace(" ", "").split(",") if isinstance(names, str) else names
    if isinstance(cases, Mapping):
        rows = [(words, _values(case, len(parameters))) for words, case in cases.items()]
    else:
        rows = [_read(case, len(parameters)) for case in cases]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def walked(**others: Any) -> None:
            faults = []
            for name, values in rows:
                try:
                    test(**dict(zip(parameters, values, strict=True)), **others)
                except Exception as fault:
                    fault.add_note(f"This is the case {name}.")
                    faults.append(fault)
            if faults:
                raise ExceptionGroup(f"of {len(rows)} cases {len(faults)} failed", faults)

        kept = [each for each in signature(test).parameters.values() if each.name not in parameters]
        walked.__signature__ = Signature(kept)  # type: ignore[attr-defined]  # pytest reads it
        return walked

    return decorate


def _read(case: Any, number: int) -> tuple[str, tuple[Any, ...]]:
    """The name and the values of a case, which may be a `pytest.param`."""
    if hasattr(case, "marks"):
        values, name = tuple(case.values), case.id
    else:
        values, name = _values(case, number), None
    return name or ", ".join(str(getattr(each, "key", each)) for each in values), values


def _values(case: Any, number: int) -> tuple[Any, ...]:
    return (case,) if number == 1 else tuple(case)
