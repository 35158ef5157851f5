"""Entries of older score books, which were rows of hands and adjustments, become documents."""

from __future__ import annotations

import json
import re
from itertools import product
from random import Random
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.config import Settings
from scorekeeper.storage.backups import restore
from scorekeeper.storage.database import db
from scorekeeper.storage.faults import UnreadableGameError
from scorekeeper.storage.folded_games import recorded_game, sheet_of
from scorekeeper.storage.mapping import write_document
from scorekeeper.storage.models import ChangeRow, GameRow, RoundRow
from tests.support import full_book
from tests.support.canasta_games import NUMBERS, random_game
from tests.support.databases import opened
from tests.support.older_rounds import put_back
from tests.support.released import RELEASED
from tests.support.scorebook import everything, record, start, win
from tests.support.transfers import imported, lines_of

on_both = pytest.mark.parametrize("settings", ["sqlite", "postgresql"], indirect=True)
only_on_sqlite = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)

EVERY_FIELD = {
    "ending": "knock",
    "by": "Ann",
    "hands": {"Ann": {"hand": "AS 2S AC 2C 3C AD 4D AH 2H 3H"}, "Bob": "K Q", "x-of": "Ann"},
    "upcard": "9S",
    "dealer": "Ann",
    "note": "by candle light",
    "adjustments": [
        {"player": "Bob", "points": -5, "x-why": {"rule": [3]}},
        {"player": "Ann", "points": 7, "note": "tea"},
    ],
    "x-table": [None, 1.5, "é"],
}
ROUND = {"ending": "out", "by": "Ann", "hands": {"Bob": "K 9", "Cem": 7}}
GAMES = [
    {"variant": "oklahoma", "players": ["Ann", "Bob"], "rounds": [EVERY_FIELD]},
    {
        "variant": "basic",
        "players": ["Ann", "Bob", "Cem"],
        "rounds": [
            ROUND,
            {"between": {"leaves": ["Bob"], "note": "late", "x-bus": 9}, "x-seen": True},
            {"between": {"adjust": {"Ann": -5, "Cem": 7}}},
            ROUND | {"hands": {"Cem": "KS"}},
            {"between": {"rejoins": ["Bob"]}},
            ROUND,
        ],
    },
    *(
        random_game(key, Random(7), by_sides=by_sides, between=by_sides)
        for key in NUMBERS
        for by_sides in (False, True)
    ),
]
"""Entries with every fact that an entry can have, also of partners."""


def fill() -> None:
    full_book.fill_with_games()
    imported(lines_of(*GAMES), "games.jsonl")


def close() -> None:
    db.session.remove()
    db.engine.dispose()


@on_both
def test_each_entry_is_the_document_that_this_version_writes(
    settings: Settings, book: Flask
) -> None:
    with book.app_context():
        fill()
        before = everything()
        close()
    put_back(settings)
    with opened(settings):
        assert everything() == before
        for row in db.session.scalars(select(GameRow)):
            read = [write_document(recorded.entry) for recorded in recorded_game(row).entries]
            assert read == [stored.entry for stored in row.rounds]


@only_on_sqlite
@pytest.mark.parametrize("released", RELEASED, ids=lambda path: path.stem)
def test_each_entry_of_a_released_version_is_as_its_history_has_it(
    settings: Settings, released: Any
) -> None:
    with released.open("rb") as file:
        restore(settings, file)
    with opened(settings):
        told = {
            (change.game_id, written["entered_at"]): written["round"]
            for change in db.session.scalars(select(ChangeRow).order_by(ChangeRow.id))
            for written in change.after
        }
        rounds = db.session.scalars(select(RoundRow)).all()
        assert len(rounds) > len(told) / 2 > 100
        for each in rounds:
            assert each.entry == told[each.game_id, each.entered_at.isoformat()]
        for row in db.session.scalars(select(GameRow)):
            read = [write_document(recorded.entry) for recorded in recorded_game(row).entries]
            assert read == [stored.entry for stored in row.rounds]


@pytest.mark.parametrize(
    ("settings", "harm"),
    [
        *product(
            ("sqlite", "postgresql"),
            (
                "UPDATE round SET own_facts = '[[5]]'",
                """UPDATE round SET "between" = '[5]'""",
                "UPDATE round SET ending = 'flood'",
                "UPDATE hand SET cards = 'ZZ', points = NULL",
                "UPDATE hand SET seat = seat + 7",
            ),
        ),
        *product(
            ["sqlite"],
            (
                "UPDATE round SET allow = '{'",
                "UPDATE round SET extras = CAST(x'ff' AS TEXT)",
                "UPDATE hand SET whole = '{', points = NULL",
            ),
        ),
    ],
    indirect=["settings"],
)
def test_a_damaged_entry_is_kept_as_it_is_and_takes_down_no_other_game(
    settings: Settings, book: Flask, harm: str
) -> None:
    with book.app_context():
        bad, good = (record(start(), win(20)).id for _ in range(2))
        query = select(RoundRow.id).where(RoundRow.game_id == bad)
        key = "round_id" if " hand " in harm else "id"
        harm += f" WHERE {key} = {db.session.scalar(query)}"
        close()
    put_back(settings, harm)
    with opened(settings):
        assert sheet_of(db.session.get_one(GameRow, good)).totals == (20, 0)
        with pytest.raises(UnreadableGameError):
            sheet_of(db.session.get_one(GameRow, bad))
        query = select(RoundRow.entry).where(RoundRow.game_id == bad)
        stored, harmed = json.dumps(db.session.scalar(query)), re.search("'(.*?)'", harm)
        assert harmed is None or harmed[1] in stored or r"\xff" in stored


@on_both
def test_a_number_that_postgresql_refuses_becomes_a_text(settings: Settings, book: Flask) -> None:
    with book.app_context():
        record(start(), win(20))
        close()
    put_back(settings, """UPDATE round SET extras = '[["x-far", "[1, -Infinity]"]]'""")
    with opened(settings):
        [row] = db.session.scalars(select(GameRow))
        assert recorded_game(row).entries[0].entry.extras == (("x-far", '[1, "-Infinity"]'),)
