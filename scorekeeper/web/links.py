"""Links to send: they begin with an address at which other devices reach the server."""

from __future__ import annotations

from flask import current_app, request

from scorekeeper.network import PhoneAddress, phone_address


def address_to_send() -> PhoneAddress:
    """Where other devices reach the server that answers this request."""
    settings = current_app.config["SCOREKEEPER"]
    return phone_address(settings.public_url, request.host_url, settings.host, settings.hosts)
