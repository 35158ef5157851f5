"""The setup of a tournament is checked before entries: each wrong value at its key."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.transaction import new_key
from scorekeeper.tournament.refusals import Refusal
from scorekeeper.tournaments import entering, rounds
from scorekeeper.tournaments.entrants import Registration
from scorekeeper.tournaments.setup import check_setup
from tests.support.clubs import the_club
from tests.support.hall import FOUR_PAIRS, GIN, SETUP, change, draw, now, set_up
from tests.support.walks import walk

SINGLES = {"play": "singles", "points": {"by": "places", "places": [5, 3, 1]}}

WRONG: dict[str, tuple[dict[str, Any], tuple[Any, ...], str]] = {
    "no name": ({"name": " "}, ("name",), "Give the tournament a name."),
    "a long name": ({"name": "x" * 81}, ("name",), "A name has 1 to 80 characters."),
    "a name of two lines": ({"name": "a\nb"}, ("name",), "invisible control character"),
    "half a surrogate": ({"name": "\ud800"}, ("name",), "invisible control character"),
    "a place of two lines": ({"place": "a\u200eb"}, ("place",), "invisible"),
    "a list for a place": ({"place": []}, ("place",), "must be text"),
    "no date": ({"date": ""}, ("date",), "A date is written as 2026-11-21."),
    "30 February": ({"date": "2026-02-30"}, ("date",), "A date is written as 2026-11-21."),
    "long ago": ({"date": "1066-10-14"}, ("date",), "That date is too far back."),
    "far ahead": ({"date": "9999-01-01"}, ("date",), "That date is too far ahead."),
    "who plays": ({"play": "teams"}, ("play",), "must be one of these: pairs, singles"),
    "three seats": ({"play": "singles", "seats": 3}, ("seats",), "sit 2 or 4 singles"),
    "no game": ({"game": {}}, ("game", "variant"), "Choose the game"),
    "a list for a game": ({"game": []}, ("game",), "must be a JSON object"),
    "an unknown game": ({"game": {"variant": "whist"}}, ("game", "variant"), "Choose the game"),
    "a number for a game": ({"game": {"variant": 5}}, ("game", "variant"), "Choose the game"),
    "an unknown preset": (
        {"game": {"variant": "burraco", "preset": "x"}},
        ("game", "preset"),
        "There is no preset “x” here",
    ),
    "an unknown rule": (
        {"game": {"variant": "burraco", "rules": {"speed": 3}}},
        ("game", "rules", "speed"),
        "speed",
    ),
    "a rule beyond its bounds": (
        {"game": {"variant": "burraco", "rules": {"rounds": -1}}},
        ("game", "rules", "rounds"),
        "",
    ),
    "rounds of a game": (
        {"game": {"variant": "burraco", "rounds": []}},
        ("game", "rounds"),
        "Unknown field “rounds”",
    ),
    "another winner": (
        {"game": {"variant": "burraco", "wins": "fewest"}},
        ("game", "wins"),
        "say otherwise who wins",
    ),
    "pairs of a game for two": (
        {"game": {"variant": "gin"}},
        ("game", "variant"),
        "Gin Rummy is not played by two pairs.",
    ),
    "singles of a game of partners": (
        SINGLES | {"game": {"variant": "burraco"}},
        ("game", "variant"),
        "Burraco is not played by 4 who each play alone.",
    ),
    "fours of a game for two": (
        SINGLES | {"game": {"variant": "gin"}},
        ("game", "variant"),
        "Gin Rummy is not played by 4 who each play alone.",
    ),
    "Victory Points of four sides": (
        SINGLES | {"game": {"variant": "rami"}, "points": {"by": "victory", "hands": 3}},
        ("points", "by"),
        "Victory Points are for tables with two sides.",
    ),
    "points by nothing": ({"points": {"by": "x"}}, ("points", "by"), "must be one of these"),
    "limits that fall": (
        {"points": {"by": "victory", "limits": [50, 150, 500, 350, 600, 700, 800, 900, 950, 990]}},
        ("points", "limits", 3),
        "The limits must rise: 350 comes after 500.",
    ),
    "limits of five hands": ({"points": {"by": "victory", "hands": 5}}, ("points", "hands"), "ten"),
    "a hand of another game": (
        {"points": {"by": "deals", "by_hand": ["goulash"]}},
        ("points", "by_hand", 0),
        "must be one of these",
    ),
    "a tie-break twice": ({"breaks": ["lot", "lot"]}, ("breaks",), "every tie-break once"),
    "a bye without points": ({"bye": {}}, ("bye", "points"), "must be a whole number"),
    "half a forfeit": ({"forfeit": {"win": [1]}}, ("forfeit", "win"), "two numbers"),
    "a minute too few": ({"minutes": -1}, ("minutes",), "from 0 to 600"),
    "minutes in words": ({"minutes": "50"}, ("minutes",), "from 0 to 600"),
    "true minutes": ({"minutes": True}, ("minutes",), "from 0 to 600"),
    "too many rounds": ({"planned": 41}, ("planned",), "from 0 to 40"),
    "at the clock": ({"at_the_clock": "panic"}, ("at_the_clock",), "must be one of these"),
    "lots of one's own": ({"lots": [1, 2]}, ("lots",), "Unknown field “lots”."),
}


@walk("changes, where, sentence", WRONG)
def test_a_wrong_value_is_refused_at_its_key(
    changes: dict[str, Any], where: tuple[Any, ...], sentence: str
) -> None:
    with pytest.raises(Refusal) as refused:
        check_setup(SETUP | changes)
    assert refused.value.where == where
    assert sentence in str(refused.value)


@walk("setup", ["five", 5, None, ["name"]])
def test_a_setup_is_an_object(setup: object) -> None:
    with pytest.raises(Refusal, match="This must be a JSON object"):
        check_setup(setup)


@walk(
    "changes",
    {
        "pairs": {},
        "two singles": GIN,
        "tables of three and four": SINGLES | {"game": {"variant": "rami", "preset": "romme"}},
        "partners drawn": {"play": "drawn-pairs"},
        "a bye by hand": {"bye": {"points": 12, "score": 300}},
        "points by deals": {"points": {"by": "deals"}},
    },
)
def test_a_setup_says_every_rule_and_is_checked_again_as_it_is(changes: dict[str, Any]) -> None:
    checked = check_setup(SETUP | changes)
    assert len(checked["game"]["rules"]) > 3
    del checked["lots"]
    assert {**check_setup(checked)} == {**checked, "lots": []}


TWICE: dict[str, tuple[list[Registration], tuple[Any, ...], str]] = {
    "a player in two pairs": (
        [Registration(["Ann", "Cem"]), Registration(["Bob", "Ann"])],
        ("entrants", 1, "players", 1),
        "Ann is in pair 1 too.",
    ),
    "in Cyrillic letters": (
        [Registration(["Ann", "Cem"]), Registration(["\u0410nn", "Bob"])],
        ("entrants", 1, "players", 0),
        "Two players cannot both be “\u0410nn”.",
    ),
    "one alone": ([Registration(["Ann", "Cem"])], ("entrants",), "at least 2 entrants"),
    "half a pair": (
        [Registration(["Ann", "Cem"]), Registration(["Bob"])],
        ("entrants", 1, "players"),
        "two",
    ),
    "no name": (
        [Registration(["Ann", " "]), Registration(["Bob", "Dee"])],
        ("entrants", 0, "players", 1),
        "",
    ),
    "a long name": (
        [Registration(["Ann", "x" * 41]), Registration(["Bob", "Dee"])],
        ("entrants", 0, "players", 1),
        "A name has 1 to 40 characters.",
    ),
    "a pair called like a player": (
        [Registration(["Ann", "Cem"], details={"name": "Bob"}), Registration(["Bob", "Dee"])],
        ("entrants", 1, "players", 0),
        "Two players cannot both be “Bob”.",
    ),
    "an unknown detail": (
        [Registration(["Ann", "Cem"], details={"age": 3}), Registration(["Bob", "Dee"])],
        ("entrants", 0, "age"),
        "Unknown field “age”.",
    ),
    "a table too far": (
        [Registration(["Ann", "Cem"]), Registration(["Bob", "Dee"], details={"table": 401})],
        ("entrants", 1, "table"),
        "This must be a whole number from 1 to 400.",
    ),
    "a number for a name": (
        [Registration(["Ann", 5]), Registration(["Bob", "Dee"])],  # type: ignore[list-item]
        ("entrants", 0, "players", 1),
        "This must be text.",
    ),
    "a text for players": (
        [Registration("Ann & Cem"), Registration(["Bob", "Dee"])],
        ("entrants", 0, "players"),
        "This must be a list.",
    ),
    "a start twice": (
        [Registration([a, b], details={"line": "east-west", "start": 1}) for a, b in ("ab", "cd")],
        ("entrants", 1, "start"),
        "Number 1 has this start too.",
    ),
    "too many": (
        [Registration([f"a{number}", f"b{number}"]) for number in range(401)],
        ("entrants",),
        "A tournament can have up to 400 entrants.",
    ),
}


@walk("entries, where, sentence", TWICE)
@pytest.mark.usefixtures("book")
def test_who_cannot_enter_is_refused_and_nobody_is_added(
    entries: list[Registration], where: tuple[Any, ...], sentence: str
) -> None:
    row = entering.create_tournament(the_club(), key=new_key(), setup=SETUP)
    with pytest.raises(Refusal) as refused:
        change(row.id, entering.set_entrants, entries)
    assert refused.value.where == where
    assert sentence in str(refused.value)
    assert now(row.id).tournament.entrants == ()


@pytest.mark.usefixtures("book")
def test_the_same_key_creates_one_tournament() -> None:
    key = new_key()
    ids = {entering.create_tournament(the_club(), key=key, setup=SETUP).id for _twice in range(2)}
    assert len(ids) == 1


@pytest.mark.usefixtures("book")
def test_a_late_pair_is_refused_at_its_own_place() -> None:
    evening = set_up()
    draw(evening)
    with pytest.raises(Refusal, match="Hal is in pair 4 too") as refused:
        change(evening, entering.add_late, Registration(["Ida", "Hal"]))
    assert refused.value.where == ("entrants", 0, "players", 1)
    change(evening, entering.add_late, Registration(["Ida", "Jan"]))
    late = now(evening).entrant(5)
    assert (late.title, late.first) == ("Ida & Jan", 2)


@pytest.mark.usefixtures("book")
def test_what_is_agreed_changes_until_a_round_is_drawn() -> None:
    evening = set_up()
    change(evening, entering.change_setup, {"points": {"by": "total"}, "minutes": 40})
    change(evening, rounds.draw_round, "lot")
    change(evening, entering.change_setup, {"name": "Saturday", "minutes": 30})
    assert (now(evening).tournament.name, now(evening).setup["minutes"]) == ("Saturday", 30)
    with pytest.raises(Refusal, match="All tables play by the same rules") as refused:
        change(evening, entering.change_setup, {"points": {"by": "wins"}})
    assert refused.value.where == ("points",)
    assert len(now(evening).tournament.lots) == len(FOUR_PAIRS)


@pytest.mark.usefixtures("book")
def test_who_missed_a_round_does_not_come_back() -> None:
    evening = set_up()
    change(evening, entering.leave, 4)
    change(evening, entering.leave, 4)
    assert now(evening).entrant(4).last is None
    change(evening, entering.leave, 4)
    draw(evening)
    with pytest.raises(Refusal, match="Round 1 was drawn without number 4"):
        change(evening, entering.leave, 4)
    with pytest.raises(Refusal, match="There is no number 9"):
        change(evening, entering.leave, 9)
