"""A round entered on eight phones at once: no hand is lost, no round counts twice."""

from __future__ import annotations

from functools import partial

import pytest
from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.games import commands, open_rounds
from scorekeeper.games.open_rounds import Open, OpenRoundConflict, Shared
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from tests.support.eight_phones import OUT, enter, fresh, given, open_one, record_open
from tests.support.processes import run_at_once
from tests.support.scorebook import at_once


def test_eight_phones_enter_eight_hands_at_once_again_and_again(
    row: GameRow, book: Flask, phones: list[str]
) -> None:
    game_id = row.id
    for number in range(1, 6):
        row = fresh(game_id)
        open = open_one(row, phones[0])
        versions = [open.version]
        jobs = [partial(enter, game_id, open, phone, seat) for seat, phone in enumerate(phones)]
        results = at_once(book, *jobs)
        assert all(isinstance(each, Open) for each in results), results
        versions += sorted(each.version for each in results if isinstance(each, Open))
        assert versions == sorted(set(versions)), "a version came twice or went back"
        db.session.rollback()
        found = open_rounds.find_open(game_id)
        assert found is not None
        assert {seat: hand.text for seat, hand in found.hands.items()} == {
            seat: given(seat) for seat in range(8)
        }
        assert [found.hands[seat].device_id for seat in range(8)] == phones
        keys = [commands.new_key() for _ in phones]
        recorded = at_once(book, *[partial(record_open, game_id, row.version, key) for key in keys])
        kinds = sorted(type(each).__name__ for each in recorded)
        assert kinds == ["GameRow"] + ["VersionConflict"] * 7
        row = fresh(game_id)
        assert (row.played, row.version) == (number, number + 1)
        assert open_rounds.find_open(game_id) is None


def test_eight_phones_open_a_round_at_once_and_it_is_one(
    row: GameRow, book: Flask, phones: list[str]
) -> None:
    for _ in range(5):
        jobs = [
            partial(
                open_rounds.share,
                row.id,
                version=row.version,
                device_id=phone,
                was={},
                now=OUT | {f"hand-{seat}": given(seat)},
            )
            for seat, phone in enumerate(phones)
        ]
        results = at_once(book, *jobs)
        assert all(isinstance(each, Shared) and not each.taken for each in results), results
        db.session.rollback()
        found = open_rounds.find_open(row.id)
        assert found is not None
        assert found.fields == OUT | {f"hand-{seat}": given(seat) for seat in range(8)}
        open_rounds.discard(row.id, open_id=found.id)


PHONE = """
from flask import Flask
from scorekeeper.games import open_rounds
from scorekeeper.storage.database import init_db
from scorekeeper.storage.faults import Fault, fault_of

def go(url, game_id, open_id, device_id, seat, text):
    app = Flask("phone")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    init_db(app)

    def enter(text, seen):
        while True:
            try:
                return open_rounds.enter(
                    game_id,
                    open_id=open_id,
                    device_id=device_id,
                    seat=int(seat),
                    seen=seen,
                    text=text,
                )
            except Exception as error:
                if fault_of(error) is not Fault.BUSY:
                    raise

    with app.app_context():
        for seen in range(5):
            enter(text if seen == 4 else f"={90 + seen}", seen)
"""
"""A phone that enters its hand five times, and presses again when the score book is busy."""


def test_eight_processes_enter_eight_hands_five_times_each(
    row: GameRow,
    settings: Settings,
    phones: list[str],
) -> None:
    open = open_one(row, phones[0])
    calls = [
        (settings.sqlalchemy_url, row.id, open.id, phone, str(seat), given(seat))
        for seat, phone in enumerate(phones)
    ]
    run_at_once(PHONE, calls)
    db.session.rollback()
    found = open_rounds.find_open(row.id)
    assert found is not None
    assert [(hand.text, hand.version) for hand in found.hands.values()] == [
        (given(seat), 5) for seat in range(8)
    ]
    assert found.version == open.version + 8 * 5


def test_simultaneous_agreements_all_count_but_not_those_to_an_older_state(
    row: GameRow, book: Flask, phones: list[str]
) -> None:
    open = open_one(row, phones[0])
    jobs = [
        partial(open_rounds.agree, row.id, revision=open.revision, seat=seat) for seat in range(8)
    ]
    assert all(isinstance(each, Open) for each in at_once(book, *jobs))
    db.session.rollback()
    found = open_rounds.find_open(row.id)
    assert found is not None
    assert found.agreed == tuple(range(8))
    assert found.revision == open.revision
    changed = enter(row.id, open, phones[1], 1)
    assert changed.agreed == ()
    with pytest.raises(OpenRoundConflict):
        open_rounds.agree(row.id, revision=open.revision, seat=1)
