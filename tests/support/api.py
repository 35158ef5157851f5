"""Check the API’s answers against its OpenAPI description."""

from __future__ import annotations

from functools import cache
from typing import Any

from flask import Flask
from jsonschema import Draft202012Validator, FormatChecker
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from scorekeeper.web.api.description import describe, path_of


@cache
def description(app: Flask) -> dict[str, Any]:
    """Return the OpenAPI description of the app, served at the root of its host."""
    return describe(app, "")


def validator(described: dict[str, Any], schema: dict[str, Any]) -> Draft202012Validator:
    """Return a validator of one schema. The schema can refer to others of the description."""
    whole = {**schema, "components": described["components"]}
    return Draft202012Validator(whole, format_checker=FormatChecker())


def check_described(app: Flask, answer: TestResponse) -> None:
    """Check that the answer’s status is described for its path, and that its body fits."""
    operation = _operation(app, answer)
    if operation is None:
        return
    response = operation["responses"][str(answer.status_code)]
    if "content" not in response:
        assert not answer.data
        return
    schema = response["content"][answer.mimetype]["schema"]
    if schema.get("format") != "binary":
        validator(description(app), schema).validate(answer.json)


def _operation(app: Flask, answer: TestResponse) -> Any:
    """Return the described operation, or `None` if the app has no such address or method."""
    method = answer.request.method
    adapter = app.url_map.bind("localhost")
    try:
        rule, _values = adapter.match(answer.request.path, method=method, return_rule=True)
    except HTTPException:
        return None
    if method in ("HEAD", "OPTIONS"):
        return None
    return description(app)["paths"][path_of(rule)][method.lower()]
