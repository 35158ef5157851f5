"""Game documents that are refused for a round: its ending, its adjustments, its notes."""

from __future__ import annotations

import pytest

from tests.support.documents import STOCK, VOID, knock
from tests.support.small_documents import check_refused, gin_of, hands, played, without
from tests.support.walks import walk


@walk(
    ("written", "place", "sentence"),
    [
        # Rounds
        pytest.param(
            played() | {"rounds": {}},
            "rounds",
            "The rounds must be a list.",
            id="rounds as an object",
        ),
        pytest.param(
            played("void"),
            "rounds[0]",
            "Round 1: This must be an object with named parts.",
            id="a round as a text",
        ),
        pytest.param(
            played(VOID, {}),
            "rounds[1].ending",
            "Round 2: Say how the round ended.",
            id="no ending",
        ),
        pytest.param(
            played({"ending": "drawn"}),
            "rounds[0].ending",
            "Round 1: Say how the round ended.",
            id="an unknown ending",
        ),
        pytest.param(
            played({"ending": ["void"]}),
            "rounds[0].ending",
            "Round 1: Say how the round ended.",
            id="an ending that is no text",
        ),
        pytest.param(
            played(STOCK),
            "rounds[0].ending",
            "Round 1: A round of this game cannot end with “stock”.",
            id="an ending of another game",
        ),
        pytest.param(
            played(without(hands(), "by")),
            "rounds[0].by",
            "Round 1: Say who ended the round.",
            id="a missing by",
        ),
        pytest.param(
            played(hands() | {"by": "Luc"}),
            "rounds[0].by",
            "Round 1: Nobody in this game is called “Luc”.",
            id="an unknown by",
        ),
        pytest.param(
            played(VOID | {"by": "Jean"}),
            "rounds[0].by",
            "Round 1: Nobody ends a round like this, not even Jean.",
            id="by in a void round",
        ),
        pytest.param(
            gin_of(STOCK | {"by": "Ann"}),
            "rounds[0].by",
            "Round 1: Nobody ends a round like this, not even Ann.",
            id="by when the stock ran out",
        ),
        pytest.param(
            played(VOID | {"hands": {"Jean": 5}}),
            "rounds[0].hands",
            "Round 1: Nobody scores in a round like this, so leave out the hands.",
            id="hands in a void round",
        ),
        pytest.param(
            gin_of(STOCK | {"hands": {"Ann": 5, "Bob": 6}}),
            "rounds[0].hands",
            "Round 1: Nobody scores in a round like this, so leave out the hands.",
            id="hands when the stock ran out in Gin",
        ),
        pytest.param(
            played(without(hands(), "hands")),
            "rounds[0].hands",
            "Round 1: Give every player’s hand.",
            id="no hands",
        ),
        pytest.param(
            played(hands() | {"hands": {}}),
            "rounds[0].hands",
            "Round 1: Give every player’s hand.",
            id="empty hands",
        ),
        pytest.param(
            played(hands() | {"hands": [21, 5, 28, 8]}),
            "rounds[0].hands",
            "Round 1: Give every player’s hand by name.",
            id="hands as a list",
        ),
        pytest.param(
            played({"ending": "knock", "by": "Jean", "hands": {"Jean": 5, "Paul": 8, "Pierre": 9}}),
            "rounds[0].hands.Jacques",
            "Round 1: Jacques’s hand is missing.",
            id="a missing hand",
        ),
        pytest.param(
            played(
                {"ending": "knock", "by": "Jean", "hands": {"Jacques": 5, "Paul": 8, "Pierre": 9}}
            ),
            "rounds[0].hands.Jean",
            "Round 1: Jean’s hand is missing.",
            id="a knocker's missing hand",
        ),
        pytest.param(
            played(hands(Luc=3)),
            "rounds[0].hands.Luc",
            "Round 1: Nobody in this game is called “Luc”.",
            id="a stranger’s hand",
        ),
        pytest.param(
            played(hands(**{" Paul ": 3})),
            "rounds[0].hands.Paul",
            "Round 1: Paul’s hand is given twice.",
            id="a hand given twice",
        ),
        pytest.param(
            played(hands() | {"upcard": "6S"}),
            "rounds[0].upcard",
            "Round 1: The upcard does not count in this game.",
            id="an upcard in another game",
        ),
        pytest.param(
            played(hands() | {"upcard": 6}),
            "rounds[0].upcard",
            "Round 1: This must be a text.",
            id="an upcard that is no text",
        ),
        pytest.param(
            played(hands() | {"upcard": "6X"}),
            "rounds[0].upcard",
            "Round 1: “6X” is not a card.",
            id="an upcard that is no card",
        ),
        pytest.param(
            played(hands() | {"dealer": "Luc"}),
            "rounds[0].dealer",
            "Round 1: Nobody in this game is called “Luc”.",
            id="an unknown dealer of a round",
        ),
        pytest.param(
            played(hands() | {"knocker": "Jean"}),
            "rounds[0].knocker",
            "Round 1: “knocker” means nothing here.",
            id="an unknown key of a round",
        ),
        # Who ended the round
        pytest.param(
            gin_of({"ending": "gin", "by": "Ann", "hands": {"Ann": 3, "Bob": 9}}),
            "rounds[0].hands.Ann",
            "Round 1: Ann ended the round, so nothing can be left.",
            id="gin with 3 left",
        ),
        pytest.param(
            gin_of({"ending": "big-gin", "by": "Ann", "hands": {"Ann": "A", "Bob": 9}}),
            "rounds[0].hands.Ann",
            "Round 1: Ann ended the round, so nothing can be left.",
            id="big gin with an ace left",
        ),
        pytest.param(
            played({"ending": "rum", "by": "Jean", "hands": hands()["hands"]}),
            "rounds[0].hands.Jean",
            "Round 1: Jean ended the round, so nothing can be left.",
            id="a run with 5 left",
        ),
        pytest.param(
            played({"ending": "out", "by": "Jean", "hands": hands()["hands"]}, variant="basic"),
            "rounds[0].hands.Jean",
            "Round 1: Jean ended the round, so nothing can be left.",
            id="out with 5 left",
        ),
        pytest.param(
            played({"ending": "rummy", "by": "Jean", "hands": hands()["hands"]}, variant="basic"),
            "rounds[0].hands.Jean",
            "Round 1: Jean ended the round, so nothing can be left.",
            id="rummy with 5 left",
        ),
        pytest.param(
            played(
                {"ending": "out", "by": "Jean", "hands": {"Pierre": 1, "Jacques": 2, "Paul": 0}},
                variant="basic",
            ),
            "rounds[0].hands.Paul",
            "Round 1: Paul must have something left: Jean went out first.",
            id="another without cards in Basic",
        ),
        pytest.param(
            played(
                {"ending": "out", "by": "Jean", "hands": {"Pierre": 1, "Jacques": "", "Paul": 3}},
                variant="manipulation",
            ),
            "rounds[0].hands.Jacques",
            "Round 1: Jacques must have something left: Jean went out first.",
            id="another without cards in Manipulation",
        ),
        pytest.param(
            gin_of(knock("Ann", Ann=11, Bob=30)),
            "rounds[0].hands.Ann",
            "Round 1: Ann cannot knock: deadwood 11 is over the limit of 10.",
            id="a knock above the limit",
        ),
        pytest.param(
            gin_of(knock("Ann", Ann="7 4", Bob=30) | {"allow": []}),
            "rounds[0].hands.Ann",
            "Round 1: Ann cannot knock: deadwood 11 is over the limit of 10.",
            id="nothing was allowed",
        ),
        pytest.param(
            played(hands() | {"allow": ["tie"]}),
            "rounds[0].allow",
            "Round 1: All that can be allowed is “illegal-knock”.",
            id="something else allowed",
        ),
        pytest.param(
            played(hands() | {"allow": "illegal-knock"}),
            "rounds[0].allow",
            "Round 1: All that can be allowed is “illegal-knock”.",
            id="allowed as a text",
        ),
        # Adjustments and notes
        pytest.param(
            played(VOID | {"adjustments": {}}),
            "rounds[0].adjustments",
            "Round 1: The adjustments must be a list.",
            id="adjustments as an object",
        ),
        pytest.param(
            played(VOID | {"adjustments": [5]}),
            "rounds[0].adjustments[0]",
            "Round 1: This must be an object with named parts.",
            id="an adjustment as a number",
        ),
        pytest.param(
            played(VOID | {"adjustments": [{"player": "Luc", "points": 5}]}),
            "rounds[0].adjustments[0].player",
            "Round 1: Nobody in this game is called “Luc”.",
            id="an adjustment for a stranger",
        ),
        pytest.param(
            played(VOID | {"adjustments": [{"points": 5}]}),
            "rounds[0].adjustments[0].player",
            "Round 1: Give a player’s name.",
            id="an adjustment for nobody",
        ),
        pytest.param(
            played(VOID | {"adjustments": [{"player": "Jean", "points": 1}, {"player": "Jean"}]}),
            "rounds[0].adjustments[1].points",
            "Round 1: An adjustment is a whole number of points, up to 100000.",
            id="an adjustment without points",
        ),
        *[
            pytest.param(
                played(VOID | {"adjustments": [{"player": "Jean", "points": points}]}),
                "rounds[0].adjustments[0].points",
                "Round 1: An adjustment is a whole number of points, up to 100000.",
                id=f"an adjustment of {points!r}",
            )
            for points in (0.5, True, "5", 100_001, -100_001)
        ],
        pytest.param(
            played(VOID | {"adjustments": [{"player": "Jean", "points": 5, "why": "x"}]}),
            "rounds[0].adjustments[0].why",
            "Round 1: “why” means nothing here.",
            id="an unknown key of an adjustment",
        ),
        pytest.param(
            played(VOID | {"adjustments": [{"player": "Jean", "points": 5, "note": "x" * 501}]}),
            "rounds[0].adjustments[0].note",
            "Round 1: A note can have up to 500 characters.",
            id="an adjustment's note of 501 characters",
        ),
        pytest.param(
            played(VOID | {"note": "x" * 501}),
            "rounds[0].note",
            "Round 1: A note can have up to 500 characters.",
            id="a note of 501 characters",
        ),
        pytest.param(
            played(VOID | {"note": "a\x00b"}),
            "rounds[0].note",
            "Round 1: There is an invisible control character in this text.",
            id="a note with a control character",
        ),
        pytest.param(
            played(VOID | {"note": 5}),
            "rounds[0].note",
            "Round 1: This must be a text.",
            id="a note that is no text",
        ),
    ],
)
def test_a_round_is_refused(written: object, place: str, sentence: str) -> None:
    check_refused(written, place, sentence)
