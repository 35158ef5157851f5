"""A round entered on eight phones at once: no hand is lost, no round counts twice."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.clubs.members import find_member
from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.games import commands, open_rounds
from scorekeeper.games.open_rounds import EnteredHand, HandConflict, Open, OpenRoundConflict, Shared
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from tests.support.clubs import let_in, the_club
from tests.support.scorebook import at_once, form, record, start, win

EIGHT = ("Ann", "Bob", "Cem", "Dora", "Eve", "Finn", "Gus", "Hana")
OUT = {"ending": "out:0"}


@pytest.fixture
def phones(book: Flask) -> list[str]:
    """Eight phones of the club."""
    assert book
    tokens = [let_in(the_club(), Role.PLAYER) for _ in EIGHT]
    return [member.device_id for member in map(find_member, tokens) if member]


@pytest.fixture
def row(phones: list[str]) -> GameRow:
    """A game of Three Thirteen between the owners of the phones."""
    assert len(phones) == len(EIGHT)
    return start(EIGHT, variant="three-thirteen")


def fresh(game_id: str) -> GameRow:
    db.session.rollback()
    found = commands.find_game(the_club(), game_id)
    assert found is not None
    return found


def open_one(row: GameRow, phone: str, ending: str = "out:0") -> Open:
    """Open the round of a game by saying how it ended."""
    shared = open_rounds.share(
        row.id, version=row.version, device_id=phone, was={}, now={"ending": ending}
    )
    assert shared.open is not None
    return shared.open


def given(seat: int) -> str:
    """A hand that is different for each seat."""
    return f"={seat + 2}"


def enter(game_id: str, open: Open, phone: str, seat: int, text: str = "", seen: int = 0) -> Open:
    return open_rounds.enter(
        game_id,
        open_id=open.id,
        device_id=phone,
        seat=seat,
        seen=seen,
        text=text or given(seat),
    )


def record_open(game_id: str, version: int, key: str) -> GameRow:
    """Record the open round, reading it again whenever somebody changed it meanwhile."""
    while True:
        db.session.rollback()
        open = open_rounds.find_open(game_id)
        hands = {name: 0 if seat == 0 else seat + 2 for seat, name in enumerate(EIGHT)}
        round = read_round({"ending": "out", "by": "Ann", "hands": hands}, EIGHT)
        revision = open and open.revision
        try:
            return commands.record(
                game_id, version=version, key=key, round=round, revision=revision
            )
        except OpenRoundConflict:
            continue


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
import sys
from flask import Flask
from scorekeeper.games import open_rounds
from scorekeeper.storage.database import init_db
from scorekeeper.storage.faults import Fault, fault_of

url, game_id, open_id, device_id, seat, text = sys.argv[1:]
app = Flask("phone")
app.config["SQLALCHEMY_DATABASE_URI"] = url
init_db(app)

def enter(text, seen):
    while True:
        try:
            return open_rounds.enter(
                game_id, open_id=open_id, device_id=device_id, seat=int(seat), seen=seen, text=text
            )
        except Exception as error:
            if fault_of(error) is not Fault.BUSY:
                raise

with app.app_context():
    sys.stdin.readline()
    for seen in range(5):
        enter(text if seen == 4 else f"={90 + seen}", seen)
"""
"""A phone that enters its hand five times, and presses again when the score book is busy."""


