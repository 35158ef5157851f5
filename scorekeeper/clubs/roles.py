"""The three roles in a club, each with all that those before it may do."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What a device may do: read along, start games and enter rounds, or keep the club.

    >>> Role.KEEPER.may(Role.PLAYER), Role.WATCHER.may(Role.PLAYER)
    (True, False)
    """

    WATCHER = "watcher"
    PLAYER = "player"
    KEEPER = "keeper"

    def may(self, needed: Role) -> bool:
        """Whether this role may do what `needed` may."""
        ranks = list(Role)
        return ranks.index(self) >= ranks.index(needed)
