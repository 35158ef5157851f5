"""Draws, compared with those an organiser finds with a pencil."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from scorekeeper.tournament.draws import (
    Drawn,
    Meetings,
    draw_partners,
    mitchell,
    mitchell_steps,
    pair,
    round_robin,
    seat_by_lot,
    seat_by_standing,
    sizes_of_tables,
)
from tests.support.walks import walk

SEED = 4_747

ALL_OF_FOUR = "1-2 3-4 1-3 2-4 1-4 2-3"
ALL_OF_FIVE = "1-2 1-3 1-4 1-5 2-3 2-4 2-5 3-4 3-5 4-5"


def meetings(text: str) -> Counter[frozenset[int]]:
    """Count the meetings of each two entrants: `1-2 1-2` met twice."""
    return Counter(frozenset(map(int, two.split("-"))) for two in text.split())


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split()]


def shown(drawn: Drawn) -> str:
    """Return a draw on one line. Entrants who sit out are last."""
    tables = ["-".join(map(str, table)) for table in drawn.tables if table]
    return " ".join(tables) + "".join(f", {entrant} out" for entrant in drawn.out)


@walk(
    ("order", "met", "sat_out", "drawn"),
    {
        "nobody met": ("1 2 3 4 5 6", "", "", "1-2 3-4 5-6"),
        "the last two met": ("1 2 3 4 5 6", "5-6", "", "1-2 3-5 4-6"),
        "2-4 would leave 5-6": ("1 2 3 4 5 6", "1-2 3-4 5-6", "", "1-3 2-5 4-6"),
        "2-4 would be a rematch": ("1 2 3 4", "1-2 3-4 1-3", "", "1-4 2-3"),
        "third round": ("1 2 3 4 5 6", "1-2 3-4 5-6 1-3 2-5 4-6", "", "1-4 2-6 3-5"),
        "all met once": ("3 1 4 2", ALL_OF_FOUR, "", "3-1 4-2"),
        "two of them twice": ("3 1 4 2", f"{ALL_OF_FOUR} 1-3 2-4", "", "3-4 1-2"),
        "one rematch is enough": ("1 2 3 4", "1-2 1-3 1-4", "", "1-2 3-4"),
        "the last sits out": ("1 2 3 4 5", "", "", "1-2 3-4, 5 out"),
        "… who did already": ("1 2 3 4 5", "1-2 3-4", "5", "1-3 2-5, 4 out"),
        "a bye moves up": ("1 2 3", "1-2", "", "1-3, 2 out"),
        "all sat out once": ("1 2 3", "1-2 1-3 2-3", "1 2 3", "1-2, 3 out"),
        "no bye saves a rematch": ("1 2 3 4 5", ALL_OF_FIVE, "", "1-2 3-4, 5 out"),
        "9 came for round 2": ("1 2 3 4 9", "1-2 3-5", "4 9", "1-4 2-9, 3 out"),
        "seven, fourth round": (
            "7 5 1 3 2 6 4",
            "7-5 1-3 2-6 7-1 5-2 3-4 7-3 5-1 6-4",
            "4 6 2",
            "7-2 5-6 1-4, 3 out",
        ),
        "two": ("2 1", "", "", "2-1"),
        "one": ("1", "", "", ", 1 out"),
    },
)
def test_a_field_is_paired_by_its_standing(order: str, met: str, sat_out: str, drawn: str) -> None:
    assert shown(pair(numbers(order), meetings(met), Counter(numbers(sat_out)))) == drawn


def every_pairing(field: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not field:
        yield []
        return
    first, *rest = field
    for opponent in rest:
        for others in every_pairing([one for one in rest if one != opponent]):
            yield [(first, opponent), *others]


def best_of_every_pairing(
    order: Sequence[int], met: Meetings, sat_out: Counter[int]
) -> tuple[list[tuple[int, int]], list[int]]:
    """Return the right draw by trying all. Pairings best for the first in order are first."""
    fewest = min(sat_out[entrant] for entrant in order)
    byes: list[list[int]] = [[]]
    if len(order) % 2:
        byes = [[entrant] for entrant in reversed(order) if sat_out[entrant] == fewest]
    tried = [
        (pairs, out)
        for out in byes
        for pairs in every_pairing([entrant for entrant in order if entrant not in out])
    ]
    return min(tried, key=lambda found: sum(met.get(frozenset(two), 0) for two in found[0]))


def random_field(
    chance: random.Random, most: int
) -> tuple[list[int], Counter[frozenset[int]], Counter[int]]:
    """Return a random order of entrants, with random meetings and byes of the past."""
    order = chance.sample(range(1, 100), chance.randint(2, most))
    density = chance.choice((0.2, 0.5, 0.8, 1.0))
    met = Counter(frozenset(two) for two in combinations(order, 2) if chance.random() < density)
    for two in list(met):
        met[two] += chance.choice((0, 0, 0, 1, 2))
    return order, met, Counter(entrant for entrant in order if chance.random() < density / 2)


def assert_best(chance: random.Random, most: int) -> None:
    order, met, sat_out = random_field(chance, most)
    drawn = pair(order, met, sat_out)
    found = [*map(tuple, drawn.tables)], [*drawn.out]
    assert found == best_of_every_pairing(order, met, sat_out), (order, met, sat_out)


def test_a_draw_up_to_eight_entrants_is_the_best_of_all_pairings() -> None:
    chance = random.Random(SEED)
    for _field in range(400):
        assert_best(chance, 8)


@pytest.mark.slow
def test_a_draw_up_to_ten_entrants_is_the_best_of_all_pairings() -> None:
    chance = random.Random(SEED + 1)
    for _field in range(4_000):
        assert_best(chance, 10)


@walk("entrants", [16, 17, 40, 61])
def test_nobody_meets_again_while_that_can_be_avoided(entrants: int) -> None:
    """Seven rounds, each from a random standing. A whole round robin would take longer."""
    chance = random.Random(SEED)
    met: Counter[frozenset[int]] = Counter()
    sat_out: Counter[int] = Counter()
    for _round in range(7):
        drawn = pair(chance.sample(range(entrants), entrants), met, sat_out)
        met.update(frozenset(table) for table in drawn.tables)
        sat_out.update(drawn.out)
        seated = [entrant for table in drawn.tables for entrant in table]
        assert sorted([*seated, *drawn.out]) == list(range(entrants))
    assert set(met.values()) == {1}
    assert set(sat_out.values()) <= {1}


@walk(
    ("entrants", "sizes"),
    [
        (2, [2]),
        (3, [3]),
        (4, [4]),
        (5, [5]),
        (6, [3, 3]),
        (7, [4, 3]),
        (8, [4, 4]),
        (9, [3, 3, 3]),
        (10, [4, 3, 3]),
        (11, [4, 4, 3]),
        (15, [4, 4, 4, 3]),
    ],
)
def test_singles_sit_at_as_many_fours_as_possible(entrants: int, sizes: list[int]) -> None:
    assert list(sizes_of_tables(entrants)) == sizes


def test_singles_by_standing_sit_with_their_neighbours() -> None:
    assert shown(seat_by_standing(numbers("7 5 1 3 2 6 4"))) == "7-5-1-3 2-6-4"


def every_seating(field: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield every way to fill the tables one after another, with many repetitions."""
    if not sizes:
        yield []
        return
    for table in combinations(field, sizes[0]):
        for others in every_seating([one for one in field if one not in table], sizes[1:]):
            yield [table, *others]


