"""The blueprint of the history, to which every module of this package adds its routes."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("history", __name__)
