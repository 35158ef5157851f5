"""Penalties and bonuses of a round: rows of a form, read and printed again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass

from scorekeeper.rummy.documents.reading import read_note
from scorekeeper.rummy.documents.round import read_points
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import Adjustment, RuleError
from scorekeeper.web.entering.ending import print_seat, read_side
from scorekeeper.web.parts.numbers import plain_number, read_number

_FIELD = re.compile(r"adjustment-([0-9]{1,4})-(player|points|note)")


@dataclass(frozen=True, slots=True)
class TypedAdjustment:
    """One row as typed. `player` is the number of a seat, or empty."""

    player: str = ""
    points: str = ""
    note: str = ""


def typed_adjustments(form: Mapping[str, str]) -> list[TypedAdjustment]:
    """The rows of a form that are not empty, in the order of the page."""
    rows: dict[int, dict[str, str]] = {}
    for name, value in form.items():
        if (found := _FIELD.fullmatch(name)) and value.strip():
            text = value.strip()
            plain = plain_number(text) if found[2] == "points" else None
            rows.setdefault(int(found[1]), {})[found[2]] = plain or text
    return [TypedAdjustment(**rows[number]) for number in sorted(rows)]


def adjustment_fields(rows: Iterable[TypedAdjustment]) -> Iterator[tuple[str, str]]:
    for number, row in enumerate(rows):
        for part, text in asdict(row).items():
            yield f"adjustment-{number}-{part}", text


def read_adjustments(
    typed: Iterable[TypedAdjustment], players: tuple[str, ...]
) -> tuple[Adjustment, ...]:
    """Read rows. Raises `RuleError` at `adjustments`, the row and its field."""
    read = []
    for index, row in enumerate(typed):
        try:
            read.append(read_adjustment(row, players))
        except RuleError as error:
            raise error.under("adjustments", index) from None
    return tuple(read)


def read_adjustment(typed: TypedAdjustment, players: tuple[str, ...]) -> Adjustment:
    """Read points for a player. Raises `RuleError` at `player`, `points` or `note`."""
    points = read_typed_points(typed.points, "points")
    seat = read_side(typed.player, players, "player")
    if seat is None:
        raise RuleError(message("Choose a player."), "player")
    return Adjustment(seat, points, read_note(typed.note, "note"))


def read_typed_points(text: str, *where: str | int) -> int:
    """Read points, which can have a sign. Raises `RuleError` at `where`."""
    return read_points(read_number(text), *where)


def print_adjustment(adjustment: Adjustment) -> TypedAdjustment:
    return TypedAdjustment(print_seat(adjustment.seat), str(adjustment.points), adjustment.note)
