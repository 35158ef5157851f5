"""Common parts of requests: htmx, forms and their tokens, and the next page."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Response, abort, current_app, g, make_response, redirect, request, url_for

from scorekeeper.games.commands import NoSuchGameError
from scorekeeper.network import PhoneAddress, phone_address
from scorekeeper.rummy.game.entries import BetweenOnSheet, RoundOnSheet
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.game_lists import ListCursor, ListPosition, read_cursor
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import find_game_of
from scorekeeper.web.shell.visitor import current_member

KEY = "Idempotency-Key"
"""The header with the key of a program's change. A change sent twice counts once."""

PROGRAMS = "/api"
"""The path below which errors are problem documents."""

API = f"{PROGRAMS}/v1"
"""The path of the API. An incompatible version gets another number."""

LARGEST_ID = 2_147_483_647
"""The largest integer of the database."""

PLAYER_PATH = f"<int(max={LARGEST_ID}):player_id>"
"""A player's id in an address."""

OTHER_PATH = PLAYER_PATH.replace("player_id", "other_id")
"""The id of a second player in an address."""


def is_htmx() -> bool:
    """Check whether htmx asks for a fragment. To restore history it asks for the whole page."""
    headers = request.headers
    return (
        headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"
    )


def is_api() -> bool:
    """Check whether a program asks. It gets every error as a problem document."""
    return request.path == PROGRAMS or request.path.startswith(f"{PROGRAMS}/")


def see_other(address: str) -> Response:
    """Redirect after a form was accepted. htmx then loads the whole page."""
    if not is_htmx():
        return make_response(redirect(address, 303))
    return htmx_redirect(address)


def htmx_redirect(address: str) -> Response:
    response = make_response("", 204)
    response.headers["HX-Redirect"] = address
    return response


class FormToken(NamedTuple):
    """Hidden fields of a form about a game: the version of the game, and the form's own key."""

    version: int
    key: str


def read_form_token() -> FormToken:
    """The form token that was sent. Aborts with 400 if it is invalid."""
    version, key = request.form.get("version", ""), request.form.get("key", "")
    if not re.fullmatch(r"[0-9]{1,9}", version) or not re.fullmatch(r"[\w-]{1,64}", key, re.ASCII):
        abort(400)
    return FormToken(int(version), key)


def game_or_404(game_id: str) -> GameRow:
    """The club's game with this id. Without one, raises `NoSuchGameError`, answered with 404."""
    row = find_game_of(current_member().club_id, game_id)
    if row is None:
        raise NoSuchGameError(game_id)
    speak_of(row.variant)
    return row


def speak_of(game: str) -> None:
    """Use the words of this game on the rest of the page. `game` is its key."""
    g.game = game
    g.pop("catalogue", None)


def between_or_404(row: GameRow, place: int) -> BetweenOnSheet:
    for entry in sheet_of(row).entries[place - 1 : place]:
        if isinstance(entry, BetweenOnSheet):
            return entry
    return abort(404)


def round_or_404(row: GameRow, number: int) -> RoundOnSheet:
    rounds = sheet_of(row).rounds
    return rounds[number - 1] if 1 <= number <= len(rounds) else abort(404)


def list_position() -> ListPosition:
    """The cursors in the address of a page of a list. Aborts with 404 for an invalid one."""
    return ListPosition(older=_cursor("older"), newer=_cursor("newer"))


def older_than() -> int | None:
    """The id in the address of a page with older changes. Aborts with 404 for an impossible one."""
    change_id = request.args.get("older", type=int)
    return change_id if change_id is None or 0 <= change_id <= LARGEST_ID else abort(404)


def _cursor(name: str) -> ListCursor | None:
    text = request.args.get(name, "")
    return (read_cursor(text) or abort(404)) if text else None


def local_page(address: str) -> str:
    """This address if it is on this site, or home, so that redirects never leave the site."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return url_for("home.index")
    is_ours = address.startswith(f"{request.script_root}/") and not parts.scheme
    # Two slashes would be another host once a proxy has stripped the prefix.
    is_ours = is_ours and not parts.netloc and "//" not in parts.path
    if not is_ours or "\\" in address or not address.isprintable():
        return url_for("home.index")
    return address.removesuffix("?")


def this_address() -> str:
    return request.script_root + request.full_path


def address_to_send() -> PhoneAddress:
    settings = current_app.config["SCOREKEEPER"]
    return phone_address(settings.public_url, request.host_url, settings.host, settings.hosts)
