"""QR codes."""

from __future__ import annotations

import segno
from markupsafe import Markup


def draw_square(link: str, block: str = "club-square__drawing") -> Markup:
    """A QR code as SVG: black on white with a margin, which scanners need in dark mode too."""
    drawing = segno.make(link, error="m", micro=False).svg_inline(
        border=4,
        dark="#000",
        light="#fff",
        omitsize=True,
        svgclass=block,
        lineclass=None,
    )
    return Markup(drawing)  # noqa: S704 - drawn by the library
