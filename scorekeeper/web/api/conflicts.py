"""Refusals because of what others do: the game is another one by now, or a round is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from flask import Response, abort, url_for
from flask_babel import gettext as _

from scorekeeper.games.commands import VersionConflict
from scorekeeper.storage.models import GameRow
from scorekeeper.web.api.games import WholeGame, whole_game
from scorekeeper.web.api.operations import blueprint
from scorekeeper.web.api.versions import asked_version, game_tag
from scorekeeper.web.shell.errors import Problem, problem
from scorekeeper.web.shell.requests import game_or_404


@dataclass(slots=True, kw_only=True)
class Outdated(Problem):
    """A refusal because somebody changed the game meanwhile, with the game as it is now."""

    game: WholeGame


@blueprint.errorhandler(VersionConflict)
def _outdated(conflict: VersionConflict) -> Response:
    """The refusal of a change that was made for another state of the game."""
    row = game_or_404(conflict.game.id)
    words = _("Somebody else has just changed this game, so nothing was done. Look at it again.")
    response = problem(412, words, kind=Outdated, game=whole_game(row))
    response.set_etag(game_tag(row), weak=True)
    return response


def check_current(row: GameRow) -> None:
    """Refuse what was asked of another state of the game; raises `VersionConflict`."""
    if asked_version(row) != row.version:
        raise VersionConflict(row)


def refuse_open(row: GameRow, words: str, where: str = "") -> NoReturn:
    """Refuse because of the open round, or for want of one, and say where that is."""
    abort(problem(409, words, where, see=url_for("api.open_round", game_id=row.id)))
