"""Fills the columns of a sheet: it adds rounds and points, and closes columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.rummy.column import Column
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.messages import SEATS, Seat
from scorekeeper.rummy.ruling import Line, Rule, Ruling


def with_round(
    game: Game, standing: tuple[Column, ...], ruling: Ruling
) -> tuple[list[Column], tuple[int, ...]]:
    """Add a round to the columns. Return the columns, and the numbers of the columns with the win.

    A win goes in every open column where the player already has a win or points, and in the first
    open column where the player has neither. So do points without a win. An adjustment goes in
    every open column.
    """
    columns = list(standing)
    earned = ruling.earned(len(game.sides))
    open_ones = [place for place, column in enumerate(columns) if not column.closed]
    places = {
        seat: _places(columns, open_ones, seat)
        for seat in standing[0].seats
        if earned[seat] or seat in ruling.winners
    }
    for place in open_ones:
        here = [seat for seat, written in places.items() if place in written]
        columns[place] = _with_ruling(columns[place], ruling, here, earned)
    won_in = {place + 1 for winner in ruling.winners for place in places[winner]}
    return columns, tuple(sorted(won_in))


def with_lines(column: Column, seats: tuple[Seat, ...], lines: tuple[Line, ...]) -> Column:
    totals = [*column.totals]
    for line in lines:
        totals[line.seat] += line.points
    adjusted = [line.seat for line in lines if line.rule is Rule.ADJUSTMENT]
    return replace(
        column, totals=tuple(totals), seats=seats, adjusted=column.adjusted.union(adjusted)
    )


def settled_columns(
    game: Game, columns: Sequence[Column], *, is_won: bool = False
) -> tuple[tuple[Column, ...], tuple[Seat, ...]]:
    """Return the columns after an entry, and the players whom the entry eliminates.

    The function closes the columns that the entry ends, and adds their end bonuses. The only column
    of a game that the players ended early gets no end bonuses. If the entry won the game
    (`is_won`), the function closes all columns and eliminates no player.
    """
    variant, rules = game.variant, game.rules
    elimination = variant.elimination(rules)
    out: tuple[Seat, ...] = ()
    if elimination is not None and not is_won:
        if level := elimination.begins_play_off(columns[0]):
            columns = [replace(column, play_off=column.rounds) for column in columns]
            out = tuple(seat for seat in columns[0].seats if seat not in level)
        else:
            out = elimination.eliminated(columns[0])
        seats = tuple(seat for seat in columns[0].seats if seat not in out)
        columns = [replace(column, seats=seats) for column in columns]
    settled = []
    for place, column in enumerate(columns):
        settled_out = elimination is not None and elimination.is_over(column)
        if not column.closed and (is_won or settled_out or variant.is_over(rules, column)):
            column = replace(column, closed=True)
            if not game.called or variant.columns > 1:
                column = replace(column, bonuses=variant.end_bonuses(rules, column, place))
        settled.append(column)
    return tuple(settled), out


def _places(columns: list[Column], open_ones: list[int], seat: Seat) -> list[int]:
    entered = [place for place in open_ones if seat in columns[place].entered]
    new = [place for place in open_ones if place not in entered]
    return entered + new[:1]


def _with_ruling(
    column: Column, ruling: Ruling, here: list[Seat], earned: tuple[int, ...]
) -> Column:
    """Add a round to a column. Only the players in `here` get the points of the round."""
    totals, boxes, wins = [*column.totals], [*column.boxes], [*column.wins]
    adjustments, phases = ruling.adjustments, column.phases
    if ruling.phases:
        done = phases or ((),) * len(totals)
        phases = tuple(
            (*before, ruling.phases[seat]) if seat in ruling.phases else before
            for seat, before in zip(SEATS, done, strict=False)
        )
    for line in adjustments:
        totals[line.seat] += line.points
    for seat in here:
        totals[seat] += earned[seat]
        if seat in ruling.winners:
            boxes[seat] += ruling.boxes
            wins[seat] += 1
    return Column(
        totals=tuple(totals),
        boxes=tuple(boxes),
        wins=tuple(wins),
        seats=column.seats,
        entered=column.entered.union(here),
        adjusted=column.adjusted.union([line.seat for line in adjustments]),
        rounds=column.rounds + (not ruling.is_void),
        phases=phases,
        play_off=column.play_off,
        last_won_by=column.last_won_by if ruling.is_void else ruling.winners,
    )
