"""The picture of a finished game, for programs that show or send it."""

from __future__ import annotations

from flask import Response, request
from flask_babel import gettext as _

from scorekeeper.languages import LANGUAGES
from scorekeeper.web.api.operations import BYTES, GAME_ID, Parameter, operation
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.parts.canvas import THEMES
from scorekeeper.web.shell.permissions import WATCHER
from scorekeeper.web.shell.problems import problem
from scorekeeper.web.shell.requests import game_or_404
from scorekeeper.web.subjects.game_picture import picture_answer

PNG = "image/png"
CHOICES = {"theme": list(THEMES), "language": list(LANGUAGES)}
THEME = Parameter("theme", "The colours. Light by default.", {"enum": CHOICES["theme"]})
LANGUAGE = Parameter(
    "language", "The language, instead of `Accept-Language`.", {"enum": CHOICES["language"]}
)


@operation(
    "GET",
    "/games/<game_id>/picture.png",
    "games",
    role=WATCHER,
    media_type=PNG,
    parameters=(GAME_ID, THEME, LANGUAGE),
)
def picture(game_id: str) -> Response:
    """The picture of a finished game, for sharing."""
    row = game_or_404(game_id)
    if row.status == "playing":
        return problem(404, _("There is a picture once the game is over."))
    response = picture_answer(row)
    types = (PNG, BYTES)
    response.mimetype = request.accept_mimetypes.best_match(types, PNG)
    response.vary.add("Accept")
    return response
