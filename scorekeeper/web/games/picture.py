"""A finished game to share: the page with its picture, and the picture itself."""

from __future__ import annotations

from flask import Response, abort, make_response, render_template, request
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.games import commands
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import people_of
from scorekeeper.web.dates import day_text
from scorekeeper.web.formatting import names_of, total
from scorekeeper.web.games.blueprint import blueprint
from scorekeeper.web.games.ending import End, end_of
from scorekeeper.web.games.sharing import link_to_send
from scorekeeper.web.games.story import Fact
from scorekeeper.web.pictures.game import GamePicture, draw_game
from scorekeeper.web.pictures.theme import THEMES
from scorekeeper.web.requests import game_or_404
from scorekeeper.web.translation import translate

MOST_FACTS = 4


@blueprint.get("/games/<game_id>/share")
def share(game_id: str) -> str:
    """The picture of a finished game, to send or to keep."""
    row = game_or_404(game_id)
    sheet, end = _finished(row)
    text = share_text(sheet, end, link_to_send(row.id))
    picture = picture_of(row, sheet, end)
    return render_template("games/share.html", row=row, picture=picture, text=text)


@blueprint.get("/games/<game_id>/picture.png")
def picture(game_id: str) -> Response:
    """The picture of a finished game, light or dark."""
    return picture_answer(game_or_404(game_id))


def picture_answer(row: GameRow) -> Response:
    """The picture as it was asked for; a browser that has it already keeps it."""
    facts = picture_of(row, *_finished(row))
    theme = THEMES.get(request.args.get("theme", ""), THEMES["light"])
    etag = facts.fingerprint(theme)
    known = request.if_none_match.contains(etag)
    response = make_response(b"" if known else draw_game(facts, theme))
    response.mimetype = "image/png"
    response.headers["Content-Disposition"] = f"inline; filename={file_name(row)}"
    response.headers["Cache-Control"] = "private, no-cache"
    response.set_etag(etag)
    response.make_conditional(request)
    return response


blueprint.add_app_template_global(link_to_send)


@blueprint.app_template_global("picture_file_name")
def file_name(row: GameRow) -> str:
    """The name of the picture as a file."""
    return f"{row.variant}-{row.played_on.isoformat()}.png"


def _finished(row: GameRow) -> tuple[Sheet, End]:
    sheet = commands.sheet(row)
    return sheet, end_of(row, sheet, people_of(row)) or abort(404)


def picture_of(row: GameRow, sheet: Sheet, end: End) -> GamePicture:
    """What the picture of a game shows."""
    name = translate(sheet.game.variant.name)
    return GamePicture(
        head=f"{name} · {end.lasted}" if end.lasted else name,
        title=wins(sheet),
        how=end.how,
        places=end.places,
        chart=end.chart,
        facts=tuple(map(_told, end.facts[:MOST_FACTS])),
        foot=day_text(row.played_on, "d MMMM y"),
    )


def _told(fact: Fact) -> tuple[str, str]:
    """A fact in one line: where several are equal, the first."""
    return fact.label, fact.parts[0].words


@blueprint.app_template_global()
def wins(sheet: Sheet) -> str:
    """Who won a finished game: `Maud wins`."""
    if not sheet.rounds:
        return str(_("No round was played"))
    names = names_of(sheet.winners, sheet.game.players)
    if len(sheet.winners) > 1:
        return str(_("%(names)s share the win", names=names))
    return str(ngettext("%(names)s wins", "%(names)s win", 1, names=names))


@blueprint.app_template_global()
def share_text(sheet: Sheet, end: End, link: str) -> str:
    """The game in a line, and the link to it if there is one."""
    scores = ", ".join(f"{e.standing.name} {total(e.standing.total)}" for e in end.places)
    name = translate(sheet.game.variant.name)
    line = _("%(label)s: %(value)s", label=name, value=f"{wins(sheet)} ({scores})")
    return f"{line}\n{link}".strip()