def again(tables: Sequence[Sequence[int]], met: Meetings) -> int:
    return sum(met.get(frozenset(two), 0) for table in tables for two in combinations(table, 2))


def assert_fewest_meet_again(chance: random.Random, most: int) -> None:
    order, met, _sat_out = random_field(chance, most)
    tables = seat_by_lot(order, met).tables
    assert sorted(one for table in tables for one in table) == sorted(order)
    assert sorted(map(len, tables), reverse=True) == list(sizes_of_tables(len(order)))
    fewest = min(again(tried, met) for tried in every_seating(order, sizes_of_tables(len(order))))
    assert again(tables, met) == fewest, (order, met)


def test_singles_by_lot_meet_again_as_rarely_as_possible() -> None:
    chance = random.Random(SEED)
    for _field in range(100):
        assert_fewest_meet_again(chance, 7)


@pytest.mark.slow
def test_up_to_ten_singles_by_lot_meet_again_as_rarely_as_possible() -> None:
    chance = random.Random(SEED)
    for _field in range(300):
        assert_fewest_meet_again(chance, 10)


def test_forty_singles_meet_nobody_again_in_five_rounds_by_lot() -> None:
    chance = random.Random(SEED)
    met: Counter[frozenset[int]] = Counter()
    for _round in range(5):
        tables = seat_by_lot(chance.sample(range(40), 40), met).tables
        met.update(frozenset(two) for table in tables for two in combinations(table, 2))
    assert set(met.values()) == {1}


