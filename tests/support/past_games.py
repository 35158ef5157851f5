"""Games played and called on past evenings, and an independent count of their statistics.

The count is made from the answers of `scorekeeper score`, without the statistics.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select, update

from scorekeeper.clubs.roles import Role
from scorekeeper.games import commands
from scorekeeper.rummy.documents.answers import scored
from scorekeeper.storage.database import db, write
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import GameRow, Player
from tests.support import scorebook
from tests.support.apps import make_app, settings_in
from tests.support.clubs import visitor
from tests.support.documents import Document
from tests.support.empty_books import EmptyBooks
from tests.support.pages import Visitor
from tests.support.recount import COUNTERS, Played, counters_of, places_of, rounds_of
from tests.support.scorebook import form, start

ENDS_WITHOUT_KNOCK = {"gin": "gin", "knock": "rum", "three-thirteen": "out", "basic": "out"}


@dataclass(frozen=True)
class PastGame:
    """A game that is over or was called, with its date and the answer to its document."""

    id: str
    day: date
    answer: Document
    called: bool

    @property
    def year(self) -> int:
        return self.day.year

    @property
    def played(self) -> Played:
        """The game in the form for the independent count. A player’s name identifies the person."""
        seats = tuple(range(len(self.answer["players"])))
        evening = datetime(self.day.year, self.day.month, self.day.day, 19, tzinfo=UTC)
        variant = self.answer["variant"]
        totals = self._totals
        present = [tuple(self.answer["players"])] * len(totals)
        facts = (self.called, self.answer, totals, present)
        return Played(self.id, 0, variant, self.day, evening, seats, *facts)

    @property
    def _totals(self) -> list[dict[str, int]]:
        """The totals at the start and after each round, without adjustments between rounds."""
        totals = [dict.fromkeys(self.answer["players"], 0)]
        for round in self.answer["rounds"]:
            points = round["points"]
            totals.append({name: had + points[name] for name, had in totals[-1].items()})
        return totals


def play(
    app: Flask,
    day: date,
    variant: str,
    players: Sequence[str],
    *rounds: Document,
    preset: str = "plain",
    sides: dict[str, list[str]] | None = None,
    **overrides: Any,
) -> PastGame:
    """Play these rounds on a date, and call the game unless it is over."""
    with app.app_context():
        row = start(players, variant=variant, preset=preset, overrides=overrides, sides=sides)
        _date(row.id, day)
        row = scorebook.play(row, *rounds)
        if row.status == "playing":
            row = commands.call(row.id, **form(row))
        answer = scored(sheet_of(row)).as_json()
        return PastGame(row.id, day, answer, row.status == "called")


def _date(game_id: str, day: date) -> None:
    with write() as session:
        evening = datetime(day.year, day.month, day.day, 19, tzinfo=UTC)
        values = {"played_on": day, "created_at": evening}
        session.execute(update(GameRow).where(GameRow.id == game_id).values(values))


def some_rounds(variant: str, players: Sequence[str], count: int, seed: int) -> list[Document]:
    """Return random rounds. A knocker always has points left, for none left is no legal knock."""
    chance = random.Random(seed)
    return [_round(variant, players, chance) for _ in range(count)]


def _round(variant: str, players: Sequence[str], chance: random.Random) -> Document:
    by = chance.choice(players)
    hands = {name: chance.randint(1, 12) for name in players}
    if variant in ("gin", "knock") and chance.random() < 0.7:
        return {"ending": "knock", "by": by, "hands": {**hands, by: chance.randint(1, 9)}}
    if chance.random() < 0.1:
        return {"ending": "void"}
    del hands[by]
    return {"ending": ENDS_WITHOUT_KNOCK[variant], "by": by, "hands": hands}


def counted_anew(games: Iterable[PastGame], name: str, against: str = "") -> Document:
    """Return a player’s statistics of these games, only of those with `against` if given."""
    count: Document = dict.fromkeys((*COUNTERS, "ahead", "level"), 0)
    best: Document = {}
    for game in games:
        players = game.answer["players"]
        if name not in players or (against and against not in players):
            continue
        seat = players.index(name)
        for counter, value in counters_of(game.played, seat).items():
            count[counter] += value
        if against:
            places = places_of(game.played)
            count["ahead"] += places[seat] < places[players.index(against)]
            count["level"] += places[seat] == places[players.index(against)]
        for line in rounds_of(game.played):
            if line["seat"] == seat:
                left = {} if line["deadwood"] is None else {"deadwood": line["deadwood"]}
                best = _extremes(best, points=line["points"], **left)
        if not game.called:
            best = _extremes(best, final=game.answer["final"][name])
    return count | best


def standing(answered: Document, name: str) -> tuple[bool, int]:
    """Return a key for comparing final results. A greater key is better."""
    final = answered["final"][name]
    is_winner = name in answered["winners"]
    lowest = answered["variant"] == "three-thirteen" or answered["preset"] == "penalty"
    return is_winner, 0 if is_winner else -final if lowest else final


def _extremes(best: Document, **values: int) -> Document:
    """Return `best` updated with these values as `most_` and `least_` numbers."""
    for name, value in values.items():
        most, least = best.get(f"most_{name}", value), best.get(f"least_{name}", value)
        best = best | {f"most_{name}": max(most, value), f"least_{name}": min(least, value)}
    return best


TABLES = (
    ("gin", ("Ann", "Bob"), "plain", 16),
    ("knock", ("Cleo", "Ann", "Bob"), "plain", 6),
    ("three-thirteen", ("Ann", "Bob", "Cleo"), "plain", 11),
    ("basic", ("Bob", "Cleo"), "penalty", 4),
    ("gin", ("Cleo", "Ann"), "tournament", 9),
)


@dataclass(frozen=True)
class Book:
    """A club with its games in the order of play."""

    app: Flask
    games: list[PastGame]
    ids: dict[str, int]
    client: Visitor


@pytest.fixture(scope="session")
def past(tmp_path_factory: pytest.TempPathFactory, empty_books: EmptyBooks) -> Iterator[Book]:
    """Games between Ann, Bob and Cleo from February 2025 to May 2026, one every 25 days."""
    settings = settings_in(tmp_path_factory.mktemp("past"))
    empty_books.put(settings)
    app = make_app(settings)
    games = []
    for number in range(20):
        variant, players, preset, rounds = TABLES[number % len(TABLES)]
        day = date(2025, 2, 1) + timedelta(days=25 * number)
        facts = some_rounds(variant, players, rounds, seed=number)
        games.append(play(app, day, variant, players, *facts, preset=preset))
    client = visitor(app, Role.WATCHER)
    with app.app_context():
        ids = {row.name: row.id for row in db.session.scalars(select(Player))}
    yield Book(app, games, ids, client)
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()
