"""Pictures to share, drawn in the fonts and colours of the pages.

A system font draws names that our own font lacks characters for. Drawing functions import Pillow
themselves: it takes 4 MB, and many servers never draw.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

from scorekeeper.config import resource_dir
from scorekeeper.storage.models import Player, Scorer, people_in
from scorekeeper.web.parts.charts import Chart
from scorekeeper.web.parts.faces import face_sign

if TYPE_CHECKING:
    from PIL import Image, ImageFont

FALLBACKS = (
    *("NotoSans-Bold.ttf", "DejaVuSans-Bold.ttf", "arialbd.ttf", "Arial Unicode.ttf"),
    *("NotoSansCJK-Bold.ttc", "Hiragino Sans GB.ttc", "YuGothB.ttc", "malgunbd.ttf"),
    *("NotoSansArabic-Bold.ttf", "NotoSansHebrew-Bold.ttf", "NotoSansDevanagari-Bold.ttf"),
)
"""System fonts. The first one with all characters of a text draws it if our own font cannot."""

_MISSING = "\U0010ffff"
"""A character that no font has, to get a font's mark for missing characters."""

Font: TypeAlias = "ImageFont.FreeTypeFont"


def font_for(text: str, size: int) -> Font:
    fonts = [_our_font(size), *_fallbacks(size)]
    return next((font for font in fonts if has_all(font, text)), fonts[0])


def can_write(text: str) -> bool:
    return has_all(font_for(text, 40), text)


def has_all(font: Font, text: str) -> bool:
    return all(has_character(font, character) for character in text)


@lru_cache(maxsize=4096)
def has_character(font: Font, character: str) -> bool:
    return character.isspace() or bytes(font.getmask(character)) != bytes(font.getmask(_MISSING))


def legible(text: str, font: Font) -> str:
    return "".join(character if has_character(font, character) else "?" for character in text)


def text_width(text: str, size: int) -> int:
    return round(font_for(text, size).getlength(text))


def fitting_size(text: str, sizes: Sequence[int], width: int) -> int:
    fits = (size for size in sizes if font_for(text, size).getlength(text) <= width)
    return next(fits, sizes[-1])


def fitted(text: str, size: int, width: int) -> str:
    """The text, cut off with … to fit in the width."""
    font = font_for(text, size)
    if font.getlength(text) <= width:
        return text

    def is_too_long(length: int) -> bool:
        return font.getlength(f"{text[:length]}…") > width

    # Bisection, because a list of the places of an evening can have thousands of letters.
    length = bisect_left(range(1, len(text)), True, key=is_too_long)
    return f"{text[:length].rstrip()}…"


@cache
def _our_font(size: int) -> Font:
    from PIL import ImageFont

    return ImageFont.truetype(resource_dir("static") / "fraunces.woff2", size)


@cache
def _fallbacks(size: int) -> tuple[Font, ...]:
    from PIL import ImageFont

    found = []
    for name in FALLBACKS:
        try:
            found.append(ImageFont.truetype(name, size))
        except OSError:  # This machine does not have the font.
            continue
    return tuple(found)


SCALE = 2
"""Pictures are drawn this many times larger and scaled down, for smooth edges."""

ROUND = 28
"""The radius of a box's corners."""


