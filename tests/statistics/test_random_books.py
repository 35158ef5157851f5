"""After any changes of a club’s games, the statistics match the facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.games import commands, deletion
from scorekeeper.games.details import Details, change_details, correct_player
from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.messages import SEATS
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.sides import side_of
from scorekeeper.statistics.check import check
from scorekeeper.statistics.merging import move_results
from scorekeeper.statistics.rebuild import rebuild
from scorekeeper.storage.database import db, write
from scorekeeper.storage.folded_games import recorded_game, sheet_of
from scorekeeper.storage.models import (
    GameResult,
    GameRow,
    PairMonth,
    Player,
    PlayerMonth,
    RoundResult,
    SeatRow,
)
from tests.support.clubs import the_club
from tests.support.comings import join
from tests.support.scorebook import form, start
from tests.support.stored_statistics import compare_with_recount, stored

PEOPLE = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
EVENINGS = [date(2026, month, day) for month in (1, 2) for day in (1, 15, 28)]
OPTIONS: dict[str, dict[str, Any]] = {
    "gin": {"target": 40},
    "knock": {"target": 60},
    "basic": {"target": 50, "scoring": "penalty"},
    "three-thirteen": {},
    "tonk": {"target": 40},
    "rami": {"end": "eliminate", "target": 60, "rejoin": "worst"},
    "indian": {"target": 61, "first_drop": 10, "wild_rank": "none"},
    "rummy-500": {"target": 60},
    "canasta": {"target": 500},
}

ENDINGS = {
    "gin": ["knock", "gin", "stock", "void"],
    "knock": ["knock", "rum", "void"],
    "basic": ["out", "rummy", "void"],
    "three-thirteen": ["out", "void"],
    "tonk": ["knock", "out", "void"],
    "rami": ["out", "void"],
    "indian": ["declare", "void"],
    "rummy-500": ["out", "stock", "void"],
    "canasta": ["out", "concealed", "stock", "void"],
}


class Book:
    """A club with random changes of its games."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.games: list[str] = []
        self.last = ""

    def row(self, game_id: str) -> GameRow:
        return db.session.get_one(GameRow, game_id, populate_existing=True)

    def some_game(self, *, deleted: bool = False) -> GameRow | None:
        rows = [self.row(game) for game in self.games]
        rows = [row for row in rows if (row.deleted_at is not None) == deleted]
        return self.chance.choice(rows) if rows else None

    def people(self) -> list[str]:
        """Return the names that can take a seat. Merged players are left out."""
        query = select(Player.name).where(Player.same_as_id.is_not(None))
        return sorted({*PEOPLE} - {*db.session.scalars(query)})

    def begin(self) -> None:
        variant = self.chance.choice(list(OPTIONS))
        most = 2 if variant == "gin" else 4
        people = self.people()
        names = self.chance.sample(people, min(len(people), self.chance.randint(2, most)))
        sides = None
        if variant in ("rummy-500", "canasta") and len(people) >= 4:
            number = 6 if variant == "canasta" and len(people) == 6 else 4
            names = self.chance.sample(people, number)
            apart = self.chance.choice((2, number // 2))
            sides = {f"Side {place}": names[place::apart] for place in range(apart)}
        row = start(names, variant=variant, overrides=OPTIONS[variant], sides=sides)
        self.games.append(row.id)
        for _round in range(self.chance.randint(0, 6)):
            row = self.record(row)
            with suppress(RuleError):  # such as too few players left
                row = self.come_or_go(row) if self.chance.random() < 0.4 else row
        if row.status == "playing" and self.chance.random() < 0.7:
            commands.call(row.id, **form(row))

    def record(self, row: GameRow) -> GameRow:
        if row.status != "playing":
            return row
        return commands.record(row.id, **form(row), round=self.round(row))

    def round(self, row: GameRow) -> Any:
        sheet = sheet_of(row)
        names = [row.players[seat] for seat in sheet.seats]
        who = self.chance.choice(sheet.players_in)
        by, mine = row.players[who], row.players[side_of(who, sheet.seats)]
        hands: dict[str, Any] = {name: self.chance.randint(1, 30) for name in names}
        if row.variant == "canasta":
            hands = {name: self.hand_with_melds() for name in names}
        chosen = self.chance.choice(ENDINGS[row.variant])
        written: dict[str, Any] = {"ending": chosen}
        if row.variant == "canasta" and chosen in ("out", "concealed"):
            written["allow"] = ["illegal-out"]
        if chosen == "stock" and row.variant in ("rummy-500", "canasta"):
            written |= {"hands": hands}
        elif chosen not in ("stock", "void"):
            if not row.sides:
                hands[by] = self.chance.randint(0, 10) if chosen == "knock" else 0
                if row.variant == "canasta":
                    hands[by] = {"melded": 300, "natural": 1}
            written |= {"by": by, "hands": hands}
        if self.chance.random() < 0.2:
            points = self.chance.randint(-20, 20)
            written["adjustments"] = [{"player": mine, "points": points}]
        return read_round(written, row.players)

    def hand_with_melds(self) -> dict[str, int]:
        """Return melds and cards left of a side with at most three players."""
        melded, left = self.chance.randint(10, 40), self.chance.randint(3, 6)
        return {"melded": 5 * melded, "mixed": self.chance.randint(0, 1), "left": 5 * left}

    def come_or_go(self, row: GameRow) -> GameRow:
        """Record a random entry: a player leaves, joins, comes back or gets points."""
        inside = sheet_of(row).seats
        outside = [seat for seat in SEATS[: len(row.players)] if seat not in inside]
        kind = self.chance.choice(list(BetweenKind))
        if kind is BetweenKind.JOINS:
            taken = {person.name for person in row.people}
            free = sorted({*self.people()} - taken)
            name = self.chance.choice(free) if free else "Gus"
            points = self.chance.randint(0, 30)
            return join(row, name, points)
        seats = outside if kind is BetweenKind.REJOINS else inside
        seat = self.chance.choice(seats) if seats else SEATS[0]
        points = (self.chance.randint(-20, 20),) if kind is BetweenKind.ADJUST else ()
        between = Between(kind, (seat,), points)
        return commands.record_between(row.id, **form(row), between=between)

    def correct(self, row: GameRow) -> None:
        entries = recorded_game(row).entries
        if entries:
            place = self.chance.randint(1, len(entries))
            entry = self.round(row)
            if isinstance(entries[place - 1].entry, Between):
                return
            commands.correct(row.id, **form(row), place=place, entry=entry, drop_later=True)

    def remove(self, row: GameRow) -> None:
        entries = recorded_game(row).entries
        if entries:
            place = self.chance.randint(1, len(entries))
            commands.remove(row.id, **form(row), place=place, drop_later=True)

    def redate(self, row: GameRow) -> None:
        details = Details(self.chance.choice(EVENINGS), "", "")
        change_details(row.id, details, **form(row))

    def exchange(self, row: GameRow) -> None:
        """Correct the player of a seat."""
        seat, name = self.chance.randrange(len(row.people)), self.chance.choice(self.people())
        correct_player(row, **form(row), seat=seat, name=name)

    def restore(self) -> None:
        if row := self.some_game(deleted=True):
            deletion.restore(row.id, **form(row))

    def delete_for_ever(self) -> None:
        if row := self.some_game(deleted=True):
            deletion.delete_for_ever(the_club(), row.id, version=row.version)
            self.games.remove(row.id)

    def merge(self) -> None:
        """Merge two players who never met, or separate one again."""
        with write() as session:
            players = session.scalars(select(Player).order_by(Player.id)).all()
            if len(players) < 2:
                return
            one, other = self.chance.sample(players, 2)
            if one.same_as_id is not None:
                one.same_as_id = None
            elif other.same_as_id is None and not met(session, one, other):
                one.same_as_id = other.id
            move_results(session, one)

    def change(self) -> None:
        """Make one random change that players or keepers can make."""
        at_game: Sequence[Callable[[GameRow], object]] = (
            self.record,
            self.come_or_go,
            self.correct,
            self.remove,
            self.redate,
            self.exchange,
            lambda row: commands.call(row.id, **form(row)),
            lambda row: commands.play_on(row.id, **form(row)),
            lambda row: commands.undo(row.id, **form(row)),
            lambda row: commands.redo(row.id, **form(row)),
            lambda row: deletion.delete(row.id, **form(row)),
        )
        at_book = (self.begin, self.restore, self.delete_for_ever, self.merge, self.merge)
        change = self.chance.choice([*at_game, *at_book, self.begin, self.begin])
        self.last = change.__name__
        try:
            if change not in at_game:
                change()
            elif row := self.some_game():
                change(row)
        except RuleError:
            pass  # such as a call of a game that is over


def met(session: Session, one: Player, other: Player) -> bool:
    """Check whether two persons met in a game, with all their merged players."""
    games: dict[int, set[str]] = {one.id: set(), other.id: set()}
    for seat in session.scalars(select(SeatRow)):
        person = seat.player
        while person.same_as_id is not None:
            person = session.get_one(Player, person.same_as_id)
        games.setdefault(person.id, set()).add(seat.game_id)
    return bool(games[one.id] & games[other.id])


CHANGES = 40


def quiet(_done: int, _all: int) -> None:
    """Ignore the progress."""


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))]
)
def test_the_statistics_are_those_of_the_facts(seed: int) -> None:
    rebuild(quiet)
    club = Book(Random(seed))
    for _change in range(CHANGES):
        club.change()
        assert list(check(quiet)) == [], club.last
    compare_with_recount()
    before = [stored(rows) for rows in (GameResult, RoundResult, PlayerMonth, PairMonth)]
    rebuild(quiet)
    after = [stored(rows) for rows in (GameResult, RoundResult, PlayerMonth, PairMonth)]
    assert [sorted(map(str, rows)) for rows in before] == [sorted(map(str, rows)) for rows in after]
