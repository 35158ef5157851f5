"""The page on which a keeper takes the club's games along, and its files to download."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain

from flask import Blueprint, Response, abort, current_app, render_template, stream_with_context
from sqlalchemy.orm import Session

from scorekeeper import __version__
from scorekeeper.evenings import zone
from scorekeeper.storage.database import db
from scorekeeper.storage.queries import has_games
from scorekeeper.transfer.club_games import ClubBook
from scorekeeper.transfer.exports import FORMATS, Format, file_name
from scorekeeper.web.permissions import current_club

blueprint = Blueprint("transfer", __name__, url_prefix="/club/transfer")


@blueprint.get("")
def index() -> str:
    """What the club can be exported as."""
    club = current_club()
    return render_template("clubs/transfer.html", club=club, has_games=has_games(club))


@blueprint.get("/<ending>")
def download(ending: str) -> Response:
    """The club as a file, sent while it is written."""
    club, format = current_club(), FORMATS.get(ending) or abort(404)
    in_zone = zone(current_app.config["TIME_ZONE"])
    pieces = _pieces(format, club.id, club.name)
    # The first piece now: what goes wrong at once is still answered with a page.
    response = Response(stream_with_context(chain([next(pieces, b"")], pieces)))
    response.mimetype = format.media_type
    name = file_name(club.name, datetime.now(UTC).astimezone(in_zone).date(), format)
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response


def _pieces(format: Format, club_id: int, name: str) -> Iterator[bytes]:
    in_zone = zone(current_app.config["TIME_ZONE"])
    with Session(db.engine) as session:
        yield from format.pieces(ClubBook(session, club_id, name, __version__, in_zone))
