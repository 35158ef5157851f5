"""The ETag of a game or tournament, made from its version, and the `If-Match` of its changes.

The tag is weak, because the same state is sent in several languages, compressed or not, by us and
by proxies. HTTP wants strong tags in `If-Match`. We accept weak ones there too: the check protects
the state, which the tag identifies exactly, not the bytes of an answer.
"""

from __future__ import annotations

import re

from flask import abort, request
from flask_babel import gettext as _

from scorekeeper.games.polls import GameInPlay, mark_of
from scorekeeper.storage.models import GameRow, TournamentRow
from scorekeeper.web.shell.problems import ProblemType, problem

_TAG = re.compile(
    r"(?P<version>[0-9]{1,9})\.(?P<game>[0-9a-f]{8})(?:\.(?P<rest>[\w.-]+))?", re.ASCII
)

NO_VERSION = -1
"""A version that no game and no tournament has."""


def game_tag(row: GameRow) -> str:
    """The text of a game's ETag. The tags of answers begin with it and add a hash or revision."""
    return GameInPlay.of(row).tag


def tournament_tag(row: TournamentRow) -> str:
    return f"{row.version}.{mark_of(row.id)}"


def asked_version(row: GameRow | TournamentRow) -> int:
    """The version that the request was made for. Aborts with 428 if it names none.

    If it has several tags, the current version counts, or the newest if none is current.
    `NO_VERSION` if no tag is of this game or tournament.
    """
    versions = [int(tag["version"]) for tag in _tags() if tag["game"] == mark_of(row.id)]
    return row.version if row.version in versions else max(versions, default=NO_VERSION)


def asked_rest() -> set[str]:
    return {tag["rest"] or "" for tag in _tags()}


def _tags() -> list[re.Match[str]]:
    sent = request.if_match
    if not request.headers.get("If-Match", "").strip() or sent.star_tag:
        words = _("Send the ETag as you read it in If-Match.")
        abort(problem(428, words, about=ProblemType.NO_VERSION))
    # `as_set` contains `None` for an empty tag.
    tags = filter(None, sent.as_set(include_weak=True))
    return [found for tag in tags if (found := _TAG.fullmatch(tag))]
