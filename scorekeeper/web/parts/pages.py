"""Long lists, of which a page shows a part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from flask import request

PAGE_SIZE = 20
"""How many items a page shows."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class PageOf(Generic[Item]):
    """A part of a list, and the numbers of the pages before and after it, if there are any."""

    items: Sequence[Item]
    before: int | None
    after: int | None


def page_of(items: Sequence[Item], size: int = PAGE_SIZE) -> PageOf[Item]:
    """The part of a list that the address asks for as `page`, or the nearest there is."""
    last = max(0, len(items) - 1) // size + 1
    number = min(max(1, request.args.get("page", 1, type=int)), last)
    return PageOf(
        items[(number - 1) * size : number * size],
        before=number - 1 if number > 1 else None,
        after=number + 1 if number < last else None,
    )
