"""An evening as a picture to send to those who were there, light or dark."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.statistics.evenings import Evening, Standing
from scorekeeper.web.history.listed import listed, places_of
from scorekeeper.web.history.summary import short_game_line
from scorekeeper.web.parts.canvas import Canvas, Theme, draw_face
from scorekeeper.web.parts.fonts import fitted, fitting_size

WIDTH, MARGIN = 1080, 56
LEFT, RIGHT = MARGIN + 40, WIDTH - MARGIN - 40
HEAD, ROW, LINE, FOOT = 232, 128, 56, 96
MOST_GAMES = 12
"""How many games the picture lists; it says how many more there are."""


def picture(evening: Evening, name: str, theme: Theme) -> bytes:
    """The evening as a PNG file: who won how many games, and the games."""
    lines = _lines(evening)
    table_end = HEAD + 24 + ROW * len(evening.table) + 24
    games_end = table_end + 48 + LINE * len(lines)
    canvas = Canvas(WIDTH, games_end + FOOT, theme.ground, theme.light)
    _head(canvas, evening, name, theme)
    canvas.box(MARGIN, HEAD, WIDTH - MARGIN, table_end, theme.paper)
    for number, standing in enumerate(evening.table):
        _row(canvas, HEAD + 24 + ROW * number, standing, theme)
    for number, line in enumerate(lines):
        middle = table_end + 48 + LINE * number + LINE // 2
        size = fitting_size(line, (36, 32, 28, 24), RIGHT - LEFT)
        canvas.text(LEFT, middle, fitted(line, size, RIGHT - LEFT), size, theme.title)
    canvas.text(RIGHT, games_end + FOOT // 2, _("Rummy Scorekeeper"), 26, theme.quiet, "rm")
    return canvas.png()


def _head(canvas: Canvas, evening: Evening, name: str, theme: Theme) -> None:
    width = WIDTH - 2 * MARGIN
    canvas.text(MARGIN, 92, fitted(name, 64, width), 64, theme.title)
    places = ", ".join(places_of(evening.games[::-1]))
    canvas.text(MARGIN, 168, fitted(places, 36, width - 320), 36, theme.quiet)
    canvas.text(RIGHT, 168, _("Games won"), 36, theme.quiet, "rm")


def _row(canvas: Canvas, top: int, standing: Standing, theme: Theme) -> None:
    """A player with their face, the games that they won, and of how many."""
    player, middle = standing.player, top + ROW // 2
    draw_face(canvas, player, LEFT, middle, 88)
    played = ngettext("%(num)d game", "%(num)d games", standing.games)
    if not standing.games:
        played = _("no finished game")
    canvas.text(LEFT + 120, middle - 20, fitted(player.name, 46, RIGHT - LEFT - 280), 46, theme.ink)
    canvas.text(LEFT + 120, middle + 30, played, 30, theme.soft)
    canvas.text(RIGHT, middle, str(standing.won), 84, theme.ink, "rm")
    if top > HEAD + 24:
        canvas.line(LEFT, RIGHT, top, theme.line)


def _lines(evening: Evening) -> list[str]:
    """A line for each finished game, and one for those that do not fit."""
    if not evening.games:
        return [_("No game was played on this evening.")]
    lines = [short_game_line(listed(row)) for row in evening.finished]
    if len(lines) <= MOST_GAMES:
        return lines
    more = len(lines) - MOST_GAMES
    rest = ngettext("and %(num)d more game", "and %(num)d more games", more)
    return [*lines[:MOST_GAMES], rest]
