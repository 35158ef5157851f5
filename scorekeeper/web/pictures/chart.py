"""The chart of a game in a picture."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.web.charts import Chart
from scorekeeper.web.pictures.canvas import Canvas
from scorekeeper.web.pictures.fonts import fitted
from scorekeeper.web.pictures.theme import Theme, face_colour

_FIGURES, _NAMES = 84, 190
"""The room for the figures to the left of the lines, and for the names to their right."""


@dataclass(frozen=True, slots=True)
class Area:
    """Where a chart stands."""

    left: int
    top: int
    right: int
    bottom: int


def draw_lines(canvas: Canvas, chart: Chart, area: Area, theme: Theme) -> None:
    """The levels of a chart, the target if there is one, and the lines with their names."""

    def height(y: float) -> int:
        return round(area.top + (area.bottom - area.top) * (y - chart.top) / chart.height)

    left, right = area.left + _FIGURES, area.right - _NAMES
    levels = [(tick, theme.line, theme.soft) for tick in chart.ticks]
    levels += [(chart.target, theme.coin, theme.soft)] if chart.target else []
    for tick, colour, ink in levels:
        canvas.line(left, right, height(tick.y), colour)
        canvas.text(left - 16, height(tick.y), tick.text, 26, ink, "rm")
    for line in chart.lines:
        colour = face_colour(line.curve.colour)
        points = [
            (
                left + (right - left) * x / 100,
                area.top + (area.bottom - area.top) * y / 100,
            )
            for x, y in line.points
        ]
        canvas.curve(points, 7, colour)
        end_x, end_y = points[-1]
        canvas.disc(end_x - 9, end_y - 9, 18, colour)
        name = fitted(line.curve.label, 28, _NAMES - 24)
        canvas.text(right + 24, height(line.name_y), name, 28, colour)
