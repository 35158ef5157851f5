"""What was chosen where a file of results leaves open who and what is meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorekeeper.transfer.past.dates import DateOrder

LEFT_OUT = "-"
"""The choice to leave out a kind of game, or a player."""

NEW = "+"
"""The choice that somebody is new to the club."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen: the order of dates, the year, which game each kind is, who each name is.

    A kind is chosen by the key of `PlayedAs`, a name by the id of a player of the club. Of a game
    that is won either way, `lowest` says whether the lowest total wins. What was not chosen follows
    from the names. What the club knows from before has its names as they are `heard`.
    """

    order: DateOrder | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    year: int | None = None
    lowest: Mapping[str, bool] = field(default_factory=dict)
