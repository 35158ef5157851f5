"""Elimination by the rules of a game, and the return of eliminated players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.rummy.column import Column
from scorekeeper.rummy.house_rules import house_rule, values
from scorekeeper.rummy.messages import Seat, message

NO_RETURN, WORST, WORST_PLUS_ONE = "no", "worst", "worst-plus-one"


@dataclass(frozen=True, slots=True)
class Elimination:
    """The elimination of players, and the total of an eliminated player who comes back.

    - `target`: the total that eliminates a player; 0: no total eliminates
    - `rejoin`: whether a player can come back, and with which total
    - `rejoins_each`: how often each player can come back; 0: any number of times
    - `spare`: a returning player’s total plus this number must stay below the target
    - `play_off_after`: the number of rounds after which only the leaders play on; 0: never
    - `level(column)`: the players of a play-off after this column. Empty if no play-off is needed
    """

    target: int
    rejoin: str = NO_RETURN
    rejoins_each: int = 0
    spare: int = 0
    play_off_after: int = 0
    level: Callable[[Column], tuple[Seat, ...]] = lambda _column: ()

    def begins_play_off(self, column: Column) -> tuple[Seat, ...]:
        """The players of the play-off that begins now. Empty if no play-off begins."""
        return () if column.play_off else self.level(column)

    def only_level_play(self, column: Column) -> bool:
        return column.play_off > 0 or 0 < self.play_off_after <= column.rounds

    def eliminated(self, column: Column) -> tuple[Seat, ...]:
        """The players whom this column eliminates. At least one player always stays in."""
        totals = column.totals
        if self.is_play_off(column):
            best = max(totals[seat] for seat in column.seats)
            return tuple(seat for seat in column.seats if totals[seat] < best)
        if not self.target:
            return ()
        out = tuple(seat for seat in column.seats if totals[seat] >= self.target)
        if len(out) < len(column.seats):
            return out
        fewest = min(totals[seat] for seat in out)
        return tuple(seat for seat in out if totals[seat] > fewest)

    def is_over(self, column: Column) -> bool:
        """Check whether one player is left, or all players left are at the target or above."""
        totals = [column.totals[seat] for seat in column.seats]
        return len(totals) == 1 or 0 < self.target <= min(totals)

    def is_play_off(self, column: Column) -> bool:
        if not 0 < self.play_off_after <= column.rounds:
            return False
        best = max(column.totals[seat] for seat in column.seats)
        return [column.totals[seat] for seat in column.seats].count(best) > 1

    def total_of_return(self, column: Column) -> int | None:
        """The total of a player who comes back now. `None` if players cannot come back."""
        total = self.worst_total(column)
        return total if total is not None and total + self.spare < self.target else None

    def worst_total(self, column: Column) -> int | None:
        """The total of a returning player, even if it is too high. `None` if nobody can return."""
        if self.rejoin == NO_RETURN or not self.target:
            return None
        worst = max(column.totals[seat] for seat in column.seats)
        return worst + (self.rejoin == WORST_PLUS_ONE)


def rejoin(default: str) -> str:
    chosen: str = house_rule(
        default,
        message("Coming back after elimination"),
        choices=(
            (NO_RETURN, message("not allowed")),
            (WORST, message("with the worst total of those in")),
            (WORST_PLUS_ONE, message("with the worst total of those in, plus 1")),
        ),
    )
    return chosen


def rejoins_each() -> int:
    chosen: int = house_rule(
        0,
        message("Returns for each player"),
        message("0: as often as the totals allow."),
        choices=values(0, 1, 2, 3, 4, 5),
    )
    return chosen
