"""A season: the club’s tournaments that count in a league, and the league’s errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.clubs.clubs import delete_club
from scorekeeper.clubs.players import rename_player
from scorekeeper.games.transaction import new_key
from scorekeeper.statistics.merging import merge_players
from scorekeeper.storage.database import db
from scorekeeper.storage.models import LeagueEveningRow, LeagueRow, Player
from scorekeeper.storage.queries import find_player
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournaments import leagues, rounds
from scorekeeper.tournaments.leagues import LeagueVersionConflict, NoSuchLeagueError, check_league
from tests.support import hall
from tests.support.clubs import new_club, the_club
from tests.support.leagues import count, evening, league, lines, now, of_nine_evenings
from tests.support.walks import walk

pytestmark = pytest.mark.usefixtures("book")

FRIDAY = {"Ann": 10, "Bob": 6}


def player(name: str) -> Player:
    found = find_player(db.session(), the_club().id, name)
    assert found is not None
    return found


def form(league_id: str) -> dict[str, Any]:
    return {"version": now(league_id).row.version, "key": new_key()}


def agreed(**more: Any) -> Any:
    return check_league({"format": 1, "league": "Winter", "evenings": []} | more)


def test_the_best_seven_of_nine_evenings_count_two_of_them_double() -> None:
    assert lines(of_nine_evenings()) == [
        "1. Cem 340: 60 60 60 60 60 40 0",
        "2. Ann 337: 66 50 50 48 44 41 38",
        "3. Bob 321: 60 60 41 40 40 40 40",
    ]


def test_evenings_count_in_the_order_in_which_they_were_played() -> None:
    later, earlier = evening(9, {"Ann": 1, "Bob": 2}), evening(2, FRIDAY)
    found = now(league([later, earlier]))
    assert [row.id for row in found.tournaments] == [earlier, later]
    assert found.table[0].results == {0: 10, 1: 1}


def test_only_rounds_that_are_closed_count() -> None:
    friday = hall.set_up(hall.FOUR_PAIRS)
    winter = league([friday])
    hall.draw(friday)
    hall.type_slips(friday)
    assert lines(winter) == []
    assert now(winter).played == []
    hall.change(friday, rounds.close_round)
    assert len(now(winter).table) == 8
    hall.change(friday, rounds.reopen_round)
    assert lines(winter) == []


def test_both_of_a_pair_have_its_points() -> None:
    friday = hall.set_up(hall.FOUR_PAIRS)
    hall.play_round(friday)
    points = {row.player: row.points for row in now(league([friday])).table}
    assert points["Ann"] == points["Cem"]
    assert sum(points.values()) == 2 * 2 * 20


def test_a_player_under_a_new_name_stays_one() -> None:
    winter = league([evening(2, FRIDAY)])
    assert lines(winter) == ["1. Ann 10: 10", "2. Bob 6: 6"]
    rename_player(player("Bob"), "Robert", seen="Bob")
    count(winter, evening(9, {"Ann": 1, "Robert": 6}))
    assert lines(winter) == ["1. Robert 12: 6 6", "2. Ann 11: 10 1"]


def test_two_names_that_are_one_player_are_one_in_the_table() -> None:
    winter = league([evening(2, FRIDAY), evening(9, {"Ann": 1, "Bobby": 6})])
    merge_players(player("Bobby"), player("Bob"))
    assert lines(winter) == ["1. Bob 12: 6 6", "2. Ann 11: 10 1"]


def test_an_evening_can_give_points_by_place() -> None:
    level = evening(9, {"Ann": 7, "Bob": 7}, breaks=[])
    winter = league([evening(2, FRIDAY), level], places=[5, 2])
    assert lines(winter) == ["1. Ann 17/2: 5 7/2", "2. Bob 11/2: 7/2 2"]


def test_the_factor_of_an_evening_can_change_and_the_evening_be_taken_out() -> None:
    friday = evening(2, FRIDAY)
    winter = league([friday])
    count(winter, friday, 2)
    assert lines(winter) == ["1. Ann 20: 20", "2. Bob 12: 12"]
    assert leagues.factors_of(friday) == {winter: 2}
    count(winter, friday, None)
    count(winter, friday, None)
    assert lines(winter) == []
    assert leagues.factors_of(friday) == {}


def test_name_and_counting_can_change_while_the_evenings_stay() -> None:
    winter = league([evening(2, FRIDAY), evening(9, {"Ann": 7, "Bob": 9})])
    changed = agreed(league="Spring", best=1, breaks=["attended"])
    leagues.change_league(the_club(), winter, changed, **form(winter))
    assert now(winter).league.name == "Spring"
    assert lines(winter) == ["1. Ann 10: 10", "2. Bob 9: 9"]
    leagues.change_league(the_club(), winter, agreed(places=[5, 2]), **form(winter))
    assert lines(winter) == ["1. Ann 7: 5 2", "1. Bob 7: 5 2"]


def test_a_league_can_be_archived_and_restored() -> None:
    winter = league()
    for archived in (True, False):
        leagues.archive_league(the_club(), winter, archived=archived, **form(winter))
        assert [row.archived for row in leagues.leagues_of(the_club())] == [archived]


def test_a_form_sent_twice_counts_once() -> None:
    key = new_key()
    first = leagues.create_league(the_club(), agreed(), key=key)
    assert leagues.create_league(the_club(), agreed(), key=key).id == first.id
    assert len(leagues.leagues_of(the_club())) == 1
    sent = form(first.id)
    for _again in range(2):
        leagues.set_evening(the_club(), first.id, evening(2, FRIDAY), 1, **sent)
    assert db.session.get_one(LeagueRow, first.id, populate_existing=True).version == 2
    assert db.session.query(LeagueEveningRow).count() == 1


def test_a_form_of_an_older_version_changes_nothing() -> None:
    winter = league()
    older = form(winter)
    count(winter, evening(2, FRIDAY))
    with pytest.raises(LeagueVersionConflict):
        leagues.change_league(the_club(), winter, agreed(league="Spring"), **older)
    assert now(winter).league.name == "Winter"


def test_another_club_neither_changes_a_league_nor_counts_in_it() -> None:
    winter, friday = league(), evening(2, FRIDAY)
    sent, other = form(winter), new_club("Others")
    with pytest.raises(NoSuchLeagueError):
        leagues.archive_league(other, winter, archived=True, **sent)
    with pytest.raises(NoSuchLeagueError):
        leagues.archive_league(other, "no id", archived=True, **sent)
    key = new_key()
    theirs = leagues.create_league(other, agreed(), key=key)
    with pytest.raises(Refusal, match=r"This form is out of date\. Open it again\."):
        leagues.create_league(the_club(), agreed(), key=key)
    with pytest.raises(Refusal, match=r"Choose a tournament of the club\."):
        leagues.set_evening(other, theirs.id, friday, 1, version=theirs.version, key=new_key())
    assert leagues.find_league(other, winter) is None
    assert leagues.find_league(other, "no id") is None


def test_a_club_that_is_deleted_takes_its_leagues_along() -> None:
    league([evening(2, FRIDAY)])
    delete_club(the_club())
    assert db.session.query(LeagueRow).count() == db.session.query(LeagueEveningRow).count() == 0


def fewest_win(**changes: Any) -> str:
    return hall.set_up(
        ("Ann", "Bob", "Cem"),
        play="singles",
        game={"variant": "rami", "rules": {"target": 0, "rounds": 4}},
        points={"by": "total"},
        **changes,
    )


@walk(
    ("change", "place", "sentence"),
    {
        "no tournament": (
            lambda winter: count(winter, "no id"),
            "tournament",
            "Choose a tournament of the club.",
        ),
        "no id of any row": (
            lambda winter: count(winter, "\0"),
            "tournament",
            "Choose a tournament of the club.",
        ),
        "no factor": (
            lambda winter: count(winter, evening(2, FRIDAY), 0),
            "factor",
            "This must be a whole number from 1 to 100.",
        ),
        "the fewest points win": (
            lambda winter: count(winter, fewest_win()),
            "tournament",
            "In Friday the fewest points win. Count it in a league by place.",
        ),
        "no name": (
            lambda _winter: agreed(league=" "),
            "league",
            "Give the league a name.",
        ),
        "a name without an end": (
            lambda _winter: agreed(league="W" * 81),
            "league",
            "A name has 1 to 80 characters.",
        ),
        "no key": (
            lambda winter: leagues.archive_league(
                the_club(), winter, archived=True, version=1, key=""
            ),
            "key",
            "This form is out of date. Open it again.",
        ),
    },
)
def test_what_is_refused_changes_nothing(
    change: Callable[[str], None], place: str, sentence: str
) -> None:
    winter = league()
    with pytest.raises(Refusal) as refused:
        change(winter)
    assert refused.value.where == (place,)
    assert refused.value.sentence.text() == sentence
    assert now(winter).row.version == 1
    assert now(winter).tournaments == ()


def test_totals_of_which_the_fewest_win_count_only_by_place() -> None:
    winter = league([fewest_win()], places=[3, 2, 1])
    with pytest.raises(Refusal, match=r"In Friday the fewest points win\."):
        leagues.change_league(the_club(), winter, agreed(), **form(winter))
    assert now(winter).league.places == (3, 2, 1)


def test_a_league_has_a_bounded_number_of_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leagues, "MOST_EVENINGS", 1)
    winter = league([evening(2, FRIDAY)])
    with pytest.raises(Refusal, match=r"A league can have up to 1 evenings\."):
        count(winter, evening(9, FRIDAY))


def test_changes_of_a_league_are_undone_the_last_one_first() -> None:
    friday, sunday = evening(2, FRIDAY), evening(9, FRIDAY)
    winter = league([friday])
    count(winter, sunday, 2)
    leagues.change_league(the_club(), winter, agreed(league="Spring", best=3), **form(winter))
    count(winter, friday, None)
    seen = []
    for _undo in range(4):
        found = now(winter)
        counted = {one.tournament: one.factor for one in found.league.evenings}
        seen.append((found.league.name, found.league.best, counted))
        leagues.undo_league(the_club(), winter, **form(winter))
    assert seen == [
        ("Spring", 3, {sunday: 2}),
        ("Spring", 3, {friday: 1, sunday: 2}),
        ("Winter", None, {friday: 1, sunday: 2}),
        ("Winter", None, {friday: 1}),
    ]
    assert now(winter).tournaments == ()
    with pytest.raises(Refusal, match="There is nothing to take back"):
        leagues.undo_league(the_club(), winter, **form(winter))
