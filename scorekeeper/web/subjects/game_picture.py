"""A finished game as a picture to share: the winner, the podium, the chart and the highlights."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from flask import Response, abort, make_response, request
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.sides import players_of
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import GameRow, people_in
from scorekeeper.storage.queries import people_of
from scorekeeper.web.parts.canvas import (
    THEMES,
    Area,
    Canvas,
    Theme,
    can_write,
    draw_face,
    draw_lines,
    fitted,
    fitting_size,
    text_width,
)
from scorekeeper.web.parts.charts import Chart
from scorekeeper.web.parts.formatting import names_of, players_behind, sides_told
from scorekeeper.web.shell.responses import leave_out_if_known
from scorekeeper.web.shell.translation import day_text, total, translate
from scorekeeper.web.subjects.game_end import GameEnd, PodiumPlace, end_of

MOST_FACTS = 4


def picture_answer(row: GameRow, *, for_club: bool = True) -> Response:
    """The picture in the requested theme. 304 if the browser has it."""
    facts = picture_of(row, *finished_game(row, for_club=for_club))
    theme = THEMES.get(request.args.get("theme", ""), THEMES["light"])
    etag = facts.fingerprint(theme)
    known = request.if_none_match.contains(etag)
    response = make_response(b"" if known else draw_game(facts, theme))
    response.mimetype = "image/png"
    response.headers["Content-Disposition"] = f"inline; filename={file_name(row)}"
    response.headers["Cache-Control"] = "private, no-cache"
    response.set_etag(etag)
    leave_out_if_known(response)
    return response


def file_name(row: GameRow) -> str:
    return f"{row.variant}-{row.played_on.isoformat()}.png"


def finished_game(row: GameRow, *, for_club: bool = True) -> tuple[Sheet, GameEnd]:
    """The sheet of a game and its end. Answers 404 while the game is in play."""
    sheet = sheet_of(row)
    return sheet, end_of(row, sheet, people_of(row), for_club=for_club) or abort(404)


def picture_of(row: GameRow, sheet: Sheet, end: GameEnd) -> GamePicture:
    name = translate(sheet.game.variant.name)
    story = end.story[: max(0, MOST_FACTS - len(_owed(end)))]
    return GamePicture(
        head=f"{name} · {end.lasted}" if end.lasted else name,
        title=wins(sheet),
        how=end.how,
        places=end.places,
        chart=end.chart,
        facts=(*_owed(end), *((line.label, line.parts[0].words) for line in story)),
        foot=day_text(row.played_on, "long"),
    )


def _owed(end: GameEnd) -> list[tuple[str, str]]:
    return [
        (
            _("%(name)s owes %(other)s", name=payment.payer.name, other=payment.payee.name),
            payment.amount,
        )
        for payment in (end.settled.payments if end.settled else ())
    ]


def wins(sheet: Sheet) -> str:
    """The winners of a finished game: `Maud wins`."""
    if not sheet.rounds and sheet.game.imported is None:
        return str(_("No round was played"))
    names = names_of(sheet.winners, sheet.game.players)
    if len(sheet.winners) > 1:
        return str(_("%(names)s share the win", names=names))
    number = len(players_of(sheet.winners))
    return str(ngettext("%(names)s wins", "%(names)s win", number, names=names))


def share_text(sheet: Sheet, end: GameEnd, link: str) -> str:
    scores = ", ".join(map(_score_of, end.places))
    name = translate(sheet.game.variant.name)
    line = _("%(label)s: %(value)s", label=name, value=f"{wins(sheet)} ({scores})")
    sides = " · ".join(sides_told(place.player for place in end.places))
    owed = end.settled.text if end.settled else ""
    return "\n".join(text for text in (line, sides, owed, link) if text)


def _score_of(placed: PodiumPlace) -> str:
    said = f"{placed.standing.name} {total(placed.standing.total)}"
    return f"{said} – {placed.gone}" if placed.gone else said


WIDTH, MARGIN = 1080, 48
MIDDLE, LEFT, RIGHT = WIDTH // 2, MARGIN + 44, WIDTH - MARGIN - 44
PAPER_TOP = 790
OTHER, CHART, FACT, FOOT = 88, 400, 76, 96
FACT_SIZES = (34, 31, 28, 25)

BLOCKS = ((MIDDLE, 330), (MIDDLE - 310, 270), (MIDDLE + 310, 270))
TWO_BLOCKS = ((MIDDLE - 180, 330), (MIDDLE + 180, 330))
"""The middle and width of each block of a podium, for three places or two."""

HEIGHTS = {1: 250, 2: 190}
LOWEST = 150
"""The heights of blocks by rank (`HEIGHTS`), and of all other blocks."""

FIGURES = {1: 110, 2: 76}
SMALLEST = 64
"""The font sizes of totals by rank (`FIGURES`), and of all other totals."""

CROWN = ((0, 0.3), (0.27, 0.58), (0.5, 0.1), (0.73, 0.58), (1, 0.3), (0.9, 1), (0.1, 1))


@dataclass(frozen=True, slots=True)
class GamePicture:
    """The content of a game's picture. `facts` are pairs of a label and a text."""

    head: str
    title: str
    how: str
    places: tuple[PodiumPlace, ...]
    chart: Chart | None
    facts: tuple[tuple[str, str], ...]
    foot: str

    def fingerprint(self, theme: Theme) -> str:
        faces = [
            [(player.name, player.sign, player.colour) for player in people_in(place.player)]
            for place in self.places
        ]
        standings = [(place.rank, place.standing, place.gone) for place in self.places]
        shown = (self.head, self.title, self.how, self.chart, self.facts, self.foot, theme)
        return sha256(repr((faces, standings, shown)).encode()).hexdigest()[:20]

    @property
    def height(self) -> int:
        return self.paper_bottom + FOOT

    @property
    def paper_bottom(self) -> int:
        chart = CHART + 72 if self.chart else 0
        return PAPER_TOP + 24 + OTHER * len(self.places[3:]) + chart + FACT * len(self.facts) + 24


