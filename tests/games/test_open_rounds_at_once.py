"""A round entered on eight phones at once: no hand is lost, no round counts twice."""

from __future__ import annotations

from functools import partial

import pytest
from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.games import commands, open_rounds
from scorekeeper.games.open_round import OpenRound
from scorekeeper.games.open_rounds import OpenRoundConflict
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from tests.support.eight_phones import announce, change, enter, find, given, record_open
from tests.support.processes import run_at_once
from tests.support.scorebook import at_once


def test_eight_phones_enter_eight_hands_at_once_again_and_again(
    row: GameRow, book: Flask, phones: list[str]
) -> None:
    game_id = row.id
    for number in range(1, 6):
        db.session.rollback()
        versions = [announce(row.id, row.version).version]
        jobs = [
            partial(enter, game_id, row.version, phone, seat) for seat, phone in enumerate(phones)
        ]
        results = at_once(book, *jobs)
        assert all(isinstance(result, OpenRound) for result in results), results
        versions += sorted(result.version for result in results if isinstance(result, OpenRound))
        assert versions == sorted(set(versions)), "a version came twice or went back"
        found = find(game_id)
        assert found.draft["hands"] == {str(seat): given(seat) for seat in range(8)}
        assert {seat: hand.device_id for seat, hand in found.hands.items()} == dict(
            enumerate(phones)
        )
        keys = [commands.new_key() for _ in phones]
        recorded = at_once(book, *[partial(record_open, game_id, row.version, key) for key in keys])
        kinds = sorted(type(answer).__name__ for answer in recorded)
        assert kinds == ["GameRow"] + ["VersionConflict"] * 7
        db.session.rollback()
        assert (row.played, row.version) == (number, number + 1)
        assert open_rounds.find_open(game_id) is None


def test_eight_phones_announce_a_round_at_once_and_it_is_one(
    row: GameRow, book: Flask, phones: list[str]
) -> None:
    game_id, version = row.id, row.version
    for _ in range(5):
        results = at_once(book, *[partial(announce, game_id, version) for _phone in phones])
        kinds = sorted(type(result).__name__ for result in results)
        assert kinds == ["OpenRound"] + ["OpenRoundConflict"] * 7
        [opened] = [result for result in results if isinstance(result, OpenRound)]
        found = find(game_id)
        assert found == opened
        gone = found.discarded("Ann")
        open_rounds.store(game_id, version=version, before=found, after=gone)
        db.session.rollback()


PHONE = """
from flask import Flask
from scorekeeper.games import open_rounds
from scorekeeper.games.open_rounds import OpenRoundConflict
from scorekeeper.storage.database import db, init_db
from scorekeeper.storage.faults import DatabaseFault, fault_of

def go(url, game_id, version, device_id, seat, count):
    app = Flask("phone")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    init_db(app)

    def enter(hand):
        while True:
            db.session.rollback()
            before = open_rounds.find_open(game_id)
            after = before.with_hands({int(seat): hand}, device_id, "")
            try:
                return open_rounds.store(game_id, version=int(version), before=before, after=after)
            except OpenRoundConflict:
                continue
            except Exception as error:
                if fault_of(error) is not DatabaseFault.BUSY:
                    raise

    with app.app_context():
        for number in range(5):
            enter(int(count) if number == 4 else 90 + number)
"""
"""A phone that enters its hand five times, and tries again when the score book is busy."""


@pytest.mark.slow
def test_eight_processes_enter_eight_hands_five_times_each(
    row: GameRow,
    settings: Settings,
    phones: list[str],
) -> None:
    opened = announce(row.id, row.version)
    calls = [
        (settings.sqlalchemy_url, row.id, str(row.version), phone, str(seat), str(given(seat)))
        for seat, phone in enumerate(phones)
    ]
    run_at_once(PHONE, calls)
    found = find(row.id)
    assert found.draft["hands"] == {str(seat): given(seat) for seat in range(8)}
    assert {hand.version for hand in found.hands.values()} == {5}
    assert found.version == opened.version + 8 * 5


def test_simultaneous_agreements_all_count_but_not_those_to_an_older_state(
    row: GameRow, book: Flask, phones: list[str]
) -> None:
    opened = announce(row.id, row.version)

    game_id, version = row.id, row.version

    def agree(seat: int) -> OpenRound:
        return change(game_id, version, lambda there: there.agreed_by(seat))

    assert all(
        isinstance(result, OpenRound)
        for result in at_once(book, *[partial(agree, seat) for seat in range(8)])
    )
    agreed = find(row.id)
    assert agreed.agreed == tuple(range(8))
    assert agreed.revision == opened.revision
    assert enter(row.id, row.version, phones[1], 1).agreed == ()
    with pytest.raises(OpenRoundConflict):
        open_rounds.store(row.id, version=row.version, before=agreed, after=agreed.agreed_by(1))
