"""How the API answers: in JSON, to pages of every site, and with 304 to whoever has it already.

Cookies are ignored, so pages of any site may call the API: without an access token they get
nothing of a club.
"""

from __future__ import annotations

from flask import Response, request
from flask_babel import get_locale

from scorekeeper.rummy.documents.answers import Answer
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.api.operations import JSON, blueprint
from scorekeeper.web.shell.errors import json_bytes, problem
from scorekeeper.web.shell.requests import is_api
from scorekeeper.web.shell.translation import translated

_ONE_DAY = "86400"


def answered(answer: Answer) -> Response:
    """An answer in JSON; 304 if the program has it already."""
    response = Response(json_bytes(answer), mimetype=JSON)
    if request.method in ("GET", "HEAD"):
        response.add_etag(weak=True)  # It may be sent compressed or plain.
        response.make_conditional(request)
    return response


@blueprint.after_app_request
def _open_to_every_site(response: Response) -> Response:
    """Let pages of every site read an answer, also a refusal from outside these routes."""
    if not is_api():
        return response
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
        response.headers["Access-Control-Max-Age"] = _ONE_DAY
    else:
        response.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After"
        response.headers["Content-Language"] = str(get_locale())
        response.vary.update(("Accept-Language", "Authorization"))
    return response


@blueprint.errorhandler(RuleError)
def _refused(error: RuleError) -> Response:
    return problem(422, error.text(translated), error.place)
