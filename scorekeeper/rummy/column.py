"""Columns of the sheet: what is written in a column, when it closes and who won it."""

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

    `seats` are the players who are in. Whoever is out keeps their total. `entered` are the players
    with a win or points in this column, `adjusted` those with an adjustment. `rounds` is the number
    of rounds that were not void, and `last_won_by` who won the last of them. `bonuses` are filled
    in when the column closes. `phases` are the numbers of those that each player has laid down, by
    seat, in games with phases. `play_off` is after how many rounds the leaders began to play off, 0
    if they did not.
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
        """In the order of the rounds."""
        return self.phases[seat] if self.phases else ()

    @property
    def final(self) -> tuple[int, ...]:
        added = points_of(self.bonuses, len(self.totals))
        return tuple(total + more for total, more in zip(self.totals, added, strict=True))


def best_total(column: Column) -> int:
    totals, seats = column.totals, column.seats
    return max(totals if len(seats) == len(totals) else [totals[seat] for seat in seats])


def at_target(rules: Any, column: Column) -> bool:
    """Whether anybody who is in has reached the target. A target of 0 is never reached."""
    return bool(0 < rules.target <= best_total(column))


def at_target_or_rounds(rules: Any, column: Column) -> bool:
    return at_target(rules, column) or 0 < rules.rounds <= column.rounds


def unless_level(is_over: Callable[[Any, Column], bool]) -> Callable[[Any, Column], bool]:
    """The same end, but where the house rules say so not while the leaders are level."""

    def is_over_unless_level(rules: Any, column: Column) -> bool:
        if not is_over(rules, column):
            return False
        level = [column.totals[seat] for seat in column.seats].count(best_total(column)) > 1
        return not (level and rules.tie_at_end == "play-on")

    return is_over_unless_level


def after_rounds(number: int) -> Callable[[Any, Column], bool]:
    """A check whether this many rounds, void ones aside, have been played."""
    return lambda _rules, column: column.rounds >= number


def no_bonuses(_rules: Any, _column: Column, _place: int) -> tuple[Line, ...]:
    return ()


def reached_target(rules: Any, column: Column) -> tuple[Seat, ...]:
    """Who reached the target. If adjustments took both there, the higher total, or both."""
    if not at_target(rules, column):
        return ()
    return best_final(column.totals, column.seats, lowest_wins=False)


def best_final(
    final: tuple[int, ...], seats: tuple[Seat, ...], lowest_wins: bool
) -> tuple[Seat, ...]:
    """All of `seats` with the best final total."""
    best = (min if lowest_wins else max)(final[seat] for seat in seats)
    return tuple(seat for seat in seats if final[seat] == best)


@dataclass(frozen=True, slots=True)
class EntryKind:
    """What points in a column were for.

    `word` is what people type, or its first letter. The default kind has no word. `letter` stands
    for the word in a URL. `round(rules, seat, points)` is a two-player round worth these points.
    `is_kind` recognises the ruling of such a round.
    """

    letter: str
    word: Message | None
    round: Callable[[Any, Seat, int], Round]
    is_kind: Callable[[Ruling], bool]
    is_win: bool = True


@dataclass(frozen=True, slots=True)
class ColumnEntry:
    """Points that one player has in the columns."""

    seat: Seat
    points: int
    kind: EntryKind
