"""The first address of the API, and its description."""

from __future__ import annotations

import json
from dataclasses import dataclass

from flask import Response, current_app, request, url_for

from scorekeeper import __version__
from scorekeeper.rummy.documents.answer import Answer, described
from scorekeeper.web.api.answering import answered
from scorekeeper.web.api.description import describe
from scorekeeper.web.api.operations import JSON, operation
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.shell.permissions import ANYBODY


@dataclass(slots=True, kw_only=True)
class Greeting(Answer):
    """What answers here."""

    program: str
    version: str
    description: str = described("The address of this description.", format="uri-reference")


@operation("GET", "", "about", role=ANYBODY, answers=(Greeting,))
def index() -> Response:
    """What answers here, and where it is described."""
    description = url_for(".openapi")
    return answered(Greeting(program="Scorekeeper", version=__version__, description=description))


@operation("GET", "/openapi.json", "about", role=ANYBODY)
def openapi() -> Response:
    """The description of the API, as OpenAPI 3.1."""
    text = json.dumps(describe(current_app, request.script_root), ensure_ascii=False, indent=2)
    response = Response(text + "\n", mimetype=JSON)
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response
