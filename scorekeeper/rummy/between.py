"""Entries between two rounds: a penalty or bonus, or a player who leaves, joins or comes back."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from scorekeeper.rummy.hand import Extras
from scorekeeper.rummy.messages import Seat


class BetweenKind(StrEnum):
    """The kinds of entries between two rounds. The values are keys in documents."""

    ADJUST = "adjust"
    LEAVES = "leaves"
    JOINS = "joins"
    REJOINS = "rejoins"

    @property
    def has_points(self) -> bool:
        return self in (BetweenKind.ADJUST, BetweenKind.JOINS)


@dataclass(frozen=True, slots=True)
class Between:
    """The facts of an entry between two rounds.

    - `points`: for adjustments and for players who join, the points of each of the `seats`. Empty
      for players who leave or come back
    - `on_sheet`: whether the entry is already recorded
    """

    kind: BetweenKind
    seats: tuple[Seat, ...]
    points: tuple[int, ...] = ()
    note: str = ""
    extras: Extras = ()
    on_sheet: bool = field(default=False, compare=False)
