"""Entries between two rounds: a penalty or bonus, or a player who leaves, joins or comes back."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from scorekeeper.rummy.hand import Extras
from scorekeeper.rummy.messages import Seat


class BetweenKind(StrEnum):
    """The kinds of entries between two rounds, with their keys in documents as values."""

    ADJUST = "adjust"
    LEAVES = "leaves"
    JOINS = "joins"
    REJOINS = "rejoins"

    @property
    def has_points(self) -> bool:
        return self in (BetweenKind.ADJUST, BetweenKind.JOINS)


@dataclass(frozen=True, slots=True)
class Between:
    """An entry between two rounds: facts only, as in a round.

    `points` has one number for each of the `seats`, if the entry is an adjustment or a player
    joins. It is empty when players leave or come back. `on_sheet` means that the entry is already
    recorded.
    """

    kind: BetweenKind
    seats: tuple[Seat, ...]
    points: tuple[int, ...] = ()
    note: str = ""
    extras: Extras = ()
    on_sheet: bool = field(default=False, compare=False)
