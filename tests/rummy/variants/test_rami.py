"""Rami 51: opened players, the bonus for going out, and the rami sec."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.documents.game import read_game, write_game
from tests.support.documents import (
    THREE,
    VOID,
    Document,
    document,
    ended,
    out,
    points,
    presets_of,
    refused,
    rules_of,
    score,
    why,
)
from tests.support.walks import walk

FOUR = ("Ann", "Bob", "Cem", "Dee")

NEVER: Document = {"opened": False}
NEVER_WITH_41: Document = {"opened": False, "left": "K A JK"}


def rami(by: str, **hands: Any) -> Document:
    """A round in which `by` laid down all thirteen cards at once, after others had opened."""
    return ended("rami", by, **hands)


def rami_sec(by: str, **hands: Any) -> Document:
    """A round in which `by` laid down all thirteen cards at once, before others had opened."""
    return ended("rami-sec", by, **hands)


@walk(
    ("round", "rules", "expected"),
    {
        "10 + 11 + 20": (out("Ann", Bob="K A JK", Cem="5"), {}, (-10, 41, 5)),
        "a joker at 50": (out("Ann", Bob="K A JK", Cem="5"), {"joker_value": 50}, (-10, 71, 5)),
        "a joker at 25": (out("Ann", Bob="K A JK", Cem="5"), {"joker_value": 25}, (-10, 46, 5)),
        "an ace at 1": (out("Ann", Bob="K A JK", Cem="5"), {"ace_value": 1}, (-10, 31, 5)),
        "the same, never opened": (out("Ann", Bob=NEVER_WITH_41, Cem="5"), {}, (-10, 100, 5)),
        "never opened, no cards given": (out("Ann", Bob=NEVER, Cem="5"), {}, (-10, 100, 5)),
        "50 for that": (out("Ann", Bob=NEVER, Cem="5"), {"not_opened": 50}, (-10, 50, 5)),
        "200 for that": (out("Ann", Bob=NEVER, Cem="5"), {"not_opened": 200}, (-10, 200, 5)),
        "never opened, and the cards count": (
            out("Ann", Bob=NEVER_WITH_41, Cem="5"),
            {"not_opened": 0},
            (-10, 41, 5),
        ),
        "opened, a count": (
            out("Ann", Bob={"left": 41}, Cem={"left": "5", "opened": True}),
            {},
            (-10, 41, 5),
        ),
        "rami": (rami("Ann", Bob=41, Cem=NEVER), {}, (-20, 41, 100)),
        "rami sec": (rami_sec("Ann", Bob=NEVER, Cem=NEVER), {}, (-50, 100, 100)),
        "rami sec by a player who never opened before": (
            rami_sec("Ann", Ann=NEVER, Bob=NEVER, Cem=NEVER),
            {},
            (-50, 100, 100),
        ),
        "rami by a player who never opened before": (
            rami("Ann", Ann={"opened": False, "left": 0}, Bob=41, Cem=NEVER),
            {},
            (-20, 41, 100),
        ),
        "25 off for going out": (out("Ann", Bob=41, Cem="5"), {"out_bonus": 25}, (-25, 41, 5)),
        "30 off for a rami": (rami("Ann", Bob=41, Cem="5"), {"rami_bonus": 30}, (-30, 41, 5)),
        "100 off for a rami sec": (
            rami_sec("Ann", Bob=NEVER, Cem=NEVER),
            {"rami_sec_bonus": 100},
            (-100, 100, 100),
        ),
        "opening scores nothing": (out("Ann", Bob=41, Cem="5"), {"opening": 71}, (-10, 41, 5)),
        "void": (VOID, {}, (0, 0, 0)),
        "cards only: a joker at 25, no bonus": (
            out("Ann", Bob="K A JK", Cem=NEVER_WITH_41),
            {"preset": "cards"},
            (0, 46, 46),
        ),
        "a rami doubles": (rami("Ann", Bob=41, Cem=NEVER), {"preset": "double"}, (0, 82, 200)),
        "a rami sec doubles": (
            rami_sec("Ann", Bob=NEVER, Cem=NEVER),
            {"preset": "double"},
            (0, 200, 200),
        ),
        "Scala 40: a joker at 25, an ace at 11": (
            out("Ann", Bob="K A JK", Cem=NEVER_WITH_41),
            {"preset": "scala-40"},
            (0, 46, 46),
        ),
        "Rommé: a joker at 20": (
            out("Ann", Bob="K A JK", Cem=NEVER_WITH_41),
            {"preset": "romme"},
            (0, 41, 41),
        ),
        "Rommé: out from the hand doubles": (
            rami("Ann", Bob="K A JK", Cem=NEVER_WITH_41),
            {"preset": "romme"},
            (0, 82, 82),
        ),
        "and if nobody had opened": (
            rami_sec("Ann", Bob=NEVER_WITH_41, Cem={"opened": False, "left": "5"}),
            {"preset": "romme"},
            (0, 82, 10),
        ),
        "Scala 40: that doubles nothing": (
            rami("Ann", Bob="K A JK", Cem="5"),
            {"preset": "scala-40"},
            (0, 46, 5),
        ),
        "a needed run without jokers scores nothing": (
            out("Ann", Bob=41, Cem="5"),
            {"pure_run": False},
            (-10, 41, 5),
        ),
        "going out doubles nothing": (
            out("Ann", Bob=41, Cem=NEVER),
            {"preset": "double"},
            (0, 41, 100),
        ),
    },
)
def test_a_round_scores(round: Document, rules: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert points("rami", round, players=THREE, **rules) == expected


def test_a_rami_sec_against_three_who_never_opened() -> None:
    round = rami_sec("Ann", Bob=NEVER, Cem=NEVER, Dee=NEVER)
    assert points("rami", round, players=FOUR) == (-50, 100, 100, 100)


def test_a_round_says_who_won_it_and_why() -> None:
    [judged] = score("rami", rami("Ann", Bob="K 9", Cem=NEVER), players=THREE, rami_doubles=True)[
        "rounds"
    ]
    assert (judged["winners"], judged["tags"], why(judged)) == (
        ["Ann"],
        ["rami"],
        [
            ("Ann", -20, "rami-bonus"),
            ("Bob", 19, "cards-left"),
            ("Cem", 100, "not-opened"),
            ("Bob", 19, "rami-doubles"),
            ("Cem", 100, "rami-doubles"),
        ],
    )
    assert judged["deadwood"] == {"Ann": 0, "Bob": 19, "Cem": 0}


@walk(
    ("round", "rules", "place", "text"),
    {
        "rami sec after somebody opened": (
            rami_sec("Ann", Bob=NEVER, Cem="5"),
            {},
            "rounds[0].hands.Cem",
            "Round 1: Cem has opened, so it is a rami but not a rami sec.",
        ),
        "rami before anybody opened": (
            rami("Ann", Bob=NEVER, Cem=NEVER),
            {},
            "rounds[0].ending",
            "Round 1: Nobody else has opened, so it is a rami sec.",
        ),
        "nobody else is without cards": (
            out("Ann", Bob="", Cem="5"),
            {},
            "rounds[0].hands.Bob",
            "Round 1: Bob must have something left: Ann went out first.",
        ),
        "nor one who never opened": (
            out("Ann", Bob={"opened": False, "left": ""}, Cem="5"),
            {},
            "rounds[0].hands.Bob",
            "Round 1: Bob must have something left: Ann went out first.",
        ),
        "where the cards count they must be given": (
            out("Ann", Bob=NEVER, Cem="5"),
            {"not_opened": 0},
            "rounds[0].hands.Bob",
            "Round 1: Bob never opened: enter the cards left, they count.",
        ),
        "fourteen cards": (
            out("Ann", Bob="K " * 14, Cem="5"),
            {},
            "rounds[0].hands.Bob",
            "Round 1: Bob’s hand has 14 cards, but 13 is the most.",
        ),
        "opened is yes or no": (
            out("Ann", Bob={"opened": "no"}, Cem="5"),
            {},
            "rounds[0].hands.Bob.opened",
            "Round 1: This must be true or false.",
        ),
        "an unknown part": (
            out("Ann", Bob={"left": "K", "unopened": True}, Cem="5"),
            {},
            "rounds[0].hands.Bob.unopened",
            "Round 1: Unknown field “unopened”.",
        ),
        "what is no card": (
            out("Ann", Bob={"left": "KX"}, Cem="5"),
            {},
            "rounds[0].hands.Bob.left",
            "Round 1: “KX” in Bob’s hand is not a card.",
        ),
        "a fifth joker": (
            out("Ann", Bob="JK JK JK", Cem="JK JK"),
            {},
            "rounds[0].hands.Cem",
            "Round 1: The hands have too many joker together: 5, but this game has only 4.",
        ),
        "a seventh joker of three in each deck": (
            out("Ann", Bob="JK JK JK JK", Cem="JK JK JK"),
            {"preset": "romme"},
            "rounds[0].hands.Cem",
            "Round 1: The hands have too many joker together: 7, but this game has only 6.",
        ),
        "a third joker of one in each deck": (
            out("Ann", Bob="JK JK JK", Cem="5"),
            {"jokers_per_deck": 1},
            "rounds[0].hands.Bob",
            "Round 1: Bob’s hand has too many joker: this game has only 2.",
        ),
        "a third king of spades in two decks": (
            out("Ann", Bob="KS KS", Cem="KS"),
            {},
            "rounds[0].hands.Cem",
            "Round 1: The hands have too many K♠ together: 3, but this game has only 2.",
        ),
    },
)
def test_what_cannot_have_happened_is_refused(
    round: Document, rules: dict[str, Any], place: str, text: str
) -> None:
    error = refused(document("rami", round, players=THREE, **rules))
    assert (error.place, error.text()) == (place, text)


def test_no_other_game_asks_who_opened() -> None:
    error = refused(document("basic", out("Ann", Bob=NEVER)))
    assert (error.place, error.text()) == (
        "rounds[0].hands.Bob",
        "Round 1: In this game Bob’s hand is just what is left.",
    )


def test_these_are_the_presets() -> None:
    assert presets_of("rami") == ["plain", "cards", "double", "scala-40", "romme"]
    plain = rules_of("rami", "plain")
    nothing = {"out_bonus": 0, "rami_bonus": 0, "rami_sec_bonus": 0}
    assert rules_of("rami", "cards") == plain | nothing | {"not_opened": 0, "joker_value": 25}
    assert rules_of("rami", "double") == plain | nothing | {"rami_doubles": True}
    forty = plain | nothing | {"opening": 40, "pure_run": False, "not_opened": 0}
    assert rules_of("rami", "scala-40") == forty | {
        "joker_value": 25,
        "end": "eliminate",
        "target": 101,
        "ace_to_ace": True,
    }
    assert rules_of("rami", "romme") == forty | {"jokers_per_deck": 3, "rami_doubles": True}


def test_a_hand_of_a_player_who_never_opened_is_written_as_it_was_given() -> None:
    written = write_game(read_game(document("rami", out("Ann", Bob=NEVER, Cem="5"), players=THREE)))
    assert written["rounds"][0]["hands"] == {"Bob": NEVER, "Cem": "5"}
