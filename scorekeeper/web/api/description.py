"""The description of the API as OpenAPI 3.1, made from its operations, answers and documents.

The tests of the API check every answer against it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypedDict

from flask import Flask, Response, current_app, request, url_for
from werkzeug.http import HTTP_STATUS_CODES
from werkzeug.routing import Rule

from scorekeeper import __version__
from scorekeeper.rummy.documents.answer import Answer, described
from scorekeeper.rummy.documents.answer_schema import answer_schemas
from scorekeeper.rummy.documents.question_schema import (
    asked_melds_schema,
    asked_play_schema,
    meld_question_schema,
    table_question_schema,
)
from scorekeeper.rummy.documents.schema import game_schema
from scorekeeper.rummy.documents.schema_words import Schema
from scorekeeper.web.api.answering import answered
from scorekeeper.web.api.operations import (
    BYTES,
    DOCUMENTS,
    GAME_DOCUMENT,
    HEADERS,
    JSON,
    OPERATIONS,
    Operation,
    Parameter,
    operation,
)
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.api.schema import STRICT_SCHEMA
from scorekeeper.web.api.scoring import ASKED_MELDS, ASKED_PLAY, MELD_QUESTION, TABLE_QUESTION
from scorekeeper.web.shell.permissions import ANYBODY
from scorekeeper.web.shell.problems import MEDIA_TYPE, Problem

PLACE = "#/components/schemas/"
TOKEN = "token"  # noqa: S105 - the name of the scheme, not a token

_LATER = (429, 503)
_FILE: Schema = {"type": "string", "format": "binary"}
_TAG: Schema = {"description": "The new ETag, for the next change.", "schema": {"type": "string"}}
_NEXT: Schema = {
    "description": 'The address of the next page, as `rel="next"`. Missing on the last page.',
    "schema": {"type": "string"},
}
_SECONDS: Schema = {
    "description": "The number of seconds to wait before the next request, if known.",
    "schema": {"type": "integer"},
}


_BEYOND_THE_FIRST_PLANE = re.compile("[\U00010000-\U0010ffff]-[\U00010000-\U0010ffff]")

TAGS = {
    "about": "The program and this description.",
    "scoring": "The judge. It needs no token and stores nothing.",
    "games": "The games of the club: read, start and change them.",
    "rounds": "The entries of a sheet: rounds, and what happened between them.",
    "open round": "The round that players are entering on their phones.",
    "live": "The game in play, and the changes since a cursor.",
    "players": "The players of the club, with their statistics.",
    "standings": "The leaderboard and the records.",
    "evenings": "The evenings of the club.",
    "tournaments": "Tournaments and leagues: entrants, draws, results and standings.",
}
"""The groups of operations."""


EXAMPLES_FILE = Path(__file__).with_name("examples.json")


class Examples(TypedDict):
    """Examples of answers and documents, by the names of their schemas."""

    answers: dict[str, Any]
    documents: dict[str, Any]


@cache
def example_of(schema: str) -> Any:
    known: Examples = json.loads(EXAMPLES_FILE.read_text(encoding="utf-8"))
    return known["answers"].get(schema, known["documents"].get(schema))


def describe(app: Flask, root: str) -> dict[str, Any]:
    """The whole description. `root` is the path prefix of the program, or empty."""
    paths: dict[str, dict[str, Any]] = {}
    for rule in app.url_map.iter_rules():
        if asked := OPERATIONS.get(rule.endpoint):
            paths.setdefault(path_of(rule), {})[asked.method.lower()] = _operation(asked)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Scorekeeper",
            "version": __version__,
            "description": "Scores rummy games, explains every point and finds the best melds.",
            "contact": {"name": "The operator of this server"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": root or "/"}],
        "tags": [{"name": name, "description": words} for name, words in TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {TOKEN: {"type": "http", "scheme": "bearer"}},
        },
    }


def path_of(rule: Rule) -> str:
    return re.sub(r"<(?:[^<>:]+:)?(\w+)>", r"{\1}", rule.rule)


def _operation(asked: Operation) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": asked.endpoint.removeprefix("api."),
        "summary": asked.summary,
        "description": asked.description,
        "tags": [asked.tag],
        "responses": _responses(asked),
        "parameters": [
            *(
                {"in": "path", "required": True, **_parameter(parameter)}
                for parameter in asked.in_path
            ),
            *({"in": "query", **_parameter(parameter)} for parameter in asked.in_query),
            *(
                {"in": "header", "required": True, **_parameter(HEADERS[name])}
                for name in sorted(asked.changes.value)
            ),
        ],
    }
    if asked.documents:
        content = _content(JSON, *asked.documents)
        described["requestBody"] = {"required": True, "content": content}
    described["security"] = [] if asked.role is None else [{TOKEN: []}]
    return described


def _parameter(parameter: Parameter) -> dict[str, Any]:
    schema = _compiling_everywhere(parameter.schema)
    return {"name": parameter.name, "description": parameter.description, "schema": schema}


def _compiling_everywhere(part: Any) -> Any:
    """A schema with patterns that JavaScript compiles without flags.

    Without flags, JavaScript reads a character beyond the first plane as two characters, so ranges
    of such characters are left out.
    """
    match part:
        case dict():
            return {word: _compiling_everywhere(value) for word, value in part.items()}
        case str():
            return _BEYOND_THE_FIRST_PLANE.sub("", part)
    return part


def _responses(asked: Operation) -> dict[str, Any]:
    names = [answer.__name__ for answer in asked.answers]
    responses = {str(asked.status): _response(asked.status, asked.media_type, *names)}
    if asked.changes.value:
        responses[str(asked.status)]["headers"] = {"ETag": _TAG}
    if any("next" in answer.__annotations__ for answer in asked.answers):
        responses[str(asked.status)]["headers"] = {"Link": _NEXT}
    if asked.links:
        responses[str(asked.status)]["links"] = {
            name: {"operationId": name, "parameters": dict(parameters)}
            for name, parameters in asked.links.items()
        }
    if asked.method == "GET" and (asked.role is not None or asked.answers):
        responses["304"] = _response(304)
    for status in asked.all_refusals:
        responses[str(status)] = _response(status, MEDIA_TYPE, Problem.__name__)
        if status in _LATER:
            responses[str(status)]["headers"] = {"Retry-After": _SECONDS}
    for status, answer in asked.others.items():
        media_type = MEDIA_TYPE if status >= HTTPStatus.BAD_REQUEST else JSON
        responses[str(status)] = (
            _response(status, media_type, answer.__name__) if answer else _response(status)
        )
    return responses


def _response(status: int, media_type: str = "", *schemas: str) -> dict[str, Any]:
    content = {"content": _content(media_type, *schemas)} if media_type else {}
    return {"description": HTTP_STATUS_CODES[status], **content}


def _content(media_type: str, *schemas: str) -> dict[str, Any]:
    """A JSON body with one of these schemas, or with any object. Another media type is a file."""
    if media_type not in (JSON, MEDIA_TYPE):
        return {media: {"schema": _FILE} for media in (media_type, BYTES)}
    known = [{"$ref": PLACE + name} for name in schemas]
    schema = {"anyOf": known} if len(known) > 1 else next(iter(known), {"type": "object"})
    example = example_of(schemas[0]) if schemas else None
    return {media_type: {"schema": schema, **({"example": example} if example else {})}}


def _schemas() -> dict[str, Schema]:
    game: Schema = _plain(game_schema())
    parts: dict[str, Schema] = game.pop("$defs")
    game["description"] += f". The strict schema is at {STRICT_SCHEMA}"
    schemas = parts | {
        GAME_DOCUMENT: game,
        MELD_QUESTION: _plain(meld_question_schema()),
        ASKED_MELDS: _plain(asked_melds_schema()),
        ASKED_PLAY: _plain(asked_play_schema()),
        TABLE_QUESTION: _plain(table_question_schema()),
    }
    for name, document in DOCUMENTS.items():
        plain = _plain(document)
        schemas |= plain.pop("$defs", {}) | {name: plain}
    for answer in (*_answers(), Problem):
        schemas |= answer_schemas(answer, PLACE)
    return schemas


def _answers() -> Iterable[type[Answer]]:
    for asked in OPERATIONS.values():
        yield from asked.answers
        yield from filter(None, asked.others.values())


_STRICT = {"$schema", "allOf", "not", "pattern", "patternProperties", "dependentSchemas"}
"""Keywords that code generators cannot turn into types."""

_RENAMED = {"title": "description", "oneOf": "anyOf"}
"""The keywords to rename. Code generators would use a `title` as the name of a type.

