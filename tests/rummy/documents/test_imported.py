"""A document of a game with only totals, and its answer."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy import score
from scorekeeper.rummy.round import RuleError
from tests.support.documents import VOID
from tests.support.walks import walk


def played(variant: str = "gin", **totals: int) -> dict[str, Any]:
    return {"variant": variant, "players": list(totals), "imported": totals}


@walk(
    ("variant", "totals", "winners"),
    {
        "the most points win": ("gin", {"Ann": 120, "Bob": 85}, ("Ann",)),
        "the fewest points win": ("contract", {"Ann": 120, "Bob": 85, "Cem": 300}, ("Bob",)),
        "those who are level share the win": ("basic", {"Ann": 7, "Bob": 7, "Cem": 3}, None),
        "columns are added up already": ("hollywood", {"Ann": -20, "Bob": -10}, ("Bob",)),
    },
)
def test_the_winner_follows_from_the_totals(
    variant: str, totals: dict[str, int], winners: tuple[str, ...] | None
) -> None:
    answer = score(played(variant, **totals))
    assert (answer.over, answer.rounds, answer.final) == (True, (), totals)
    assert answer.winners == (winners or ("Ann", "Bob"))
    assert answer.columns is None


@walk(
    ("change", "sentence"),
    {
        "rounds": ({"rounds": [VOID]}, "without rounds"),
        "an early end": ({"called": True}, "without rounds"),
        "a stake": ({"stake": {"game": "1"}}, "without rounds"),
        "nobody’s total": ({"imported": {"Ann": 5}}, "everybody’s total"),
        "somebody else’s total": ({"imported": {"Ann": 5, "Zoé": 7}}, "Zoé"),
        "a broken total": ({"imported": {"Ann": 5.5, "Bob": 7}}, "whole number"),
        "a huge total": ({"imported": {"Ann": 10**7, "Bob": 7}}, "up to 1000000"),
        "a total given twice": (
            {"imported": {"Ann": 5, " Ann": 6, "Bob": 7}},
            "Ann is there twice",
        ),
        "no totals": ({"imported": None}, "object"),
        "too many players": ({"imported": {"Ann": 1, "Bob": 2, "Cem": 3}}, "Cem"),
    },
)
def test_a_document_is_refused_with(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RuleError) as refused:
        score(played(Ann=120, Bob=85) | change)
    assert sentence in refused.value.text()
