"""Columns of the sheet: their totals, the end of a column, and its winners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.round import Round
from scorekeeper.rummy.ruling import Line, Ruling, points_of


@dataclass(frozen=True, slots=True)
class Column:
    """The current state of a column of the sheet: totals, boxes and rounds won by seat.

    - `seats`: the players still playing. A player who is out still has a total
    - `entered`: the players with a win or points in this column
    - `adjusted`: the players with an adjustment
    - `rounds`: the number of rounds that were not void
    - `last_won_by`: the winners of the last round that was not void
    - `bonuses`: the end bonuses, filled in when the column closes. In a game with one column,
      it gets none if the players ended the game early
    - `phases`: by seat, the numbers of the phases that the player has laid down. Empty in games
      without phases
    - `play_off`: the number of rounds before a play-off of leaders with equal totals
      (`Elimination.level`), or 0 before such a play-off. It stays 0 in a play-off that begins after
      a fixed number of rounds (`Elimination.play_off_after`)
    """

    totals: tuple[int, ...]
    boxes: tuple[int, ...]
    wins: tuple[int, ...]
    seats: tuple[Seat, ...]
    entered: frozenset[Seat] = frozenset()
    adjusted: frozenset[Seat] = frozenset()
    rounds: int = 0
    closed: bool = False
    bonuses: tuple[Line, ...] = ()
    phases: tuple[tuple[int, ...], ...] = ()
    play_off: int = 0
    last_won_by: tuple[Seat, ...] = ()

    @property
    def written(self) -> frozenset[Seat]:
        return self.entered | self.adjusted

    def phases_of(self, seat: Seat) -> tuple[int, ...]:
        """The numbers of the phases that a player has laid down, in the order of the rounds."""
        return self.phases[seat] if self.phases else ()

    @property
    def final(self) -> tuple[int, ...]:
        added = points_of(self.bonuses, len(self.totals))
        return tuple(total + more for total, more in zip(self.totals, added, strict=True))


def best_total(column: Column) -> int:
    totals, seats = column.totals, column.seats
    return max(totals if len(seats) == len(totals) else [totals[seat] for seat in seats])


def at_target(rules: Any, column: Column) -> bool:
    """Check whether a player still playing has reached the target. Nobody reaches a target of 0."""
    return bool(0 < rules.target <= best_total(column))


def at_target_or_rounds(rules: Any, column: Column) -> bool:
    return at_target(rules, column) or 0 < rules.rounds <= column.rounds


def unless_level(is_over: Callable[[Any, Column], bool]) -> Callable[[Any, Column], bool]:
    """Wrap a check for the end of a game.

    The new check is false while the leaders are level and the house rules let them play on.
    """

    def is_over_unless_level(rules: Any, column: Column) -> bool:
        if not is_over(rules, column):
            return False
        level = [column.totals[seat] for seat in column.seats].count(best_total(column)) > 1
        return not (level and rules.tie_at_end == "play-on")

    return is_over_unless_level


def after_rounds(number: int) -> Callable[[Any, Column], bool]:
    """Make a check that this many rounds have been played. Void rounds don’t count."""
    return lambda _rules, column: column.rounds >= number


def no_bonuses(_rules: Any, _column: Column, _place: int) -> tuple[Line, ...]:
    return ()


def reached_target(rules: Any, column: Column) -> tuple[Seat, ...]:
    """The players who reached the target and have the highest total."""
    if not at_target(rules, column):
        return ()
    return best_final(column.totals, column.seats, lowest_wins=False)


def best_final(
    final: tuple[int, ...], seats: tuple[Seat, ...], lowest_wins: bool
) -> tuple[Seat, ...]:
    """The players in `seats` with the best final total."""
    best = (min if lowest_wins else max)(final[seat] for seat in seats)
    return tuple(seat for seat in seats if final[seat] == best)


@dataclass(frozen=True, slots=True)
class EntryKind:
    """A reason for points in a column.

    - `word`: the word that people type for this kind, or its beginning. The default kind has no
      word
    - `letter`: the text for this kind in a URL
    - `round(rules, seat, points)`: a two-player round of this kind worth these points
    - `is_kind(ruling)`: whether a ruling is about a round of this kind
    - `is_win`: whether the player with the points also wins the round
    """

    letter: str
    word: Message | None
    round: Callable[[Any, Seat, int], Round]
    is_kind: Callable[[Ruling], bool]
    is_win: bool = True


@dataclass(frozen=True, slots=True)
class ColumnEntry:
    seat: Seat
    points: int
    kind: EntryKind
