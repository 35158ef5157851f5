"""An open round: changed as a value, stored, recorded and discarded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from sqlalchemy import update

from scorekeeper import clock
from scorekeeper.games import commands, open_rounds
from scorekeeper.games.open_round import HandSender, OpenRound, ReplacedHand, new_open_round
from scorekeeper.games.open_rounds import OpenRoundConflict, find_open, store
from scorekeeper.games.undoing import last_recorded
from scorekeeper.storage.database import db, write
from scorekeeper.storage.game_lists import PUT_ASIDE_AFTER, games_not_begun, games_on_the_table
from scorekeeper.storage.mapping import Amendment
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import etag_of
from tests.support.clubs import the_club
from tests.support.documents import VOID, knock
from tests.support.eight_phones import announce, change, enter, find, record_open
from tests.support.scorebook import form, record, start, win
from tests.support.walks import walk

OUT = {"ending": "out", "by": "0"}


def test_what_is_stored_is_what_is_found(row: GameRow, phones: list[str]) -> None:
    before = announce(row.id, row.version)
    amendments = [Amendment("Ann", seat=3, late=True), Amendment("Ann", field="note", now="late")]
    after = (
        before.with_hands({3: "K 9"}, phones[0], "Ann", amendments)
        .with_hands({3: "K 8"}, phones[1], "Bob")
        .with_facts(OUT | {"note": "late"})
        .agreed_by(5)
    )
    store(row.id, version=row.version, before=before, after=after)
    found = find(row.id)
    assert found == after
    first = ReplacedHand("K 9", phones[0])
    assert found.draft["hands"] == {"3": "K 8"}
    assert found.hand(3) == HandSender(phones[1], "Bob", 2, first)
    assert found.facts == OUT | {"note": "late"}
    assert (found.agreed, found.amendments) == ((5,), tuple(amendments))


def test_a_change_of_facts_or_hands_asks_everybody_to_agree_anew(phones: list[str]) -> None:
    agreed = new_open_round().with_facts(OUT).with_hands({1: "9"}, phones[0], "Bob").agreed_by(1)
    for changed in (agreed.with_facts(OUT), agreed.with_hands({1: "8"}, phones[0], "Bob")):
        assert changed.agreed == ()
        assert changed.revision != agreed.revision
    assert agreed.agreed_by(2).revision == agreed.revision


@walk(
    ("step", "higher"),
    {
        "facts": (lambda open_round: open_round.with_facts(OUT), (1, 1, 1)),
        "a hand": (lambda open_round: open_round.with_hands({1: "9"}, "phone", "Bob"), (1, 1, 0)),
        "a hand is being changed": (
            lambda open_round: open_round.with_changing(1, "Bob"),
            (1, 1, 0),
        ),
        "and stays as it was": (lambda open_round: open_round.with_hands_kept([1]), (1, 0, 0)),
        "agreement": (lambda open_round: open_round.agreed_by(1), (1, 0, 0)),
    },
)
def test_every_change_is_news_and_some_are_of_facts_or_hands(
    step: Callable[[OpenRound], OpenRound], higher: tuple[int, int, int]
) -> None:
    before = replace(new_open_round(), version=4, content_version=3, facts_version=2)
    after = step(before)
    versions = after.version, after.content_version, after.facts_version
    assert versions == (4 + higher[0], 3 + higher[1], 2 + higher[2])


def test_only_the_upcard_is_a_round_that_is_being_played(phones: list[str]) -> None:
    known = new_open_round().with_facts({"upcard": "7S"})
    assert known.is_being_played
    assert not known.with_facts(OUT | {"upcard": "7S"}).is_being_played
    assert not known.with_hands({0: "9"}, phones[0], "Ann").is_being_played


def test_the_slower_of_two_phones_decides_again(row: GameRow, phones: list[str]) -> None:
    before = announce(row.id, row.version)
    enter(row.id, row.version, phones[1], 1)
    mine = before.with_hands({2: "9"}, phones[2], "Cem")
    with pytest.raises(OpenRoundConflict):
        store(row.id, version=row.version, before=before, after=mine)
    enter(row.id, row.version, phones[2], 2, "9")
    assert find(row.id).draft["hands"] == {"1": 3, "2": "9"}


def test_two_phones_that_announce_open_one_round(row: GameRow) -> None:
    first = announce(row.id, row.version)
    with pytest.raises(OpenRoundConflict):
        announce(row.id, row.version, by=1)
    assert find(row.id) == first


def test_nothing_is_opened_in_a_game_that_has_moved_on(row: GameRow) -> None:
    version, game_id = row.version, row.id
    record_open(game_id, version, commands.new_key())
    with pytest.raises(OpenRoundConflict):
        store(game_id, version=version, before=None, after=new_open_round().with_facts(OUT))
    assert open_rounds.find_open(game_id) is None


def test_a_discarded_round_takes_no_hand(row: GameRow, phones: list[str]) -> None:
    before = announce(row.id, row.version)
    gone = before.discarded("Ann")
    store(row.id, version=row.version, before=before, after=gone)
    assert find(row.id).discarded_by == "Ann"
    assert find(row.id).is_being_played
    late = before.with_hands({1: "9"}, phones[1], "Bob")
    with pytest.raises(OpenRoundConflict):
        store(row.id, version=row.version, before=before, after=late)


def test_an_open_round_is_recorded_only_if_it_did_not_change(
    row: GameRow, phones: list[str]
) -> None:
    seen = announce(row.id, row.version)
    enter(row.id, row.version, phones[1], 1)
    for revision in (None, seen.revision, "another-1"):
        with pytest.raises(OpenRoundConflict):
            record(row, VOID, revision=revision)
    found = find(row.id)
    recorded = record(row, VOID, revision=found.revision)
    assert recorded.played == 1
    assert open_rounds.find_open(row.id) is None


def test_a_round_that_the_rules_refuse_stays_open(phones: list[str]) -> None:
    assert phones
    row = record(start(), win(20))
    there = announce(row.id, row.version, "knock")
    with pytest.raises(commands.RuleError):
        record(row, knock("Ann", Ann=30, Bob=40), revision=there.revision)
    assert find(row.id) == there


def test_the_etag_of_a_game_differs_after_every_change(row: GameRow, phones: list[str]) -> None:
    etags: list[str] = []

    def note() -> None:
        db.session.rollback()
        etags.append(etag_of(row))

    note()
    step = partial(change, row.id, row.version)
    for _ in range(2):
        announce(row.id, row.version)
        note()
        enter(row.id, row.version, phones[1], 1)
        note()
        step(lambda there: there.agreed_by(1))
        note()
        step(lambda there: there.discarded("Ann"))
    assert len(set(etags)) == len(etags)
    record_open(row.id, row.version, commands.new_key())
    note()
    assert len(set(etags)) == len(etags)


def test_the_phone_whose_hand_was_replaced_is_remembered_until_it_is_replaced_in_turn(
    phones: list[str],
) -> None:
    ann, bob = phones[:2]
    given = new_open_round().with_hands({1: "9"}, bob, "Bob")
    assert given.with_hands({1: "8"}, bob, "Bob").hand(1).replaced is None
    taken = given.with_hands({1: "K"}, ann, "Ann").with_hands({1: "Q"}, ann, "Ann")
    assert taken.hand(1).replaced == ReplacedHand("9", bob)
    back = taken.with_hands({1: "9"}, bob, "Bob")
    assert back.hand(1).replaced == ReplacedHand("Q", ann)


def test_what_was_discarded_after_all_was_shown_is_not_forgotten() -> None:
    early = new_open_round().with_facts(OUT).discarded("Ann")
    late = early.with_facts(OUT).discarded("Bob", OUT)
    assert [amendment.is_told for amendment in late.amendments] == [False, True]
    assert late.discarded_by == "Bob"


def test_an_undo_and_a_redo_forget_what_was_turned_up_but_not_what_all_saw(row: GameRow) -> None:
    row = start(variant="oklahoma")
    entry = {"ending": "gin", "by": "Ann", "upcard": "9H", "hands": {"Bob": 20}}
    row = record(row, entry)
    shown = {"hands": {"1": "K 9"}}
    left = new_open_round().discarded("Ann", shown, last_recorded(row.id))
    turned_up = left.with_facts({"upcard": "6S"})
    store(row.id, version=row.version, before=None, after=turned_up)
    for step, known in ((commands.undo, {}), (commands.redo, shown)):
        row = step(row.id, **form(row))
        there = find_open(row.id)
        assert there is not None
        assert (there.facts, there.notes) == ({}, left.notes)
        assert there.shown_after(last_recorded(row.id)) == known


def test_a_game_whose_first_round_is_being_entered_is_not_put_aside(row: GameRow) -> None:
    announce(row.id, row.version)
    untouched = start()
    with write() as session:
        long_ago = clock.now() - 2 * PUT_ASIDE_AFTER
        session.execute(update(GameRow).values(changed_at=long_ago))
    assert [game.id for game in games_on_the_table(the_club(), 9)] == [row.id]
    assert [game.id for game in games_not_begun(the_club())] == [untouched.id]
