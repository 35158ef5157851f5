"""The description of the API as OpenAPI 3.1, made from its routes, its answers and the document.

`DESCRIBED` adds what the route of an endpoint does not say. The tests of the API check every answer
against the description.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, Response, current_app, request
from werkzeug.http import HTTP_STATUS_CODES
from werkzeug.routing import Rule

from scorekeeper import __version__
from scorekeeper.rummy.documents.answers import Answer, BestMelds, ScoredGame
from scorekeeper.rummy.documents.reading import shortened
from scorekeeper.rummy.documents.schema import (
    PLAIN_TEXT,
    Schema,
    answer_schemas,
    game_schema,
    meld_question_schema,
    place_schema,
    table_question_schema,
)
from scorekeeper.rummy.documents.table import TABLE_ANSWERS
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.statistics.book import STATUSES
from scorekeeper.web.api.routes import GAME_DOCUMENT, Greeting, ListedGames, WholeGame, blueprint
from scorekeeper.web.api.schema import STRICT_SCHEMA
from scorekeeper.web.shell.errors import MEDIA_TYPE, Problem
from scorekeeper.web.shell.permissions import BY_TOKEN

PLACE = "#/components/schemas/"
TOKEN = "token"  # noqa: S105 - the name of the scheme, not a token

_MELD_QUESTION = "MeldQuestion"
_TABLE_QUESTION = "TableQuestion"


@dataclass(frozen=True, slots=True)
class Described:
    """The answers and refusals of an endpoint, and what may be sent to it.

    Each parameter has its description and its schema.
    """

    answers: tuple[type[Answer], ...] = ()
    refusals: tuple[int, ...] = ()
    documents: tuple[str, ...] = ()
    parameters: Mapping[str, tuple[str, Schema]] = field(default_factory=dict)


_OF_DOCUMENTS = (411, 413, 415, 422, 429, 500, 503)
_OF_TOKENS = (401, 422, 500, 503)
_LATER = (429, 503)
_SECONDS: Schema = {
    "description": "In how many seconds to ask again, if that is known.",
    "schema": {"type": "integer"},
}
_DAY: Schema = {"type": "string", "format": "date"}
_WRITTEN: Schema = {"pattern": r"\S"}

DESCRIBED = {
    "api.score": Described((ScoredGame,), _OF_DOCUMENTS, (GAME_DOCUMENT,)),
    "api.melds": Described(
        (BestMelds, *TABLE_ANSWERS), _OF_DOCUMENTS, (_MELD_QUESTION, _TABLE_QUESTION)
    ),
    "api.games": Described(
        (ListedGames,),
        _OF_TOKENS,
        parameters={
            "game": ("The key of a game.", {"enum": [variant.key for variant in VARIANTS]}),
            "status": ("How far the games are.", {"enum": list(STATUSES)}),
            "year": ("The year of their evenings.", {"type": "integer"}),
            "place": ("Where they were played.", place_schema() | _WRITTEN),
            "from": ("The first evening.", _DAY),
            "to": ("The last evening.", _DAY),
            "q": ("Words or numbers in a name, the place or a note.", PLAIN_TEXT | _WRITTEN),
            "after": (
                "The cursor of a page: it begins after the game that this names. `next` has it; "
                "what it is made of may change.",
                {"type": "string"} | _WRITTEN,
            ),
        },
    ),
    "api.game": Described((WholeGame,), (*_OF_TOKENS, 404)),
    "api.current": Described((WholeGame,), (*_OF_TOKENS, 404)),
    "api.openapi": Described(refusals=(422,)),
    "api.index": Described((Greeting,), (422,)),
}


@blueprint.before_request
def _refuse_other_parameters() -> None:
    """Refuse a parameter that is not described, is empty, or comes twice; raises `RuleError`."""
    known = DESCRIBED[request.endpoint or ""].parameters
    for name, texts in request.args.lists():
        if name not in known:
            sentence = message("“{key}” means nothing here.", key=shortened(name))
            raise RuleError(sentence, shortened(name))
        if not all(text.strip() for text in texts):
            raise RuleError(message("Leave out what is empty."), name)
        if len(texts) > 1:
            raise RuleError(message("Enter this only once."), name)


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """The description of the API, as OpenAPI 3.1."""
    text = json.dumps(describe(current_app, request.script_root), ensure_ascii=False, indent=2)
    response = Response(text + "\n", mimetype="application/json")
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


def describe(app: Flask, root: str) -> dict[str, Any]:
    """The whole description; `root` is the path below which the program is served, if any."""
    paths: dict[str, dict[str, Any]] = {}
    for rule in app.url_map.iter_rules():
        if rule.endpoint in DESCRIBED:
            [method] = (rule.methods or set()) - {"HEAD", "OPTIONS"}
            operation = _operation(rule, app.view_functions[rule.endpoint].__doc__ or "")
            path = rule.rule.replace("<", "{").replace(">", "}")
            paths.setdefault(path, {})[method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Scorekeeper",
            "version": __version__,
            "description": "Scores of rummy games with every point explained, and their melds.",
        },
        **({"servers": [{"url": root}]} if root else {}),
        "paths": paths,
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {TOKEN: {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(rule: Rule, summary: str) -> dict[str, Any]:
    described = DESCRIBED[rule.endpoint]
    operation: dict[str, Any] = {
        "operationId": rule.endpoint.removeprefix("api."),
        "summary": summary.partition("\n")[0],
        "responses": _responses(rule.endpoint),
        "parameters": _parameters(rule),
    }
    if described.documents:
        content = _content("application/json", *described.documents)
        operation["requestBody"] = {"required": True, "content": content}
    if rule.endpoint in BY_TOKEN:
        operation["security"] = [{TOKEN: []}]
    return operation


def _parameters(rule: Rule) -> list[dict[str, Any]]:
    in_path = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": "The id of a game, as `games` lists it.",
            "schema": {"type": "string"},
        }
        for name in sorted(rule.arguments)
    ]
    asked = DESCRIBED[rule.endpoint].parameters
    return in_path + [
        {"name": name, "in": "query", "description": text, "schema": schema}
        for name, (text, schema) in asked.items()
    ]


def _responses(endpoint: str) -> dict[str, Any]:
    described = DESCRIBED[endpoint]
    names = [answer.__name__ for answer in described.answers]
    responses = {"200": _response(200, "application/json", *names)}
    if endpoint in BY_TOKEN:
        responses["304"] = _response(304)
    for status in sorted(described.refusals):
        responses[str(status)] = _response(status, MEDIA_TYPE, Problem.__name__)
        if status in _LATER:
            responses[str(status)]["headers"] = {"Retry-After": _SECONDS}
    return responses


def _response(status: int, media_type: str = "", *schemas: str) -> dict[str, Any]:
    content = {"content": _content(media_type, *schemas)} if media_type else {}
    return {"description": HTTP_STATUS_CODES[status], **content}


def _content(media_type: str, *schemas: str) -> dict[str, Any]:
    """A body that follows one of these schemas, or any object if there are none."""
    known = [{"$ref": PLACE + name} for name in schemas]
    schema = {"anyOf": known} if len(known) > 1 else next(iter(known), {"type": "object"})
    return {media_type: {"schema": schema}}


def _schemas() -> dict[str, Schema]:
    """Every schema by its name; the definitions of the game document are moved up beside it."""
    game: Schema = _plain(game_schema())
    parts: dict[str, Schema] = game.pop("$defs")
    game["description"] += f"; {STRICT_SCHEMA} says what is allowed in each"
    schemas = parts | {
        GAME_DOCUMENT: game,
        _MELD_QUESTION: _plain(meld_question_schema()),
        _TABLE_QUESTION: _plain(table_question_schema()),
    }
    answers = [answer for described in DESCRIBED.values() for answer in described.answers]
    for answer in (*answers, Problem):
        schemas |= answer_schemas(answer, PLACE)
    return schemas


_STRICT = {"$schema", "allOf", "not", "pattern", "patternProperties", "dependentSchemas"}
"""Keywords for which code generators make no types."""

_RENAMED = {"title": "description", "oneOf": "anyOf"}
"""Generators name types by titles; and a laxer schema may match more than one of `oneOf`."""


def _plain(part: Any, *, has_names: bool = False) -> Any:
    """A schema of documents for the description: with the same keys, but laxer.

    `has_names` says that the keys of this part are names of properties, not keywords.
    """
    match part:
        case dict() if has_names:
            return {name: _plain(value) for name, value in part.items()}
        case {"if": _, "then": then, "else": otherwise}:
            return {"anyOf": [_plain(otherwise), _plain(then)]}
        case dict():
            return {
                _RENAMED.get(word, word): _plain(value, has_names=word in ("properties", "$defs"))
                for word, value in part.items()
                if word not in _STRICT and (word, value) != ("additionalProperties", False)
            }
        case list():
            return [_plain(value) for value in part]
        case str():
            return part.replace("#/$defs/", PLACE)
    return part
