"""While phones enter a round the sheet is locked, so the players to wait for stay the same."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.clubs.roles import Role
from scorekeeper.games.open_round import OpenRound
from scorekeeper.games.open_rounds import find_open
from scorekeeper.games.transaction import new_key
from tests.support.clubs import visitor
from tests.support.pages import Visitor, read, words
from tests.support.programs import PlayingProgram, token
from tests.support.table import Table

NAMES = ("Ann", "Bob", "Cem", "Dee")
BOB = 1
FIRST = "A round is being entered. Record it or discard it first."

Answer = TestResponse


@dataclass
class Phones:
    """The phones of all players of a game, and a program at the same game."""

    app: Flask
    table: Table
    of: dict[str, Visitor] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.of = {name: visitor(self.app, Role.KEEPER, player=name) for name in NAMES}
        self.tokens = {
            name: phone.visit("/settings").select_one("[name=csrf_token]")["value"]
            for name, phone in self.of.items()
        }
        self.program = PlayingProgram(self.app, token(self.app), self.table.id)

    @property
    def open(self) -> OpenRound | None:
        """The announced round, or `None`."""
        with self.app.app_context():
            found = find_open(self.table.id)
        return None if found is None or found.is_being_played else found

    def post(self, name: str, path: str, **more: Any) -> Answer:
        """Send an up-to-date form, also one that no page offers."""
        there = self.open
        known = {
            "csrf_token": self.tokens[name],
            "version": str(self.table.version),
            "key": new_key(),
            "open": there.id if there else "",
            "revision": there.revision if there else "",
            "facts_version": str(there.facts_version) if there else "",
        }
        return self.of[name].post(self.table.address + path, data={**known, **more})

    def announce(self, name: str, ending: str) -> Answer:
        return self.post(name, "/round/announce", ending=ending)

    def give(self, name: str, hand: str) -> Answer:
        seat = NAMES.index(name)
        return self.post(name, "/round/hand", **{"seat": str(seat), f"hand-{seat}": hand})

    def ask(self, method: str, below: str, json: Any = None) -> Answer:
        """Send a request as a program that has just read the game."""
        self.program.look()
        return self.program.change(method, below, json)

    def awaits(self, name: str) -> bool:
        """Check whether Dee’s phone waits for this player."""
        waiting = words(self.of["Dee"].visit(self.table.address + "/round"), "#together h1")
        return f"Waiting for {name}" in waiting


def check_refused(answer: Answer) -> None:
    """Check that the answer is a rejection with a way to continue."""
    if answer.mimetype == "application/problem+json":
        assert answer.status_code == 409
        assert answer.get_json()["detail"] == FIRST
        assert answer.get_json()["see"].endswith("/open")
    else:
        assert answer.status_code == 422
        assert FIRST in words(read(answer))


def came_back(app: Flask) -> Phones:
    """Rummy 500: Bob has left and come back, and his hand is missing."""
    table = Table(app, "rummy-500", NAMES)
    table.record("out", "Ann", hands={name: {"left": 10, "shown": 20} for name in NAMES[1:]})
    phones = Phones(app, table)
    for way in ("leave", "return"):
        assert phones.post("Ann", f"/between/{way}", seat=str(BOB)).location == table.address
    phones.announce("Ann", "out:0")
    for name in ("Ann", "Cem", "Dee"):
        answer = phones.give(name, "+30" if name == "Ann" else "30 / 20")
        assert answer.status_code == 303, answer.text
    assert phones.awaits("Bob")
    return phones


def pool(app: Flask) -> Phones:
    """A pool to 201: Bob has 120 after three rounds, and his hand is missing."""
    table = Table(app, "indian", NAMES, "pool-201")
    for _round in range(3):
        table.record("declare", "Ann", wild="5", hands={"Bob": 40, "Cem": 10, "Dee": 12})
    phones = Phones(app, table)
    phones.announce("Ann", "declare:0")
    phones.post("Ann", "/round/facts", ending="declare:0", wild="5")
    for name in ("Cem", "Dee"):
        phones.give(name, "=20")
    assert phones.awaits("Bob")
    return phones


PENALTY = {"between": {"adjust": {"Bob": 160}}}
THIRD = {
    "ending": "declare",
    "by": "Ann",
    "wild": "5",
    "hands": {"Bob": 80, "Cem": 10, "Dee": 12},
}
EARLIER = {"ending": "declare:0", "wild": "5", "hand-1": "=80", "hand-2": "=10", "hand-3": "=12"}

WAYS: dict[str, tuple[Callable[[Flask], Phones], Callable[[Phones], Answer]]] = {
    "undo": (came_back, lambda phones: phones.post("Cem", "/undo")),
    "undo by a program": (came_back, lambda phones: phones.ask("POST", "/undo")),
    "removal": (came_back, lambda phones: phones.post("Cem", "/between/3/remove")),
    "removal by a program": (came_back, lambda phones: phones.ask("DELETE", "/rounds/3")),
    "leaving": (came_back, lambda phones: phones.post("Cem", "/between/leave", seat=str(BOB))),
    "penalty": (
        pool,
        lambda phones: phones.post("Cem", "/rounds/adjust", player=str(BOB), points="160"),
    ),
    "penalty by a program": (pool, lambda phones: phones.ask("POST", "/rounds", PENALTY)),
    "correction": (pool, lambda phones: phones.post("Cem", "/rounds/3", **EARLIER)),
    "correction by a program": (pool, lambda phones: phones.ask("PUT", "/rounds/3", THIRD)),
    "removal of a round": (pool, lambda phones: phones.post("Cem", "/rounds/3/remove")),
    "end": (pool, lambda phones: phones.post("Cem", "/call")),
    "end by a program": (pool, lambda phones: phones.ask("POST", "/end")),
}


@pytest.mark.parametrize("way", WAYS)
def test_whoever_is_awaited_is_not_taken_out(app: Flask, way: str) -> None:
    begin, take_out = WAYS[way]
    phones = begin(app)
    before, version = phones.open, phones.table.version
    check_refused(take_out(phones))
    assert (phones.open, phones.table.version) == (before, version)
    assert phones.awaits("Bob")


def test_the_same_is_done_after_the_round_is_discarded(app: Flask) -> None:
    phones = pool(app)
    check_refused(phones.post("Cem", "/rounds/adjust", player=str(BOB), points="160"))
    phones.post("Cem", "/round/discard")
    adjusted = phones.post("Cem", "/rounds/adjust", player=str(BOB), points="160")
    assert adjusted.location == phones.table.address
    assert phones.table.totals == (0, 280, 30, 36)


def test_a_refused_correction_comes_back_with_what_was_typed(app: Flask) -> None:
    phones = pool(app)
    answer = read(phones.post("Cem", "/rounds/3", **EARLIER), 422)
    assert answer.select_one("[name=hand-1]")["value"] == "=80"
    adjusted = phones.post("Cem", "/rounds/adjust", player=str(BOB), points="160", note="late")
    assert read(adjusted, 422).select_one("[name=note]")["value"] == "late"


def test_nothing_is_offered_to_be_undone_while_a_round_is_entered(app: Flask) -> None:
    phones = pool(app)
    for page in ("", "/trail"):
        there = phones.of["Cem"].visit(phones.table.address + page)
        assert not there.select("form[action$=undo], form[action$=redo]")


def test_a_redo_is_refused_like_all_else(app: Flask) -> None:
    table = Table(app, "basic", NAMES, "penalty", target=0)
    table.record("out", "Ann", hands={"Bob": 5, "Cem": 5, "Dee": 5})
    table.change("undo")
    phones = Phones(app, table)
    phones.announce("Ann", "out:0")
    check_refused(phones.post("Ann", "/redo"))
    check_refused(phones.ask("POST", "/redo"))


# Random changes


STEPS, MANY = 30, 250

SUITS = ("spades", "hearts", "diamonds", "clubs")
LOOKS = (
    *("/round", "/round?wrong=1", "/round/facts", "/round/discard", "/watch", "/call", "/details"),
    *(f"/round?seat={seat}&take=1" for seat in range(4)),
    *(f"/live?at={at}" for at in ("sheet", "watch", "round", "elsewhere")),
)
"""Pages without data of earlier rounds."""


def reads(seat: int) -> re.Pattern[str]:
    """Return a pattern of this player’s cards: the queen and jack of one suit."""
    suit = SUITS[seat]
    return re.compile(rf"(?<![\w.-])[QJ]{suit[0].upper()}(?![\w.-])|(queen|jack) of {suit}")


def free(app: Flask) -> Table:
    """Basic Rummy, in which players leave and come back."""
    table = Table(app, "basic", NAMES, "penalty", target=0)
    table.record("out", "Ann", hands={"Bob": 5, "Cem": 5, "Dee": 5})
    return table


def till_one_is_left(app: Flask) -> Table:
    """Rami to 101, the limit of elimination: Bob has 90."""
    table = Table(app, "rami", NAMES, "scala-40")
    table.record("out", "Ann", hands={"Bob": 90, "Cem": 5, "Dee": 5})
    return table


@dataclass
class Walk:
    """The permitted moves while a round is open, independent of the program.

    The round asks for the hands of the players who were `inside` at its announcement. `given` are
    their hands. `seen` are hands that all saw: until a round is recorded, all phones show changes
    of these. The round that was `recorded` last keeps them. While its recording is `undone`, the
    next round is that one.
    """

    phones: Phones
    dice: random.Random
    inside: frozenset[int] = frozenset()
    given: dict[int, str] = field(default_factory=dict)
    seen: dict[int, dict[int, str]] = field(default_factory=dict)
    recorded: list[int] = field(default_factory=lambda: [0, 1])
    undone: list[int] = field(default_factory=list)
    refused: int = 0
    shown: int = 0
    told: int = 0

    def step(self) -> None:
        """Make one random move, and check the screens."""
        if self.phones.open is None:
            self.dice.choice([self.announce] * 2 + [self.change])()
        else:
            moves = [self.give] * 8 + [self.change] * 6 + [self.discard, self.record]
            self.dice.choice([*moves, self.delete_and_restore])()
        if self.phones.open is not None:
            self.look()

    def announce(self) -> None:
        sheet = self.phones.of["Ann"].visit(self.phones.table.address)
        faces = sheet.select("form[action$=announce] [name=ending]")
        values = [str(face["value"]).partition(":") for face in faces]
        seats = [int(seat) for _ending, _colon, seat in values if seat]
        if len(seats) < 2:
            self.change()
            return
        out = self.dice.choice(seats)
        assert self.phones.announce(NAMES[seats[0]], f"out:{out}").status_code == 303
        self.inside, self.given = frozenset(seats) - {out}, {}

    def give(self) -> None:
        seat = self.dice.choice(sorted(self.inside))
        ranks, suit = self.dice.choice(["Q", "J", "QJ"]), SUITS[seat][0].upper()
        hand = " ".join(rank + suit for rank in ranks)
        assert self.phones.give(NAMES[seat], hand).status_code == 303
        self.given[seat] = hand

    def change(self) -> None:
        """Change the sheet in any way, by a form or as a program."""
        name, path = self.dice.choice(NAMES), f"/rounds/{self.dice.randint(1, 3)}"
        seat, points = self.dice.randrange(4), self.dice.choice([-50, 5, 95])
        whose = NAMES[seat]
        between = [{"adjust": {whose: points}}, {"leaves": [whose]}, {"rejoins": [whose]}]
        threes = {"ending": "out:0"} | {f"hand-{other}": "=3" for other in (1, 2, 3)}
        entry = {"ending": "out", "by": "Ann", "hands": dict.fromkeys(NAMES[1:], 3)}
        post, ask = self.phones.post, self.phones.ask
        undos = [lambda: post(name, "/undo"), lambda: ask("POST", "/undo")]
        redos = [lambda: post(name, "/redo"), lambda: ask("POST", "/redo")]
        answer = self.dice.choice(
            [
                *undos,
                *redos,
                *[undos[0], redos[0]],
                lambda: post(name, "/rounds/adjust", player=str(seat), points=str(points)),
                *[lambda: post(name, "/between/leave", seat=str(seat))] * 2,
                *[lambda: post(name, "/between/return", seat=str(seat))] * 2,
                lambda: post(name, path, drop_later="1", **threes),
                lambda: post(name, path + "/remove", drop_later="1"),
                lambda: post(name, f"/between/{self.dice.randint(2, 4)}/remove", drop_later="1"),
                lambda: post(name, "/call"),
                lambda: post(name, "/play-on"),
                lambda: ask("POST", "/rounds", {"between": self.dice.choice(between)}),
                lambda: ask("PUT", path + "?drop_later=true", entry),
                lambda: ask("DELETE", path + "?drop_later=true"),
                lambda: ask("POST", "/end"),
            ]
        )
        before, version = self.phones.open, self.phones.table.version
        rounds = self.phones.table.rounds
        code = answer().status_code
        if before is not None:
            assert (self.phones.open, self.phones.table.version) == (before, version)
            self.refused += code in (409, 422)
        if answer in undos and self.phones.table.rounds < rounds:
            self.undone.append(self.recorded.pop())
        elif answer in redos and self.phones.table.rounds > rounds:
            self.recorded.append(self.undone.pop())

    def discard(self) -> None:
        assert self.phones.post("Ann", "/round/discard").status_code == 303
        assert self.phones.open is None

    def record(self) -> None:
        self.phones.post("Ann", "/round")
        if self.phones.open is None:
            self.seen = {}
            self.recorded.append(self.recorded[-1] + 1)

    def delete_and_restore(self) -> None:
        before = self.phones.open
        self.phones.table.delete()
        self.phones.table.restore()
        assert self.phones.open == before

    def look(self) -> None:
        """Check that hands are hidden until all are in, and that changes are shown afterwards."""
        is_complete = self.inside <= self.given.keys()
        for name in self.dice.sample(NAMES, 2):
            page = read(
                self.phones.of[name].get(self.phones.table.address + self.dice.choice(LOOKS))
            )
            fields = page.select("input:not([type=hidden])")
            text = " ".join([words(page), *(str(each.get("value", "")) for each in fields)])
            others = [seat for seat in self.given if NAMES[seat] != name]
            assert is_complete or not any(reads(seat).search(text) for seat in others), (name, text)
        told = self.phones.ask("GET", "/open").get_json()
        assert told["complete"] == is_complete
        assert is_complete or not any("hand" in each for each in told["hands"])
        if not is_complete:
            return
        seen = self.seen.setdefault(self.recorded[-1], {})
        changed = {seat for seat, hand in self.given.items() if seen.get(seat, hand) != hand}
        for seat in changed:
            said = f"{NAMES[seat]} changed their hand, after the ruling was shown."
            assert said in told["told"], (said, told["told"])
        self.shown, self.told = self.shown + 1, self.told + len(changed)
        seen |= self.given


@pytest.mark.parametrize("begin", [free, till_one_is_left])
@pytest.mark.parametrize(
    ("seed", "steps"),
    [(1, STEPS), *(pytest.param(seed, MANY, marks=pytest.mark.slow) for seed in range(2, 8))],
)
def test_nobody_sees_a_hand_too_early_whatever_is_done_to_the_sheet(
    app: Flask, begin: Callable[[Flask], Table], seed: int, steps: int
) -> None:
    walk = Walk(Phones(app, begin(app)), random.Random(seed))
    for _step in range(steps):
        walk.step()
    assert walk.refused
    assert walk.shown
    assert steps < MANY or walk.told