class Canvas:
    """A picture of this size in points, with a background that is lighter at the top."""

    def __init__(self, width: int, height: int, ground: str, light: str) -> None:
        from PIL import Image, ImageDraw

        size = (width * SCALE, height * SCALE)
        self._image = Image.new("RGB", size, ground)
        self._image.paste(light, (0, 0), _light_mask(size[0]))
        self._draw = ImageDraw.Draw(self._image)

    def box(self, left: int, top: int, right: int, bottom: int, colour: str) -> None:
        self._draw.rounded_rectangle(_scaled(left, top, right, bottom), ROUND * SCALE, colour)

    def block(self, left: int, top: int, right: int, bottom: int, colour: str) -> None:
        corners = (True, True, False, False)
        place = _scaled(left, top, right, bottom)
        self._draw.rounded_rectangle(place, ROUND * SCALE, colour, corners=corners)

    def line(self, left: int, right: int, top: int, colour: str) -> None:
        self._draw.line(_scaled(left, top, right, top), colour, SCALE)

    def curve(self, points: Sequence[tuple[float, float]], width: int, colour: str) -> None:
        self._draw.line(_scaled(*sum(points, ())), colour, width * SCALE, joint="curve")

    def shape(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        self._draw.polygon(_scaled(*sum(points, ())), colour)

    def disc(self, left: float, top: float, size: float, colour: str) -> None:
        self._draw.ellipse(_scaled(left, top, left + size, top + size), colour)

    def text(self, x: int, y: int, text: str, size: int, colour: str, anchor: str = "lm") -> None:
        """Draw a line of text at this point. `anchor` is one of Pillow's text anchors."""
        font = font_for(text, size * SCALE)
        self._draw.text((x * SCALE, y * SCALE), legible(text, font), colour, font, anchor)

    def png(self) -> bytes:
        file = BytesIO()
        self._image.reduce(SCALE).save(file, "PNG", compress_level=3)
        return file.getvalue()


def _light_mask(width: int) -> Image.Image:
    from PIL import Image

    light = Image.radial_gradient("L").point(lambda far: 255 - far * 1.42)
    lower_half = (0, light.height // 2, light.width, light.height)
    return light.resize((width, width // 2), box=lower_half)


def _scaled(*places: float) -> list[float]:
    return [place * SCALE for place in places]


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture: its background, paper and ink."""

    ground: str
    light: str
    title: str
    quiet: str
    brass: str
    paper: str
    ink: str
    soft: str
    line: str
    coin: str = "#c8963e"


_PAPER = ("#211d16", "#5c5444", "#d9ceb6")

THEMES = {
    "light": Theme("#f5efe2", "#fffdf7", "#211d16", "#5c5444", "#7a5207", "#fffdf7", *_PAPER),
    "dark": Theme("#12392c", "#1a5040", "#f4ead2", "#bfcdb9", "#f0c25c", "#fbf6ea", *_PAPER),
}

FACES = (
    *("#2a6f97", "#b9412a", "#7a4ea3", "#8a6100", "#19734a", "#b02e6b"),
    *("#1f4fa3", "#0d7278", "#7a4526", "#5c6a10", "#5a6472", "#9c2fa0"),
)
"""The colours of faces by number."""


def face_colour(number: int) -> str:
    return FACES[number % len(FACES)]


def draw_face(canvas: Canvas, scorer: Scorer, left: int, middle: int, size: int) -> None:
    """Draw a face, or overlapping faces of partners."""
    people = people_in(scorer)
    each = size * 3 // (2 * len(people) + 1)
    for number, player in enumerate(people):
        _draw_face(canvas, player, left + number * each * 2 // 3, middle, each)


def _draw_face(canvas: Canvas, player: Player, left: int, middle: int, size: int) -> None:
    """Draw a face with the player's sign, or with the initial if no font has that sign."""
    canvas.disc(left, middle - size // 2, size, face_colour(player.colour))
    signs = (face_sign(player), player.name[:1].upper())
    sign = next(filter(can_write, signs), "")
    canvas.text(left + size // 2, middle, sign, size * 5 // 11, "#ffffff", "mm")


_FIGURES, _NAMES = 84, 190
"""The widths left of the lines for the figures, and right of the lines for the names."""


@dataclass(frozen=True, slots=True)
class Area:
    left: int
    top: int
    right: int
    bottom: int


def draw_lines(canvas: Canvas, chart: Chart, area: Area, theme: Theme) -> None:
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
        for stretch in line.stretches:
            points = [
                (
                    left + (right - left) * x / 100,
                    area.top + (area.bottom - area.top) * y / 100,
                )
                for x, y in stretch
            ]
            if len(points) > 1:
                canvas.curve(points, 7, colour)
        end_x, end_y = points[-1]
        canvas.disc(end_x - 9, end_y - 9, 18, colour)
        name = fitted(line.curve.label, 28, _NAMES - 24)
        canvas.text(right + 24, height(line.name_y), name, 28, colour)
