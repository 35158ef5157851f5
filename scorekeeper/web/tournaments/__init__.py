"""The pages of tournaments, for organisers and for everybody."""

from __future__ import annotations

from flask import Blueprint

blueprint = Blueprint("tournaments", __name__, url_prefix="/tournaments")
