"""A round entered on several phones: stale forms, hands taken back, recording and discarding."""

from __future__ import annotations

from functools import partial

import pytest

from scorekeeper.games import commands, open_rounds
from scorekeeper.games.open_rounds import EnteredHand, HandConflict, OpenRoundConflict
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from tests.support.eight_phones import EIGHT, OUT, enter, fresh, open_one, record_open
from tests.support.scorebook import form, record, start, win


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
