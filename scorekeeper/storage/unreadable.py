"""Games that cannot be read from the database; they must not break pages that list others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NOT_READ = (AttributeError, LookupError, TypeError, ValueError)
"""The errors raised by values that this program did not write."""


class UnreadableGameError(LookupError):
    """What is stored of a game cannot be read."""


@contextmanager
def reading(game_id: str) -> Iterator[None]:
    """Turn errors about the stored values of this game into an `UnreadableGameError`."""
    try:
        yield
    except UnreadableGameError:
        raise
    except NOT_READ as error:
        raise UnreadableGameError(f"{game_id}: {error!r}") from error


class Unreadable:
    """Stands for a value that is not JSON: using it fails, but the query that read it does not."""


def read_json(text: str) -> Any:
    """The stored JSON value, or `Unreadable` if the text was damaged."""
    try:
        return json.loads(text)
    except ValueError:
        return Unreadable()
