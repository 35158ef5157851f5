"""The blueprint of games, to which every module of this package adds its routes."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("games", __name__)
