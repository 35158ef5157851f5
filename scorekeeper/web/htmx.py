"""What htmx asks for: whether a request wants a fragment, and how its answers are to be cached."""

from __future__ import annotations

import json

from flask import Response, request

HTMX_CONFIG = json.dumps(
    {
        "allowEval": False,
        "allowScriptTags": False,
        "includeIndicatorStyles": False,
        "historyCacheSize": 0,
        "historyRestoreAsHxRequest": False,
        "timeout": 15_000,
        "responseHandling": [
            {"code": "204", "swap": False},
            {"code": "[23]..", "swap": True},
            {"code": "409|413|422", "swap": True},
            {"code": "[45]..", "swap": True, "error": True},
        ],
    }
)
"""The content of `<meta name="htmx-config">`: nothing that the content security policy forbids.

No pages are kept in the browser's storage, answers that refuse something are shown like others, and
a phone that hears nothing for `timeout` milliseconds says so.
"""


def is_htmx() -> bool:
    """Whether a fragment is asked for; a page that history restores is wanted whole."""
    headers = request.headers
    return (
        headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"
    )


def vary(response: Response) -> Response:
    """Say that the same address answers otherwise to htmx, in another language, to others."""
    if response.mimetype == "text/html":
        response.vary.update(("HX-Request", "Accept-Language", "Cookie"))
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
