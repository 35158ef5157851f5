"""The access token that a program sends with its request."""

from __future__ import annotations

from flask import request

from scorekeeper.clubs.access_tokens import find_bearer
from scorekeeper.clubs.members import Member


def bearer() -> Member | None:
    """The program that sent an access token; `None` if it sent none, or one that is not good."""
    sent = request.authorization
    if sent is None or sent.type != "bearer" or not sent.token:
        return None
    return find_bearer(sent.token)
