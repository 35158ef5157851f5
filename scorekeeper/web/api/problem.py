"""Refusals in JSON as RFC 9457 has them, so that a program never has to read a page."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from flask import Response, request

PREFIX = "/api"
MEDIA_TYPE = "application/problem+json"


PROBLEM_SCHEMA = {
    "type": "object",
    "description": "A refusal (RFC 9457).",
    "properties": {
        "type": {"const": "about:blank"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "where": {"type": "string"},
    },
    "required": ["type", "title", "status", "detail"],
    "additionalProperties": False,
}


def is_api() -> bool:
    """Whether a program asks, to which every refusal is a problem in JSON."""
    return request.path.startswith(f"{PREFIX}/")


def json_bytes(told: dict[str, Any]) -> bytes:
    """JSON as it is sent; half a surrogate pair, which a refusal may quote, is escaped."""
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "backslashreplace")


def problem(status: int, detail: str, where: str = "") -> Response:
    """A refusal: the status, a sentence for people, and the place of a fault in a document."""
    told = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        **({"where": where} if where else {}),
    }
    response = Response(json_bytes(told), status, mimetype=MEDIA_TYPE)
    if status == HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response
