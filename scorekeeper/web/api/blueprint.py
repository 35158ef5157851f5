"""What all answers to programs share: their headers, and what refuses a document.

No cookie counts here, so a page of any site may ask: it gets nothing without a token that it knows.
"""

from __future__ import annotations

from flask import Blueprint, Response, request
from flask_babel import get_locale
from flask_babel import gettext as _

from scorekeeper.clubs.address_limits import API_CALLS, TooManyCallsError
from scorekeeper.rummy.documents.answers import Answer
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.shell.errors import json_bytes, problem
from scorekeeper.web.shell.requests import API, is_api
from scorekeeper.web.shell.translation import translated

blueprint = Blueprint("api", __name__, url_prefix=API)

ONE_DAY = "86400"


@blueprint.after_app_request
def _open_to_every_site(response: Response) -> Response:
    """Also refusals at addresses and of methods that no route of the API answers."""
    if not is_api():
        return response
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
        response.headers["Access-Control-Max-Age"] = ONE_DAY
    else:
        response.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After"
        response.headers["Content-Language"] = str(get_locale())
        response.vary.update(("Accept-Language", "Authorization"))
    return response


@blueprint.errorhandler(RuleError)
def _refused(error: RuleError) -> Response:
    return problem(422, error.text(translated), error.place)


@blueprint.errorhandler(TooManyCallsError)
def _too_many(_error: TooManyCallsError) -> Response:
    response = problem(429, _("That is too often. Please ask again in a minute."))
    response.headers["Retry-After"] = str(int(API_CALLS.within.total_seconds()))
    return response


def answered(answer: Answer) -> Response:
    """An answer in JSON; 304 for whoever has this very answer already."""
    response = Response(json_bytes(answer), mimetype="application/json")
    if request.method in ("GET", "HEAD"):
        response.add_etag(weak=True)  # It may be sent compressed or plain.
        response.make_conditional(request)
    return response