@pytest.fixture
def processes() -> Iterator[list[subprocess.Popen[str]]]:
    """Processes that are stopped after the test."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.kill()
        process.communicate()


def test_eight_processes_enter_eight_hands_five_times_each(
    row: GameRow,
    settings: Settings,
    phones: list[str],
    processes: list[subprocess.Popen[str]],
) -> None:
    open = open_one(row, phones[0])
    for seat, phone in enumerate(phones):
        command = [sys.executable, "-c", PHONE, settings.sqlalchemy_url]
        processes.append(
            subprocess.Popen(
                [*command, row.id, open.id, phone, str(seat), given(seat)],
                stdin=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                cwd=Path(__file__).parents[2],
            )
        )
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
    db.session.rollback()
    found = open_rounds.find_open(row.id)
    assert found is not None
    assert [(hand.text, hand.version) for hand in found.hands.values()] == [
        (given(seat), 5) for seat in range(8)
    ]
    assert found.version == open.version + 8 * 5


def test_two_phones_that_enter_the_same_hand_the_later_sees_the_others(
    row: GameRow, phones: list[str]
) -> None:
    open = open_one(row, phones[0])
    enter(row.id, open, phones[1], 3, "K 9")
    with pytest.raises(HandConflict) as taken:
        enter(row.id, open, phones[3], 3, "K 2")
    assert taken.value.hand == EnteredHand("K 9", 1, phones[1])
    decided = enter(row.id, open, phones[3], 3, "K 2", seen=1)
    assert decided.hand(3) == EnteredHand("K 2", 2, phones[3])


def test_the_same_hand_sent_twice_changes_nothing(row: GameRow, phones: list[str]) -> None:
    open = open_one(row, phones[0])
    first = enter(row.id, open, phones[3], 3, "K 2")
    again = enter(row.id, open, phones[3], 3, "K 2")
    by_another = enter(row.id, open, phones[5], 3, "K 2")
    assert first == again == by_another


def test_a_form_does_not_remove_hands_it_did_not_know(row: GameRow, phones: list[str]) -> None:
    open = open_one(row, phones[0])
    enter(row.id, open, phones[3], 3, "K 2")
    share = partial(open_rounds.share, row.id, version=row.version, device_id=phones[0])
    shared = share(was=OUT, now=OUT | {"hand-1": "5"})
    assert not shared.taken
    assert shared.open is not None
    assert shared.open.fields == OUT | {"hand-1": "5", "hand-3": "K 2"}
    shared = share(was=OUT | {"hand-1": "5"}, now=OUT | {"hand-1": "5 6", "hand-3": "7"})
    assert shared.taken == {"hand-3": "K 2"}
    assert shared.open is not None
    assert shared.open.fields == OUT | {"hand-1": "5 6", "hand-3": "K 2"}


def test_a_stale_form_does_not_reopen_a_discarded_round(row: GameRow, phones: list[str]) -> None:
    open = open_one(row, phones[0])
    open_rounds.discard(row.id, open_id=open.id)
    now = OUT | {"hand-1": "5"}
    share = partial(open_rounds.share, row.id, version=row.version, device_id=phones[0])
    with pytest.raises(open_rounds.OpenRoundConflict):
        share(was=OUT, now=now, seen=open.id)
    assert open_rounds.find_open(row.id) is None
    another = open_one(row, phones[1])
    with pytest.raises(open_rounds.OpenRoundConflict):
        share(was=OUT, now=now, seen=open.id)
    assert open_rounds.find_open(row.id) == another


def test_the_second_player_to_give_the_ending_sees_the_first_ones(
    row: GameRow, phones: list[str]
) -> None:
    open_one(row, phones[0], "out:0")
    share = partial(open_rounds.share, row.id, version=row.version, device_id=phones[1])
    shared = share(was={}, now={"ending": "out:1"})
    assert shared.taken == {"ending": "out:0"}
    shared = share(was={"ending": "out:0"}, now={"ending": "out:1"})
    assert not shared.taken
    assert shared.open is not None
    assert shared.open.facts == {"ending": "out:1"}


def test_a_hand_that_is_taken_back_keeps_its_version(row: GameRow, phones: list[str]) -> None:
    open = open_one(row, phones[0])
    share = partial(open_rounds.share, row.id, version=row.version, device_id=phones[0])
    enter(row.id, open, phones[2], 2, "9")
    share(was=OUT, now=OUT | {"hand-1": "5"})
    shared = share(was=OUT | {"hand-1": "5"}, now=OUT)
    assert shared.open is not None
    assert shared.open.hand(1) == EnteredHand("", 2, phones[0])
    assert shared.open.fields == OUT | {"hand-2": "9"}
    assert enter(row.id, open, phones[1], 1, "6", seen=2).hand(1).version == 3


def test_an_open_round_goes_when_its_last_hand_is_taken_back(
    row: GameRow, phones: list[str]
) -> None:
    open = open_one(row, phones[0])
    share = partial(open_rounds.share, row.id, version=row.version, device_id=phones[0])
    two = OUT | {"hand-1": "5", "hand-2": "9"}
    share(was=OUT, now=two)
    assert share(was=two, now=OUT | {"hand-2": "9"}).open is not None
    assert share(was=OUT | {"hand-2": "9"}, now=OUT).open is None
    assert open_rounds.find_open(row.id) is None
    with pytest.raises(OpenRoundConflict):
        enter(row.id, open, phones[1], 1)


def test_an_old_form_opens_nothing(row: GameRow, phones: list[str]) -> None:
    version, game_id = row.version, row.id
    record_open(game_id, version, commands.new_key())
    shared = open_rounds.share(
        game_id, version=version, device_id=phones[0], was={}, now={"ending": "out:0"}
    )
    assert shared.open is None
    assert open_rounds.find_open(game_id) is None


def test_an_open_round_is_recorded_only_if_it_did_not_change(
    row: GameRow, phones: list[str]
) -> None:
    seen = open_one(row, phones[0])
    enter(row.id, seen, phones[1], 1)
    round = read_round({"ending": "void"}, EIGHT)
    for revision in (None, seen.revision, "another-1"):
        with pytest.raises(OpenRoundConflict):
            commands.record(row.id, **form(row), round=round, revision=revision)
    assert fresh(row.id).played == 0
    found = open_rounds.find_open(row.id)
    assert found is not None
    recorded = commands.record(row.id, **form(row), round=round, revision=found.revision)
    assert recorded.played == 1
    assert open_rounds.find_open(row.id) is None


def test_a_round_that_the_rules_refuse_stays_open(phones: list[str]) -> None:
    row = record(start(), win(20))
    open = open_one(row, phones[0], "knock:0")
    round = read_round(
        {"ending": "knock", "by": "Ann", "hands": {"Ann": 30, "Bob": 40}}, row.players
    )
    with pytest.raises(commands.RuleError):
        commands.record(row.id, **form(row), round=round, revision=open.revision)
    assert open_rounds.find_open(row.id) == open


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


def test_a_discarded_round_accepts_no_hand(row: GameRow, phones: list[str]) -> None:
    old = open_one(row, phones[0])
    open_rounds.discard(row.id, open_id=old.id)
    assert open_rounds.find_open(row.id) is None
    with pytest.raises(OpenRoundConflict):
        enter(row.id, old, phones[1], 1)
    new = open_one(row, phones[0])
    open_rounds.discard(row.id, open_id=old.id)
    assert open_rounds.find_open(row.id) == new


def test_the_etag_of_a_game_differs_after_every_change(row: GameRow, phones: list[str]) -> None:
    club, etags = row.club_id, []

    def note() -> None:
        db.session.rollback()
        etags.append(commands.etag(club, row.id))
        assert etags[-1] == commands.etag_of(row)

    note()
    for _ in range(2):
        open = open_one(row, phones[0])
        note()
        open = enter(row.id, open, phones[1], 1)
        note()
        open_rounds.agree(row.id, revision=open.revision, seat=1)
        note()
        open_rounds.discard(row.id, open_id=open.id)
    assert len(set(etags)) == len(etags)
    record_open(row.id, row.version, commands.new_key())
    note()
    assert len(set(etags)) == len(etags)
