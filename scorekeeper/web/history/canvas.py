"""A picture that is drawn from the top down, in the type of the pages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from scorekeeper.config import resource_dir

FINER = 2
"""How many times finer than the picture it is drawn, for smooth edges."""

FALLBACKS = ("NotoSans-Bold.ttf", "DejaVuSans-Bold.ttf", "arialbd.ttf")
"""Fonts of the machine for names that our own cannot write."""

_NO_SIGN = "\U0010ffff"
"""No font has this sign, so a font draws its mark for a missing one."""

Font = ImageFont.FreeTypeFont


class Canvas:
    """A picture of this size in points, on one ground."""

    def __init__(self, width: int, height: int, ground: str) -> None:
        self._image = Image.new("RGB", (width * FINER, height * FINER), ground)
        self._draw = ImageDraw.Draw(self._image)

    def box(self, left: int, top: int, right: int, bottom: int, colour: str) -> None:
        """A sheet of paper with round corners."""
        corners = [each * FINER for each in (left, top, right, bottom)]
        self._draw.rounded_rectangle(corners, 28 * FINER, colour)

    def line(self, left: int, right: int, top: int, colour: str) -> None:
        """A thin line across."""
        ends = [each * FINER for each in (left, top, right, top)]
        self._draw.line(ends, colour, FINER)

    def disc(self, left: int, top: int, size: int, colour: str) -> None:
        """A filled circle."""
        corners = [each * FINER for each in (left, top, left + size, top + size)]
        self._draw.ellipse(corners, colour)

    def text(self, x: int, y: int, text: str, size: int, colour: str, anchor: str = "lm") -> None:
        """A line of text; the anchor says which point of it is here, as Pillow has it."""
        font = font_for(text, size * FINER)
        self._draw.text((x * FINER, y * FINER), legible(text, font), colour, font, anchor)

    def png(self) -> bytes:
        """The picture as a PNG file."""
        width, height = self._image.size
        finished = self._image.resize((width // FINER, height // FINER), Image.Resampling.LANCZOS)
        file = BytesIO()
        finished.save(file, "PNG", optimize=True)
        return file.getvalue()


def fitting_size(text: str, sizes: Sequence[int], width: int) -> int:
    """The first of these sizes at which the text is no wider than this, else the last."""
    fits = (size for size in sizes if font_for(text, size).getlength(text) <= width)
    return next(fits, sizes[-1])


def fitted(text: str, size: int, width: int) -> str:
    """The text, cut off with … if it is wider than this."""
    font = font_for(text, size)
    if font.getlength(text) <= width:
        return text
    while text and font.getlength(f"{text}…") > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def font_for(text: str, size: int) -> Font:
    """Our own font, or the first one of the machine that has every sign of the text."""
    fonts = [_our_font(size), *_fallbacks(size)]
    return next((font for font in fonts if all(has_sign(font, each) for each in text)), fonts[0])


def legible(text: str, font: Font) -> str:
    """The text with a question mark for each sign that the font does not have."""
    return "".join(each if has_sign(font, each) else "?" for each in text)


def has_sign(font: Font, sign: str) -> bool:
    """Whether a font has a sign."""
    return sign.isspace() or bytes(font.getmask(sign)) != bytes(font.getmask(_NO_SIGN))


@cache
def _our_font(size: int) -> Font:
    return ImageFont.truetype(resource_dir("static") / "fraunces.woff2", size)


@cache
def _fallbacks(size: int) -> tuple[Font, ...]:
    found = []
    for name in FALLBACKS:
        try:
            found.append(ImageFont.truetype(name, size))
        except OSError:  # This machine does not have it.
            continue
    return tuple(found)
