"""Who has the least so far, while hands of a round are still to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rummy.messages import Seat
from scorekeeper.web.rounds.preview import Preview


@dataclass(frozen=True, slots=True)
class SoFar:
    """The seats with the least deadwood, what it is, and the counts of all others that are in."""

    leaders: tuple[Seat, ...]
    least: int
    others: tuple[tuple[Seat, int], ...]


def so_far(looked: Preview, waiting: Sequence[Seat]) -> SoFar | None:
    """How it stands where hands are compared and at least two, but not all of them, are in."""
    rule = looked.read.ending.rule
    counts = [(Seat(seat), points) for seat, points in enumerate(looked.counts)]
    given = [(seat, points) for seat, points in counts if points is not None]
    if rule is None or not rule.compares or not waiting or len(given) < 2:
        return None
    least = min(points for _seat, points in given)
    return SoFar(
        leaders=tuple(seat for seat, points in given if points == least),
        least=least,
        others=tuple((seat, points) for seat, points in given if points > least),
    )
