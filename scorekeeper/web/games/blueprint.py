"""The blueprint of games; `new_game` and `sheet` put their pages in it."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("games", __name__)
