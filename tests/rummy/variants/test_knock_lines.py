"""Knock Rummy: the lines behind the points, and the payer of each."""

from __future__ import annotations

from typing import Any

from tests.support.documents import FOUR, SOURCE, Document, adjusted, knock, rum, score, why
from tests.support.walks import walk


@walk(
    ("rules", "round", "lines"),
    {
        "one difference from each": (
            {},
            knock("Jean", **SOURCE),
            [("Jean", 16, "difference"), ("Jean", 23, "difference"), ("Jean", 3, "difference")],
        ),
        "and the penalty": (
            {},
            knock("Paul", **SOURCE),
            [
                ("Jean", 16, "difference"),
                ("Jean", 23, "difference"),
                ("Jean", 3, "difference"),
                ("Jean", 10, "knock-penalty"),
            ],
        ),
        "a run's bonus from each": (
            {},
            rum("Paul", Pierre=21, Jean=5, Jacques=28),
            [
                ("Paul", 21, "difference"),
                ("Paul", 5, "difference"),
                ("Paul", 28, "difference"),
                ("Paul", 25, "rum-bonus"),
                ("Paul", 25, "rum-bonus"),
                ("Paul", 25, "rum-bonus"),
            ],
        ),
        "a run's bonus once": (
            {"rum_bonus_each": False},
            rum("Paul", Pierre=21, Jean=5, Jacques=28),
            [
                ("Paul", 21, "difference"),
                ("Paul", 5, "difference"),
                ("Paul", 28, "difference"),
                ("Paul", 25, "rum-bonus"),
            ],
        ),
        "the penalty to all below": (
            {"penalty_to": "all-below"},
            knock("Pierre", **SOURCE),
            [
                ("Jean", 16, "difference"),
                ("Jean", 23, "difference"),
                ("Jean", 3, "difference"),
                ("Jean", 10, "knock-penalty"),
                ("Paul", 10, "knock-penalty"),
            ],
        ),
    },
)
def test_every_point_has_its_line(
    rules: dict[str, Any], round: Document, lines: list[tuple[str, int, str]]
) -> None:
    assert why(score("knock", round, players=FOUR, **rules)["rounds"][0]) == lines


@walk(
    ("rules", "round", "payments"),
    {
        "each pays the difference": (
            {},
            knock("Jean", **SOURCE),
            [("Pierre", "Jean", 16), ("Jacques", "Jean", 23), ("Paul", "Jean", 3)],
        ),
        # Paul pays 3 and the penalty in one: thirteen instead of three.
        "the beaten knocker pays thirteen, not three": (
            {},
            knock("Paul", **SOURCE),
            [("Pierre", "Jean", 16), ("Jacques", "Jean", 23), ("Paul", "Jean", 13)],
        ),
        "each pays the run": (
            {},
            rum("Jean", Pierre=21, Jacques=28, Paul=8),
            [("Pierre", "Jean", 46), ("Jacques", "Jean", 53), ("Paul", "Jean", 33)],
        ),
        "nobody pays a flat bonus": (
            {"rum_bonus_each": False},
            rum("Jean", Pierre=21, Jacques=28, Paul=8),
            [("Pierre", "Jean", 21), ("Jacques", "Jean", 28), ("Paul", "Jean", 8)],
        ),
        "nobody pays an adjustment": (
            {},
            adjusted(knock("Jean", **SOURCE), "Jean", 5),
            [("Pierre", "Jean", 16), ("Jacques", "Jean", 23), ("Paul", "Jean", 3)],
        ),
        "the beaten knocker pays everyone below": (
            {"penalty_to": "all-below"},
            knock("Pierre", **SOURCE),
            [
                ("Pierre", "Jean", 26),
                ("Jacques", "Jean", 23),
                ("Paul", "Jean", 3),
                ("Pierre", "Paul", 10),
            ],
        ),
        "who is level pays nothing": (
            {},
            knock("Pierre", Pierre=5, Jean=5, Jacques=5, Paul=6),
            [("Paul", "Jean", 1), ("Paul", "Jacques", 1)],
        ),
    },
)
def test_who_pays_whom(
    rules: dict[str, Any], round: Document, payments: list[tuple[str, str, int]]
) -> None:
    judged = score("knock", round, players=FOUR, **rules)["rounds"][0]
    paid = [(each["from"], each["to"], each["points"]) for each in judged["payments"]]
    assert paid == payments
