"""The points of a table, as a club player reads them off the table of points."""

from __future__ import annotations

from fractions import Fraction

from scorekeeper.tournament.points import (
    BYES,
    LIMITS,
    MEAN,
    Places,
    Scheme,
    Total,
    VictoryPoints,
    WinPoints,
    Worth,
    differences,
    mean,
)
from tests.support.walks import walk

THREE_HANDS = """
   0 10-10    50 10-10    55 11-9   150 11-9   155 12-8   250 12-8   255 13-7
 350 13-7    355 14-6    500 14-6   505 15-5   650 15-5   655 16-4   800 16-4
 805 17-3   1000 17-3   1005 18-2  1250 18-2  1255 19-1  1500 19-1  1505 20-0
"""

FOUR_HANDS = """
   0 10-10   100 10-10   105 11-9   300 11-9   305 12-8   500 12-8   505 13-7
 700 13-7    705 14-6    900 14-6   905 15-5  1100 15-5  1105 16-4  1300 16-4
1305 17-3   1500 17-3   1505 18-2  1700 18-2  1705 19-1  2000 19-1  2005 20-0
"""


@walk(
    ("hands", "difference", "points"),
    [
        (hands, int(difference), points)
        for hands, text in ((3, THREE_HANDS), (4, FOUR_HANDS))
        for difference, points in zip(text.split()[::2], text.split()[1::2], strict=True)
    ],
)
def test_victory_points_are_those_of_the_table(hands: int, difference: int, points: str) -> None:
    scheme = VictoryPoints(LIMITS[hands], hands)
    more, less = map(int, points.split("-"))
    assert scheme.points([difference, 0], fewest_win=False) == (more, less)
    assert scheme.points([-5, difference - 5], fewest_win=False) == (less, more)
    assert scheme.points([difference, 0], fewest_win=True) == (less, more)


def test_the_organiser_may_type_ten_limits() -> None:
    scheme = VictoryPoints(tuple(range(10, 110, 10)))
    assert scheme.points([40, 5], fewest_win=False) == (13, 7)
    assert scheme.bye() is None


THIRD, QUARTERS = Fraction(4, 3), Fraction(9, 4)


@walk(
    ("totals", "points"),
    [
        ([100, 80, 60, 20], [5, 3, 1, 0]),
        ([100, 80, 80, 20], [5, 2, 2, 0]),
        ([20, 80, 100, 80], [0, 2, 5, 2]),
        ([100, 100, 50], [4, 4, 1]),
        ([70, 70, 70], [3, 3, 3]),
        ([5, 5, 5, 5], [QUARTERS] * 4),
        ([90, 40, 40, 40], [5, THIRD, THIRD, THIRD]),
        ([90, 40], [5, 3]),
    ],
)
def test_who_is_level_shares_the_places(totals: list[int], points: list[Fraction]) -> None:
    assert list(Places((5, 3, 1)).points(totals, fewest_win=False)) == points
    lowest = [-total for total in totals]
    assert list(Places((5, 3, 1)).points(lowest, fewest_win=True)) == points


@walk(
    ("totals", "points"),
    {
        "a win": ([1000, 900], [3, 0]),
        "a loss": ([900, 1000], [0, 3]),
        "a tie": ([900, 900], [1, 1]),
        "alone ahead of three": ([50, 80, 20, 50], [0, 3, 0, 0]),
        "two ahead of two": ([80, 80, 20, 50], [1, 1, 0, 0]),
    },
)
def test_wins_give_points(totals: list[int], points: list[int]) -> None:
    assert list(WinPoints(3, 1, 0).points(totals, fewest_win=False)) == points
    assert list(WinPoints(3, 1, 0).points([-one for one in totals], fewest_win=True)) == points


def test_total_points_are_the_totals_of_the_game() -> None:
    assert Total().points([1445, 1800], fewest_win=False) == (1445, 1800)


@walk(
    ("scheme", "worth"),
    [
        (VictoryPoints(LIMITS[3], 3), Worth(14, 355)),
        (VictoryPoints(LIMITS[4], 4), Worth(12, 305)),
        (WinPoints(2, 1, 0), Worth(2)),
        (Total(), MEAN),
        (Places((5, 3, 1)), MEAN),
    ],
)
def test_a_bye_is_worth_what_the_points_say(scheme: Scheme, worth: Worth) -> None:
    assert scheme.bye() == worth


def test_byes_are_what_their_difference_gives() -> None:
    for hands, bye in BYES.items():
        points = VictoryPoints(LIMITS[hands]).points([int(bye.difference), 0], fewest_win=False)
        assert points[0] == bye.points


@walk(
    ("totals", "ahead"),
    [
        ([1800, 1445], [355, -355]),
        ([100, 80, 30], [45, 15, -60]),
        ([2, 0, 0, 0], [2, Fraction(-2, 3), Fraction(-2, 3), Fraction(-2, 3)]),
    ],
)
def test_the_difference_is_to_the_mean_of_the_others(
    totals: list[int], ahead: list[Fraction]
) -> None:
    assert list(differences(totals, fewest_win=False)) == ahead
    assert list(differences(totals, fewest_win=True)) == [-lead for lead in ahead]


@walk(("numbers", "rounded"), [([1000, 805], 903), ([3, 4, 4], 4), ([-3, -2], -2), ([], 0)])
def test_a_mean_is_rounded_a_half_up(numbers: list[int], rounded: int) -> None:
    assert mean(numbers) == rounded
