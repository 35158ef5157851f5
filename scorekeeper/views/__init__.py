"""The pages: one blueprint a subject."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from flask import Flask

SUBJECTS = ("home", "games", "rounds")


def register(app: Flask) -> None:
    """Add every subject's `blueprint` to the app."""
    for subject in SUBJECTS:
        module = f"{__name__}.{subject}"
        if find_spec(module):
            app.register_blueprint(import_module(module).blueprint)
