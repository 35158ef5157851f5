"""A request that changes something counts once per key. Sent again, it gets the same answer.

The answer is stored in the transaction of the change. So if an answer is lost, the program sends
the request again, and the change is not repeated. Answers are kept for `KEPT_FOR`, or until their
game is deleted for good. Errors are not kept: the request can be right a moment later.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from hashlib import sha256

from flask import Response, abort, request
from flask_babel import get_locale
from flask_babel import gettext as _
from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.clubs.members import Member
from scorekeeper.games.open_rounds import OpenRoundConflict
from scorekeeper.storage.database import table, write
from scorekeeper.storage.models import AnsweredRequest
from scorekeeper.web.shell.problems import ProblemType, problem
from scorekeeper.web.shell.requests import KEY
from scorekeeper.web.shell.visitor import current_member

LONGEST_KEY = 64

KEPT_FOR = timedelta(days=2)

MOST_TRIES = 16
"""The most tries of a request while others write at the same time."""

_LANGUAGE = "Content-Language"
_KEPT_HEADERS = ("Content-Type", "ETag", "Location", _LANGUAGE)
_VALID_KEY = re.compile(rf"[!-~]{{1,{LONGEST_KEY}}}")
_ROWS = table(AnsweredRequest)

View = Callable[..., Response]


def once(view: View) -> View:
    """Run a view once per key, and store its answer in the same transaction."""

    @wraps(view)
    def asked(**values: object) -> Response:
        sent = _sent(current_member())
        for _again in range(MOST_TRIES):
            try:
                return _answer(sent, lambda: view(**values))
            except _RefusedError as refused:
                return refused.response
            except (OpenRoundConflict, _GoneError):
                continue
        raise OpenRoundConflict

    return asked


@dataclass(frozen=True, slots=True)
class _Sent:
    """A request: the hash of its sender and key (`id`), its club, and the hash of the rest."""

    id: str
    club_id: int
    content: str


class _RefusedError(Exception):
    """The view rejected the request with this response, which is not stored."""

    def __init__(self, response: Response) -> None:
        super().__init__(response.status)
        self.response = response


class _GoneError(Exception):
    """The answer to the first request with this key was deleted meanwhile."""


def _sent(member: Member) -> _Sent:
    """Read the request. Aborts with 428 without a key, and with 422 for an invalid key."""
    key = request.headers.get(KEY, "")
    if not key:
        words = _("Send a key of your own in Idempotency-Key, a new one each time.")
        abort(problem(428, words, about=ProblemType.NO_KEY))
    if not _VALID_KEY.fullmatch(key):
        words = _(
            "An Idempotency-Key has 1 to %(most)d letters, digits and signs, and no spaces.",
            most=LONGEST_KEY,
        )
        abort(problem(422, words, KEY))
    content = b"\n".join(
        (request.method.encode(), request.full_path.encode("utf-8", "replace"), request.get_data())
    )
    return _Sent(
        id=sha256(f"{member.device_id} {key}".encode()).hexdigest(),
        club_id=member.club_id,
        content=sha256(content).hexdigest(),
    )


def _answer(sent: _Sent, view: Callable[[], Response]) -> Response:
    with write() as session:
        if not _begin(session, sent):
            return _answered_before(session, sent)
        response = view()
        if not 200 <= response.status_code < 300:
            raise _RefusedError(response)
        response.headers[_LANGUAGE] = str(get_locale())
        answered = {
            "status": response.status_code,
            "headers": {name: response.headers[name] for name in _kept(response)},
            "body": zlib.compress(response.get_data()),
            "game_id": _game_of(response),
        }
        session.connection().execute(update(_ROWS).where(_ROWS.c.id == sent.id), answered)
        _forget_old(session)
    return response


def _game_of(response: Response) -> str | None:
    if request.view_args and "game_id" in request.view_args:
        return str(request.view_args["game_id"])
    folder, _slash, game_id = response.headers.get("Location", "").rpartition("/")
    return game_id if folder.endswith("/games") else None


def _is_old() -> ColumnElement[bool]:
    return _ROWS.c.at < clock.now() - KEPT_FOR


def _forget_old(session: Session) -> None:
    """Delete the old answers of every club, except those that another transaction is deleting.

    Waiting for that transaction would hold the lock of a game. The rest can be deleted later.
    """
    old = select(_ROWS.c.id).where(_is_old())
    free = old.with_for_update(skip_locked=True)
    session.connection().execute(delete(_ROWS).where(_ROWS.c.id.in_(free)))


def _kept(response: Response) -> list[str]:
    return [name for name in _KEPT_HEADERS if name in response.headers]


def _begin(session: Session, sent: _Sent) -> bool:
    """Note that this key is being answered. `False` if it has an answer already.

    On PostgreSQL, a second request with the key waits here for the first one.
    """
    connection, now = session.connection(), clock.now()
    new = {"id": sent.id, "club_id": sent.club_id, "sent": sent.content, "at": now}
    connection.execute(delete(_ROWS).where(_ROWS.c.id == sent.id, _is_old()))
    try:
        with connection.begin_nested():
            connection.execute(insert(_ROWS), new | {"headers": {}, "body": b""})
    except IntegrityError:
        return False
    return True


def _answered_before(session: Session, sent: _Sent) -> Response:
    asked = select(_ROWS).where(_ROWS.c.id == sent.id)
    found = session.connection().execute(asked).one_or_none()
    if found is None:
        raise _GoneError
    if found.sent != sent.content:
        words = _("This key was used for something else. Send a new key with a new request.")
        return problem(422, words, KEY, about=ProblemType.KEY_USED)
    return Response(zlib.decompress(found.body), found.status, headers=found.headers)
