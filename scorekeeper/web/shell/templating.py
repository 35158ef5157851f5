"""How Jinja keeps the globals of templates: flat, as every part of a page goes through them."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment


class Templates(Environment):
    """Gives each template one dictionary of globals instead of a chain of two.

    A page has dozens of parts, and Jinja copies or compares the globals for each of them. So
    globals are to be set before the first page is shown.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template, with those of its own."""
        return {**self.globals, **(d or {})}
