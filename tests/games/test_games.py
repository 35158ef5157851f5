"""Rounds recorded, games called and played on, and the lists of games."""

from __future__ import annotations

import pytest

from scorekeeper.games import commands
from scorekeeper.games.history import changes
from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.game.facts import stating_every_rule
from scorekeeper.rummy.game.sheet import fold
from scorekeeper.rummy.house_rules import rule_values
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import game_of, sheet_of
from scorekeeper.storage.game_lists import finished_games, games_in_play
from scorekeeper.storage.queries import find_game
from tests.support.clubs import the_club
from tests.support.documents import knock
from tests.support.scorebook import everything, form, record, start, totals, win

pytestmark = pytest.mark.usefixtures("book")


def test_recording_changes_totals_and_version() -> None:
    row = record(start(), win(20), win(30, by="Bob"), win(7))
    assert totals(row) == (27, 30)
    assert row.version == 4
    assert find_game(the_club(), row.id) is row


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
    assert game_of(row) == given
    assert write_game(game_of(row)) == {**document, "rules": rule_values(given.rules)}
    assert sheet_of(row) == fold(given)


def test_a_refused_round_changes_nothing_and_names_its_field() -> None:
    row = record(start(), win(20))
    before = everything()
    with pytest.raises(RuleError) as refused:
        record(row, knock("Bob", Ann=3, Bob=11))
    assert refused.value.where == ("hands", 1)
    assert refused.value.text() == "Bob cannot knock: deadwood 11 is over the limit of 10."
    assert everything() == before


def test_a_round_after_the_end_is_refused() -> None:
    row = record(start(), win(60), win(60))
    assert row.status == "over"
    with pytest.raises(RuleError, match="was over after round"):
        commands.record(row.id, **form(row), round=win(20))


def test_a_called_game_stands_until_it_is_played_on() -> None:
    row = record(start(), win(20), win(10, by="Bob"))
    row = commands.call(row.id, **form(row))
    assert (row.status, row.winners, totals(row)) == ("called", [0], (20, 10))
    with pytest.raises(RuleError, match="ended early"):
        commands.record(row.id, **form(row), round=win(5))
    with pytest.raises(RuleError, match="already over"):
        commands.call(row.id, **form(row))
    row = commands.play_on(row.id, **form(row))
    assert (row.status, row.winners) == ("playing", [])
    assert totals(record(row, win(5))) == (25, 10)


def test_a_game_that_is_over_cannot_be_called_nor_played_on() -> None:
    row = record(start(), win(95), win(5))
    with pytest.raises(RuleError, match="already over"):
        commands.call(row.id, **form(row))
    with pytest.raises(RuleError, match="not ended early"):
        commands.play_on(row.id, **form(row))


def test_who_entered_a_round_is_kept() -> None:
    row = start()
    row = commands.record(row.id, **form(row), round=win(20), entered_by="Bob")
    row = commands.correct(row.id, **form(row), place=1, entry=win(21), entered_by="Ann")
    assert [round.entered_by for round in row.rounds] == ["Bob"]
    assert [change.entered_by for change in changes(row)] == ["Ann", "Bob", None]
    with pytest.raises(RuleError) as refused:
        commands.record(row.id, **form(row), round=win(20), entered_by="B\0b")
    assert refused.value.where == ("entered_by",)


def test_games_in_play_and_finished_games_are_listed_last_changed_first() -> None:
    first, second, third, fourth = (start() for _ in range(4))
    record(third, win(95), win(5))
    commands.call(second.id, **form(second))
    record(first, win(20))
    club = the_club()
    assert games_in_play(club) == [first, fourth]
    assert finished_games(club, 10) == [second, third]
    assert finished_games(club, 1) == [second]
