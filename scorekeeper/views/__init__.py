"""The pages: one module a subject."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from flask import Flask

SUBJECTS = ("home", "new_game", "sheet", "rounds")


def register(app: Flask) -> None:
    """Add every subject's `blueprint` to the app, once where subjects share it."""
    names = [f"{__name__}.{subject}" for subject in SUBJECTS]
    modules = [import_module(name) for name in names if find_spec(name)]
    for blueprint in dict.fromkeys(module.blueprint for module in modules):
        app.register_blueprint(blueprint)
