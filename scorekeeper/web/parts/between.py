"""The events between two rounds, in words."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.game.entries import BetweenOnSheet
from scorekeeper.rummy.messages import Seat
from scorekeeper.web.parts.formatting import list_of, signed
from scorekeeper.web.shell.translation import total


def between_in_short(between: Between, names: Sequence[str]) -> str:
    """An event without its consequences: `Nora leaves`."""
    points = between.points or (0,) * len(between.seats)
    said = (
        _kind_in_short(between.kind, names[seat], given)
        for seat, given in zip(between.seats, points, strict=True)
    )
    return ", ".join(said)


def _kind_in_short(kind: BetweenKind, name: str, points: int) -> str:
    match kind:
        case BetweenKind.ADJUST:
            return str(_("%(name)s %(points)s", name=name, points=signed(points)))
        case BetweenKind.LEAVES:
            return str(_("%(name)s leaves", name=name))
        case BetweenKind.JOINS:
            return str(_("%(name)s joins with %(points)s", name=name, points=total(points)))
        case BetweenKind.REJOINS:
            return str(_("%(name)s comes back", name=name))


def told_between(entry: BetweenOnSheet, names: Sequence[str]) -> str:
    """An event with its consequences, as on the sheet: `Nora left with 41`."""
    return list_of(_told(entry, names, seat) for seat in entry.between.seats)


def _told(entry: BetweenOnSheet, names: Sequence[str], seat: Seat) -> str:
    name, with_points = names[seat], total(entry.totals[seat])
    match entry.between.kind:
        case BetweenKind.ADJUST:
            return str(_("%(name)s %(points)s", name=name, points=signed(entry.points()[seat])))
        case BetweenKind.LEAVES:
            return str(_("%(name)s left with %(points)s", name=name, points=with_points))
        case BetweenKind.JOINS:
            return str(_("%(name)s joined with %(points)s", name=name, points=with_points))
        case BetweenKind.REJOINS:
            return str(_("%(name)s came back with %(points)s", name=name, points=with_points))


def gone_words(*, eliminated: bool) -> str:
    return str(_("eliminated") if eliminated else _("left the game"))
