"""The page of an evening, and its summary and picture to send."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime

from flask import Response, abort, make_response, render_template, request
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.statistics.evenings import Evening, EveningResult, evening_of_club
from scorekeeper.tournaments.lists import tournaments_on
from scorekeeper.web.history import blueprint
from scorekeeper.web.parts.canvas import THEMES, Canvas, Theme, draw_face, fitted, fitting_size
from scorekeeper.web.parts.money import stake_words
from scorekeeper.web.parts.pages import page_of
from scorekeeper.web.shell.visitor import current_club, current_member
from scorekeeper.web.subjects.evenings import (
    evening_name,
    more_games,
    places_of,
    short_game_line,
    shown_evening,
)
from scorekeeper.web.subjects.games import listed
from scorekeeper.web.subjects.tournament_card import tournament_cards

blueprint.add_app_template_filter(evening_name, "evening")


GAMES_SHOWN = 10
"""The most games on a page, which also shows each player's wins and the debts of the evening."""


@blueprint.get("/evenings/<day>")
def evening(day: str) -> Response:
    """The page of an evening: wins, and games a page at a time, those in play first."""
    shown = shown_evening(current_club(), _day(day))
    found = shown.evening
    part = page_of([*found.in_play, *found.finished], GAMES_SHOWN)
    page = render_template(
        "history/evening.html",
        before=shown.before,
        after=shown.after,
        evening=found,
        name=evening_name(found.played_on),
        places=shown.places,
        in_play=[listed(row) for row in part.items if row.status == "playing"],
        finished=[listed(row) for row in part.items if row.status != "playing"],
        part=part,
        summary=shown.summary,
        settled=shown.settled,
        tournaments=tournament_cards(
            tournaments_on(current_club(), found.played_on), current_member()
        ),
        stakes=Counter(
            (sheet.game.variant.name, stake_words(sheet.game.stake) if sheet.over else "")
            for sheet in shown.staked
            if sheet.game.stake
        ),
    )
    return make_response(page)


@blueprint.get("/evenings/<day>/picture.png")
def evening_picture(day: str) -> Response:
    found = evening_of_club(current_club(), _day(day))
    theme = THEMES.get(request.args.get("theme", ""), THEMES["light"])
    response = make_response(_picture(found, evening_name(found.played_on), theme))
    response.mimetype = "image/png"
    response.headers["Content-Disposition"] = f"inline; filename=evening-{found.played_on}.png"
    return response


def _day(text: str) -> date:
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        abort(404)


WIDTH, MARGIN = 1080, 56
LEFT, RIGHT = MARGIN + 40, WIDTH - MARGIN - 40
HEAD, ROW, LINE, FOOT = 232, 128, 56, 96
DAY_SIZES = (64, 58, 52)
"""Font sizes for the day, largest first. The longest day fits at the last size."""

MOST_LINES, MOST_PLAYERS = 12, 8
"""The most lines in the picture, and the most players among them."""


def _picture(evening: Evening, name: str, theme: Theme) -> bytes:
    table = evening.table[:MOST_PLAYERS]
    lines = _games_listed(evening, MOST_LINES - len(table))
    table_end = HEAD + 24 + ROW * len(table) + 24
    games_end = table_end + 48 + LINE * len(lines)
    canvas = Canvas(WIDTH, games_end + FOOT, theme.ground, theme.light)
    _head(canvas, evening, name, theme)
    canvas.box(MARGIN, HEAD, WIDTH - MARGIN, table_end, theme.paper)
    for number, standing in enumerate(table):
        _row(canvas, HEAD + 24 + ROW * number, standing, theme)
    for number, line in enumerate(lines):
        middle = table_end + 48 + LINE * number + LINE // 2
        size = fitting_size(line, (36, 32, 28, 24), RIGHT - LEFT)
        canvas.text(LEFT, middle, fitted(line, size, RIGHT - LEFT), size, theme.title)
    canvas.text(RIGHT, games_end + FOOT // 2, _("Rummy Scorekeeper"), 26, theme.quiet, "rm")
    return canvas.png()


def _head(canvas: Canvas, evening: Evening, name: str, theme: Theme) -> None:
    width = WIDTH - 2 * MARGIN
    size = fitting_size(name, DAY_SIZES, width)
    canvas.text(MARGIN, 92, fitted(name, size, width), size, theme.title)
    places = ", ".join(places_of(evening.games[::-1]))
    canvas.text(MARGIN, 168, fitted(places, 36, width - 320), 36, theme.quiet)
    canvas.text(RIGHT, 168, _("Games won"), 36, theme.quiet, "rm")


def _row(canvas: Canvas, top: int, standing: EveningResult, theme: Theme) -> None:
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


def _games_listed(evening: Evening, most: int) -> list[str]:
    """A line for each finished game. The last of `most` lines counts the games that do not fit."""
    if not evening.games:
        return [_("No game was played on this evening.")]
    games = evening.finished
    if len(games) <= most:
        return [short_game_line(listed(row)) for row in games]
    lines = [short_game_line(listed(row)) for row in games[: most - 1]]
    return [*lines, more_games(len(games) - len(lines))]
