"""Changes of a game, and their errors: the game has changed meanwhile, or a round is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from flask import Response, abort, request, url_for
from flask_babel import gettext as _

from scorekeeper.games.commands import RoundOpenError, VersionConflict
from scorekeeper.rummy.documents.answer import Answer
from scorekeeper.storage.models import GameRow
from scorekeeper.web.api.etags import asked_version, game_tag
from scorekeeper.web.api.games import WholeGame, whole_game
from scorekeeper.web.api.operations import (
    GAME_ID,
    Changes,
    Links,
    Method,
    Parameter,
    View,
    blueprint,
    operation,
)
from scorekeeper.web.shell.permissions import PLAYER
from scorekeeper.web.shell.problems import Problem, ProblemType, problem
from scorekeeper.web.shell.requests import game_or_404
from scorekeeper.web.shell.translation import translate


@dataclass(slots=True, kw_only=True)
class Outdated(Problem):
    """An error: somebody changed the game meanwhile. It includes the current game."""

    game: WholeGame


def change_of_a_game(
    method: Method,
    path: str,
    tag: str = "games",
    *,
    answer: type[Answer] = WholeGame,
    outdated: type[Outdated] = Outdated,
    status: int = 200,
    documents: tuple[str, ...] = (),
    parameters: tuple[Parameter, ...] = (),
    links: Links | None = None,
) -> Callable[[View], View]:
    """Declare the view below as a change of the state of a game. See `operation`."""
    return operation(
        method,
        f"/games/<game_id>{path}",
        tag,
        role=PLAYER,
        answers=(answer,),
        status=status,
        others={412: outdated},
        documents=documents,
        parameters=(GAME_ID, *parameters),
        changes=Changes.A_STATE,
        links=links,
    )


@blueprint.errorhandler(VersionConflict)
def _outdated(conflict: VersionConflict) -> Response:
    row = game_or_404(conflict.game.id)
    words = _("Somebody else has just changed this game, so nothing was done. Look at it again.")
    response = problem(412, words, kind=Outdated, game=whole_game(row))
    response.set_etag(game_tag(row), weak=True)
    return response


@blueprint.errorhandler(RoundOpenError)
def _open(error: RoundOpenError) -> Response:
    return _see_open((request.view_args or {})["game_id"], translate(error.message))


def check_current(row: GameRow) -> None:
    if asked_version(row) != row.version:
        raise VersionConflict(row)


def refuse_open(row: GameRow, words: str, where: str = "") -> NoReturn:
    abort(_see_open(row.id, words, where))


def _see_open(game_id: str, words: str, where: str = "") -> Response:
    see = url_for("api.open_round", game_id=game_id)
    return problem(409, words, where, about=ProblemType.ROUND_OPEN, see=see)
