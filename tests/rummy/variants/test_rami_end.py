"""Rami 51: the end at the target or after a number of rounds, and the next dealer."""

from __future__ import annotations

from tests.support.documents import THREE, VOID, ended, out, score
from tests.support.walks import walk


def test_the_game_is_over_at_its_target_and_the_fewest_points_win() -> None:
    never = {"opened": False}
    rounds = [ended("rami-sec", "Ann", Bob=never, Cem=never)] * 4
    answered = score("rami", *rounds, players=THREE)
    assert not answered["over"]
    answered = score("rami", *rounds, out("Cem", Ann="5", Bob=never), players=THREE)
    assert (answered["over"], answered["winners"]) == (True, ["Ann"])
    assert answered["totals"] == {"Ann": -195, "Bob": 500, "Cem": 390}


@walk(
    ("rules", "over"),
    {
        "two rounds: the void one does not count": ({"rounds": 2}, True),
        "three rounds": ({"rounds": 3}, False),
        "somebody has the target": ({"target": 12}, True),
        "nobody has it": ({"target": 13}, False),
        "the target comes first": ({"rounds": 3, "target": 12}, True),
        "the rounds come first": ({"rounds": 2, "target": 13}, True),
        "until it is called": ({"rounds": 0, "target": 0}, False),
    },
)
def test_rounds_or_target_whichever_comes_first(rules: dict[str, int], over: bool) -> None:
    round = out("Ann", Bob="5", Cem="6")
    answered = score("rami", round, VOID, round, players=THREE, **rules)
    assert (answered["over"], answered["winners"]) == (over, ["Ann"] if over else [])


def test_equal_totals_share_the_win() -> None:
    rounds = [out("Ann", Bob="5", Cem="K"), out("Bob", Ann="5", Cem="K")]
    answered = score("rami", *rounds, players=THREE, rounds=2)
    assert answered["totals"] == {"Ann": -5, "Bob": -5, "Cem": 20}
    assert answered["winners"] == ["Ann", "Bob"]


def test_the_deal_passes_to_the_left() -> None:
    round = out("Cem", Ann="5", Bob="6")
    assert score("rami", round, players=THREE)["next_dealer"] == "Bob"
    assert score("rami", round, VOID, players=THREE)["next_dealer"] == "Bob"
