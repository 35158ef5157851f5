"""The JSON Schema of the game document, for programs that read or write such documents."""

from __future__ import annotations

import json

from flask import Blueprint, Response

from scorekeeper.rummy.documents.schema import game_schema

blueprint = Blueprint("schema", __name__)


STRICT_SCHEMA = "/schema/game-1.json"
"""The address of the schema that says all that a document may have."""


@blueprint.get(STRICT_SCHEMA)
def game() -> Response:
    text = json.dumps(game_schema(), ensure_ascii=False, indent=2)
    response = Response(text + "\n", mimetype="application/schema+json")
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response
