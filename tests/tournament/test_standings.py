"""The standing after each round, as on the list on the wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.tournament.model import Entrant, EntrantAdjustment
from scorekeeper.tournament.points import LIMITS, Number, Total, VictoryPoints, WinPoints, Worth
from scorekeeper.tournament.standings import Standing, sat_out, standing
from tests.support.tournaments import played
from tests.support.walks import walk

WINS = WinPoints(3, 1, 0)
DIRECT_FIRST = ("direct", "difference")

RING = [
    "1-2 1000:900, 3-4 1000:900",
    "1-3 900:1000, 2-4 1000:900",
    "1-4 1000:900, 2-3 1000:800",
]
OTHER_RING = [
    "1-2 1000:950, 3-4 1500:800",
    "1-3 900:1000, 2-4 1500:700",
    "1-4 1000:900, 2-3 1000:990",
]
LEVEL = ["1-2 1000:900, 3-4 1000:900", "1-3 1000:1000, 2-4 1000:1000"]
FOUR_HANDS = VictoryPoints(LIMITS[4], 4)


def shown(standing: Standing) -> str:
    """Return the list on the wall, such as `1. 3: 23, 2. 1: 22`."""
    return ", ".join(f"{line.place}. {line.entrant}: {line.points}" for line in standing.lines)


@walk(
    ("rounds", "facts", "list_on_the_wall"),
    {
        "three hands": (
            ["1-2 1800:1445, 3-4 1600:1500", "1-3 1200:1400, 2-4 1700:1195"],
            {},
            "1. 3: 23, 2. 1: 22, 3. 2: 21, 4. 4: 14",
        ),
        "a ring": (
            RING,
            {"points": WINS, "breaks": DIRECT_FIRST},
            "1. 2: 6, 2. 1: 6, 3. 3: 6, 4. 4: 0",
        ),
        "another ring": (
            OTHER_RING,
            {"points": WINS, "breaks": DIRECT_FIRST},
            "1. 3: 6, 2. 2: 6, 3. 1: 6, 4. 4: 0",
        ),
        "a shared place, and the next is skipped": (
            LEVEL,
            {"points": WINS, "breaks": DIRECT_FIRST},
            "1. 1: 4, 1. 3: 4, 3. 2: 1, 3. 4: 1",
        ),
        "by lot": (
            LEVEL,
            {"points": WINS, "breaks": (*DIRECT_FIRST, "lot"), "lots": (3, 1, 4, 2)},
            "1. 3: 4, 2. 1: 4, 3. 4: 1, 4. 2: 1",
        ),
        "a bye of three hands": (
            ["1-2 1445:1800, 3 out"],
            {"breaks": DIRECT_FIRST, "bye": Worth(14, 355)},
            "1. 2: 14, 1. 3: 14, 3. 1: 6",
        ),
        "a bye of four hands": (
            ["1-2 1445:1800, 3 out"],
            {"points": FOUR_HANDS, "breaks": DIRECT_FIRST, "bye": Worth(12, 305)},
            "1. 2: 12, 2. 3: 12, 3. 1: 8",
        ),
        "2 did not come": (
            ["1-2 without 2, 3-4 1000:1000"],
            {"breaks": DIRECT_FIRST, "forfeit_win": Worth(14, 355)},
            "1. 1: 14, 2. 3: 10, 2. 4: 10, 4. 2: 0",
        ),
        "2 gave up when far behind": (
            ["1-2 1600:100 without 2"],
            {"forfeit_win": Worth(14, 355)},
            "1. 1: 19, 2. 2: 0",
        ),
        "2 gave up when ahead, with a good reason": (
            ["1-2 100:1600 without 2"],
            {"forfeit_win": Worth(14, 355), "forfeit_loss": Worth(6)},
            "1. 1: 14, 2. 2: 6",
        ),
        "a penalty of 2": (
            ["1-2 1505:1000, 3-4 1000:1000"],
            {"adjustments": (EntrantAdjustment(entrant=1, round=1, points=-2),)},
            "1. 1: 13, 2. 3: 10, 2. 4: 10, 4. 2: 5",
        ),
        "byes by the mean": (
            ["1-2 1000:805, 3 out", "1-3 1100:900, 2 out", "2-3 1000:996, 1 out"],
            {"points": Total()},
            "1. 1: 3150, 2. 3: 2844, 3. 2: 2708",
        ),
        "a game in which fewest win": (
            ["1-2 12:40, 3-4 30:7"],
            {"points": Total(), "fewest_win": True},
            "1. 4: 7, 2. 1: 12, 3. 3: 30, 4. 2: 40",
        ),
        "a void table": (["1-2 void, 3-4 1000:1000"], {}, "1. 3: 10, 1. 4: 10, 3. 1: 0, 3. 2: 0"),
        "an open table": (["1-2, 3-4 1000:1000"], {}, "1. 3: 10, 1. 4: 10, 3. 1: 0, 3. 2: 0"),
    },
)
def test_the_standing_after_the_last_round(
    rounds: Sequence[str], facts: Mapping[str, Any], list_on_the_wall: str
) -> None:
    assert shown(standing(played(rounds, **facts), len(rounds))) == list_on_the_wall


@walk(
    ("rounds", "facts", "breaks"),
    {
        "a ring of wins": (
            RING,
            {"points": WINS, "breaks": DIRECT_FIRST},
            {2: [3, 200], 1: [3, 100], 3: [3, 0]},
        ),
        "never met": (
            ["1-2 1000:900, 3-4 1000:900", "1-4 1000:900, 2-3 900:1000"],
            {"points": WINS, "breaks": ("direct", "opponents", "difference")},
            {1: [None, 0, 200], 3: [None, 0, 200], 2: [None, 6, -200], 4: [None, 6, -200]},
        ),
        "met and tied": (
            LEVEL,
            {"points": WINS, "breaks": DIRECT_FIRST},
            {1: [1, 100], 3: [1, 100], 2: [1, -100], 4: [1, -100]},
        ),
        "a bye does not help against better opponents": (
            ["1-2 1000:900, 3 out", "1-3 900:1000, 2 out"],
            {"points": WINS, "breaks": ("opponents",), "bye": Worth(3)},
            {1: [4.5], 2: [3], 3: [3]},
        ),
        "rounds won, half a tie, the sum and the best": (
            ["1-2 1000:900, 3-4 700:700", "1-3 800:800, 2 out, 4 out"],
            {"breaks": ("won", "score", "best"), "bye": Worth(14, 355)},
            {1: [1.5, 1800, 11], 2: [0, 1800, 9], 3: [1, 1500, 10], 4: [0.5, 1400, 10]},
        ),
        "nothing played": (
            ["1-2 without 2"],
            {"breaks": ("best", "opponents", "won", "score"), "forfeit_win": Worth(14, 355)},
            {1: [None, None, 1, 0], 2: [None, None, 0, 0]},
        ),
        "an adjustment counts in the difference": (
            ["1-2 1000:900"],
            {
                "breaks": ("difference",),
                "adjustments": (EntrantAdjustment(entrant=2, round=1, points=1, score=30),),
            },
            {1: [100], 2: [-70]},
        ),
        "places drawn by lot": (
            ["1-2 1000:1000"],
            {"breaks": ("lot",), "lots": (2, 1)},
            {1: [2], 2: [1]},
        ),
        "no lots were drawn": (["1-2 1000:1000"], {"breaks": ("lot",)}, {1: [], 2: []}),
    },
)
def test_the_tie_breaks_are_told(
    rounds: Sequence[str], facts: Mapping[str, Any], breaks: Mapping[int, list[Number | None]]
) -> None:
    lines = {line.entrant: line for line in standing(played(rounds, **facts), len(rounds)).lines}
    assert {entrant: [*lines[entrant].breaks.values()] for entrant in breaks} == breaks


def test_only_those_level_have_met_directly() -> None:
    lines = standing(played(RING, points=WINS, breaks=DIRECT_FIRST), 3).lines
    assert [("direct" in line.breaks, line.entrant) for line in lines][-1] == (False, 4)


def test_a_tie_break_that_parts_some_leaves_the_others_to_the_next() -> None:
    """Entrants 3 and 4 have the same difference, so only these two are compared directly."""
    rounds = ["1-2 1000:800, 3-4 1000:900", "1-4 900:1000, 2-3 1000:900"]
    tournament = played(rounds, points=WINS, breaks=("difference", "direct"))
    assert shown(standing(tournament, 2)) == "1. 1: 3, 2. 3: 3, 3. 4: 3, 4. 2: 3"


def test_a_standing_is_that_after_its_round() -> None:
    tournament = played(["1-2 1800:1445, 3-4 1600:1500", "1-3 1200:1400, 2-4"])
    assert [shown(standing(tournament, after)) for after in (0, 1, 2)] == [
        "1. 1: 0, 1. 2: 0, 1. 3: 0, 1. 4: 0",
        "1. 1: 14, 2. 3: 11, 3. 4: 9, 4. 2: 6",
        "1. 3: 23, 2. 1: 22, 3. 4: 9, 4. 2: 6",
    ]
    assert [standing(tournament, after).open_tables for after in (1, 2)] == [0, 1]


def test_who_comes_late_is_not_there_before_and_has_nothing_for_rounds_missed() -> None:
    tournament = played(["1-2 1000:900, 3-4 1000:900", "1-3 1000:900, 2-5 900:1000, 4 out"])
    late = [replace(one, first=2) if one.number == 5 else one for one in tournament.entrants]
    tournament = replace(tournament, entrants=tuple(late), bye=Worth(14, 355))
    assert "5:" not in shown(standing(tournament, 1))
    assert "5: 11" in shown(standing(tournament, 2))
    assert sat_out(tournament, tournament.rounds) == {4: 1, 5: 1}


def test_who_is_gone_stays_in_the_standing_and_counts_for_those_met() -> None:
    tournament = played(["1-2 1000:900, 3-4 1000:900", "3-1 1000:900"], breaks=("opponents",))
    gone = tuple(
        replace(one, last=1) if one.number in (2, 4) else one for one in tournament.entrants
    )
    after = standing(replace(tournament, entrants=gone), 2)
    assert shown(after) == "1. 3: 22, 2. 1: 20, 3. 4: 9, 4. 2: 9"


def test_singles_score_against_everybody_at_their_table() -> None:
    singles = tuple(Entrant(number=one, players=(str(one),)) for one in range(1, 5))
    tournament = played(
        ["1-2-3-4 40:10:20:20"], entrants=singles, points=WINS, breaks=("direct", "difference")
    )
    assert shown(standing(tournament, 1)) == "1. 1: 3, 2. 3: 0, 2. 4: 0, 4. 2: 0"
