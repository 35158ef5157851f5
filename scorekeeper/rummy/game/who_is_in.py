"""The players still playing after each entry: players leave, join, come back or are eliminated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.column import Column
from scorekeeper.rummy.game.entries import Entry, EntryOnSheet
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import RuleError, adjustment_text
from scorekeeper.rummy.ruling import Line, Rule
from scorekeeper.rummy.sides import are_partners, numbered
from scorekeeper.rummy.variant import Variant


@dataclass(frozen=True, slots=True)
class PlayersAfter:
    """The players still playing after an entry between rounds, and the entry’s lines of points."""

    seats: tuple[Seat, ...]
    lines: tuple[Line, ...] = ()


_PARTNERS_STAY = message("Partners play to the end: nobody leaves or joins a partnership game.")


def check_partners_stay(entries: Sequence[Entry]) -> None:
    """Check that players with partners neither leave nor join. Raises `RuleError` at `rounds`.

    `fold` calls this check before it judges any round, because the seats decide the sides.
    """
    for index, entry in enumerate(entries):
        if isinstance(entry, Between) and entry.kind is not BetweenKind.ADJUST:
            raise _error_at(_PARTNERS_STAY, entry).under("rounds", index, number=0)


def after_between(
    variant: Variant,
    rules: Any,
    between: Between,
    column: Column,
    earlier: Sequence[EntryOnSheet],
) -> PlayersAfter:
    """The players still playing after this entry, and its lines of points.

    `column` and `earlier` are the column and the entries before this entry. Raises `RuleError` with
    a path inside the entry.
    """
    if between.kind is BetweenKind.ADJUST:
        return _adjusted(between, column)
    if variant.most == variant.fewest:
        text = message("{game} always has the same players.", game=variant.name)
        raise _error_at(text, between)
    if are_partners(column.seats):
        raise _error_at(_PARTNERS_STAY, between)
    lines: tuple[Line, ...] = ()
    if between.kind is BetweenKind.LEAVES:
        seats = _without(variant, rules, between, column)
    else:
        joins = between.kind is BetweenKind.JOINS
        lines = (_joining if joins else _returning)(variant, rules, between, column, earlier)
        seats = tuple(sorted((*column.seats, *between.seats)))
    if len(seats) > variant.most:
        text = message(
            "{game} is for {most} players at most.", game=variant.name, most=variant.most
        )
        raise _error_at(text, between)
    if len(seats) in variant.never:
        text = message("{game} is not for {number} players.", game=variant.name, number=len(seats))
        raise _error_at(text, between)
    if variant.sides_needed(len(seats)):
        text = message(
            "{game} with {number} players is played by sides: begin a new game.",
            game=variant.name,
            number=len(seats),
        )
        raise _error_at(text, between)
    try:
        variant.check_table(rules, len(seats))
    except RuleError as error:
        raise _error_at(error.message, between) from None
    return PlayersAfter(seats, lines)


def _adjusted(between: Between, column: Column) -> PlayersAfter:
    _check_in(between, column)
    text = adjustment_text(between.note)
    given = zip(between.seats, between.points, strict=True)
    return PlayersAfter(
        column.seats,
        tuple(
            Line(numbered(seat, column.seats), points, Rule.ADJUSTMENT, text)
            for seat, points in given
        ),
    )


def _check_in(between: Between, column: Column) -> None:
    for seat in between.seats:
        if seat not in column.seats:
            raise _error_at(message("{player} is not in the game now.", player=seat), between)


def _error_at(text: Message, between: Between) -> RuleError:
    return RuleError(text, "between", between.kind)


def _without(variant: Variant, rules: Any, between: Between, column: Column) -> tuple[Seat, ...]:
    _check_in(between, column)
    if column.play_off:
        text = message("Nobody can leave now: only those who were level play on.")
        raise _error_at(text, between)
    left = tuple(seat for seat in column.seats if seat not in between.seats)
    fewest = 1 if variant.elimination(rules) else variant.fewest
    if len(left) >= fewest:
        return left
    if not left:
        raise _error_at(message("Nobody would be left: end the game instead."), between)
    text = message("Only {number} would be left: end the game instead.", number=len(left))
    raise _error_at(text, between)


def _joining(
    variant: Variant,
    rules: Any,
    between: Between,
    column: Column,
    earlier: Sequence[EntryOnSheet],
) -> tuple[Line, ...]:
    _check_no_play_off(variant, rules, between, column)
    target = getattr(rules, "target", 0)
    lines = []
    for seat, points in zip(between.seats, between.points, strict=True):
        if seat in column.seats or _has_been_in(seat, earlier):
            raise _error_at(message("{player} has been in this game.", player=seat), between)
        if 0 < target <= points:
            text = message(
                "{player} cannot join with {points}: the game goes to {target}.",
                player=seat,
                points=points,
                target=target,
            )
            raise _error_at(text, between)
        text = message("{player} joins with {points}", player=seat, points=points)
        lines.append(Line(seat, points, Rule.JOINS, text))
    return tuple(lines)


def _check_no_play_off(variant: Variant, rules: Any, between: Between, column: Column) -> None:
    elimination = variant.elimination(rules)
    if elimination and elimination.only_level_play(column):
        text = message("Nobody can join now: only those who were level play on.")
        raise _error_at(text, between)


def _returning(
    variant: Variant,
    rules: Any,
    between: Between,
    column: Column,
    earlier: Sequence[EntryOnSheet],
) -> tuple[Line, ...]:
    _check_no_play_off(variant, rules, between, column)
    lines = []
    for seat in between.seats:
        if seat in column.seats:
            raise _error_at(message("{player} is in the game.", player=seat), between)
        if not _has_been_in(seat, earlier):
            text = message("{player} has never been in this game.", player=seat)
            raise _error_at(text, between)
        old = column.totals[seat]
        new = old
        if is_eliminated(seat, earlier):
            back = total_if_returning(variant, rules, seat, column, earlier)
            if back is None:
                raise _error_at(_why_no_return(variant, rules, seat, column, earlier), between)
            new = back
        text = message("{player} comes back with {points}", player=seat, points=new)
        lines.append(Line(seat, new - old, Rule.REJOINS, text))
    return tuple(lines)


def _has_been_in(seat: Seat, earlier: Sequence[EntryOnSheet]) -> bool:
    return any(seat in entry.before or seat in entry.seats for entry in earlier)


def is_eliminated(seat: Seat, earlier: Sequence[EntryOnSheet]) -> bool:
    """Check whether the rules eliminated a player who is out. If not, the player left."""
    out_at = [entry for entry in earlier if seat in entry.before and seat not in entry.seats]
    return bool(out_at) and seat in out_at[-1].eliminated


def total_if_returning(
    variant: Variant, rules: Any, seat: Seat, column: Column, earlier: Sequence[EntryOnSheet]
) -> int | None:
    """The total of an eliminated player who comes back. `None` if the player cannot come back."""
    elimination = variant.elimination(rules)
    if elimination is None or 0 < elimination.rejoins_each <= returns_of(seat, earlier):
        return None
    return elimination.total_of_return(column)


def _why_no_return(
    variant: Variant, rules: Any, seat: Seat, column: Column, earlier: Sequence[EntryOnSheet]
) -> Message:
    elimination, times = variant.elimination(rules), returns_of(seat, earlier)
    total = elimination.worst_total(column) if elimination else None
    if elimination is None or total is None:
        return message("{player} was eliminated and cannot come back.", player=seat)
    if 0 < elimination.rejoins_each <= times:
        return message(
            "{player} cannot come back again: returns so far {times}, allowed {most}.",
            player=seat,
            times=times,
            most=elimination.rejoins_each,
        )
    return message(
        "{player} cannot come back with {total}: that must be below {limit}.",
        player=seat,
        total=total,
        limit=elimination.target - elimination.spare,
    )


def returns_of(seat: Seat, earlier: Sequence[EntryOnSheet]) -> int:
    times, eliminated = 0, False
    for entry in earlier:
        if eliminated and seat in entry.seats:
            times += 1
        if seat in entry.before or seat in entry.seats:
            eliminated = seat in entry.eliminated
    return times
