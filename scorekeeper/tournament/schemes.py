"""The `points` of a tournament document: reading and writing the scheme of points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from scorekeeper.tournament.points import (
    LIMITS,
    AnyScheme,
    DealPoints,
    Places,
    Total,
    VictoryPoints,
    WinPoints,
)
from scorekeeper.tournament.reading import (
    read_choice,
    read_list,
    read_object,
    read_text,
    read_whole,
    read_wholes,
)
from scorekeeper.tournament.refusals import Refusal, message

OWN_LIMITS = 10

_POINTS = {
    "total": ("by",),
    "wins": ("by", "win", "tie", "loss"),
    "victory": ("by", "hands", "limits"),
    "places": ("by", "places"),
    "deals": ("by", "out", "hand", "by_hand", "left"),
}
"""The keys of each scheme."""


def read_scheme(value: object) -> AnyScheme:
    """Read the scheme of points. Raises `Refusal` below `points`."""
    fields = read_object(value, None, "points")
    by = read_choice(fields.get("by"), _POINTS, "points", "by")
    read_object(value, _POINTS[by], "points")
    if by == "wins":
        win, tie, loss = (
            read_whole(fields.get(key, usual), "points", key)
            for key, usual in (("win", 3), ("tie", 1), ("loss", 0))
        )
        return WinPoints(win, tie, loss)
    if by == "victory":
        return _read_victory_points(fields)
    if by == "places":
        return Places(read_wholes(fields.get("places"), "points", "places"))
    if by == "deals":
        return _read_deals(fields)
    return Total()


def _read_victory_points(fields: Mapping[str, Any]) -> VictoryPoints:
    if "limits" not in fields:
        hands = fields.get("hands")
        if type(hands) is not int or hands not in LIMITS:
            text = message("Limits are known for 3 and 4 hands. Give ten limits for others.")
            raise Refusal(text, "points", "hands")
        return VictoryPoints(LIMITS[hands], hands)
    if "hands" in fields:
        raise Refusal(message("Give the hands or the limits."), "points", "limits")
    limits = read_wholes(fields["limits"], "points", "limits", least=0)
    if len(limits) != OWN_LIMITS:
        text = message(
            "There must be ten limits, for 10–10 to 19–1. These are {number}.", number=len(limits)
        )
        raise Refusal(text, "points", "limits")
    _check_rising(limits, "points", "limits")
    return VictoryPoints(limits)


def _read_deals(fields: Mapping[str, Any]) -> DealPoints:
    usual = DealPoints()
    by_hand = read_list(fields.get("by_hand", []), "points", "by_hand")
    given = read_list(fields.get("left", [list(one) for one in usual.left]), "points", "left")
    left = [read_wholes(one, "points", "left", place, least=0) for place, one in enumerate(given)]
    for place, one in enumerate(left):
        if len(one) != 2:
            text = message("Give two numbers: the limit and its points.")
            raise Refusal(text, "points", "left", place)
    limits = tuple((limit, points) for limit, points in left)
    _check_rising([limit for limit, _points in limits], "points", "left")
    return DealPoints(
        out=read_whole(fields.get("out", usual.out), "points", "out"),
        hand=read_whole(fields.get("hand", usual.hand), "points", "hand"),
        by_hand=tuple(
            read_text(one, "points", "by_hand", place) for place, one in enumerate(by_hand)
        ),
        left=limits,
    )


def _check_rising(limits: Sequence[int], *where: str | int) -> None:
    for place, (before, limit) in enumerate(pairwise(limits), start=1):
        if limit <= before:
            raise Refusal(
                message(
                    "The limits must rise: {limit} comes after {before}.",
                    limit=limit,
                    before=before,
                ),
                *where,
                place,
            )


def write_scheme(scheme: AnyScheme) -> dict[str, Any]:
    by = {"by": scheme.key}
    match scheme:
        case WinPoints(win, tie, loss):
            return {**by, "win": win, "tie": tie, "loss": loss}
        case VictoryPoints(limits, hands):
            return {**by, "hands": hands} if hands else {**by, "limits": list(limits)}
        case Places(by_place):
            return {**by, "places": list(by_place)}
        case DealPoints(out, hand, by_hand, left):
            steps = [list(one) for one in left]
            return {**by, "out": out, "hand": hand, "by_hand": list(by_hand), "left": steps}
    return by
