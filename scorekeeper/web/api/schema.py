"""The JSON Schemas of documents, for programs that read or write them."""

from __future__ import annotations

import json

from flask import Blueprint, Response

from scorekeeper.rummy.documents.schema import game_schema
from scorekeeper.rummy.documents.schema_words import Schema
from scorekeeper.tournament.schema import tournament_schema

blueprint = Blueprint("schema", __name__)


STRICT_SCHEMA = "/schema/game-1.json"
"""The address of the schema with everything that a document can have."""


@blueprint.get(STRICT_SCHEMA)
def game() -> Response:
    return _written(game_schema())


@blueprint.get("/schema/tournament-1.json")
def tournament() -> Response:
    return _written(tournament_schema())


def _written(schema: Schema) -> Response:
    text = json.dumps(schema, ensure_ascii=False, indent=2)
    response = Response(text + "\n", mimetype="application/schema+json")
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response
