"""Problem documents, which tell programs why a request was rejected (RFC 9457)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from flask import Response, request
from flask_babel import gettext as _
from werkzeug.exceptions import Unauthorized

from scorekeeper.rummy.documents.answer import Answer, described

MEDIA_TYPE = "application/problem+json"


class ProblemType(StrEnum):
    """The kinds of problems, with addresses such as `about:scorekeeper/outdated`."""

    UNREADABLE = "unreadable"
    WITHOUT_ACCESS = "no-token"
    ENDED_ACCESS = "wrong-token"
    NOT_ALLOWED = "not-allowed"
    NOT_ANNOUNCER = "not-announcer"
    NOT_FOUND = "not-found"
    NO_OPEN_ROUND = "no-open-round"
    WRONG_METHOD = "wrong-method"
    CONFLICT = "conflict"
    ROUND_OPEN = "round-open"
    ENDS_EARLIER = "ends-earlier"
    NO_LENGTH = "no-length"
    OUTDATED = "outdated"
    TOO_LONG = "too-long"
    NO_JSON = "no-json"
    REFUSED = "refused"
    KEY_USED = "key-used"
    NO_KEY = "no-key"
    NO_VERSION = "no-version"
    TOO_MANY_CALLS = "too-many-calls"
    FAILED = "failed"
    UNAVAILABLE = "unavailable"

    @property
    def uri(self) -> str:
        return f"about:scorekeeper/{self.value}"


_USUAL = {
    401: ProblemType.WITHOUT_ACCESS,
    403: ProblemType.NOT_ALLOWED,
    404: ProblemType.NOT_FOUND,
    405: ProblemType.WRONG_METHOD,
    409: ProblemType.CONFLICT,
    411: ProblemType.NO_LENGTH,
    412: ProblemType.OUTDATED,
    413: ProblemType.TOO_LONG,
    415: ProblemType.NO_JSON,
    422: ProblemType.REFUSED,
    429: ProblemType.TOO_MANY_CALLS,
    503: ProblemType.UNAVAILABLE,
}
"""The usual kind of problem for each status."""


def _usual(status: int) -> ProblemType:
    return _USUAL.get(status, ProblemType.FAILED if status >= 500 else ProblemType.UNREADABLE)


@dataclass(slots=True, kw_only=True)
class Problem(Answer):
    """An error (RFC 9457): a sentence for people, and the error's place in the sent document.

    `see` is the address of what stops the request, such as the open round.
    """

    type: str = described(
        "The kind of problem: a fixed address. Treat an unknown one like any problem with the "
        "same status.",
        format="uri",
    )
    title: str
    status: int
    detail: str
    where: str | None = None
    see: str | None = None


def json_bytes(answer: Answer) -> bytes:
    """An answer as JSON. A lone surrogate, perhaps quoted from a request, is escaped."""
    text = json.dumps(answer.as_json(), ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")


def problem(
    status: int,
    detail: str,
    where: str = "",
    *,
    about: ProblemType | None = None,
    see: str = "",
    kind: type[Problem] = Problem,
    **more: Any,
) -> Response:
    """The response that rejects a program's request. `more` are the extra fields of `kind`."""
    if status == Unauthorized.code and _shows_a_token():
        about = ProblemType.ENDED_ACCESS
    refusal = kind(
        type=(about or _usual(status)).uri,
        title=title_of(status),
        status=status,
        detail=detail,
        where=where or None,
        see=see or None,
        **more,
    )
    response = Response(json_bytes(refusal), status, mimetype=MEDIA_TYPE)
    if status == Unauthorized.code:
        response.headers["WWW-Authenticate"] = challenge()
    return response


def challenge() -> str:
    """The challenge of status 401.

    If the request has a token, the challenge says that this token is invalid (RFC 6750).
    """
    return 'Bearer error="invalid_token"' if _shows_a_token() else "Bearer"


def _shows_a_token() -> bool:
    sent = request.authorization
    return bool(sent and sent.type == "bearer" and sent.token)


def title_of(status: int) -> str:
    titles = {
        400: _("That did not work"),
        401: _("Not allowed"),
        403: _("Not allowed"),
        404: _("Not found"),
        409: _("Somebody got there first"),
        410: _("No longer shared"),
        412: _("Somebody got there first"),
        413: _("Too much text"),
        422: _("That is not possible"),
        428: _("Something is missing"),
        429: _("Too many tries"),
        503: _("Please try again"),
    }
    return str(titles.get(status, _("Something went wrong") if status >= 500 else titles[400]))
