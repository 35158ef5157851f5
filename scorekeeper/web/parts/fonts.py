"""Fonts of pictures: our own, or one of the machine for names that our own cannot write."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from PIL import ImageFont

from scorekeeper.config import resource_dir

FALLBACKS = (
    *("NotoSans-Bold.ttf", "DejaVuSans-Bold.ttf", "arialbd.ttf", "Arial Unicode.ttf"),
    *("NotoSansCJK-Bold.ttc", "Hiragino Sans GB.ttc", "YuGothB.ttc", "malgunbd.ttf"),
    *("NotoSansArabic-Bold.ttf", "NotoSansHebrew-Bold.ttf", "NotoSansDevanagari-Bold.ttf"),
)
"""Fonts that machines have; the first with every character of a text writes it."""

_MISSING = "\U0010ffff"
"""No font has this character, so a font draws its mark for a missing one."""

Font = ImageFont.FreeTypeFont


def font_for(text: str, size: int) -> Font:
    """Our own font, or the first one of the machine that has every character of the text."""
    fonts = [_our_font(size), *_fallbacks(size)]
    return next((font for font in fonts if has_all(font, text)), fonts[0])


def can_write(text: str) -> bool:
    """Whether some font has every character of the text."""
    return has_all(font_for(text, 40), text)


def has_all(font: Font, text: str) -> bool:
    """Whether a font has every character of a text."""
    return all(has_character(font, each) for each in text)


@lru_cache(maxsize=4096)
def has_character(font: Font, character: str) -> bool:
    """Whether a font has a character."""
    return character.isspace() or bytes(font.getmask(character)) != bytes(font.getmask(_MISSING))


def legible(text: str, font: Font) -> str:
    """The text with a question mark for each character that the font does not have."""
    return "".join(each if has_character(font, each) else "?" for each in text)


def text_width(text: str, size: int) -> int:
    """How wide a text is."""
    return round(font_for(text, size).getlength(text))


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