def draw_game(picture: GamePicture, theme: Theme) -> bytes:
    """The picture as a PNG file."""
    canvas = Canvas(WIDTH, picture.height, theme.ground, theme.light)
    _head(canvas, picture, theme)
    blocks = TWO_BLOCKS if len(picture.places) == len(TWO_BLOCKS) else BLOCKS
    for place, (middle, width) in zip(picture.places, blocks, strict=False):
        _block(canvas, place, middle, width, theme)
    canvas.box(MARGIN, PAPER_TOP, WIDTH - MARGIN, picture.paper_bottom, theme.paper)
    top = PAPER_TOP + 24
    for place in picture.places[3:]:
        _other(canvas, place, top, theme)
        top += OTHER
    if picture.chart:
        draw_lines(canvas, picture.chart, Area(LEFT, top + 36, RIGHT, top + CHART), theme)
        top += CHART + 72
    for words, said in picture.facts:
        _fact(canvas, words, said, top, theme)
        top += FACT
    foot = picture.paper_bottom + FOOT // 2
    canvas.text(MARGIN, foot, picture.foot, 28, theme.quiet)
    canvas.text(WIDTH - MARGIN, foot, _("Rummy Scorekeeper"), 28, theme.quiet, "rm")
    return canvas.png()


def _head(canvas: Canvas, picture: GamePicture, theme: Theme) -> None:
    width = WIDTH - 2 * MARGIN
    size = fitting_size(picture.title, (108, 92, 76, 60, 48), width)
    canvas.text(MIDDLE, 92, picture.head.upper(), 32, theme.brass, "mm")
    canvas.text(MIDDLE, 188, fitted(picture.title, size, width), size, theme.title, "mm")
    size = fitting_size(picture.how, (38, 34, 30), width)
    canvas.text(MIDDLE, 284, fitted(picture.how, size, width), size, theme.quiet, "mm")


def _block(canvas: Canvas, place: PodiumPlace, middle: int, width: int, theme: Theme) -> None:
    height = HEIGHTS.get(place.rank, LOWEST)
    top, won = PAPER_TOP - height, place.standing.won
    size = 132 if won else 104
    draw_face(canvas, place.player, middle - size // 2, top - size // 2 - 22, size)
    if won:
        above = top - size - 100
        canvas.shape([(middle - 40 + 80 * x, above + 62 * y) for x, y in CROWN], theme.coin)
    left = middle - width // 2
    canvas.block(left, top, left + width, PAPER_TOP + 40, theme.paper)
    points = total(place.standing.total)
    figure = FIGURES.get(place.rank, SMALLEST)
    players = players_behind(place.player)
    centre = top + height // 2 - (20 if players else 0)
    ink = theme.quiet if place.gone else theme.ink
    canvas.text(middle, centre - 16, points, figure, ink, "mm")
    name = fitted(_name(place), 32, width - 32)
    canvas.text(middle, centre + figure // 2 + 14, name, 32, theme.soft, "mm")
    size = fitting_size(players, (26, 22, 18), width - 24)
    below = centre + figure // 2 + 50
    canvas.text(middle, below, fitted(players, size, width - 24), size, theme.soft, "mm")


def _other(canvas: Canvas, place: PodiumPlace, top: int, theme: Theme) -> None:
    middle = top + OTHER // 2
    canvas.text(LEFT, middle, str(place.rank), 34, theme.soft)
    draw_face(canvas, place.player, LEFT + 56, middle, 60)
    name = fitted(_name(place), 38, RIGHT - LEFT - 320)
    ink = theme.quiet if place.gone else theme.ink
    canvas.text(LEFT + 140, middle, name, 38, ink)
    canvas.text(RIGHT, middle, total(place.standing.total), 48, ink, "rm")
    canvas.line(LEFT, RIGHT, top + OTHER, theme.line)


def _fact(canvas: Canvas, words: str, said: str, top: int, theme: Theme) -> None:
    middle = top + FACT // 2
    canvas.line(LEFT, RIGHT, top, theme.line)
    room = (RIGHT - LEFT) // 2
    size = fitting_size(words, FACT_SIZES, room)
    label = fitted(words, size, room)
    canvas.text(LEFT, middle, label, size, theme.soft)
    room = RIGHT - LEFT - 40 - text_width(label, size)
    size = fitting_size(said, FACT_SIZES, room)
    canvas.text(RIGHT, middle, fitted(said, size, room), size, theme.ink, "rm")


def _name(place: PodiumPlace) -> str:
    name = place.standing.name
    if not can_write(name):
        name = _("Player %(number)d", number=place.standing.seat + 1)
    return f"{name}, {place.gone}" if place.gone else name
