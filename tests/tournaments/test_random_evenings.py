"""Random whole evenings, compared with a second record of the facts that were entered."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from sqlalchemy import select

from scorekeeper.storage.database import db
from scorekeeper.storage.models import EntrantPlayer, RoundSeat, TableGameRow
from scorekeeper.tournament.model import (
    BREAKS,
    LAST,
    LOT,
    MITCHELL,
    NO,
    PAIRS,
    SINGLES,
    STANDING,
    YES,
    Entrant,
    EntrantAdjustment,
    Round,
    Table,
    Tournament,
)
from scorekeeper.tournament.points import LIMITS, Total, Worth
from scorekeeper.tournaments import entering, rounds, tables
from scorekeeper.tournaments.entrants import Registration
from scorekeeper.tournaments.parts import round_part, seated_entrants
from tests.support.clubs import the_club
from tests.support.hall import change, now, set_up
from tests.support.tournament_oracle import reckoned

SEED = 29_412

GAMES = {
    PAIRS: (("burraco", {"target": 0, "rounds": 3}), ("okey-101", {})),
    SINGLES: (("rami", {}), ("three-thirteen", {})),
}
FEWEST_WIN = ("okey-101", "rami", "three-thirteen")

POINTS: list[tuple[dict[str, Any], tuple[str, Any], Worth]] = [
    ({"by": "victory", "hands": 3}, ("victory", LIMITS[3]), Worth(14, 355)),
    ({"by": "wins"}, ("wins", (3, 1, 0)), Worth(3)),
    ({"by": "places", "places": [5, 3, 1]}, ("places", (5, 3, 1)), Worth(None)),
    ({"by": "total"}, ("total", None), Worth(None)),
]


@dataclass
class Evening:
    """An evening, and the organiser’s own record of its entrants and results."""

    chance: random.Random
    id: str
    by: tuple[str, Any]
    known: Tournament
    first: dict[int, int] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)
    results: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)

    @property
    def latest(self) -> int:
        return now(self.id).latest

    def organise(self, number: int) -> None:
        for _round in range(number):
            self.come_and_go()
            self.draw()
            if len(now(self.id).round(self.latest).tables):
                self.play()
                self.give_points()
            change(self.id, rounds.close_round)
            if self.chance.random() < 0.2:
                change(self.id, rounds.undo_last)
                change(self.id, rounds.close_round)
            self.assert_right()

    def come_and_go(self) -> None:
        there = [one for one in self.first if one not in self.last]
        if self.latest and self.chance.random() < 0.2:
            number = max(self.first) + 1
            change(self.id, entering.add_late, Registration(players_of(number, self.known.play)))
            self.first[number] = self.latest + 1
            if self.chance.random() < 0.3:
                change(self.id, rounds.undo_last)
                del self.first[number]
        elif self.latest and len(there) > 5 and self.chance.random() < 0.2:
            gone = self.chance.choice(there)
            change(self.id, entering.leave, gone)
            self.last[gone] = max(self.latest, self.first[gone] - 1)

    def draw(self) -> None:
        movements = [LOT, STANDING, STANDING]
        if self.known.has_two_sides and not self.latest:
            movements.append(MITCHELL)
        again = self.chance.choice((NO, NO, LAST, YES))
        for _again in range(self.chance.choice((1, 1, 2))):
            change(self.id, rounds.draw_round, self.chance.choice(movements), again=again)
        if self.chance.random() < 0.2:
            change(self.id, rounds.undo_last)
            if now(self.id).latest == len(self.known.rounds):
                change(self.id, rounds.draw_round, LOT)
        if self.chance.random() < 0.3:
            there = [one for one, _table in self.seats(self.latest)]
            change(self.id, rounds.swap, *self.chance.sample(there, 2))
        change(self.id, rounds.show_round)

    def seats(self, round: int) -> list[tuple[int, int]]:
        return [*seated_entrants(now(self.id).parts[round_part(round)])]

    def play(self) -> None:
        latest = self.latest
        for table in now(self.id).round(latest).tables:
            place, what = (latest, table.number), self.chance.random()
            if what < 0.05:
                gone = self.chance.choice(table.entrants)
                change(self.id, tables.say_result, *place, forfeit=gone)
                self.results[place] = {"forfeit": gone}
            elif what < 0.1:
                change(self.id, tables.say_result, *place, void=True)
                self.results[place] = {"void": True}
            else:
                for _typed in range(self.chance.choice((1, 1, 1, 2))):
                    # Few different totals give many ties.
                    totals = tuple(self.chance.randint(0, 6) * 50 for _side in table.sides)
                    tables.type_totals(the_club(), self.id, *place, totals)
                self.results[place] = {"totals": totals}

    def give_points(self) -> None:
        if self.chance.random() < 0.5:
            entrant = self.chance.choice([one for one, _table in self.seats(self.latest)])
            facts = {"points": self.chance.choice((-2, 1)), "score": self.chance.choice((0, 50))}
            change(self.id, rounds.adjust, entrant, self.latest, **facts)
            given = EntrantAdjustment(entrant=entrant, round=self.latest, **facts)
            self.known = replace(self.known, adjustments=(*self.known.adjustments, given))

    def assert_right(self) -> None:
        latest = self.latest
        read = now(self.id)
        document = read.parts[round_part(latest)]
        played = Round(
            number=latest,
            movement=document["movement"],
            out=tuple(document["out"]),
            tables=tuple(
                Table(
                    number=table["number"],
                    sides=tuple(map(tuple, table["sides"])),
                    **self.results[latest, table["number"]],
                )
                for table in document["tables"]
            ),
        )
        entrants = tuple(
            Entrant(
                number=number,
                players=tuple(players_of(number, self.known.play)),
                first=first,
                last=self.last.get(number),
            )
            for number, first in self.first.items()
        )
        self.known = replace(
            self.known,
            entrants=entrants,
            lots=read.tournament.lots,
            rounds=(*self.known.rounds, played),
        )
        self.assert_seated(latest)
        for after in range(latest + 1):
            lines = [(one.place, one.entrant, one.points) for one in read.standing(after).lines]
            assert lines == reckoned(self.known, after, self.by)

    def assert_seated(self, latest: int) -> None:
        """Check that each present entrant has one seat, and that the guarding rows agree."""
        there = [one.number for one in self.known.entrants if one.is_in(latest)]
        seats = self.seats(latest)
        assert sorted(entrant for entrant, _table in seats) == there
        of_round = RoundSeat.tournament_id == self.id, RoundSeat.round == latest
        stored = db.session.scalars(select(RoundSeat).where(*of_round))
        assert {(seat.entrant, seat.table) for seat in stored} == {*seats}
        games = db.session.scalars(
            select(TableGameRow).where(
                TableGameRow.tournament_id == self.id, TableGameRow.round == latest
            )
        )
        typed = [
            table
            for (round, table), said in self.results.items()
            if round == latest and "totals" in said
        ]
        assert sorted(game.table for game in games) == sorted(typed)
        players = db.session.scalars(
            select(EntrantPlayer).where(EntrantPlayer.tournament_id == self.id)
        )
        each = 2 if self.known.play == PAIRS else 1
        assert Counter(player.entrant for player in players) == dict.fromkeys(self.first, each)


def players_of(number: int, play: str) -> list[str]:
    return [f"a{number}", f"b{number}"][: 2 if play == PAIRS else 1]


def begun(chance: random.Random) -> Evening:
    play = chance.choice((PAIRS, PAIRS, SINGLES))
    variant, rules = chance.choice(GAMES[play])
    points, by, bye = chance.choice(POINTS[1:] if play == SINGLES else POINTS)
    breaks = chance.sample(BREAKS, chance.randint(0, len(BREAKS)))
    number = chance.randint(4, 9)
    names = [" & ".join(players_of(one, play)) for one in range(1, number + 1)]
    evening = set_up(
        names,
        play=play,
        game={"variant": variant, "rules": rules},
        points=points,
        breaks=breaks,
    )
    known = Tournament(
        play=play,
        points=Total(),  # The second scorer does not use it.
        fewest_win=variant in FEWEST_WIN,
        breaks=tuple(breaks),
        bye=bye,
        forfeit_win=bye,
        forfeit_loss=Worth(0),
    )
    return Evening(chance, evening, by, known, dict.fromkeys(range(1, number + 1), 1))


def organise(seed: int, number: int) -> None:
    chance = random.Random(seed)
    for _evening in range(number):
        begun(chance).organise(chance.randint(1, 4))


@pytest.mark.usefixtures("book")
def test_ten_random_evenings_stand_as_another_reckoning_says() -> None:
    organise(SEED, 10)


@pytest.mark.slow
@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
@pytest.mark.parametrize("part", range(5))
@pytest.mark.usefixtures("book")
def test_two_hundred_random_evenings_stand_as_another_reckoning_says(part: int) -> None:
    organise(SEED + 1 + part, 40)
