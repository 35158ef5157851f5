"""Games read many at once are the same as games read one by one."""

from __future__ import annotations

import pytest

from scorekeeper.games import commands
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.storage.database import db
from scorekeeper.storage.faults import UnreadableGameError
from scorekeeper.storage.folded_games import game_of
from scorekeeper.storage.mapping import StoredRounds
from scorekeeper.storage.models import GameRow
from tests.support.scorebook import ANN_AND_BOB, form, record, start, win

pytestmark = pytest.mark.usefixtures("book")

EVERYTHING = {
    "ending": "knock",
    "by": "Ann",
    "hands": {"Ann": {"hand": "AS 2S AC 2C 3C AD 4D AH 2H 3H"}, "Bob": "K Q"},
    "upcard": "9S",
    "dealer": "Bob",
    "note": "by candle light",
    "adjustments": [{"player": "Bob", "points": -5}, {"player": "Ann", "points": 7, "note": "tea"}],
}
VOID = {"ending": "void"}


def test_games_read_at_once_are_those_read_one_by_one() -> None:
    rounds = [read_round(document, ANN_AND_BOB) for document in (EVERYTHING, VOID)]
    first = record(start(variant="oklahoma", overrides={"target": 0}), *rounds)
    second = record(start(), win(10), win(5, "Bob"))
    row = commands.correct(second.id, **form(second), place=1, entry=win(12))
    stored = StoredRounds(db.session.connection(), [first.id, second.id])
    assert stored.game(first) == game_of(first)
    assert stored.game(row) == game_of(row)


def test_a_game_that_cannot_be_read_is_refused_alone() -> None:
    good, bad = (record(start(), win(10)) for _ in range(2))
    db.session.get_one(GameRow, bad.id).variant = "whist"
    db.session.flush()
    stored = StoredRounds(db.session.connection(), [good.id, bad.id])
    assert stored.game(good) == game_of(good)
    with pytest.raises(UnreadableGameError):
        stored.game(bad)
