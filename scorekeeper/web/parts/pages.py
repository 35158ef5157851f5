"""Long lists split into pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from flask import request

PAGE_SIZE = 20
"""The number of items on a page."""

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class PageOf(Generic[Item]):
    """A page of a list, with the numbers of the page before and after, or `None`."""

    items: Sequence[Item]
    before: int | None
    after: int | None


def page_of(items: Sequence[Item], size: int = PAGE_SIZE) -> PageOf[Item]:
    """The page of a list for the address's `page`, or the nearest page."""
    last = max(0, len(items) - 1) // size + 1
    number = min(max(1, request.args.get("page", 1, type=int)), last)
    return PageOf(
        items[(number - 1) * size : number * size],
        before=number - 1 if number > 1 else None,
        after=number + 1 if number < last else None,
    )
