"""Addresses of pages, each built once: a page has dozens of links."""

from __future__ import annotations

from typing import Any

from flask import Flask, has_request_context, request

MOST_KEPT = 10_000
LONGEST_KEPT = 200
"""Longer ones are not kept: what somebody typed may be in them."""


class App(Flask):
    """A Flask that keeps the addresses it built."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._built: dict[str, str] = {}

    def url_for(self, /, endpoint: str, **values: Any) -> str:
        """The address that Flask builds."""
        # While the program is being worked on, the addresses of static files change.
        if not has_request_context() or self.debug or values.get("_external"):
            return super().url_for(endpoint, **values)
        beside = request.blueprint if endpoint.startswith(".") else ""
        asked = f"{request.script_root} {beside} {endpoint} {values}"
        address = self._built.get(asked)
        if address is None:
            address = super().url_for(endpoint, **values)
            self._keep(asked, address)
        return address

    def _keep(self, asked: str, address: str) -> None:
        if len(address) > LONGEST_KEPT:
            return
        if len(self._built) >= MOST_KEPT:
            self._built.clear()
        self._built[asked] = address
