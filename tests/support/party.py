"""Four phones at one table that enter a round together, as a test without JavaScript."""

from __future__ import annotations

from bs4 import BeautifulSoup
from flask import Flask

from scorekeeper.clubs.roles import Role
from scorekeeper.games.open_rounds import find_open
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Club
from tests.support.clubs import the_club, visitor
from tests.support.pages import read
from tests.support.table import Table

FOUR = ("Pierre", "Jean", "Jacques", "Paul")
HAND_IN = "[name=hand_in]"
"""The button that hands in what was typed in the round form."""

CARDS = {"Pierre": "KS 9D 2C", "Jean": "5H", "Jacques": "K Q 8", "Paul": "8"}


class Party:
    """Four phones at a game of Knock Rummy, and a television."""

    def __init__(self, app: Flask) -> None:
        self.app, self.table = app, Table(app, "knock", FOUR)
        self.address = self.table.address
        self.phones = {name: visitor(app, Role.PLAYER, player=name) for name in FOUR}
        self.wes = visitor(app, Role.WATCHER)

    def begin(self, who: str = "Jean", ending: str = "knock:1") -> None:
        """Say on a phone how the round ended, and enter that player's own hand."""
        phone = self.phones[who]
        form = phone.visit(self.address + "/rounds/new")
        typed = {"ending": ending, f"hand-{FOUR.index(who)}": CARDS[who]}
        answer = phone.submit(form, typed, form="#round", button=HAND_IN)
        assert answer.status_code == 303

    def enter(self, who: str, cards: str = "", *, whose: str = "") -> BeautifulSoup:
        """Enter a hand on a phone; returns the page that it then shows."""
        phone, seat = self.phones[who], FOUR.index(whose or who)
        page = phone.visit(f"{self.address}/round?seat={seat}")
        fields = {f"hand-{seat}": cards or CARDS[whose or who]}
        answer = phone.submit(page, fields, form="#round", follow_redirects=True)
        assert answer.status_code == 200, answer.text
        return read(answer)

    def everybody(self) -> None:
        """Let all players enter their own hands."""
        self.begin()
        for name in FOUR:
            self.enter(name)

    @property
    def is_open(self) -> bool:
        """Whether all phones show an open round."""
        with self.app.app_context():
            return find_open(self.table.id) is not None

    def round(self, who: str) -> BeautifulSoup:
        """The page of the round on a phone."""
        return self.phones[who].visit(self.address + "/round")

    def choose(self, **choices: bool) -> None:
        """Change how the club enters rounds."""
        with self.app.app_context():
            club_id = the_club().id
            with write() as session:
                club = session.get_one(Club, club_id)
                for name, value in choices.items():
                    setattr(club, name, value)
