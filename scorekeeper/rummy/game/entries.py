"""The entries of a sheet: judged rounds, and entries between rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.column import Column
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Round, for_seats
from scorekeeper.rummy.ruling import Line, Ruling, points_of

Entry: TypeAlias = "Round | Between"
"""A recorded entry of a game."""


def seats_named(entry: Entry) -> set[Seat]:
    return {seat for seat, _where in entry.named} if isinstance(entry, Round) else {*entry.seats}


def at_a_table_of(played: Round, seats: Sequence[Seat]) -> Round:
    """The same round at a table with only these players. They get the seats 0, 1, 2 and so on."""
    anew = {seat: Seat(number) for number, seat in enumerate(seats)}
    return replace(
        played,
        by=None if played.by is None else anew[played.by],
        dealer=None if played.dealer is None else anew.get(played.dealer),
        hands=tuple(played.hand(seat) for seat in seats),
        own_facts=tuple(
            (key, for_seats(value, anew.__getitem__)) for key, value in played.own_facts
        ),
        adjustments=tuple(replace(given, seat=anew[given.seat]) for given in played.adjustments),
    )


def seats_joining(entries: Sequence[Entry]) -> set[Seat]:
    return {
        seat
        for entry in entries
        if isinstance(entry, Between) and entry.kind is BetweenKind.JOINS
        for seat in entry.seats
    }


@dataclass(frozen=True, slots=True)
class _OnSheet:
    """An entry on a sheet.

    - `place`: its place among all entries, from 1
    - `before`: the players still playing before the entry
    - `standing`: the state of every column after the entry
    - `eliminated`: the players whom the entry eliminates
    """

    place: int
    before: tuple[Seat, ...]
    standing: tuple[Column, ...]
    eliminated: tuple[Seat, ...]

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.standing[0].seats

    @property
    def after(self) -> tuple[tuple[int, ...], ...]:
        """The totals by seat, for each column."""
        return tuple(column.totals for column in self.standing)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points by seat after this entry, before end-of-game bonuses."""
        return sum_by_seat(self.after)


@dataclass(frozen=True, slots=True)
class RoundOnSheet(_OnSheet):
    """A judged round on the sheet.

    - `number`: its number among the rounds, from 1
    - `columns`: the numbers, from 1, of the columns that got the win
    """

    number: int
    round: Round
    dealer: Seat
    deal: Deal
    ruling: Ruling
    columns: tuple[int, ...]

    @property
    def recorded(self) -> Round:
        return self.round

    def points(self) -> tuple[int, ...]:
        """The points of this round, by seat."""
        return self.ruling.points(len(self.standing[0].totals))


@dataclass(frozen=True, slots=True)
class BetweenOnSheet(_OnSheet):
    """An entry between two rounds with its lines of points."""

    between: Between
    lines: tuple[Line, ...]

    @property
    def recorded(self) -> Between:
        return self.between

    def points(self) -> tuple[int, ...]:
        """The points of this entry, by seat."""
        return points_of(self.lines, len(self.standing[0].totals))


EntryOnSheet: TypeAlias = "RoundOnSheet | BetweenOnSheet"


def sum_by_seat(rows: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return rows[0] if len(rows) == 1 else tuple(map(sum, zip(*rows, strict=True)))
