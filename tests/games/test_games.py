"""Games are started, recorded, corrected, called and found again."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from scorekeeper.games import commands
from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.game.sheet import fold, stating_every_rule
from scorekeeper.rummy.house_rules import rule_values
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import db
from scorekeeper.storage.models import (
    AdjustmentRow,
    ChangeRow,
    Club,
    GameRow,
    HandRow,
    Player,
    RoundRow,
    SeatRow,
)
from scorekeeper.storage.unreadable import UnreadableGameError
from tests.support.clubs import the_club
from tests.support.scorebook import documents, form, record, start, totals, win

pytestmark = pytest.mark.usefixtures("book")

EVERYTHING = (Club, Player, GameRow, SeatRow, RoundRow, HandRow, AdjustmentRow, ChangeRow)


def everything() -> list[tuple[object, ...]]:
    """Every row of the database, to compare before and after."""
    db.session.rollback()
    tables = [table.__table__ for table in EVERYTHING]
    return [tuple(row) for table in tables for row in db.session.execute(select(table))]


def test_a_new_game_keeps_its_rules_its_players_and_its_dealer() -> None:
    row = start(
        ["Pierre", " Jean ", "Zoé"],
        variant="knock",
        preset="plain",
        overrides={"target": 200},
        dealer=2,
    )
    game = commands.game_of(row)
    assert (game.variant.key, game.preset, dict(game.changes)) == (
        "knock",
        "plain",
        {"target": 200},
    )
    assert (game.players, game.dealer) == (("Pierre", "Jean", "Zoé"), 2)
    assert (row.status, row.version, row.played) == ("playing", 1, 0)
    assert totals(row) == (0, 0, 0)


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"variant": "bridge"}, ("variant",)),
        ({"preset": "nobody's"}, ("preset",)),
        ({"overrides": {"target": -1}}, ("rules", "target")),
        ({"overrides": {"colour": "red"}}, ("rules", "colour")),
        ({"players": ["Ann"]}, ("players",)),
        ({"players": ["Ann", "Ann"]}, ("players", 1)),
        ({"players": ["Ann", "B\0b"]}, ("players", 1)),
        ({"dealer": 2}, ("dealer",)),
        ({"dealer": -1}, ("dealer",)),
        ({"key": ""}, ("key",)),
        ({"key": "k" * 65}, ("key",)),
        ({"key": "\0"}, ("key",)),
    ],
    ids=str,
)
def test_an_impossible_game_is_refused_at_its_field(
    changes: dict[str, object], where: tuple[object, ...]
) -> None:
    before = everything()
    with pytest.raises(RuleError) as refused:
        start(**changes)
    assert refused.value.where == where
    assert everything() == before


def test_the_same_start_sent_twice_makes_one_game() -> None:
    key = commands.new_key()
    first, second = start(key=key), start(key=key)
    assert first.id == second.id
    assert len(commands.games_in_play(the_club())) == 1


def test_ids_are_short_and_cannot_be_guessed() -> None:
    ids = {start().id for _ in range(20)}
    assert len(ids) == 20
    assert all(len(each) == 12 and each.isascii() and each.isalnum() for each in ids)


@pytest.mark.parametrize("game_id", ["", "nosuchgame22", "1", "\0", "é", "x" * 10_000, "' OR 1=1"])
def test_an_id_that_does_not_exist_finds_no_game(game_id: str) -> None:
    start()
    assert commands.find_game(the_club(), game_id) is None


def test_a_change_of_a_game_that_does_not_exist_says_so() -> None:
    with pytest.raises(commands.NoSuchGameError):
        commands.record("nosuchgame22", version=1, key=commands.new_key(), round=win(20))


def test_recording_changes_totals_and_version() -> None:
    row = record(start(), win(20), win(30, by="Bob"), win(7))
    assert totals(row) == (27, 30)
    assert row.version == 4
    assert commands.find_game(the_club(), row.id) is row


def test_the_version_changes_even_if_the_clock_stands_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = record(start(), win(20))
    now = row.changed_at

    class StoppedClock:
        @staticmethod
        def now(_zone: object) -> object:
            return now

    monkeypatch.setattr("scorekeeper.games.transaction.datetime", StoppedClock)
    same = read_round({"ending": "knock", "by": "Ann", "hands": {"Ann": 4, "Bob": 24}}, row.players)
    row = commands.correct(row.id, **form(row), number=1, round=same)
    assert row.version == 3


DOCUMENTS = [
    {
        "variant": "knock",
        "preset": "plain",
        "rules": {"target": 200},
        "players": ["Pierre", "Jean", "Jacques", "Paul"],
        "dealer": "Jean",
        "rounds": [
            {
                "ending": "knock",
                "by": "Jean",
                "hands": {"Pierre": "KS 9D 2C", "Jean": "5H", "Jacques": "Q Q 7C AH", "Paul": 8},
                "adjustments": [
                    {"player": "Jean", "points": -20, "note": "perfect cut", "x-why": {"a": [1]}},
                    {"player": "Paul", "points": 3},
                ],
                "note": "Ω\nsecond line",
                "x-photo": None,
            },
            {"ending": "void", "dealer": "Paul"},
        ],
        "called": False,
    },
    {
        "variant": "oklahoma",
        "preset": "plain",
        "players": ["Ann", "Bob"],
        "dealer": "Ann",
        "rounds": [
            {
                "ending": "knock",
                "by": "Bob",
                "hands": {"Ann": "T 9", "Bob": "4D 3D"},
                "upcard": "5S",
                "allow": ["illegal-knock"],
            },
            {"ending": "gin", "by": "Ann", "hands": {"Bob": "K Q J"}, "upcard": "2C"},
            {"ending": "gin", "by": "Ann", "hands": {"Ann": "", "Bob": 0}, "upcard": "TC"},
        ],
        "called": True,
    },
    {
        "variant": "gin",
        "preset": "plain",
        "players": ["Ann", "Bob"],
        "dealer": "Ann",
        "rounds": [
            {
                "ending": "knock",
                "by": "Ann",
                "hands": {
                    "Ann": {
                        "melds": ["7S 8S 9S", "KS KH KD", "2C 3C 4C"],
                        "unmatched": "5H",
                        "x-photo": 7,
                    },
                    "Bob": {"hand": "TS JS 5C AH AD AC QH QD QC 6H"},
                },
            }
        ],
        "called": False,
    },
    {
        "variant": "three-thirteen",
        "preset": "plain",
        "players": ["Ann", "Bob", "Cem"],
        "dealer": "Cem",
        "rounds": [{"ending": "out", "by": "Cem", "hands": {"Ann": "K", "Bob": ""}}],
        "called": False,
    },
]


@pytest.mark.parametrize(
    "document", DOCUMENTS, ids=["knock", "oklahoma", "gin, whole hands", "three-thirteen"]
)
def test_rounds_are_read_back_as_entered(document: dict[str, object]) -> None:
    given = stating_every_rule(read_game(document))
    row = start(
        given.players,
        variant=given.variant.key,
        preset=given.preset,
        overrides=dict(given.overrides),
        dealer=given.dealer,
    )
    row = record(row, *given.rounds)
    if given.called:
        row = commands.call(row.id, **form(row))
    db.session.expire_all()
    assert commands.game_of(row) == given
    assert write_game(commands.game_of(row)) == {**document, "rules": rule_values(given.rules)}
    assert commands.sheet(row) == fold(given)


def test_a_refused_round_changes_nothing_and_names_its_field() -> None:
    row = record(start(), win(20))
    before = everything()
    round = read_round(
        {"ending": "knock", "by": "Bob", "hands": {"Ann": 3, "Bob": 11}}, row.players
    )
    with pytest.raises(RuleError) as refused:
        commands.record(row.id, **form(row), round=round)
    assert refused.value.where == ("hands", 1)
    assert refused.value.text() == "Bob's knock with 11 is above the limit of 10."
    assert everything() == before


def test_a_round_after_the_end_is_refused() -> None:
    row = record(start(), win(60), win(60))
    assert row.status == "over"
    with pytest.raises(RuleError, match="was over after round"):
        commands.record(row.id, **form(row), round=win(20))


def test_a_correction_replaces_a_round() -> None:
    row = record(start(), win(20), win(30), win(7))
    entered = [each.entered_at for each in row.rounds]
    row = commands.correct(row.id, **form(row), number=2, round=win(30, by="Bob"))
    assert totals(row) == (27, 30)
    assert [each.entered_at for each in row.rounds] == entered


def test_a_correction_can_reopen_a_finished_game() -> None:
    row = record(start(), win(60), win(60))
    row = commands.correct(row.id, **form(row), number=2, round=win(10))
    assert row.status == "playing"
    assert totals(record(row, win(1))) == (71, 0)


def test_a_correction_that_makes_a_later_round_illegal_names_that_round() -> None:
    row = start(variant="three-thirteen")
    hands = {"Ann": 0, "Bob": "K K K"}
    three = read_round({"ending": "out", "by": "Ann", "hands": hands}, row.players)
    four = read_round(
        {"ending": "out", "by": "Ann", "hands": {"Ann": 0, "Bob": "K K K Q"}}, row.players
    )
    row = record(row, three, four)
    void = read_round({"ending": "void"}, row.players)
    before = everything()
    with pytest.raises(RuleError) as refused:
        commands.correct(row.id, **form(row), number=1, round=void)
    assert refused.value.where[:2] == ("rounds", 1)
    assert refused.value.text().startswith("Round 2: Bob")
    assert everything() == before


def test_a_removed_round_leaves_no_gap() -> None:
    row = record(start(), win(20), win(30), win(7))
    row = commands.remove(row.id, **form(row), number=1)
    assert totals(row) == (37, 0)
    assert [each.number for each in row.rounds] == [1, 2]


@pytest.mark.parametrize("number", [0, -1, 2, 10**30])
def test_a_round_that_does_not_exist_is_neither_corrected_nor_removed(number: int) -> None:
    row = record(start(), win(20))
    with pytest.raises(RuleError, match="no round"):
        commands.correct(row.id, **form(row), number=number, round=win(1))
    with pytest.raises(RuleError, match="no round"):
        commands.remove(row.id, **form(row), number=number)
    assert totals(row) == (20, 0)


def test_a_correction_that_ends_the_game_earlier_asks_first() -> None:
    row = record(start(), win(60), win(10), win(5), win(6))
    before = everything()
    with pytest.raises(commands.EndsEarlierConflict) as question:
        commands.correct(row.id, **form(row), number=1, round=win(95))
    assert (question.value.number, question.value.dropped) == (2, (3, 4))
    assert everything() == before


def test_later_rounds_go_once_confirmed_and_stay_in_the_history() -> None:
    row = record(start(), win(60), win(10), win(5), win(6))
    row = commands.correct(row.id, **form(row), number=1, round=win(95), drop_later=True)
    assert (row.status, totals(row)) == ("over", (105, 0))
    correction = commands.changes(row)[0]
    before, after = (
        {number: each["hands"]["Bob"] for number, each in documents(row, rounds).items()}
        for rounds in (correction.before, correction.after)
    )
    assert before == {1: 65, 3: 10, 4: 11}
    assert after == {1: 100}
    row = commands.undo(row.id, **form(row))
    assert (row.status, totals(row)) == ("playing", (81, 0))


def test_a_removal_that_ends_the_game_earlier_asks_first() -> None:
    adjusted = {"ending": "void", "adjustments": [{"player": "Ann", "points": -50}]}
    row = start()
    row = record(row, read_round(adjusted, row.players), win(95), win(9), win(5, by="Bob"))
    with pytest.raises(commands.EndsEarlierConflict) as question:
        commands.remove(row.id, **form(row), number=1)
    assert (question.value.number, question.value.dropped) == (2, (3,))
    row = commands.remove(row.id, **form(row), number=1, drop_later=True)
    assert (row.status, totals(row)) == ("over", (104, 0))


def test_a_called_game_stands_until_it_is_played_on() -> None:
    row = record(start(), win(20), win(10, by="Bob"))
    row = commands.call(row.id, **form(row))
    assert (row.status, row.winners, totals(row)) == ("called", [0], (20, 10))
    with pytest.raises(RuleError, match="called"):
        commands.record(row.id, **form(row), round=win(5))
    with pytest.raises(RuleError, match="over already"):
        commands.call(row.id, **form(row))
    row = commands.play_on(row.id, **form(row))
    assert (row.status, row.winners) == ("playing", [])
    assert totals(record(row, win(5))) == (25, 10)


def test_a_game_that_is_over_cannot_be_called_nor_played_on() -> None:
    row = record(start(), win(95), win(5))
    with pytest.raises(RuleError, match="over already"):
        commands.call(row.id, **form(row))
    with pytest.raises(RuleError, match="not called"):
        commands.play_on(row.id, **form(row))


def test_a_stale_form_is_a_conflict_with_the_current_game() -> None:
    row = start()
    old = form(row)
    record(row, win(20))
    with pytest.raises(commands.VersionConflict) as conflict:
        commands.record(row.id, **old, round=win(30))
    assert conflict.value.game.version == 2
    assert totals(conflict.value.game) == (20, 0)


def test_the_same_form_sent_again_records_once_however_late() -> None:
    row = start()
    first = form(row)
    row = commands.record(row.id, **first, round=win(20))
    row = record(row, win(5))
    row = commands.record(row.id, **first, round=win(20))
    assert totals(row) == (25, 0)


def test_the_key_of_one_game_does_not_count_for_another() -> None:
    row, other = start(), start()
    used = form(row)
    commands.record(row.id, **used, round=win(20))
    with pytest.raises(commands.VersionConflict):
        commands.record(other.id, version=other.version, key=used["key"], round=win(20))
    assert totals(other) == (0, 0)


@pytest.mark.parametrize("key", ["", "k" * 65, "a\0b", "é"])
def test_a_form_without_its_key_is_refused(key: str) -> None:
    row = start()
    with pytest.raises(RuleError) as refused:
        commands.record(row.id, version=row.version, key=key, round=win(20))
    assert refused.value.where == ("key",)


def test_who_entered_a_round_is_kept() -> None:
    row = start()
    row = commands.record(row.id, **form(row), round=win(20), entered_by="Bob")
    row = commands.correct(row.id, **form(row), number=1, round=win(21), entered_by="Ann")
    assert [each.entered_by for each in row.rounds] == ["Bob"]
    assert [each.entered_by for each in commands.changes(row)] == ["Ann", "Bob", None]
    with pytest.raises(RuleError) as refused:
        commands.record(row.id, **form(row), round=win(20), entered_by="B\0b")
    assert refused.value.where == ("entered_by",)


def test_games_in_play_and_finished_games_are_listed_last_changed_first() -> None:
    first, second, third, fourth = (start() for _ in range(4))
    record(third, win(95), win(5))
    commands.call(second.id, **form(second))
    record(first, win(20))
    club = the_club()
    assert commands.games_in_play(club) == [first, fourth]
    assert commands.finished_games(club, 10) == [second, third]
    assert commands.finished_games(club, 1) == [second]


def test_known_players_are_listed_last_seen_first() -> None:
    start(["Ann", "Bob"])
    start(["Cem", "Zoé"])
    start(["Bob", "Dan"])
    assert commands.known_players(the_club()) == ["Bob", "Dan", "Cem", "Zoé", "Ann"]
    assert db.session.scalar(select(func.count()).select_from(Player)) == 5


def test_a_name_in_other_capitals_is_the_player_that_the_club_knows() -> None:
    first = start(["Ann", "Élise"])
    again = start(["élise", "ANN"])
    assert again.players == ("Élise", "Ann")
    assert {each.player_id for each in first.seats} == {each.player_id for each in again.seats}
    assert sorted(commands.known_players(the_club())) == ["Ann", "Élise"]


@pytest.mark.parametrize("names", [["Ann", "ann"], ["ann", "Ann"], ["ann", "ANN"]])
def test_names_in_other_capitals_are_two_players_in_one_game(names: list[str]) -> None:
    start()
    assert start(names).players == tuple(names)


def test_times_are_in_utc_whatever_the_database() -> None:
    row = record(start(), win(20))
    db.session.expire_all()
    assert str(row.changed_at.tzinfo) == str(row.rounds[0].entered_at.tzinfo) == "UTC"
    assert row.created_at <= row.rounds[0].entered_at <= row.changed_at


def test_a_game_of_a_variant_that_is_gone_says_so() -> None:
    row = start()
    row.variant = "bridge"
    with pytest.raises(UnreadableGameError) as refused:
        commands.game_of(row)
    assert "bridge" in str(refused.value.__cause__)
