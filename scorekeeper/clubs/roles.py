"""The roles in a club. Each includes the rights of the roles before it."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """The role of a device: a watcher reads, a player also plays, a keeper runs the club.

    A player starts games and enters rounds. A device at a `table` of a tournament signed in by its
    card and has only the rights of that card.

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
