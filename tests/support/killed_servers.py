"""Phones that keep recording rounds while their server is killed, and the answers they got."""

from __future__ import annotations

import itertools
import re
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException, HTTPResponse
from urllib.parse import urlencode, urlsplit

from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.games.history import changes
from scorekeeper.statistics.check import check
from scorekeeper.storage.database import db
from scorekeeper.storage.models import ChangeRow, GameRow, RoundRow
from tests.support.clubs import cookie, the_club
from tests.support.databases import opened
from tests.support.scorebook import start, totals

PATIENCE = 60.0
"""The seconds without an answer after which a test fails."""

WIN = {"ending": "knock:0", "hand-0": "5", "hand-1": "15"}
"""A round that gives the first player ten points."""

TARGET = 30
"""The game ends after three such rounds, so the server also writes statistics often."""


class Evening:
    """Several phones at each table, all recording rounds.

    `acknowledged` and `refused` hold the notes of rounds. `unanswered` counts requests without an
    answer, `put_off` counts answers to try again later (503). Once `is_over`, no phone begins
    another round. A phone without an answer sends the same form until it gets one, so at the end
    the result of every round is known.
    """

    def __init__(self, app: Flask, *, tables: int, phones_at_each: int, games_at_each: int) -> None:
        self.acknowledged: list[str] = []
        self.refused: list[str] = []
        self.faults: list[str] = []
        self.unanswered, self.put_off = 0, 0
        self._news = threading.Condition()
        self._address = ""
        self.is_over = False
        with app.app_context():
            the_club()
            games = [start(overrides={"target": TARGET}).id for _ in range(tables * games_at_each)]
        self._phones = [
            _Phone(app, self, f"phone {number} at table {at}", games[at::tables])
            for at, number in itertools.product(range(tables), range(phones_at_each))
        ]

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Play during the block. At its end, every phone waits for the answer to its last round."""
        for phone in self._phones:
            phone.start()
        try:
            yield
        finally:
            self.is_over = True
            for phone in self._phones:
                phone.join(PATIENCE)
        assert self.faults == []

    def open(self, address: str) -> None:
        """Set the address of a server that has started."""
        with self._news:
            self._address = address
            self._news.notify_all()

    def shut(self) -> str:
        """Forget the server’s address, before it loses its database or stops, and return it."""
        with self._news:
            address, self._address = self._address, ""
            return address

    def wait_for_rounds(self, number: int) -> None:
        """Wait until this many more rounds are acknowledged."""
        with self._news:
            enough = len(self.acknowledged) + number
            assert self._news.wait_for(lambda: len(self.acknowledged) >= enough, PATIENCE)

    def wait_for_trouble(self) -> None:
        """Wait until a phone gets an answer to try again later."""
        with self._news:
            before = self.put_off
            assert self._news.wait_for(lambda: self.put_off > before, PATIENCE)

    def wait_for_server(self) -> str:
        """Wait until there is a server, and return its host and port."""
        with self._news:
            assert self._news.wait_for(lambda: self._address, PATIENCE)
            return urlsplit(self._address).netloc

    def note(self, round: str, status: int) -> None:
        """Note the answer to a phone’s round."""
        with self._news:
            told = {303: self.acknowledged, 409: self.refused}.get(status, self.faults)
            told.append(round)
            self._news.notify_all()

    def note_trouble(self, status: int | None) -> None:
        """Note a request without an answer, or an answer to try again later."""
        with self._news:
            self.unanswered += status is None
            self.put_off += status is not None
            self._news.notify_all()


class _Phone(threading.Thread):
    """A thread that records one round after another in the games of its table."""

    def __init__(self, app: Flask, evening: Evening, name: str, games: Sequence[str]) -> None:
        super().__init__(name=name, daemon=True)
        signed = cookie(app, "http://localhost", Role.PLAYER)
        self._cookie = f"{signed['name']}={signed['value']}"
        self._evening, self._games = evening, games

    def run(self) -> None:
        rounds = (f"round {number} of {self.name}" for number in itertools.count())
        for game_id in self._games:
            address = f"/games/{game_id}/rounds"
            while not self._evening.is_over and (form := self._form(f"{address}/new")):
                note = next(rounds)
                status, _page = self._ask("POST", address, **form, **WIN, note=note)
                self._evening.note(note, status)

    def _form(self, address: str) -> dict[str, str]:
        """Return the hidden fields of the next round’s form, or empty once the game is over."""
        _status, page = self._ask("GET", address)
        fields = r'name="(csrf_token|version|key)" value="([^"]+)"'
        return dict(re.findall(fields, page)) if 'name="hand-0"' in page else {}

    def _ask(self, method: str, address: str, **form: str) -> tuple[int, str]:
        """Repeat the request until a server answers it."""
        while True:
            try:
                status, page = self._try(method, address, urlencode(form))
            except (OSError, HTTPException):
                self._evening.note_trouble(None)
                continue  # The server was killed meanwhile.
            if status != 503:
                return status, page
            self._evening.note_trouble(status)

    def _try(self, method: str, address: str, body: str) -> tuple[int, str]:
        connection = HTTPConnection(self._evening.wait_for_server(), timeout=PATIENCE)
        headers = {"Cookie": self._cookie, "Content-Type": "application/x-www-form-urlencoded"}
        try:
            connection.request(method, address, body, headers)
            answer = connection.getresponse()
            page = answer.read().decode()
        finally:
            connection.close()
        self._keep_cookie(answer)
        return answer.status, page

    def _keep_cookie(self, answer: HTTPResponse) -> None:
        if changed := answer.headers["Set-Cookie"]:
            self._cookie = changed.partition(";")[0]


def check_everything(settings: Settings, evening: Evening) -> None:
    """Check that each acknowledged round is in the book once, without others or partial writes."""
    assert evening.faults == []
    with opened(settings):
        entries = db.session.scalars(select(RoundRow.entry)).all()
        notes = Counter(entry["note"] for entry in entries)
        assert notes == Counter(evening.acknowledged)
        for row in db.session.scalars(select(GameRow)):
            numbers = select(RoundRow.number).where(RoundRow.game_id == row.id)
            assert sorted(db.session.scalars(numbers)) == list(range(1, row.played + 1))
            assert totals(row) == (10 * row.played, 0)
            assert len(changes(row)) == row.version == 1 + row.played
        assert all(len(entry["hands"]) == 2 for entry in entries)
        orphans = select(ChangeRow).where(ChangeRow.game_id.not_in(select(GameRow.id)))
        assert db.session.scalars(orphans).all() == []
        db.session.rollback()
        assert list(check(lambda _done, _everything: None)) == []
