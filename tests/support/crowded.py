"""Evenings with very many games, for tests of what their pages leave out."""

from __future__ import annotations

from flask import Flask

from tests.support.documents import knock
from tests.support.scorebook import record, start
from tests.support.transfers import imported, lines_of


def long_evening(app: Flask, day: str, name: str = "Player") -> None:
    """Import a tournament: sixty games of forty players for a stake, each at its own table."""
    names = [f"{name} {number}" for number in range(40)]
    games = []
    for number in range(60):
        seated = [names[(4 * number + seat) % len(names)] for seat in range(4)]
        hands = dict(zip(seated, (1, 20, 30, 40), strict=True))
        games.append(
            {"variant": "knock", "players": seated, "rules": {"target": 50}, "date": day}
            | {"place": f"Table {number}", "stake": {"point": "0.05", "currency": "€"}}
            | {"rounds": [knock(seated[0], **hands)]}
        )
    with app.app_context():
        imported(lines_of(*games), "games.jsonl")


def many_games_on_the_table(app: Flask) -> None:
    """Start six games on an evening on which five other people have already won one."""
    with app.app_context():
        for name in ("Cem", "Dan", "Eve", "Fay", "Gil"):
            hands = {name: 1, "Ann": 90}
            record(start((name, "Ann"), overrides={"target": 50}), knock(name, **hands))
        for _game in range(6):
            start(("Ann", "Bob", "Cem", "Dan"), variant="knock")
