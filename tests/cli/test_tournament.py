"""`scorekeeper tournament`: a tournament in, its standings and the next draw out."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli.main import main
from tests.support.walks import walk

FRIDAY: dict[str, Any] = {
    "format": 1,
    "name": "Friday",
    "date": "2026-11-28",
    "play": "pairs",
    "game": {"variant": "burraco", "rules": {"target": 0, "rounds": 3}},
    "points": {"by": "victory", "hands": 3},
    "entrants": [
        {"number": 1, "players": ["Ann", "Cem"]},
        {"number": 2, "players": ["Bob", "Dee"]},
        {"number": 3, "players": ["Eva", "Fay"]},
        {"number": 4, "players": ["Gus", "Hal"]},
        {"number": 5, "players": ["Ida", "Jan"]},
    ],
    "lots": [5, 4, 3, 2, 1],
    "rounds": [
        {
            "number": 1,
            "movement": "standing",
            "order": [1, 2, 3, 4, 5],
            "out": [5],
            "tables": [
                {"number": 1, "sides": [[1], [2]], "game": "g1"},
                {"number": 2, "sides": [[3], [4]], "totals": [1600, 1500]},
            ],
        }
    ],
    "games": [
        {
            "id": "g1",
            "document": {
                "variant": "burraco",
                "rules": {"target": 0, "rounds": 3},
                "players": ["Ann", "Bob", "Cem", "Dee"],
                "sides": {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]},
                "imported": {"Ann & Cem": 1800, "Bob & Dee": 1445},
            },
        }
    ],
}

ON_THE_WALL = """\
Friday, 2026-11-28
After round 1
               points  direct meetings  difference  lot
1.  Ida & Jan      14                –         355    1
2.  Ann & Cem      14                –         355    5
3.  Eva & Fay      11                –         100    3
4.  Gus & Hal       9                –        -100    2
5.  Bob & Dee       6                –        -355    4

