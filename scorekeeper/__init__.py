"""Keeps score of rummy games played with real cards, and explains every point."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.config import Settings


__version__ = "1.1.0.dev0"


def create_app(settings: Settings | None = None, *, statistics: bool = True) -> Flask:
    """Create the web application. Raises `SettingError` if a setting is invalid.

    Flask is imported here, so that the rules and the command line load without it.
    """
    was_on = gc.isenabled()
    # Imports leave no garbage. Searching for it takes a tenth of the start.
    gc.disable()
    try:
        from scorekeeper.web import app
    finally:
        if was_on:
            gc.enable()
    return app.create_app(settings, statistics=statistics)