def test_singles_who_all_met_are_seated_as_the_lot_says() -> None:
    met = Counter(frozenset(two) for two in combinations(range(1, 14), 2))
    assert shown(seat_by_lot(range(1, 14), met)) == "1-2-3-4 5-6-7 8-9-10 11-12-13"


@walk(
    ("pairs", "step", "rounds"),
    {
        "8 pairs": (8, 1, ["1-5 2-6 3-7 4-8", "1-8 2-5 3-6 4-7", "1-7 2-8 3-5 4-6"]),
        "7 pairs": (
            7,
            1,
            [
                "1-5 2-6 3-7, 4 out",
                "2-5 3-6 4-7, 1 out",
                "1-7 3-5 4-6, 2 out",
                "1-6 2-7 4-5, 3 out",
            ],
        ),
        "10 pairs, two tables up": (
            10,
            2,
            ["1-6 2-7 3-8 4-9 5-10", "1-9 2-10 3-6 4-7 5-8", "1-7 2-8 3-9 4-10 5-6"],
        ),
    },
)
def test_east_west_moves_up_in_a_mitchell(pairs: int, step: int, rounds: list[str]) -> None:
    tables = (pairs + 1) // 2
    north_south = {start: start for start in range(1, tables + 1)}
    east_west = {start: start + tables for start in range(1, pairs - tables + 1)}
    for turn, drawn in enumerate(rounds):
        assert shown(mitchell(north_south, east_west, tables=tables, moved=turn * step)) == drawn


def test_a_table_of_a_mitchell_keeps_its_number_while_another_is_empty() -> None:
    assert mitchell({1: 1, 2: 2, 3: 3}, {2: 5, 3: 6}, tables=3, moved=0).tables == (
        (),
        (2, 5),
        (3, 6),
    )


@walk(
    ("partnered", "met", "drawn"),
    {
        "nobody sat together": ("", "", "1+4 2+3"),
        "1 and 4 were partners": ("1-4", "", "1+3 2+4"),
        "all were, 1 and 2 twice": (f"{ALL_OF_FOUR} 1-2 3-4", "", "1+4 2+3"),
        "1 has met 2 and 3": ("", "1-2 1-3 1-3", "1+3 2+4"),
    },
)
def test_partners_are_drawn_among_four(partnered: str, met: str, drawn: str) -> None:
    [table] = draw_partners([1, 2, 3, 4], meetings(partnered), meetings(met), {}).tables
    assert "{}+{} {}+{}".format(*table) == drawn


@walk("entrants", [2, 3, 4, 5, 6, 7, 12, 13])
def test_everybody_meets_once_in_a_round_robin(entrants: int) -> None:
    rounds = [round_robin(range(entrants), turn) for turn in range(entrants - 1 + entrants % 2)]
    met = Counter(frozenset(table) for drawn in rounds for table in drawn.tables)
    assert met == dict.fromkeys(map(frozenset, combinations(range(entrants), 2)), 1)
    assert sorted(out for drawn in rounds for out in drawn.out) == [
        *range(entrants if entrants % 2 else 0)
    ]


@walk(("tables", "steps"), [(1, [1]), (2, [1]), (5, [1, 2, 3, 4]), (6, [1, 5])])
def test_east_west_meets_everybody_with_these_steps(tables: int, steps: list[int]) -> None:
    assert list(mitchell_steps(tables)) == steps