Round 2
Table 1: Ida & Jan – Eva & Fay
Table 2: Ann & Cem – Gus & Hal
Bob & Dee: sits out
"""

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    path = tmp_path / "friday.json"
    path.write_text(json.dumps(FRIDAY), encoding="utf-8")
    return path


def test_it_answers_the_document_with_its_standings(friday: Path, capfd: Printed) -> None:
    assert main(["tournament", str(friday)]) == 0
    answer = json.loads(capfd.readouterr().out)
    [standing] = answer.pop("standings")
    assert answer == FRIDAY
    assert [(line["entrant"], line["points"]) for line in standing["table"]] == [
        (5, 14),
        (1, 14),
        (3, 11),
        (4, 9),
        (2, 6),
    ]


def test_it_draws_the_next_round_into_the_document(friday: Path, capfd: Printed) -> None:
    assert main(["tournament", str(friday), "--draw", "standing"]) == 0
    answer = json.loads(capfd.readouterr().out)
    assert answer["rounds"] == [
        *FRIDAY["rounds"],
        {
            "number": 2,
            "movement": "standing",
            "again": "no",
            "order": [5, 1, 3, 4, 2],
            "out": [2],
            "tables": [{"number": 1, "sides": [[5], [3]]}, {"number": 2, "sides": [[1], [4]]}],
        },
    ]
    friday.write_text(json.dumps(answer), encoding="utf-8")
    assert main(["tournament", str(friday)]) == 0
    after = json.loads(capfd.readouterr().out)["standings"][1]
    assert (after["after"], after["open_tables"]) == (2, 2)


def test_it_shows_the_standing_and_the_draw_to_people(friday: Path, capfd: Printed) -> None:
    assert main(["tournament", str(friday), "--text", "--draw", "standing"]) == 0
    assert capfd.readouterr().out == ON_THE_WALL


@walk(
    ("language", "said"),
    [
        ("fr", ["Après la ronde 1", "points  confrontations directes", "Bob & Dee\u00a0: exempt"]),
        ("de", ["Nach Durchgang 1", "Punkte  direkter Vergleich", "Bob & Dee: spielfrei"]),
    ],
)
def test_it_speaks_the_language(
    language: str, said: list[str], friday: Path, capfd: Printed
) -> None:
    options = ["--text", "--draw", "standing", "--lang", language]
    assert main(["tournament", str(friday), *options]) == 0
    out = capfd.readouterr().out
    assert [text for text in said if text not in out] == []


def test_open_tables_and_a_tournament_that_has_not_begun_are_told(
    tmp_path: Path, capfd: Printed
) -> None:
    friday = tmp_path / "friday.json"
    begun = deepcopy(FRIDAY)
    del begun["rounds"][0]["tables"][1]["totals"]
    friday.write_text(json.dumps(begun), encoding="utf-8")
    assert main(["tournament", str(friday), "--text"]) == 0
    assert "Round 1, table 2: open\n" in capfd.readouterr().out
    friday.write_text(json.dumps(FRIDAY | {"rounds": [], "date": "", "name": ""}), encoding="utf-8")
    assert main(["tournament", str(friday), "--text"]) == 0
    assert capfd.readouterr().out.startswith("Before the first round\n")


def test_a_draw_by_lot_seats_everybody_once(friday: Path, capfd: Printed) -> None:
    assert main(["tournament", str(friday), "--draw", "lot"]) == 0
    drawn = json.loads(capfd.readouterr().out)["rounds"][1]
    seated = [side[0] for table in drawn["tables"] for side in table["sides"]]
    assert sorted([*seated, *drawn["out"]]) == sorted(drawn["order"]) == [1, 2, 3, 4, 5]


def test_partners_and_teams_are_shown_to_people(tmp_path: Path, capfd: Printed) -> None:
    names = {"Ann": "Red", "Bob": "Red", "Cem": "Blue", "Dee": "Blue"}
    document = {
        "format": 1,
        "play": "drawn-pairs",
        "points": {"by": "wins"},
        "breaks": [],
        "entrants": [
            {"number": number, "players": [name], "team": team}
            for number, (name, team) in enumerate(names.items(), start=1)
        ],
        "rounds": [
            {
                "number": 1,
                "movement": "standing",
                "tables": [{"number": 1, "sides": [[1, 4], [2, 3]], "totals": [900, 1000]}],
            }
        ],
    }
    path = tmp_path / "partners.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert main(["tournament", str(path), "--text", "--draw", "standing"]) == 0
    assert capfd.readouterr().out.splitlines() == [
        "After round 1",
        "         points",
        "1.  Bob       3",
        "1.  Cem       3",
        "3.  Ann       0",
        "3.  Dee       0",
        "Teams",
        "1.  Blue  3",
        "1.  Red   3",
        "",
        "Round 2",
        "Table 1: Bob + Ann – Cem + Dee",
    ]


def test_a_mitchell_moves_by_its_step(tmp_path: Path, capfd: Printed) -> None:
    friday = tmp_path / "friday.json"
    friday.write_text(json.dumps(FRIDAY | {"rounds": []}), encoding="utf-8")
    assert main(["tournament", str(friday), "--draw", "mitchell", "--step", "2"]) == 0
    drawn = json.loads(capfd.readouterr().out)["rounds"][0]
    assert (drawn["step"], drawn["since"], drawn["out"]) == (2, 1, [3])


def test_a_knock_out_has_as_many_lives_as_it_began_with(tmp_path: Path, capfd: Printed) -> None:
    friday = tmp_path / "friday.json"
    friday.write_text(json.dumps(FRIDAY | {"rounds": []}), encoding="utf-8")
    assert main(["tournament", str(friday), "--draw", "knock-out", "--lives", "2"]) == 0
    drawn = json.loads(capfd.readouterr().out)["rounds"][0]
    assert (drawn["lives"], drawn["since"], len(drawn["tables"])) == (2, 1, 2)


def test_fewest_points_win_where_they_do_in_the_game(tmp_path: Path, capfd: Printed) -> None:
    document = {
        "format": 1,
        "play": "singles",
        "game": {"variant": "five-crowns"},
        "points": {"by": "places", "places": [5, 3, 1]},
        "entrants": [{"number": one, "players": [f"P{one}"]} for one in range(1, 5)],
        "rounds": [
            {
                "number": 1,
                "movement": "lot",
                "tables": [{"number": 1, "sides": [[1], [2], [3], [4]], "totals": [9, 40, 7, 30]}],
            }
        ],
    }
    path = tmp_path / "singles.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert main(["tournament", str(path)]) == 0
    [standing] = json.loads(capfd.readouterr().out)["standings"]
    assert [line["entrant"] for line in standing["table"]] == [3, 1, 4, 2]


@walk(
    ("change", "refused"),
    {
        "another preset at a table": (
            {"game": {"variant": "burraco", "rules": {"target": 0, "rounds": 4}}},
            "games[0]: All tables play by the same rules.",
        ),
        "no such game": ({"game": {"variant": "luck"}}, "game.variant: Choose the game: "),
        "a game that cannot be scored": (
            {"games": [{"id": "g1", "document": {"variant": "burraco"}}]},
            "games[0].document.players: Name the players in order of play.",
        ),
        "somebody twice": (
            {"entrants": [*FRIDAY["entrants"], {"number": 6, "players": ["Ann", "Kim"]}]},
            "entrants[5].players[0]: Ann is in pair 1 too.",
        ),
    },
)
def test_what_is_wrong_is_told_with_its_place(
    change: dict[str, Any], refused: str, tmp_path: Path, capfd: Printed
) -> None:
    friday = tmp_path / "friday.json"
    friday.write_text(json.dumps(FRIDAY | change), encoding="utf-8")
    assert main(["tournament", str(friday)]) == 2
    assert capfd.readouterr().err.startswith(refused)


def test_several_are_answered_a_line_each(tmp_path: Path, capfd: Printed) -> None:
    evenings = tmp_path / "evenings.jsonl"
    evenings.write_text("\n".join(map(json.dumps, [FRIDAY, {}])), encoding="utf-8")
    assert main(["tournament", "--lines", str(evenings)]) == 0
    first, second = map(json.loads, capfd.readouterr().out.splitlines())
    assert first["standings"][0]["after"] == 1
    assert second == {"error": "Give the format: 1.", "where": "format"}


WINTER = {
    "format": 1,
    "league": "Winter",
    "best": 2,
    "evenings": [
        {"factor": 2, "points": {"Ann": 31, "Bob": "9/4"}},
        {"points": {"Ann": 1, "Bob": 62}},
        {"points": {"Ann": 10}},
    ],
}


def test_a_league_is_answered_with_its_table(tmp_path: Path, capfd: Printed) -> None:
    winter = tmp_path / "winter.json"
    winter.write_text(json.dumps(WINTER), encoding="utf-8")
    assert main(["tournament", str(winter)]) == 0
    answer = json.loads(capfd.readouterr().out)
    assert [(row["player"], row["points"]) for row in answer.pop("table")] == [
        ("Ann", 72),
        ("Bob", "133/2"),
    ]
    assert answer == WINTER
    assert main(["tournament", str(winter), "--text"]) == 0
    assert capfd.readouterr().out == (
        "Winter\n         points\n1.  Ann      72   62 + 10\n2.  Bob   133/2  62 + 9/2\n"
    )
    assert main(["tournament", str(winter), "--draw", "lot"]) == 2
    assert capfd.readouterr().err == "A league has no rounds to draw.\n"


@walk(
    ("options", "said"),
    [
        (["--text", "--lines"], "--text is for a single document"),
        (["--draw", "mitchell", "--step", "none"], "a whole number of tables, not “none”"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    options: list[str], said: str, friday: Path, capfd: Printed
) -> None:
    try:
        status = main(["tournament", str(friday), *options])
    except SystemExit as exit:
        status = int(str(exit.code))
    assert status == 2
    assert said in capfd.readouterr().err
