"""An evening of four pairs of Burraco: three rounds, by phone and on paper."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournament.standings import standing
from scorekeeper.tournaments import entering, rounds, tables
from scorekeeper.tournaments.transaction import TournamentVersionConflict
from tests.support.clubs import the_club
from tests.support.hall import draw, form_of, now, read_pairs, set_up


@pytest.fixture
def evening(book: Flask) -> str:
    """The id of a tournament with four pairs."""
    assert book
    return set_up()


def test_a_round_is_drawn_played_on_paper_and_closed(evening: str) -> None:
    recorded = draw(evening, "lot")
    assert [table.number for table in recorded.round(1).tables] == [1, 2]
    tables.type_totals(the_club(), evening, 1, 1, [1800, 1445])
    with pytest.raises(Refusal, match="Table 2 of round 1 is not done"):
        rounds.close_round(form_of(evening))
    tables.type_totals(the_club(), evening, 1, 2, [1600, 1500])
    rounds.close_round(form_of(evening))
    lines = standing(now(evening).tournament, 1).lines
    assert [line.points for line in lines] == [14, 11, 9, 6]


def test_a_game_at_a_table_is_an_ordinary_game_of_partners(evening: str) -> None:
    recorded = draw(evening, "lot")
    row = tables.begin(the_club(), evening, 1, 1)
    assert tables.begin(the_club(), evening, 1, 1).id == row.id
    first, second = recorded.round(1).tables[0].sides
    assert row.players[0] == recorded.people[first[0]][0].name
    assert row.players[1] == recorded.people[second[0]][0].name
    assert row.overrides["rounds"] == 3
    assert row.tournament_id == evening


def test_an_old_version_draws_no_second_round(evening: str) -> None:
    version = now(evening).version
    rounds.draw_round(form_of(evening, version), "lot")
    with pytest.raises(TournamentVersionConflict):
        rounds.draw_round(form_of(evening, version), "lot")
    assert now(evening).latest == 1


def test_the_last_change_is_taken_back(evening: str) -> None:
    before = now(evening)
    rounds.draw_round(form_of(evening), "lot")
    rounds.undo_last(form_of(evening))
    assert now(evening).parts == before.parts


def test_somebody_twice_is_refused(evening: str) -> None:
    twice = read_pairs("Ann & Cem\nBob & Ann", "pairs")
    with pytest.raises(Refusal, match="Ann is in pair 1 too"):
        entering.set_entrants(form_of(evening), twice)
