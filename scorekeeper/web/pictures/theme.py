"""The colours of pictures, those of the pages, and the faces in them."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.storage.models import Player
from scorekeeper.web.faces import face_sign
from scorekeeper.web.pictures.canvas import Canvas
from scorekeeper.web.pictures.fonts import can_write


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture: of the ground and what is on it, and of the paper."""

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
"""The colours of faces, by their numbers."""


def face_colour(number: int) -> str:
    """The colour of a face with this number."""
    return FACES[number % len(FACES)]


def draw_face(canvas: Canvas, player: Player, left: int, middle: int, size: int) -> None:
    """A face: the sign that the player chose, or their initial; nothing if no font has either."""
    canvas.disc(left, middle - size // 2, size, face_colour(player.colour))
    signs = (face_sign(player), player.name[:1].upper())
    sign = next(filter(can_write, signs), "")
    canvas.text(left + size // 2, middle, sign, size * 5 // 11, "#ffffff", "mm")
