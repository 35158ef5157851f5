"""The blueprints of all pages."""

from __future__ import annotations

from flask import Flask

from scorekeeper.web import health, installed, parts, phone, schema
from scorekeeper.web.api import description, scoring
from scorekeeper.web.api import games as api_games
from scorekeeper.web.clubs import club, invitations, join, tokens, transfer
from scorekeeper.web.games import (
    bg_stats,
    changes,
    delete,
    details,
    live,
    new,
    picture,
    restore,
    shared,
    sharing,
    sheet,
)
from scorekeeper.web.history import evenings, leaderboard, records
from scorekeeper.web.history import games as book
from scorekeeper.web.home import routes as home
from scorekeeper.web.judge import hand_routes
from scorekeeper.web.judge import routes as judge
from scorekeeper.web.players import against, edit, merge
from scorekeeper.web.players import show as players
from scorekeeper.web.rounds import adjust, remove, together, together_end
from scorekeeper.web.rounds import routes as rounds
from scorekeeper.web.rules import routes as rules

PAGES = (
    *(health, home, installed, parts, phone, schema),
    *(new, sheet, changes, live, delete, details, sharing, shared, picture, bg_stats),
    *(rounds, adjust, remove, together, together_end, rules, judge, hand_routes),
    *(join, club, transfer, restore, invitations, tokens, book, evenings),
    *(players, against, edit, merge, leaderboard, records),
    *(scoring, api_games, description),
)


def register(app: Flask) -> None:
    """Register every blueprint; some modules share one."""
    for blueprint in dict.fromkeys(page.blueprint for page in PAGES):
        app.register_blueprint(blueprint)
