"""Racks and melds that open in Okey 101 or do not: a table, and an oracle."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from scorekeeper.rummy import RuleError, answer_melds
from tests.support.table_oracle import Place, all_melds
from tests.support.walks import walk

COLOURS = "RBKY"
OPENING, PAIRS = 101, 5
TILES = [f"{colour}{number}" for colour in COLOURS for number in range(1, 14)] * 2
OKEYS = ["JK", "JK"]


def asked(**question: Any) -> dict[str, Any]:
    """Return the answer about melds or a rack, with bars between melds."""
    return answer_melds({"variant": "okey-101", "ask": "first-meld"} | question).as_json()


@walk(
    ("melds", "yes", "worth", "verdict"),
    [
        # Eight tiles are the fewest.
        ("R13 B13 K13 Y13 | R12 B12 K12 Y12", False, 100, "1 short."),
        ("R10 R11 R12 R13 | B13 K13 Y13 | R1 B1 K1", False, 88, "13 short."),
        ("R11 R12 R13 | B11 B12 B13 | K9 K10 K11", True, 102, "Yes: this first meld is worth 102."),
        ("R11 R12 R13 | B11 B12 B13 | K8 K9 K10 | Y1 Y2", False, None, "not all of these are"),
        # An okey counts as the tile it represents.
        ("R11 R12 JK | B11 B12 JK | K9 K10 K11", True, 102, "worth 102."),
        ("R13 B13 JK | R12 B12 K12 | R10 R11 JK=R9", True, 105, "worth 105."),
        # No run goes on after 13.
        ("R12 R13 R1 | B11 B12 B13 | K11 K12 K13", False, None, "not all of these are"),
    ],
)
def test_melds_open_with_101(melds: str, yes: bool, worth: int | None, verdict: str) -> None:
    answer = asked(melds=melds.split(" | "))
    assert (answer["yes"], answer.get("worth")) == (yes, worth)
    assert verdict in answer["verdict"]


@walk(
    ("melds", "yes", "pairs", "verdict"),
    [
        ("R1 R1 | B4 B4 | K7 K7 | Y9 Y9 | R13 R13", True, 5, "Yes: 5 pairs."),
        ("R1 R1 | B4 B4 | K7 K7 | Y9 Y9", False, 4, "No. Pairs: 4 of 5."),
        # An okey makes a pair with any tile, and two okeys are equal.
        ("R1 JK | B4 B4 | K7 K7 | Y9 Y9 | R13 JK", True, 5, "Yes: 5 pairs."),
        ("JK JK | B4 B4 | K7 K7 | Y9 Y9 | R13 R13", True, 5, "Yes: 5 pairs."),
        # One number in two colours is no pair, nor is an okey of another tile.
        ("R1 B1 | B4 B4 | K7 K7 | Y9 Y9 | R13 R13", False, 4, "No. Pairs: 4 of 5."),
        ("R1 JK=B1 | B4 B4 | K7 K7 | Y9 Y9 | R13 R13", False, 4, "No. Pairs: 4 of 5."),
        # While the next pair is tapped.
        ("R1 R1 | B4 B4 | K7", False, 2, "No. Pairs: 2 of 5."),
    ],
)
def test_five_pairs_open(melds: str, yes: bool, pairs: int, verdict: str) -> None:
    answer = asked(melds=melds.split(" | "))
    assert answer["yes"] is yes
    assert (answer["pairs"], answer["verdict"]) == (pairs, verdict)
    assert "worth" not in answer


@walk(
    ("rack", "melds", "left", "verdict"),
    [
        (
            "R10 R11 R12 R13 B10 B11 B12 B13 K9 Y9 JK R1 R1",
            ["K9 Y9 JK=R9", "R10 R11 R12 R13", "B10 B11 B12 B13"],
            "R1 R1",
            "Yes: this first meld is worth 119.",
        ),
        (
            "R1 R1 B2 B2 K9 K9 JK Y4 JK Y13 R7",
            ["R1 R1", "B2 B2", "K9 K9", "Y13 JK=Y13", "R7 JK=R7"],
            "Y4",
            "Yes: 5 pairs.",
        ),
        (
            "R10 R11 R12 R13 R11 R12 R13 B13 B13 K13 K13 Y13 Y13",
            ["R10 R11 R12 R13", "R11 R12 R13", "B13 K13 Y13", "B13 K13 Y13"],
            "",
            "Yes: this first meld is worth 160. 6 pairs are enough too.",
        ),
        (
            "R13 B13 K13 R2 R2 Y4",
            ["R13 B13 K13"],
            "R2 R2 Y4",
            "No: a first meld must be worth 101, and this is worth 39: 62 short. Pairs: 1 of 5.",
        ),
        ("R1 B2 K3", [], "R1 B2 K3", "No: there is no meld. Pairs: 0 of 5."),
        (
            "R1 R1 B2 B2 K3 K3 Y4 Y4 JK JK",
            ["R1 R1", "B2 B2", "K3 K3", "Y4 Y4", "JK JK"],
            "",
            "Yes: 5 pairs.",
        ),
    ],
)
def test_the_best_opening_of_a_rack(rack: str, melds: list[str], left: str, verdict: str) -> None:
    answer = asked(hand=rack)
    assert sorted(answer["melds"]) == sorted(melds)
    assert (answer["unmatched"], answer["verdict"]) == (left, verdict)


@walk("question", [{"table": []}, {"ask": "add", "table": [], "card": "R1"}, {"ask": "table"}])
def test_nothing_else_is_asked(question: dict[str, Any]) -> None:
    with pytest.raises(RuleError, match=r"Melds stay as they lie here\. Use first-meld\."):
        answer_melds({"variant": "okey-101"} | question)


Held = tuple[tuple[Place, int], ...]
Ways = frozenset[tuple[int, int]]
"""The worth of melds, with the sum of the tiles and okeys left."""


def ways_to_open(rack: list[str], okey_left: int) -> Ways:
    """Return every worth that melds of a rack can have, each with the sum left."""

    @cache
    def ways(held: Held, okeys: int) -> Ways:
        if not held:
            return frozenset({(0, okeys * okey_left)})
        face = held[0][0]
        number = face[0] + 1
        found = {(worth, left + number) for worth, left in ways(less(held, (face,)), okeys)}
        there = {tile for tile, _ in held}
        for meld in all_melds(False):
            if face not in meld:
                continue
            counts = sum(value + 1 for value, _ in meld)
            absent = len(meld - there)
            others = sorted((meld & there) - {face})
            for spare in range(okeys - absent + 1):
                for by_okeys in combinations(others, spare):
                    used = (face, *(other for other in others if other not in by_okeys))
                    rest = ways(less(held, used), okeys - absent - spare)
                    found |= {(worth + counts, left) for worth, left in rest}
        return frozenset(unbeaten(found))

    numbers = Counter((int(tile[1:]) - 1, COLOURS.index(tile[0])) for tile in rack if tile != "JK")
    return ways(tuple(sorted(numbers.items())), rack.count("JK"))


def less(held: Held, used: tuple[Place, ...]) -> Held:
    """Return the held tiles without one of each of these."""
    rest = ((face, number - (face in used)) for face, number in held)
    return tuple((face, number) for face, number in rest if number)


def unbeaten(ways: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the ways without another of the same worth or more that leaves less."""
    kept: list[tuple[int, int]] = []
    for worth, left in sorted(ways, key=lambda way: (-way[0], way[1])):
        if not kept or left < kept[-1][1]:
            kept.append((worth, left))
    return kept


