"""Rejected game documents: faults of a round’s ending, adjustments and notes."""

from __future__ import annotations

from tests.support.documents import STOCK, VOID, knock
from tests.support.small_documents import check_refused, gin_of, hands, played, without
from tests.support.walks import walk


@walk(
    ("written", "place", "sentence"),
    {
        # Rounds
        "rounds as an object": (played() | {"rounds": {}}, "rounds", "The rounds must be a list."),
        "a round as a text": (
            played("void"),
            "rounds[0]",
            "Round 1: This must be a JSON object.",
        ),
        "no ending": (played(VOID, {}), "rounds[1].ending", "Round 2: Choose how the round ended."),
        "an unknown ending": (
            played({"ending": "drawn"}),
            "rounds[0].ending",
            "Round 1: Choose how the round ended.",
        ),
        "an ending that is no text": (
            played({"ending": ["void"]}),
            "rounds[0].ending",
            "Round 1: Choose how the round ended.",
        ),
        "an ending of another game": (
            played(STOCK),
            "rounds[0].ending",
            "Round 1: A round of this game cannot end with “stock”.",
        ),
        "a missing by": (
            played(without(hands(), "by")),
            "rounds[0].by",
            "Round 1: Choose who ended the round.",
        ),
        "an unknown by": (
            played(hands() | {"by": "Luc"}),
            "rounds[0].by",
            "Round 1: Nobody in this game is called “Luc”.",
        ),
        "by in a void round": (
            played(VOID | {"by": "Jean"}),
            "rounds[0].by",
            "Round 1: Nobody ends a round like this, not even Jean.",
        ),
        "by when the stock ran out": (
            gin_of(STOCK | {"by": "Ann"}),
            "rounds[0].by",
            "Round 1: Nobody ends a round like this, not even Ann.",
        ),
        "hands in a void round": (
            played(VOID | {"hands": {"Jean": 5}}),
            "rounds[0].hands",
            "Round 1: Nobody scores in a round like this, so leave out the hands.",
        ),
        "hands when the stock ran out in Gin": (
            gin_of(STOCK | {"hands": {"Ann": 5, "Bob": 6}}),
            "rounds[0].hands",
            "Round 1: Nobody scores in a round like this, so leave out the hands.",
        ),
        "no hands": (
            played(without(hands(), "hands")),
            "rounds[0].hands",
            "Round 1: Enter every player’s hand.",
        ),
        "empty hands": (
            played(hands() | {"hands": {}}),
            "rounds[0].hands",
            "Round 1: Enter every player’s hand.",
        ),
        "hands as a list": (
            played(hands() | {"hands": [21, 5, 28, 8]}),
            "rounds[0].hands",
            "Round 1: Enter every player’s hand, by name.",
        ),
        "a missing hand": (
            played({"ending": "knock", "by": "Jean", "hands": {"Jean": 5, "Paul": 8, "Pierre": 9}}),
            "rounds[0].hands.Jacques",
            "Round 1: Jacques’s hand is missing.",
        ),
        "a knocker's missing hand": (
            played(
                {"ending": "knock", "by": "Jean", "hands": {"Jacques": 5, "Paul": 8, "Pierre": 9}}
            ),
            "rounds[0].hands.Jean",
            "Round 1: Jean’s hand is missing.",
        ),
        "a stranger’s hand": (
            played(hands(Luc=3)),
            "rounds[0].hands.Luc",
            "Round 1: Nobody in this game is called “Luc”.",
        ),
        "a hand given twice": (
            played(hands(**{" Paul ": 3})),
            "rounds[0].hands.Paul",
            "Round 1: Paul’s hand is there twice.",
        ),
        "an upcard in another game": (
            played(hands() | {"upcard": "6S"}),
            "rounds[0].upcard",
            "Round 1: The upcard does not count in this game.",
        ),
        "an upcard that is no text": (
            played(hands() | {"upcard": 6}),
            "rounds[0].upcard",
            "Round 1: This must be text.",
        ),
        "an upcard that is no card": (
            played(hands() | {"upcard": "6X"}),
            "rounds[0].upcard",
            "Round 1: “6X” is not a card.",
        ),
        "an unknown dealer of a round": (
            played(hands() | {"dealer": "Luc"}),
            "rounds[0].dealer",
            "Round 1: Nobody in this game is called “Luc”.",
        ),
        "an unknown key of a round": (
            played(hands() | {"knocker": "Jean"}),
            "rounds[0].knocker",
            "Round 1: Unknown field “knocker”.",
        ),
        # The player who ended the round
        "gin with 3 left": (
            gin_of({"ending": "gin", "by": "Ann", "hands": {"Ann": 3, "Bob": 9}}),
            "rounds[0].hands.Ann",
            "Round 1: Ann ended the round, so nothing can be left.",
        ),
        "big gin with an ace left": (
            gin_of({"ending": "big-gin", "by": "Ann", "hands": {"Ann": "A", "Bob": 9}}),
            "rounds[0].hands.Ann",
            "Round 1: Ann ended the round, so nothing can be left.",
        ),
        "a run with 5 left": (
            played({"ending": "rum", "by": "Jean", "hands": hands()["hands"]}),
            "rounds[0].hands.Jean",
            "Round 1: Jean ended the round, so nothing can be left.",
        ),
        "out with 5 left": (
            played({"ending": "out", "by": "Jean", "hands": hands()["hands"]}, variant="basic"),
            "rounds[0].hands.Jean",
            "Round 1: Jean ended the round, so nothing can be left.",
        ),
        "rummy with 5 left": (
            played({"ending": "rummy", "by": "Jean", "hands": hands()["hands"]}, variant="basic"),
            "rounds[0].hands.Jean",
            "Round 1: Jean ended the round, so nothing can be left.",
        ),
        "another without cards in Basic": (
            played(
                {"ending": "out", "by": "Jean", "hands": {"Pierre": 1, "Jacques": 2, "Paul": 0}},
                variant="basic",
            ),
            "rounds[0].hands.Paul",
            "Round 1: Paul must have something left: Jean went out first.",
        ),
        "another without cards in Manipulation": (
            played(
                {"ending": "out", "by": "Jean", "hands": {"Pierre": 1, "Jacques": "", "Paul": 3}},
                variant="manipulation",
            ),
            "rounds[0].hands.Jacques",
            "Round 1: Jacques must have something left: Jean went out first.",
        ),
        "a knock above the limit": (
            gin_of(knock("Ann", Ann=11, Bob=30)),
            "rounds[0].hands.Ann",
            "Round 1: Ann cannot knock: deadwood 11 is over the limit of 10.",
        ),
        "nothing was allowed": (
            gin_of(knock("Ann", Ann="7 4", Bob=30) | {"allow": []}),
            "rounds[0].hands.Ann",
            "Round 1: Ann cannot knock: deadwood 11 is over the limit of 10.",
        ),
        "something else allowed": (
            played(hands() | {"allow": ["tie"]}),
            "rounds[0].allow",
            "Round 1: This must be a list of these: illegal-knock, illegal-out, first-meld-low.",
        ),
        "what another game allows": (
            played(hands() | {"allow": ["illegal-out"]}),
            "rounds[0].allow",
            "Round 1: All that can be allowed is “illegal-knock”.",
        ),
        "allowed as a text": (
            played(hands() | {"allow": "illegal-knock"}),
            "rounds[0].allow",
            "Round 1: This must be a list of these: illegal-knock, illegal-out, first-meld-low.",
        ),
        # Adjustments and notes
        "adjustments as an object": (
            played(VOID | {"adjustments": {}}),
            "rounds[0].adjustments",
            "Round 1: The adjustments must be a list.",
        ),
        "an adjustment as a number": (
            played(VOID | {"adjustments": [5]}),
            "rounds[0].adjustments[0]",
            "Round 1: This must be a JSON object.",
        ),
        "an adjustment for a stranger": (
            played(VOID | {"adjustments": [{"player": "Luc", "points": 5}]}),
            "rounds[0].adjustments[0].player",
            "Round 1: Nobody in this game is called “Luc”.",
        ),
        "an adjustment for nobody": (
            played(VOID | {"adjustments": [{"points": 5}]}),
            "rounds[0].adjustments[0].player",
            "Round 1: Enter a player’s name.",
        ),
        "an adjustment without points": (
            played(VOID | {"adjustments": [{"player": "Jean", "points": 1}, {"player": "Jean"}]}),
            "rounds[0].adjustments[1].points",
            "Round 1: An adjustment is a whole number of points, up to 100000.",
        ),
        **{
            f"an adjustment of {points!r}": (
                played(VOID | {"adjustments": [{"player": "Jean", "points": points}]}),
                "rounds[0].adjustments[0].points",
                "Round 1: An adjustment is a whole number of points, up to 100000.",
            )
            for points in (0.5, True, "5", 100_001, -100_001)
        },
        "an unknown key of an adjustment": (
            played(VOID | {"adjustments": [{"player": "Jean", "points": 5, "why": "x"}]}),
            "rounds[0].adjustments[0].why",
            "Round 1: Unknown field “why”.",
        ),
        "an adjustment's note of 501 characters": (
            played(VOID | {"adjustments": [{"player": "Jean", "points": 5, "note": "x" * 501}]}),
            "rounds[0].adjustments[0].note",
            "Round 1: A note can have up to 500 characters.",
        ),
        "a note of 501 characters": (
            played(VOID | {"note": "x" * 501}),
            "rounds[0].note",
            "Round 1: A note can have up to 500 characters.",
        ),
        "a note with a control character": (
            played(VOID | {"note": "a\x00b"}),
            "rounds[0].note",
            "Round 1: There is an invisible control character in this text.",
        ),
        "a note that is no text": (
            played(VOID | {"note": 5}),
            "rounds[0].note",
            "Round 1: This must be text.",
        ),
    },
)
def test_a_round_is_refused(written: object, place: str, sentence: str) -> None:
    check_refused(written, place, sentence)
