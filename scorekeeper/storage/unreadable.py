"""What a database holds of a game but nobody can read: it must not take down the other games."""

from __future__ import annotations

import json
from typing import Any


class UnreadableGameError(LookupError):
    """What is stored of the game with this id cannot be read."""


class Unreadable:
    """Stands for a value that is no JSON; whatever is asked of it fails, but not the query."""


def read_json(text: str) -> Any:
    """The value that was stored, `Unreadable` where another hand or a fault changed the text."""
    try:
        return json.loads(text)
    except ValueError:
        return Unreadable()
