"""The emblem of each game, drawn in `static/suits.svg` as `emblem-` and the key of the game.

It is in one file with the suits, so that a first visit asks for one file less.
"""

from __future__ import annotations

import re
from functools import cache

from flask import url_for

from scorekeeper.config import resource_dir

SPRITE = "suits.svg"
ANY_GAME = "game"
"""The emblem of a game that has none of its own."""


@cache
def drawn() -> frozenset[str]:
    """The names of all emblems."""
    text = (resource_dir("static") / SPRITE).read_text(encoding="utf-8")
    return frozenset(re.findall(r'<symbol id="emblem-([\w-]+)"', text))


def emblem_address(key: str) -> str:
    """The address of the emblem of the game with this key."""
    address = url_for("static", filename=SPRITE)
    return f"{address}#emblem-{key if key in drawn() else ANY_GAME}"
