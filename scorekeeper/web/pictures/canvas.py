"""A picture that is drawn from the top down, in the type of the pages."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from scorekeeper.web.pictures.fonts import font_for, legible

FINER = 2
"""How many times finer than the picture it is drawn, for smooth edges."""

ROUND = 28
"""The corners of paper."""


class Canvas:
    """A picture of this size in points, on a ground that is lighter at the top."""

    def __init__(self, width: int, height: int, ground: str, light: str) -> None:
        size = (width * FINER, height * FINER)
        self._image = Image.new("RGB", size, ground)
        self._image.paste(light, (0, -size[0] // 2), _lamp(size[0]))
        self._draw = ImageDraw.Draw(self._image)

    def box(self, left: int, top: int, right: int, bottom: int, colour: str) -> None:
        """A sheet of paper with round corners."""
        self._draw.rounded_rectangle(_finer(left, top, right, bottom), ROUND * FINER, colour)

    def block(self, left: int, top: int, right: int, bottom: int, colour: str) -> None:
        """A block that rises out of something: only its upper corners are round."""
        corners = (True, True, False, False)
        place = _finer(left, top, right, bottom)
        self._draw.rounded_rectangle(place, ROUND * FINER, colour, corners=corners)

    def line(self, left: int, right: int, top: int, colour: str) -> None:
        """A thin line across."""
        self._draw.line(_finer(left, top, right, top), colour, FINER)

    def curve(self, points: Sequence[tuple[float, float]], width: int, colour: str) -> None:
        """A line through these points."""
        self._draw.line(_finer(*sum(points, ())), colour, width * FINER, joint="curve")

    def shape(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        """A filled shape with these corners."""
        self._draw.polygon(_finer(*sum(points, ())), colour)

    def disc(self, left: float, top: float, size: float, colour: str) -> None:
        """A filled circle."""
        self._draw.ellipse(_finer(left, top, left + size, top + size), colour)

    def text(self, x: int, y: int, text: str, size: int, colour: str, anchor: str = "lm") -> None:
        """A line of text; the anchor says which point of it is here, as Pillow has it."""
        font = font_for(text, size * FINER)
        self._draw.text((x * FINER, y * FINER), legible(text, font), colour, font, anchor)

    def png(self) -> bytes:
        """The picture as a PNG file."""
        file = BytesIO()
        self._image.reduce(FINER).save(file, "PNG", compress_level=5)
        return file.getvalue()


def _lamp(width: int) -> Image.Image:
    """Light from above: the brightest at its middle, nothing at its edge."""
    return Image.radial_gradient("L").point(lambda far: 255 - far * 1.42).resize((width, width))


def _finer(*places: float) -> list[float]:
    return [each * FINER for each in places]
