"""The address of the page that is asked for."""

from __future__ import annotations

from collections.abc import Mapping

from flask import request


def has_just(fields: Mapping[str, str]) -> bool:
    """Whether the query of the address has these fields, each once, and no others."""
    return request.args.to_dict(flat=False) == {name: [text] for name, text in fields.items()}
