"""The settings of htmx, whether a request is from htmx, and how responses are cached."""

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
        "attributesToSettle": ["class", "width", "height"],
        "defaultSettleDelay": 0,
        "timeout": 15_000,
        "responseHandling": [
            {"code": "204", "swap": False},
            {"code": "[23]..", "swap": True},
            {"code": "409|413|422", "swap": True},
            {"code": "[45]..", "swap": True, "error": True},
        ],
    }
)
"""The content of `<meta name="htmx-config">`, in line with the content security policy.

Pages are not kept in the browser's storage, refusals are swapped in like other responses, what is
swapped in reacts at once, and requests without a response fail after `timeout` milliseconds. No
style attribute is copied from an old element to the new one: the policy refuses that, and a note
that somebody enlarged has one.
"""


def is_htmx() -> bool:
    """Whether htmx asks for a fragment; when it restores history, it needs the whole page."""
    headers = request.headers
    return (
        headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"
    )


def vary(response: Response) -> Response:
    """Tell caches that responses differ by htmx, language and cookie, and are private."""
    if response.mimetype == "text/html":
        response.vary.update(("HX-Request", "Accept-Language", "Cookie"))
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
