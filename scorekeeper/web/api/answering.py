"""Answers of the API: JSON, or 304 if nothing has changed.

Pages of any site can call the API and read its answers, because it ignores cookies. Without an
access token they see nothing of a club.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from flask import Response, abort, request
from flask_babel import get_locale

from scorekeeper.rummy.documents.answer import Answer
from scorekeeper.rummy.documents.reading import read_json
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.api.operations import JSON, blueprint
from scorekeeper.web.shell.problems import json_bytes, problem
from scorekeeper.web.shell.requests import is_api
from scorekeeper.web.shell.responses import (
    OPEN_TO_EVERY_SITE,
    READABLE,
    VARY_FOR_PROGRAMS,
    leave_out_if_known,
)
from scorekeeper.web.shell.translation import translated

_ONE_DAY = "86400"


def answered(
    answer: Answer,
    status: int = 200,
    *,
    state: str = "",
    headers: Mapping[str, str] | None = None,
    next_page: str | None = None,
) -> Response:
    """An answer in JSON, or 304 if the program already has this answer.

    `state` is the tag of the game, open round or tournament that the answer shows, if any. The
    ETag of a GET begins with this tag. The ETag of a change is the tag after the change.
    `next_page` is the address of the next page.
    """
    content = json_bytes(answer)
    response = Response(content, status, headers, mimetype=JSON)
    if next_page:
        response.headers["Link"] = f'<{next_page}>; rel="next"'
    if request.method in ("GET", "HEAD"):
        told = sha256(content).hexdigest()[:16]
        response.set_etag(f"{state}.{told}" if state else told, weak=True)
        leave_out_if_known(response)
    elif state:
        response.set_etag(state, weak=True)
    return response


def sent_document() -> object:
    """Read the JSON that was sent. Aborts with 415 for another type. Raises `RuleError`."""
    if not request.is_json:
        abort(415)
    return read_json(request.get_data())


@blueprint.after_app_request
def _open_to_every_site(response: Response) -> Response:
    """Allow pages of every site to read an answer, including a 404 for an unknown address."""
    if not is_api():
        return response
    response.headers.update(OPEN_TO_EVERY_SITE)
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Headers"] = (
            "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match"
        )
        response.headers["Access-Control-Allow-Methods"] = "GET, POST, PUT, DELETE"
        response.headers["Access-Control-Max-Age"] = _ONE_DAY
    else:
        response.headers.update(READABLE)
        # A repeated answer keeps the language of the first one.
        response.headers.setdefault("Content-Language", str(get_locale()))
        response.vary.update(VARY_FOR_PROGRAMS)
    return response


@blueprint.errorhandler(RuleError)
def _answer_rule_error(error: RuleError) -> Response:
    return problem(422, error.text(translated), error.place)
