"""The pages of a game: set up, sheet, history, deletion."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("games", __name__)
