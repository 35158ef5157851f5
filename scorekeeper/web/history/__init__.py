"""The pages of a club's history."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("history", __name__)
