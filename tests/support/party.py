"""Four phones at one table that enter a round together, for tests without JavaScript."""

from __future__ import annotations

from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper.clubs.roles import Role
from scorekeeper.games.open_rounds import find_open
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Club, Device, Player
from tests.support.clubs import the_club, visitor
from tests.support.documents import FOUR
from tests.support.elements import Element
from tests.support.pages import Visitor, read
from tests.support.table import Table

ANNOUNCE = "form[action$=announce]"
"""The form on the sheet for the ending and the player who ended the round."""

CARDS = {"Pierre": "KS 9D 2C", "Jean": "5H", "Jacques": "K Q 8", "Paul": "8"}


def led_to(phone: Visitor, sheet: Element | str, ending: str) -> str:
    """Announce the round’s ending on a sheet, and return the address of the redirect."""
    answer = phone.submit(sheet, {"ending": ending}, form=ANNOUNCE)
    assert answer.status_code == 303, answer.text
    return str(answer.location)


class Party:
    """Four phones and a watcher at a game, by default of Knock Rummy."""

    def __init__(self, app: Flask, variant: str = "knock") -> None:
        self.app, self.table = app, Table(app, variant, FOUR)
        self.address = self.table.address
        self.phones = {name: visitor(app, Role.PLAYER, player=name) for name in FOUR}
        self.wes = visitor(app, Role.WATCHER)

    def announce(self, who: str = "Jean", ending: str = "knock:1") -> None:
        """Announce a round’s ending on a phone, with one tap on the sheet."""
        phone = self.phones[who]
        answer = phone.submit(self.address, {"ending": ending}, form=ANNOUNCE)
        assert (answer.status_code, answer.location) == (303, self.address + "/round")

    def begin(self, who: str = "Jean", ending: str = "knock:1") -> None:
        """Announce a round, and enter that player’s own hand."""
        self.announce(who, ending)
        self.enter(who)

    def give(
        self, who: str, cards: str = "", *, whose: str = "", **more: str
    ) -> tuple[Element, TestResponse]:
        """Send a hand from a phone, and return the page with its form, and the answer."""
        phone, seat = self.phones[who], FOUR.index(whose or who)
        page = phone.visit(f"{self.address}/round?seat={seat}")
        if not page.select("#round"):
            page = phone.visit(str(page.select("#take-over")[0]["href"]))
        fields = {f"hand-{seat}": cards or CARDS[whose or who]}
        return page, phone.submit(page, fields | more, form="#round", follow_redirects=True)

    def enter(self, who: str, cards: str = "", *, whose: str = "") -> Element:
        """Enter a hand on a phone, and return the page that follows."""
        _page, answer = self.give(who, cards, whose=whose)
        assert answer.status_code == 200, answer.text
        return read(answer)

    def everybody(self) -> None:
        """Announce a round, and enter all hands, each on its player’s phone."""
        self.announce()
        for name in FOUR:
            self.enter(name)

    @property
    def is_open(self) -> bool:
        """Whether all phones show an open round."""
        with self.app.app_context():
            found = find_open(self.table.id)
            return found is not None and not found.is_being_played

    def round(self, who: str) -> Element:
        """Return the page of the round on a phone."""
        return self.phones[who].visit(self.address + "/round")

    def agree(self, who: str) -> None:
        """Press the button under the ruling on a phone: *Record*, or *I agree*."""
        self.phones[who].submit(self.round(who), form=".together__record")

    def discard(self, who: str) -> None:
        """Discard the round on a phone."""
        self.phones[who].submit(self.address + "/round/discard", form=".actions form")

    def devices_of(self, who: str) -> set[str]:
        """Return the ids of a player’s phones."""
        with self.app.app_context():
            query = select(Device.id).join(Player).where(Player.name == who)
            return set(db.session.scalars(query))

    @property
    def shows_at_once(self) -> bool:
        """Whether the club shows hands as soon as they are entered."""
        with self.app.app_context():
            return the_club().shows_at_once

    def set_phone(self, who: str, **more: object) -> None:
        """Change columns of a player’s phones."""
        with self.app.app_context(), write() as session:
            for device in session.scalars(select(Device).join(Player).where(Player.name == who)):
                for name, value in more.items():
                    setattr(device, name, value)

    def choose(self, **choices: object) -> None:
        """Change the club’s settings for entering rounds."""
        with self.app.app_context():
            club_id = the_club().id
            with write() as session:
                club = session.get_one(Club, club_id)
                for name, value in choices.items():
                    assert hasattr(club, name), name
                    setattr(club, name, value)
