"""What a request asks for: which game, which state of it was seen, and which form it is."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Response, abort, make_response, redirect, request, url_for

from scorekeeper.games.commands import NoSuchGameError, find_game, sheet
from scorekeeper.rummy.game.sheet import RoundOnSheet
from scorekeeper.storage.game_lists import Edge, Place, read_edge
from scorekeeper.storage.models import GameRow
from scorekeeper.web.htmx import is_htmx
from scorekeeper.web.permissions import current_club


class FormToken(NamedTuple):
    """What every form carries: the version of the game that it was made for, and its own key."""

    version: int
    key: str


def game_or_404(game_id: str) -> GameRow:
    """The game of this address; raises `NoSuchGameError` where the club has none."""
    row = find_game(current_club(), game_id)
    if row is None:
        raise NoSuchGameError(game_id)
    return row


def read_form_token() -> FormToken:
    """The form token that was sent; answers 400 if there is none."""
    version, key = request.form.get("version", ""), request.form.get("key", "")
    if not re.fullmatch(r"[0-9]{1,9}", version) or not re.fullmatch(r"[\w-]{1,64}", key, re.ASCII):
        abort(400)
    return FormToken(int(version), key)


def list_position() -> Place:
    """Where the page of a list begins that was asked for; 404 where its address is no place."""
    return Place(older=_edge("older"), newer=_edge("newer"))


def _edge(name: str) -> Edge | None:
    text = request.args.get(name, "")
    return (read_edge(text) or abort(404)) if text else None


def see_other(address: str) -> Response:
    """Send the browser on after a form was taken; htmx is told to load the page whole."""
    if not is_htmx():
        return make_response(redirect(address, 303))
    return htmx_redirect(address)


def htmx_redirect(address: str) -> Response:
    """Tell htmx to load another page."""
    response = make_response("", 204)
    response.headers["HX-Redirect"] = address
    return response


def local_page(address: str) -> str:
    """This address where it is a page of ours, else home: nobody is sent elsewhere from here."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return url_for("home.index")
    is_ours = address.startswith("/") and not parts.scheme and not parts.netloc
    # Two strokes would name another host once a proxy or a library has shortened the rest.
    is_ours = is_ours and not parts.path.startswith("//")
    if not is_ours or "\\" in address or not address.isprintable():
        return url_for("home.index")
    return request.script_root + address.removesuffix("?")


def round_or_404(row: GameRow, number: int) -> RoundOnSheet:
    """The round of this number on the sheet; 404 where there is none."""
    rounds = sheet(row).rounds
    return rounds[number - 1] if 1 <= number <= len(rounds) else abort(404)
