"""Changes of a game: start, end, play on, undo, redo, its details and its players."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any

from flask import Response, abort, url_for
from flask_babel import gettext as _

from scorekeeper.games import commands
from scorekeeper.games import details as game_details
from scorekeeper.games.commands import new_key
from scorekeeper.games.details import Details, change_details, check_day, details_of
from scorekeeper.games.open_rounds import find_announced
from scorekeeper.rummy.documents.about import About
from scorekeeper.rummy.documents.game import read_document
from scorekeeper.rummy.documents.names import check_place
from scorekeeper.rummy.documents.reading import read_day, read_note, read_object, read_string
from scorekeeper.rummy.documents.schema import name_schema, place_schema
from scorekeeper.rummy.documents.schema_words import PLAIN_TEXT
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.models import GameRow
from scorekeeper.web.api.answering import sent_document
from scorekeeper.web.api.conflicts import change_of_a_game, check_current, refuse_open
from scorekeeper.web.api.etags import asked_version
from scorekeeper.web.api.games import WholeGame, answered_game
from scorekeeper.web.api.operations import (
    DOCUMENTS,
    GAME_DOCUMENT,
    Changes,
    Parameter,
    leads_to,
    operation,
)
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.shell.permissions import PLAYER
from scorekeeper.web.shell.problems import problem
from scorekeeper.web.shell.requests import game_or_404
from scorekeeper.web.shell.translation import today
from scorekeeper.web.shell.visitor import current_club, current_member

DETAILS = "GameDetails"
DOCUMENTS[DETAILS] = {
    "type": "object",
    "description": "The date and place of a game, and its note.",
    "properties": {
        "date": {"type": "string", "format": "date"},
        "place": place_schema(),
        "note": PLAIN_TEXT,
    },
    "required": ["date"],
}

PLAYER_NAME = "PlayerName"
DOCUMENTS[PLAYER_NAME] = {
    "type": "object",
    "description": "The name of the player in a seat.",
    "properties": {"name": name_schema()},
    "required": ["name"],
}

SEAT = Parameter("seat", "The place of a player in `players`, from 1.", {"type": "integer"})

_NOT_AT_THE_START = ("rounds", "called", "imported", "id", "started", "deleted", "history")
"""The keys of a document that only a game after its start can have."""


@operation(
    "POST",
    "/games",
    "games",
    role=PLAYER,
    answers=(WholeGame,),
    status=201,
    documents=(GAME_DOCUMENT,),
    changes=Changes.THE_BOOK,
    links=leads_to(
        {"game_id": "$response.body#/document/id"},
        *("game", "record", "preview", "announce", "details", "end"),
    ),
)
def start() -> Response:
    """Start a game from its document, without rounds. New players are added to the club."""
    document = sent_document()
    game, about = read_document(document)
    _check_not_begun(document)
    details = _details_at_start(document, about)
    row = commands.start_as_written(
        current_club(), game, key=new_key(), details=details, entered_by=current_member().author
    )
    address = url_for("api.game", game_id=row.id)
    return answered_game(row, 201, headers={"Location": address})


def _check_not_begun(document: object) -> None:
    for key in _NOT_AT_THE_START:
        if isinstance(document, dict) and document.get(key):
            text = message("“{key}” cannot be set when a game starts.", key=key)
            raise RuleError(text, key)


def _details_at_start(document: object, about: About) -> dict[str, Any]:
    """The columns for details that the document states. The server sets the other details."""
    told = document if isinstance(document, dict) else {}
    details: dict[str, Any] = {
        name: getattr(about, name) for name in ("place", "note") if name in told
    }
    if about.date:
        details["played_on"] = _day(about.date)
    return details


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:  # such as 31 February
        raise RuleError(message("That date does not exist."), "date") from None
    check_day(day, today(), "date")
    return day


def _change(game_id: str, change: Callable[..., GameRow], **more: Any) -> Response:
    row, who = game_or_404(game_id), current_member().author
    row = change(row.id, version=asked_version(row), key=new_key(), entered_by=who, **more)
    return answered_game(row)


@change_of_a_game("POST", "/undo")
def undo(game_id: str) -> Response:
    """Undo the last change of the sheet that is not undone yet."""
    return _change(game_id, commands.undo)


@change_of_a_game("POST", "/redo")
def redo(game_id: str) -> Response:
    """Redo the change that the last undo took back."""
    return _change(game_id, commands.redo)


@change_of_a_game("POST", "/end")
def end(game_id: str) -> Response:
    """End a game early, with its current totals."""
    commands.check_something_to_end(game_or_404(game_id))
    return _change(game_id, commands.call)


@change_of_a_game("POST", "/play-on")
def play_on(game_id: str) -> Response:
    """Continue a game that was ended early."""
    return _change(game_id, commands.play_on)


@change_of_a_game("PUT", "/details", documents=(DETAILS,))
def details(game_id: str) -> Response:
    """Set when and where a game was played, and its note. Omitted texts become empty."""
    row = game_or_404(game_id)
    sent = read_object(sent_document(), ("date", "place", "note"))
    place = read_string(sent.get("place", ""), "place")
    note = read_note(sent.get("note", ""), "note")
    check_place(place, "place")
    written = Details(
        played_on=_day(read_day(sent.get("date"), "date")),
        place=re.sub(r"[ \t]+", " ", place.strip()),
        note="\n".join(note.splitlines()).strip(),
    )
    check_current(row)
    if written == details_of(row):
        return answered_game(row)
    return _change(game_id, _change_details, details=written)


@change_of_a_game("PUT", "/players/<int:seat>", documents=(PLAYER_NAME,), parameters=(SEAT,))
def correct_player(game_id: str, seat: int) -> Response:
    """Correct who sat in a seat of a game. Rounds and points stay with the seat."""
    row, who = game_or_404(game_id), current_member().author
    sent = read_object(sent_document(), ("name",))
    name = read_string(sent.get("name"), "name").strip()
    if not 1 <= seat <= len(row.people):
        abort(problem(404, _("There is no such seat in this game.")))
    if find_announced(row) is not None:
        refuse_open(row, _("A round is being entered on the phones of the table."))
    row = game_details.correct_player(
        row,
        version=asked_version(row),
        key=new_key(),
        seat=seat - 1,
        name=name,
        entered_by=who,
    )
    return answered_game(row)


def _change_details(game_id: str, *, details: Details, **form: Any) -> GameRow:
    return change_details(game_id, details, **form)
