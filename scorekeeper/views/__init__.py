"""The pages: one module a subject."""

from __future__ import annotations

from flask import Flask

from scorekeeper.views import (
    club,
    deleted_games,
    deletion,
    door,
    home,
    invitations,
    judge,
    live,
    new_game,
    removal,
    rounds,
    rules,
    sheet,
    together,
)

SUBJECTS = (
    *(home, new_game, sheet, live, deletion, rounds, removal, together, rules, judge),
    *(door, club, deleted_games, invitations),
)


def register(app: Flask) -> None:
    """Add every subject's `blueprint` to the app, once where subjects share it."""
    for blueprint in dict.fromkeys(subject.blueprint for subject in SUBJECTS):
        app.register_blueprint(blueprint)
