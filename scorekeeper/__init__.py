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

    Imported on demand, so that the rules and the command line load no web framework.
    """
    was_on = gc.isenabled()
    # Imported objects are no garbage. Looking for it takes a tenth of a start.
    gc.disable()
    try:
        from scorekeeper.web import app
    finally:
        if was_on:
            gc.enable()
    return app.create_app(settings, statistics=statistics)
