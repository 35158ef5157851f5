"""The emblem of each game, drawn in `static/emblems.svg` under the key of the game."""

from __future__ import annotations

import re
from functools import cache

from flask import url_for

from scorekeeper.config import resource_dir

SPRITE = "emblems.svg"
ANY_GAME = "game"
"""The emblem of a game that has none of its own."""


@cache
def drawn() -> frozenset[str]:
    """The names of all emblems."""
    text = (resource_dir("static") / SPRITE).read_text(encoding="utf-8")
    return frozenset(re.findall(r'<symbol id="([\w-]+)"', text))


def emblem_address(key: str) -> str:
    """The address of the emblem of the game with this key."""
    address = url_for("static", filename=SPRITE)
    return f"{address}#{key if key in drawn() else ANY_GAME}"
