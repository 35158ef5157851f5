"""The faces of players, the emblems of games and the icons of buttons."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple, Protocol

from scorekeeper.config import resource_dir
from scorekeeper.web.shell.static_files import static_address


class Faced(Protocol):
    """An object with a face: a player, or a row with these columns."""

    @property
    def name(self) -> str:
        """The name of the player."""

    @property
    def sign(self) -> str:
        """The sign that the player chose, or an empty text."""


class Sitter(NamedTuple):
    """A player named at the judge’s desk, with the colour of their seat."""

    name: str
    colour: int
    sign: str = ""


def face_sign(player: Faced) -> str:
    """The text on a player's face: the chosen sign, or the initial.

    >>> from scorekeeper.storage.models import Player
    >>> face_sign(Player(name="émile", sign=""))
    'É'
    """
    return player.sign or player.name[:1].upper()


SPRITE = "emblems.svg"
ANY_GAME = "game"
"""The emblem of a game without its own."""


@cache
def games_with_emblem() -> frozenset[str]:
    """The keys of the games whose own emblem is in the sprite."""
    text = (resource_dir("static") / SPRITE).read_text(encoding="utf-8")
    return frozenset(re.findall(r'<symbol id="emblem-([\w-]+)"', text))


def emblem_address(key: str) -> str:
    return f"{static_address(SPRITE)}#emblem-{key if key in games_with_emblem() else ANY_GAME}"


def icon_address(icon: str) -> str:
    """The address of an icon such as `next`, or of a suit by its letter."""
    return f"{static_address('suits.svg')}#{icon}"
