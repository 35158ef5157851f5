"""Errors of tournaments, in the words of organisers. The tournament stays unchanged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.games import commands, deletion
from scorekeeper.games.details import Details, change_details, correct_player
from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournaments import entering, rounds, tables
from scorekeeper.tournaments.entrants import Registration
from scorekeeper.tournaments.transaction import TournamentVersionConflict
from tests.support.clubs import the_club
from tests.support.hall import (
    FOUR_PAIRS,
    GIN,
    change,
    draw,
    form_of,
    now,
    play_round,
    read_pairs,
    set_up,
    type_slips,
)
from tests.support.scorebook import form, record
from tests.support.walks import walk

pytestmark = pytest.mark.usefixtures("book")

TWO = GIN | {"game": {"variant": "gin", "rules": {"target": 30}}}
"""A tournament with games that end as soon as a player has 30 points."""


def begun(evening: str, table: int = 1) -> GameRow:
    recorded = now(evening)
    return tables.begin(the_club(), evening, recorded.latest, table)


def over(evening: str, table: int = 1) -> GameRow:
    row = begun(evening, table)
    return record(row, win_of(row))


def win_of(row: GameRow, points: int = 40) -> dict[str, Any]:
    first, second = row.players
    return {"ending": "knock", "by": first, "hands": {first: 5, second: points + 5}}


def singles(**more: Any) -> str:
    return set_up(["Ann", "Bob", "Cem", "Dee"], **TWO, **more)


def facts(evening: str) -> tuple[Any, ...]:
    recorded = now(evening)
    games = {place: (game.id, game.totals) for place, game in recorded.games.items()}
    return recorded.parts, games


def leaves(row: GameRow) -> None:
    between = Between(BetweenKind.LEAVES, (Seat(0),))
    commands.record_between(row.id, **form(row), between=between)


def joins(row: GameRow) -> None:
    between = Between(BetweenKind.JOINS, (Seat(2),), points=(0,))
    commands.join(row, **form(row), names=["Eva"], between=between)


GAME: dict[str, tuple[Callable[[GameRow], object], str]] = {
    "deleted": (
        lambda row: deletion.delete(row.id, **form(row)),
        "This is table 1 of Friday, round 1.",
    ),
    "of another player": (
        lambda row: correct_player(row, **form(row), seat=0, name="Eva"),
        "This is table 1 of Friday, round 1.",
    ),
    "called without a hand": (
        lambda row: commands.call(row.id, **form(row)),
        "No hand was played at table 1. Did a pair not come?",
    ),
}


@walk("do, sentence", GAME)
def test_a_game_at_a_table_is_not(do: Callable[[GameRow], object], sentence: str) -> None:
    evening = singles()
    draw(evening)
    row = begun(evening)
    before = facts(evening)
    with pytest.raises(RuleError) as refused:
        do(row)
    assert refused.value.text() == sentence
    assert facts(evening) == before


@walk("do", {"leaves": leaves, "joins": joins})
def test_nobody_leaves_a_table_or_joins_it(do: Callable[[GameRow], object]) -> None:
    game = {"variant": "rami", "rules": {"target": 0, "rounds": 4}}
    points = {"by": "places", "places": [5, 3, 1]}
    names = ["Ann", "Bob", "Cem", "Dee"]
    evening = set_up(names, play="singles", game=game, points=points)
    draw(evening)
    row = begun(evening)
    with pytest.raises(RuleError):
        do(row)
    assert now(evening).games[1, 1].played == 0


CLOSED: dict[str, Callable[[GameRow], object]] = {
    "corrected": lambda row: commands.correct(
        row.id, **form(row), place=1, entry=read_round(win_of(row, 9), row.players)
    ),
    "undone": lambda row: commands.undo(row.id, **form(row)),
    "shortened": lambda row: commands.remove(row.id, **form(row), place=1),
}


@walk("do", CLOSED)
def test_a_game_of_a_closed_round_is_not(do: Callable[[GameRow], object]) -> None:
    evening = singles()
    draw(evening)
    row, _other = over(evening, 1), over(evening, 2)
    change(evening, rounds.close_round)
    before = facts(evening)
    with pytest.raises(RuleError) as refused:
        do(db.session.get_one(GameRow, row.id))
    assert refused.value.text() == "Round 1 is closed. An organiser can open it again."
    assert facts(evening) == before
    change(evening, rounds.reopen_round)
    commands.undo(row.id, **form(db.session.get_one(GameRow, row.id)))
    assert now(evening).round(1).open_tables == (1,)


def test_the_note_of_a_game_of_a_closed_round_can_be_changed() -> None:
    evening = singles()
    draw(evening)
    row, _other = over(evening, 1), over(evening, 2)
    change(evening, rounds.close_round)
    details = Details(row.played_on, row.place, "a long evening")
    assert change_details(row.id, details, **form(row)).note == "a long evening"


def test_a_round_that_is_not_the_last_is_opened_and_closed_again() -> None:
    evening = set_up()
    play_round(evening)
    draw(evening, "standing")
    with pytest.raises(Refusal, match=r"Round 1 is closed. An organiser can open it again."):
        tables.type_totals(the_club(), evening, 1, 1, (1, 2))
    change(evening, rounds.reopen_round, round=1)
    tables.type_totals(the_club(), evening, 1, 1, (900, 2))
    assert now(evening).round(1).tables[0].totals == (900, 2)
    change(evening, rounds.close_round, round=1)
    assert [times.closed is not None for times in now(evening).times] == [True, False]


Step = Callable[[str], object]
EVENING: dict[str, tuple[Step, Step, tuple[Any, ...], str]] = {
    "close before all tables are done": (
        draw,
        lambda it: change(it, rounds.close_round),
        ("tables",),
        "Tables 1 and 2 of round 1 are not done. Type their totals, or say what became of them.",
    ),
    "draw before the round is closed": (
        lambda it: (draw(it), type_slips(it)),
        lambda it: change(it, rounds.draw_round, "lot"),
        ("round",),
        "Close round 1 first.",
    ),
    "draw while an earlier round is open again": (
        lambda it: (
            play_round(it),
            play_round(it, "standing"),
            change(it, rounds.reopen_round, round=1),
        ),
        lambda it: change(it, rounds.draw_round, "standing"),
        ("round",),
        "Close round 1 first.",
    ),
    "close a knock-out of which a table is void": (
        lambda it: (
            draw(it, "knock-out"),
            [change(it, tables.say_result, 1, table, void=True) for table in (1, 2)],
        ),
        lambda it: change(it, rounds.close_round),
        ("tables",),
        "Table 1 is level. Play one more hand, or say who goes on.",
    ),
    "begin before the draw is shown": (
        lambda it: change(it, rounds.draw_round, "lot"),
        lambda it: tables.begin(the_club(), it, 1, 1),
        ("round",),
        "Round 1 is not shown yet.",
    ),
    "begin in a closed round": (
        lambda it: (
            draw(it),
            [change(it, tables.say_result, 1, table, void=True) for table in (1, 2)],
            change(it, rounds.close_round),
        ),
        lambda it: tables.begin(the_club(), it, 1, 1),
        ("round",),
        "Round 1 is closed. An organiser can open it again.",
    ),
    "begin at a table that is void": (
        lambda it: (draw(it), change(it, tables.say_result, 1, 1, void=True)),
        lambda it: tables.begin(the_club(), it, 1, 1),
        ("table",),
        "Table 1 has a result without a game.",
    ),
    "a table that is not there": (
        draw,
        lambda it: tables.begin(the_club(), it, 1, 3),
        ("table",),
        "Round 1 has no table 3.",
    ),
    "a total too few": (
        draw,
        lambda it: tables.type_totals(the_club(), it, 1, 1, [5]),
        ("totals",),
        "Give a total for every side.",
    ),
    "a total beyond all games": (
        draw,
        lambda it: tables.type_totals(the_club(), it, 1, 1, [5, 10**7]),
        ("totals", 1),
        "A total is a whole number, up to 1000000.",
    ),
    "totals in words": (
        draw,
        lambda it: tables.type_totals(the_club(), it, 1, 1, ["5", 6]),  # type: ignore[list-item]
        ("totals", 0),
        "A total is a whole number, up to 1000000.",
    ),
    "a forfeit of another table": (
        draw,
        lambda it: change(it, tables.say_result, 1, 1, forfeit=other_table(it)),
        ("forfeit",),
        "Number {other} does not sit at this table.",
    ),
    "void and forfeit": (
        draw,
        lambda it: change(it, tables.say_result, 1, 1, forfeit=at_table(it), void=True),
        ("void",),
        "A void table has no totals and no forfeit.",
    ),
    "who goes on where nobody does": (
        draw,
        lambda it: change(it, tables.say_result, 1, 1, goes_on=at_table(it)),
        ("goes_on",),
        "Table 1 is no tie in a knock-out.",
    ),
    "undo of a draw whose tables began": (
        lambda it: (draw(it), tables.begin(the_club(), it, 1, 2)),
        lambda it: change(it, rounds.undo_last),
        ("round",),
        "Table 2 has begun round 1. Take its game back first.",
    ),
    "drawn again though a table began": (
        lambda it: (draw(it), tables.begin(the_club(), it, 1, 2)),
        lambda it: change(it, rounds.draw_again),
        ("round",),
        "Table 2 has begun round 1. Take its game back first.",
    ),
    "Mitchell beyond its rounds": (
        lambda it: (play_round(it, "mitchell"), play_round(it, "mitchell")),
        lambda it: change(it, rounds.draw_round, "mitchell"),
        (),
        "With 2 tables, East-West has met everybody after 2 rounds. Go on by standing.",
    ),
    "Mitchell by 2 of 2 tables": (
        lambda _it: None,
        lambda it: change(it, rounds.draw_round, "mitchell", step=2),
        (),
        "With 2 tables, moving by 2 moves nobody. Move by 1.",
    ),
    "an unknown movement": (
        lambda _it: None,
        lambda it: change(it, rounds.draw_round, "howell"),
        ("movement",),
        "This must be one of these: lot, standing, mitchell, round-robin, knock-out.",
    ),
    "who enters once a round is drawn": (
        draw,
        lambda it: change(it, entering.set_entrants, []),
        ("entrants",),
        "Round 1 is drawn. Add who comes late, or say who is gone.",
    ),
    "a swap of what all have seen": (
        draw,
        lambda it: change(it, rounds.swap, 1, 2),
        ("round",),
        "Round 1 is shown to all.",
    ),
    "a swap with nobody": (
        lambda it: change(it, rounds.draw_round, "lot"),
        lambda it: change(it, rounds.swap, 1, 9),
        ("other",),
        "Number 9 does not play in round 1.",
    ),
    "the clock of a hidden round": (
        lambda it: change(it, rounds.draw_round, "lot"),
        lambda it: change(it, rounds.start_clock),
        ("round",),
        "Round 1 is not shown yet.",
    ),
    "the end before all is closed": (
        draw,
        lambda it: change(it, rounds.end_tournament),
        ("round",),
        "Close round 1 first.",
    ),
    "a draw after the end": (
        lambda it: change(it, rounds.end_tournament),
        lambda it: change(it, rounds.draw_round, "lot"),
        ("round",),
        "This tournament is over.",
    ),
    "a late entrant after the end": (
        lambda it: change(it, rounds.end_tournament),
        lambda it: change(it, entering.add_late, Registration(["Kim", "Lou"])),
        ("round",),
        "This tournament is over.",
    ),
    "an entrant who leaves after the end": (
        lambda it: change(it, rounds.end_tournament),
        lambda it: change(it, entering.leave, 1),
        ("round",),
        "This tournament is over.",
    ),
    "points for nobody": (
        draw,
        lambda it: change(it, rounds.adjust, 9, 1, points=3),
        ("entrant",),
        "There is no number 9.",
    ),
    "points for a round to come": (
        draw,
        lambda it: change(it, rounds.adjust, 1, 2, points=3),
        ("round",),
        "Round 2 is not drawn yet.",
    ),
    "points without a number": (
        draw,
        lambda it: change(it, rounds.adjust, 1, 1, points="many"),
        ("points",),
        "This must be a whole number from -1000000 to 1000000.",
    ),
    "nothing to take back": (
        lambda it: change(it, rounds.undo_last),
        lambda it: change(it, rounds.undo_last),
        (),
        "There is nothing to take back.",
    ),
}


def at_table(evening: str) -> int:
    return now(evening).round(1).tables[0].entrants[0]


def other_table(evening: str) -> int:
    return now(evening).round(1).tables[1].entrants[0]


@walk("prepare, do, where, sentence", EVENING)
def test_an_organiser_is_refused(
    prepare: Step, do: Step, where: tuple[Any, ...], sentence: str
) -> None:
    evening = set_up()
    prepare(evening)
    before = facts(evening)
    with pytest.raises(Refusal) as refused:
        do(evening)
    if "{other}" in sentence:
        sentence = sentence.format(other=other_table(evening))
    assert (refused.value.where, str(refused.value)) == (where, sentence)
    assert facts(evening) == before


@walk("number, sentence", {"one": (1, "at least 2"), "too many": (401, "up to 400")})
def test_a_tournament_has_2_to_400_entrants(number: int, sentence: str) -> None:
    evening = set_up()
    pairs = read_pairs("\n".join(f"a{n} & b{n}" for n in range(number)), "pairs")
    with pytest.raises(Refusal, match=sentence):
        change(evening, entering.set_entrants, pairs)
    assert [one.title for one in now(evening).tournament.entrants] == list(FOUR_PAIRS)


def test_a_tie_in_a_knock_out_needs_who_goes_on() -> None:
    evening = set_up()
    draw(evening, "knock-out")
    type_slips(evening, [(500, 500), (900, 100)])
    with pytest.raises(Refusal, match=r"Table 1 is level. Play one more hand, or say who goes on."):
        change(evening, rounds.close_round)
    on = now(evening).round(1).tables[0].entrants[1]
    change(evening, tables.say_result, 1, 1, goes_on=on)
    change(evening, rounds.close_round)
    final = draw(evening, "knock-out").round(2)
    assert final.tables[0].entrants[0] == on
    type_slips(evening, [(500, 400)])
    change(evening, rounds.close_round)
    with pytest.raises(Refusal, match=r"The knock-out is over: .* won."):
        change(evening, rounds.draw_round, "knock-out")


def test_a_tie_that_is_corrected_decides_itself() -> None:
    evening = set_up()
    draw(evening, "knock-out")
    type_slips(evening, [(500, 500), (900, 100)])
    first, second = now(evening).round(1).tables[0].entrants
    change(evening, tables.say_result, 1, 1, goes_on=second)
    tables.type_totals(the_club(), evening, 1, 1, [500, 400])
    assert now(evening).round(1).tables[0].goes_on is None
    change(evening, rounds.close_round)
    final = draw(evening, "knock-out").round(2)
    assert final.tables[0].entrants[0] == first


def test_two_organisers_draw_one_round() -> None:
    evening = set_up()
    first, second = form_of(evening), form_of(evening)
    rounds.draw_round(first, "lot")
    with pytest.raises(TournamentVersionConflict) as conflict:
        rounds.draw_round(second, "lot")
    assert conflict.value.sentence.text() == "Round 1 was drawn a moment ago."
    assert now(evening).latest == 1


def test_what_somebody_confirmed_since_is_not_taken_back() -> None:
    evening = set_up()
    draw(evening)
    type_slips(evening)
    change(evening, tables.say_result, 1, 1)
    table = now(evening).round(1).tables[0]
    assert table.totals is not None
    change(evening, tables.confirm, 1, 1, table.entrants[0], table.totals)
    with pytest.raises(Refusal, match=r"Table 1 of round 1 was changed since."):
        change(evening, rounds.undo_last)
