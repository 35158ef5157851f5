"""The sign on a player's face."""

from __future__ import annotations

from typing import Protocol


class Faced(Protocol):
    """Whoever has a face: a player, or a row with these columns."""

    @property
    def name(self) -> str:
        """What they are called."""

    @property
    def sign(self) -> str:
        """The sign that they chose; empty if they chose none."""


def face_sign(player: Faced) -> str:
    """What stands on a player's face: their sign, else their initial.

    >>> from scorekeeper.storage.models import Player
    >>> face_sign(Player(name="émile", sign=""))
    'É'
    """
    return player.sign or player.name[:1].upper()
