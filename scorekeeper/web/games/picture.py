"""The picture of a finished game, and the page to share it."""

from __future__ import annotations

from flask import Response, render_template

from scorekeeper.web.games import blueprint
from scorekeeper.web.games.sharing import link_to_send
from scorekeeper.web.shell.requests import game_or_404
from scorekeeper.web.subjects.game_picture import (
    file_name,
    finished_game,
    picture_answer,
    picture_of,
    share_text,
    wins,
)

blueprint.add_app_template_global(link_to_send)
blueprint.add_app_template_global(file_name, "picture_file_name")
blueprint.add_app_template_global(share_text)
blueprint.add_app_template_global(wins)


@blueprint.get("/games/<game_id>/share")
def share(game_id: str) -> str:
    row = game_or_404(game_id)
    sheet, end = finished_game(row)
    text = share_text(sheet, end, link_to_send(row.id))
    picture = picture_of(row, sheet, end)
    return render_template("games/share.html", row=row, picture=picture, text=text)


@blueprint.get("/games/<game_id>/picture.png")
def picture(game_id: str) -> Response:
    return picture_answer(game_or_404(game_id))