def most_pairs(rack: list[str]) -> int:
    """Return the most pairs, by trying every partner for every tile."""

    @cache
    def most(tiles: tuple[str, ...]) -> int:
        if not tiles:
            return 0
        first, *others = tiles
        found = [most(tuple(others))]
        for place, other in enumerate(others):
            if other in (first, "JK") or first == "JK":
                found.append(1 + most((*others[:place], *others[place + 1 :])))
        return max(found)

    return most(tuple(sorted(rack)))


def chance_rack(rng: Random) -> list[str]:
    """Return a rack of 21 or 22, half of them with both okeys."""
    size = rng.choice((21, 22))
    if rng.random() < 0.5:
        return [*rng.sample(TILES, size - 2), *OKEYS]
    return rng.sample([*TILES, *OKEYS], size)


def check_rack(rng: Random) -> None:
    """Check that the answer about a rack is the best that the oracle finds."""
    rack = chance_rack(rng)
    okey_left = rng.choice((0, 25, 101))
    answer = asked(hand=" ".join(rack), rules={"okey_left": okey_left})
    ways, pairs = ways_to_open(rack, okey_left), most_pairs(rack)
    enough = [left for worth, left in ways if worth >= OPENING]
    assert (answer["yes"], answer["pairs"]) == (bool(enough) or pairs >= PAIRS, pairs), rack
    assert answer["short"] == max(0, OPENING - max(worth for worth, _ in ways)), rack
    if enough:
        assert answer["deadwood"] == min(enough), rack
        assert answer["worth"] == asked(melds=answer["melds"])["worth"] >= OPENING, rack
    elif answer["yes"]:
        assert asked(melds=answer["melds"])["pairs"] == pairs, rack
    placed = " ".join([*answer["melds"], answer["unmatched"]]).split()
    assert Counter(tile.split("=")[0] for tile in placed) == Counter(rack), rack


def test_the_oracle_finds_no_better_opening() -> None:
    rng = Random(101)
    for _ in range(25):
        check_rack(rng)


@pytest.mark.slow
def test_the_oracle_finds_no_better_opening_on_three_hundred_racks() -> None:
    rng = Random(202)
    for _ in range(300):
        check_rack(rng)
