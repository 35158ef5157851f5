"""The roles in a club; each includes the rights of those before it."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """A watcher reads, a player also starts games and enters rounds, a keeper runs the club.

    A device at a `table` of a tournament signed in by its card, and has only the rights of that.

    >>> Role.KEEPER.may(Role.PLAYER), Role.WATCHER.may(Role.PLAYER)
    (True, False)
    """

    TABLE = "table"
    WATCHER = "watcher"
    PLAYER = "player"
    KEEPER = "keeper"

    def may(self, needed: Role) -> bool:
        return _RANKS[self] >= _RANKS[needed]


_RANKS = {role: rank for rank, role in enumerate(Role)}
