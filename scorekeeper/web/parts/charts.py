"""The layout of line charts. `parts/_chart.html` draws it as SVG.

The points of lines are in percent, so that a chart is as wide as its page. The heights of levels
and names are in `em`, the font size, so that the names next to the lines never overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil, floor, log10
from typing import TypeAlias

from scorekeeper.web.shell.translation import total

_TOP, _HEIGHT, _FOOT = 0.8, 10.0, 12.2
_NAME_HEIGHT = 1.2
_MOST_POINTS = 120
"""Longer charts omit points. On a phone, more points look the same."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of a chart, with a value for every place on the axis. `None` is a gap.

    `colour` is the number of the player's colour. `label` is the text at the end of the line, by
    default the name.
    """

    name: str
    colour: int
    values: Sequence[float | None]
    label: str = ""

    @property
    def known(self) -> list[float]:
        """The values without the gaps, at least one."""
        return [value for value in self.values if value is not None]


@dataclass(frozen=True, slots=True)
class Tick:
    """A horizontal level of a chart, with its label. `y` is its distance from the top in em."""

    value: float
    text: str
    y: float


Points: TypeAlias = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class DrawnCurve:
    """A curve with its points in percent, and the heights of its end and of its name in em.

    Gaps divide its points into several `stretches`.
    """

    curve: Curve
    stretches: Sequence[Points]
    area: str
    y: float
    name_y: float

    @property
    def path(self) -> str:
        return "".join(map(_path, self.stretches))

    @property
    def ends_at(self) -> float:
        """The horizontal position of its end, in percent."""
        return self.stretches[-1][-1][0]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart ready to be drawn. `rows` are its table: a label and a number for each line."""

    axis: str
    labels: Sequence[str]
    lines: Sequence[DrawnCurve]
    ticks: Sequence[Tick]
    target: Tick | None
    rows: Sequence[tuple[str, Sequence[str]]]
    left: float = 12
    right: float = 78
    top: float = _TOP
    height: float = _HEIGHT
    foot: float = _FOOT


def draw_chart(
    curves: Sequence[Curve],
    places: Sequence[object],
    *,
    axis: str,
    target: float | None = None,
    filled: bool = False,
    with_zero: bool = True,
    number: Callable[[float], str] = lambda value: total(round(value)),
) -> Chart:
    """Lay out curves, which have a value for each place on the axis.

    `axis` describes the places, such as rounds. `target` is a level to reach. With `filled`, the
    area between a line and zero is coloured. `number` prints a value.
    """
    kept = _spread(len(places))
    labels = [str(places[place]) for place in kept]
    curves = [
        replace(
            curve,
            values=[curve.values[place] for place in kept],
            label=curve.label or curve.name,
        )
        for curve in curves
    ]
    scale = _Scale.around(curves, target, with_zero=with_zero)
    aim = None if target is None else Tick(target, number(target), scale.y(target))
    ticks = [Tick(value, number(value), scale.y(value)) for value in scale.ticks()]
    if aim is not None:
        ticks = [tick for tick in ticks if abs(tick.y - aim.y) >= _NAME_HEIGHT]
    return Chart(
        axis=axis,
        labels=labels,
        lines=_lines(curves, scale, filled=filled),
        ticks=ticks,
        target=aim,
        rows=[
            (text, ["" if value is None else number(value) for value in values])
            for text, *values in zip(labels, *(curve.values for curve in curves), strict=True)
        ],
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """Converts values to heights: `low` is the bottom of the drawing, `high` the top."""

    low: float
    high: float

    @classmethod
    def around(cls, curves: Sequence[Curve], target: float | None, *, with_zero: bool) -> _Scale:
        values = [value for curve in curves for value in curve.known]
        values += [] if target is None else [target]
        values += [0] if with_zero or not values else []
        low, high = min(values), max(values)
        return cls(low, high) if low < high else cls(low, low + 1)

    def y(self, value: float) -> float:
        """The distance of a value from the top of the chart, in em."""
        return round(_TOP + _HEIGHT * self.percent(value) / 100, 2)

    def percent(self, value: float) -> float:
        """The distance of a value from `high`, in percent of the height."""
        return round(100 * (self.high - value) / (self.high - self.low), 2)

    def ticks(self) -> list[float]:
        """Up to five round values between `low` and `high`."""
        rough = (self.high - self.low) / 4
        power = 10.0 ** floor(log10(rough))
        step = max(1, next(power * factor for factor in (1, 2, 5, 10) if rough <= power * factor))
        return [step * n for n in range(ceil(self.low / step), floor(self.high / step) + 1)]


def _spread(count: int) -> list[int]:
    if count <= _MOST_POINTS:
        return list(range(count))
    return [round(place * (count - 1) / (_MOST_POINTS - 1)) for place in range(_MOST_POINTS)]


def _lines(curves: Sequence[Curve], scale: _Scale, *, filled: bool) -> list[DrawnCurve]:
    ends = [scale.y(curve.known[-1]) for curve in curves]
    names = _apart(ends)
    return [
        DrawnCurve(curve, stretches, _area(stretches[0], scale) if filled else "", end, name)
        for curve, end, name in zip(curves, ends, names, strict=True)
        for stretches in [_stretches(curve.values, scale)]
    ]


def _stretches(values: Sequence[float | None], scale: _Scale) -> list[Points]:
    last = max(len(values) - 1, 1)
    points = [
        None if value is None else (100 * place / last, scale.percent(value))
        for place, value in enumerate(values)
    ]
    parts = groupby(points, lambda point: point is None)
    return [[point for point in part if point] for is_gap, part in parts if not is_gap]


def _path(points: Points) -> str:
    return "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in points)


def _area(points: Points, scale: _Scale) -> str:
    zero = f"{scale.percent(0):.4g}"
    return f"{_path(points)}L100 {zero}L0 {zero}Z"


def _apart(ends: Sequence[float]) -> list[float]:
    """The heights of the names: near the ends of their lines, without overlap."""
    order = sorted(range(len(ends)), key=ends.__getitem__)
    places = [0.0] * len(ends)
    free = _TOP - _NAME_HEIGHT / 2
    for index in order:
        places[index] = free = max(ends[index], free)
        free += _NAME_HEIGHT
    limit = _TOP + _HEIGHT + _NAME_HEIGHT / 2
    for index in reversed(order):
        places[index] = limit = min(places[index], limit)
        limit -= _NAME_HEIGHT
    return [round(place, 2) for place in places]
