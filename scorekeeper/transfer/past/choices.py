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

    - `order`: the order of day and month
    - `kinds`: for each kind of game in the file, the key of a `PlayedAs` or `LEFT_OUT`
    - `names`: for each name in the file, the id of a player of the club, `NEW` or `LEFT_OUT`
    - `year`: the year of the first date, if no date has a year
    - `lowest`: for each kind of game that can be won either way, whether its lowest total wins

    Anything not chosen follows from the words of the file. In the club’s earlier choices, names and
    kinds are written as `heard`.
    """

    order: DateOrder | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    year: int | None = None
    lowest: Mapping[str, bool] = field(default_factory=dict)
