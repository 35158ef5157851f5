"""What points in Hollywood's columns may be for, and rounds that give these points."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.column import EntryKind
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import (
    ILLEGAL_KNOCK,
    Adjustment,
    AnyEnding,
    Count,
    Ending,
    Hand,
    Round,
    Ruling,
    Tag,
)
from scorekeeper.rummy.variants.gin_articles import GinEnding, GinTag


def _round(ending: AnyEnding, by: Seat, winner: Seat, *, own: int, other: int) -> Round:
    """A two-player round in which the winner counts `own` and the loser `other`."""
    counts: list[Hand | None] = [Count(other), Count(other)]
    counts[winner] = Count(own)
    return Round(ending, by, tuple(counts), allow=(ILLEGAL_KNOCK,))


def _knock(_rules: Any, seat: Seat, points: int) -> Round:
    return _round(Ending.KNOCK, seat, seat, own=1, other=1 + points)


def _gin(rules: Any, seat: Seat, points: int) -> Round:
    return _round(GinEnding.GIN, seat, seat, own=0, other=points - rules.gin_bonus)


def _undercut(rules: Any, seat: Seat, points: int) -> Round:
    knocker = Seat(1 - seat)
    return _round(Ending.KNOCK, knocker, seat, own=1, other=1 + points - rules.undercut_bonus)


def _adjustment(_rules: Any, seat: Seat, points: int) -> Round:
    return Round(Ending.VOID, adjustments=(Adjustment(seat, points),))


def _is_gin(ruling: Ruling) -> bool:
    return any(isinstance(tag, GinTag) for tag in ruling.tags)


def _is_undercut(ruling: Ruling) -> bool:
    return Tag.UNDERCUT in ruling.tags


KNOCK = EntryKind("", None, _knock, lambda ruling: not _is_gin(ruling) and not _is_undercut(ruling))
GIN = EntryKind("g", message("gin"), _gin, _is_gin)
UNDERCUT = EntryKind("u", message("undercut"), _undercut, _is_undercut)
ADJUSTMENT = EntryKind("a", message("adjustment"), _adjustment, lambda _ruling: False, is_win=False)

ENTRY_KINDS = (KNOCK, GIN, UNDERCUT, ADJUSTMENT)
"""The first is the default."""
