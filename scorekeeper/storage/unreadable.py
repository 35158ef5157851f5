"""What a database holds of a game but nobody can read: it must not take down the other games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NOT_READ = (AttributeError, LookupError, TypeError, ValueError)
"""What is raised when the values of a row are not those that this program wrote."""


class UnreadableGameError(LookupError):
    """What is stored of a game cannot be read."""


@contextmanager
def reading(game_id: str) -> Iterator[None]:
    """Raise `UnreadableGameError` where what is stored of this game turns out to be wrong."""
    try:
        yield
    except UnreadableGameError:
        raise
    except NOT_READ as error:
        raise UnreadableGameError(f"{game_id}: {error!r}") from error


class Unreadable:
    """Stands for a value that is no JSON; whatever is asked of it fails, but not the query."""


def read_json(text: str) -> Any:
    """The value that was stored, `Unreadable` where another hand or a fault changed the text."""
    try:
        return json.loads(text)
    except ValueError:
        return Unreadable()
