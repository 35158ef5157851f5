"""Indian rummy: the end of a pool, of some deals and of a called game, and the next dealer."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.documents.answers import scored
from tests.rummy.variants.test_indian import declared
from tests.support.documents import THREE, VOID, Document, document, score, sheet_of
from tests.support.walks import walk


@walk(
    ("rounds", "rules", "winners"),
    {
        "100 is not enough": ([80, 20], {}, []),
        "101": ([80, 21], {}, ["Ann"]),
        "no target": ([80, 80], {"target": 0}, []),
        "so many rounds": ([80, VOID, 10], {"rounds": 2}, ["Ann"]),
        "a round short": ([80, VOID], {"rounds": 2}, []),
        "201": ([80, 80, 41], {"preset": "pool-201"}, ["Ann"]),
        "points have no end": ([80, 80, 80], {"preset": "points"}, []),
        "points up to a target": ([80, 20], {"preset": "points", "target": 100}, ["Ann"]),
        "two deals": ([80, 10], {"preset": "deals"}, ["Ann"]),
        "one deal": ([80], {"preset": "deals"}, []),
        "deals without a number": ([80, 80], {"preset": "deals", "rounds": 0}, []),
    },
)
def test_a_game_of_two_ends(
    rounds: list[int | Document], rules: dict[str, Any], winners: list[str]
) -> None:
    played = [declared("Ann", Bob=round) if isinstance(round, int) else round for round in rounds]
    answered = score("indian", *played, **rules)
    assert (answered["over"], answered["winners"]) == (bool(winners), winners)


LEVEL = (declared("Ann", Bob=30), declared("Bob", Ann=30))


@walk(
    ("rounds", "rules", "winners"),
    {
        "they play on": (LEVEL, {}, []),
        "till one leads": ((*LEVEL, declared("Bob", Ann=1)), {}, ["Bob"]),
        "or share the win": (LEVEL, {"tie_at_end": "share"}, ["Ann", "Bob"]),
        "at a target nobody plays on": (LEVEL[:1], {"target": 30}, ["Ann"]),
    },
)
def test_leaders_may_be_level_after_the_last_deal(
    rounds: tuple[Document, ...], rules: dict[str, Any], winners: list[str]
) -> None:
    answered = score("indian", *rounds, preset="deals", **rules)
    assert (answered["over"], answered["winners"]) == (bool(winners), winners)


@walk(
    ("rules", "winners"),
    {
        "all of a pool": ({}, ["Ann", "Bob", "Cem"]),
        "the fewest points": ({"when_called": "fewest"}, ["Ann"]),
        "the most points where they pay": ({"preset": "points"}, ["Ann"]),
    },
)
def test_a_game_that_is_called_is_won_by(rules: dict[str, Any], winners: list[str]) -> None:
    round = declared("Ann", Bob=9, Cem=31)
    assert score("indian", round, players=THREE, called=True, **rules)["winners"] == winners


@walk(
    ("next_dealer", "expected"),
    {"the deal passes to the left": ("left", "Bob"), "the winner deals": ("winner", "Cem")},
)
def test_who_deals_next(next_dealer: str, expected: str) -> None:
    answered = score(
        "indian", declared("Cem", Ann=1, Bob=2), players=THREE, next_dealer=next_dealer
    )
    assert answered["next_dealer"] == expected


@walk(
    ("preset", "balances"),
    [
        ("plain", {"Ann": "21", "Bob": "-6", "Cem": "-15"}),
        ("points", {"Ann": "21", "Bob": "-9", "Cem": "-12"}),
    ],
)
def test_a_point_is_paid_by_differences_in_a_pool_and_else_as_the_round_says(
    preset: str, balances: dict[str, str]
) -> None:
    round = declared("Ann", Bob=9, Cem=12)
    written = document("indian", round, players=THREE, preset=preset, called=True)
    staked = scored(sheet_of(written | {"stake": {"point": "1", "smallest": "1"}}))
    assert staked.as_json()["settlement"]["balances"] == balances
