"""Columns of the sheet: what is written in a column, when it closes and who won it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.round import Line, Round, Ruling, points_of


@dataclass(frozen=True, slots=True)
class Column:
    """The current state of a column of the sheet: totals, boxes and rounds won by seat.

    `entered` are the players with a win or points in this column, `adjusted` those with an
    adjustment. `rounds` is the number of rounds that were not void. `bonuses` are filled in when
    the column closes.
    """

    totals: tuple[int, ...]
    boxes: tuple[int, ...]
    wins: tuple[int, ...]
    entered: frozenset[Seat] = frozenset()
    adjusted: frozenset[Seat] = frozenset()
    rounds: int = 0
    closed: bool = False
    bonuses: tuple[Line, ...] = ()

    @property
    def written(self) -> frozenset[Seat]:
        """The players who have anything written in this column."""
        return self.entered | self.adjusted

    @property
    def final(self) -> tuple[int, ...]:
        """Totals with the bonuses added."""
        added = points_of(self.bonuses, len(self.totals))
        return tuple(total + more for total, more in zip(self.totals, added, strict=True))


def at_target(rules: Any, column: Column) -> bool:
    """Whether any total has reached the target; a target of 0 is never reached."""
    return bool(0 < rules.target <= max(column.totals))


def at_target_or_rounds(rules: Any, column: Column) -> bool:
    """Whether the target or the number of rounds of the house rules is reached; 0 is never."""
    return at_target(rules, column) or 0 < rules.rounds <= column.rounds


def after_rounds(number: int) -> Callable[[Any, Column], bool]:
    """A check whether this many rounds, void ones aside, have been played."""
    return lambda _rules, column: column.rounds >= number


def no_bonuses(_rules: Any, _column: Column, _place: int) -> tuple[Line, ...]:
    """No end-of-game bonuses."""
    return ()


def most_points_win(
    _rules: Any, _columns: tuple[Column, ...], final: tuple[int, ...]
) -> tuple[Seat, ...]:
    """The players with the highest final total; several share the win if they are equal."""
    return best_final(final, lowest_wins=False)


def fewest_points_win(
    _rules: Any, _columns: tuple[Column, ...], final: tuple[int, ...]
) -> tuple[Seat, ...]:
    """The players with the lowest final total; several share the win if they are equal."""
    return best_final(final, lowest_wins=True)


def reached_target(rules: Any, column: Column) -> tuple[Seat, ...]:
    """Who reached the target; if adjustments took both there, the higher total, or both."""
    best = max(column.totals)
    if not 0 < rules.target <= best:
        return ()
    return tuple(Seat(index) for index, total in enumerate(column.totals) if total == best)


def best_final(final: tuple[int, ...], lowest_wins: bool) -> tuple[Seat, ...]:
    """Everyone who has the best final total."""
    best = min(final) if lowest_wins else max(final)
    return tuple(Seat(index) for index, points in enumerate(final) if points == best)


@dataclass(frozen=True, slots=True)
class EntryKind:
    """What points in a column were for.

    `word` is what people type, or its first letter; the default kind has no word. `letter` stands
    for the word in a URL. `round(rules, seat, points)` is a two-player round worth these points;
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
