"""Size and time limits of requests, in one table for the server and the app."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qs

from flask import Flask
from itsdangerous import BadSignature, TimestampSigner

from scorekeeper.config import MOST_BYTES, MOST_UPLOADED
from scorekeeper.web.shell.permissions import IMPORTING


@dataclass(frozen=True, slots=True)
class Allowance:
    """The most bytes in the body of a request, and the most seconds to send it."""

    most: int
    seconds: int


FORM = Allowance(MOST_BYTES, 30)
"""The limits of nearly every request. Documents for the API are no larger than forms."""

LARGER = {IMPORTING: Allowance(MOST_UPLOADED, 600)}
"""Larger limits of endpoints, for requests with a ticket."""

TICKET = "ticket"
"""The query parameter with the ticket, in the address of a form."""

TICKET_LASTS = 24 * 60 * 60
"""In seconds. A page can be open for a while before its form is sent."""


def allowance_of(app: Flask, path: str, query: str) -> Allowance:
    """The limits of a request to this path, which can be below a prefix.

    The server calls this before it receives the body, when it does not know the sender yet.
    """
    for endpoint, larger in LARGER.items():
        rules = app.url_map.iter_rules(endpoint)
        if any(path.endswith(rule.rule) for rule in rules) and _has_ticket(app, endpoint, query):
            return larger
    return FORM


def ticket(app: Flask, endpoint: str) -> str:
    return _signer(app).sign(endpoint).decode()


def _has_ticket(app: Flask, endpoint: str, query: str) -> bool:
    [sent] = parse_qs(query).get(TICKET, [""])[:1]
    try:
        return _signer(app).unsign(sent, max_age=TICKET_LASTS) == endpoint.encode()
    except BadSignature:
        return False


def _signer(app: Flask) -> TimestampSigner:
    return TimestampSigner(app.config["SECRET_KEY"], salt=TICKET)