Because `_plain` makes schemas laxer, a value can match several schemas of a `oneOf`. `anyOf` allows
this.
"""


def _plain(part: Any, *, has_names: bool = False) -> Any:
    """A document's schema for the description: with the same keys, but laxer.

    `has_names`: the keys of this part are names of properties, not keywords.
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
            values = [_plain(value) for value in part]
            # Values that differ only in a pattern are the same without it.
            return [value for place, value in enumerate(values) if value not in values[:place]]
        case str():
            return part.replace("#/$defs/", PLACE)
    return part


@dataclass(slots=True, kw_only=True)
class Greeting(Answer):
    """The program that answers here."""

    program: str
    version: str
    description: str = described("The address of this description.", format="uri-reference")


@operation("GET", "", "about", role=ANYBODY, answers=(Greeting,))
def index() -> Response:
    """The program that answers here, and the address of its description."""
    description = url_for(".openapi")
    return answered(Greeting(program="Scorekeeper", version=__version__, description=description))


@operation("GET", "/openapi.json", "about", role=ANYBODY)
def openapi() -> Response:
    """The description of the API, as OpenAPI 3.1."""
    text = json.dumps(describe(current_app, request.script_root), ensure_ascii=False, indent=2)
    response = Response(text + "\n", mimetype=JSON)
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response
