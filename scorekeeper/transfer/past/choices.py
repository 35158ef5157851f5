"""The user's choices for a file of results that leaves games, names or dates open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.transfer.past.dates import DateOrder

LEFT_OUT = "-"
"""The choice to leave out a kind of game, or a player."""

NEW = "+"
"""The choice that a name is a new player."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The user's choices for dates, year, kinds of games and names.

    The choice for a kind is the key of a `PlayedAs`. The choice for a name is the id of a player of
    the club. `lowest` is true for a kind if its lowest total wins, for games that can be won either
    way. Anything not chosen follows from the names. Earlier choices of the club have names as
    `heard`.
    """

    order: DateOrder | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    year: int | None = None
    lowest: Mapping[str, bool] = field(default_factory=dict)
