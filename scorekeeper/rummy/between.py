"""What happens between two rounds: a penalty or bonus, or somebody leaves, joins or comes back."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from scorekeeper.rummy.hand import Extras
from scorekeeper.rummy.messages import Seat


class BetweenKind(StrEnum):
    """The kinds of entries between two rounds, by their keys in documents."""

    ADJUST = "adjust"
    LEAVES = "leaves"
    JOINS = "joins"
    REJOINS = "rejoins"

    @property
    def has_points(self) -> bool:
        return self in (BetweenKind.ADJUST, BetweenKind.JOINS)


@dataclass(frozen=True, slots=True)
class Between:
    """An entry between two rounds: facts only, as of a round.

    `points` are those of an adjustment or of who joins, one for each of the `seats`. Nobody leaves
    or comes back with points of the table's choosing. `on_sheet` says that it is already recorded.
    """

    kind: BetweenKind
    seats: tuple[Seat, ...]
    points: tuple[int, ...] = ()
    note: str = ""
    extras: Extras = ()
    on_sheet: bool = field(default=False, compare=False)
