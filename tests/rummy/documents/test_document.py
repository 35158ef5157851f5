"""The game document: reading and writing it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.documents.round import read_round, write_round
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Adjustment, Count, Ending, Round, RuleError, Unmatched
from scorekeeper.rummy.variants import VARIANTS
from tests.support.documents import STOCK, VOID, Document, knock, refused, score

PLAYERS = ["Pierre", "Jean", "Jacques", "Paul"]


def played(*rounds: object, **parts: object) -> Document:
    """A document of Knock Rummy with four players."""
    return {"variant": "knock", "players": PLAYERS, "rounds": list(rounds)} | parts


def hands(**given: object) -> Document:
    """A knock by Jean with these hands, and other hands of 5 or more."""
    left: dict[str, object] = {"Pierre": 21, "Jean": 5, "Jacques": 28, "Paul": 8}
    return {"ending": "knock", "by": "Jean", "hands": left | given}


def without(round: Document, key: str) -> Document:
    """The same document without this key."""
    return {each: value for each, value in round.items() if each != key}


def gin_of(round: object, **parts: object) -> Document:
    """A document of Gin."""
    return {"variant": "gin", "players": ["Ann", "Bob"], "rounds": [round]} | parts


WHICH_GAME = f"Say which game it is: {', '.join(variant.key for variant in VARIANTS)}."

REFUSED = [
    # The frame
    pytest.param([], "", "This must be an object with named parts.", id="no object"),
    pytest.param(None, "", "This must be an object with named parts.", id="nothing"),
    pytest.param(
        {"players": PLAYERS},
        "variant",
        WHICH_GAME,
        id="no variant",
    ),
    pytest.param(
        played(variant="canasta"),
        "variant",
        WHICH_GAME,
        id="an unknown variant",
    ),
    pytest.param(
        played(variant=["gin"]),
        "variant",
        WHICH_GAME,
        id="a variant that is no text",
    ),
    pytest.param(
        played(preset="hoyle"),
        "preset",
        "There is no preset “hoyle” here; known: plain, bicycle, split.",
        id="an unknown preset",
    ),
    pytest.param(played(preset=1), "preset", "This must be a text.", id="a preset that is no text"),
    pytest.param(
        played(rules={"gin_bonus": 25}),
        "rules.gin_bonus",
        "There is no house rule “gin_bonus” in this game.",
        id="an unknown rule",
    ),
    pytest.param(
        played(rules={"target": 1001}),
        "rules.target",
        "“Play to” must be a whole number from 0 to 1000.",
        id="an unknown value",
    ),
    pytest.param(
        played(rules=[]), "rules", "This must be an object with named parts.", id="rules as a list"
    ),
    pytest.param(
        played(round=[]), "round", "“round” means nothing here.", id="an unknown key of the game"
    ),
    pytest.param(
        played(**{"k" * 50: 1}),
        "k" * 40 + "…",
        "“" + "k" * 40 + "…” means nothing here.",
        id="a long unknown key is shortened",
    ),
    pytest.param(
        played(**{"k" * 40: 1}),
        "k" * 40,
        "“" + "k" * 40 + "” means nothing here.",
        id="an unknown key of 40 characters is not",
    ),
    pytest.param(
        played(called=1),
        "called",
        "This must be true or false.",
        id="called 1",
    ),
    # Players
    pytest.param(
        {"variant": "knock"}, "players", "Name the players in order of play.", id="no players"
    ),
    pytest.param(
        played(players="Ann"), "players", "Name the players in order of play.", id="a text of names"
    ),
    pytest.param(
        played(players=["Ann"]), "players", "Knock Rummy is for 2 to 5 players.", id="one player"
    ),
    pytest.param(
        played(players=["A", "B", "C", "D", "E", "F"]),
        "players",
        "Knock Rummy is for 2 to 5 players.",
        id="six players",
    ),
    pytest.param(
        gin_of(VOID, players=["Ann", "Bob", "Cem"]),
        "players",
        "Gin Rummy is for 2 players.",
        id="three at Gin",
    ),
    pytest.param(
        played(players=["Ann", "Bob", " Ann "]),
        "players[2]",
        "Two players cannot both be “Ann”.",
        id="a repeated name",
    ),
    pytest.param(
        played(players=["Ann", "  "]), "players[1]", "A name has 1 to 40 characters.", id="no name"
    ),
    pytest.param(
        played(players=["Ann", "B" * 41]),
        "players[1]",
        "A name has 1 to 40 characters.",
        id="a name of 41 characters",
    ),
    pytest.param(
        played(players=["Ann", 7]),
        "players[1]",
        "A name has 1 to 40 characters.",
        id="a name that is no text",
    ),
    pytest.param(
        played(players=["Ann", "B\nb"]),
        "players[1]",
        "A name has 1 to 40 characters.",
        id="a name of two lines",
    ),
    pytest.param(
        played(players=["Ann", "\ud83d"]),
        "players[1]",
        "A name has 1 to 40 characters.",
        id="half a character",
    ),
    pytest.param(
        played(dealer="Luc"),
        "dealer",
        "There is no player “Luc” in this game.",
        id="an unknown dealer",
    ),
    pytest.param(played(dealer=None), "dealer", "Give a player's name.", id="no dealer's name"),
    # Rounds
    pytest.param(
        played() | {"rounds": {}}, "rounds", "The rounds must be a list.", id="rounds as an object"
    ),
    pytest.param(
        played("void"),
        "rounds[0]",
        "Round 1: This must be an object with named parts.",
        id="a round as a text",
    ),
    pytest.param(
        played(VOID, {}), "rounds[1].ending", "Round 2: Say how the round ended.", id="no ending"
    ),
    pytest.param(
        played({"ending": "draw"}),
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
        "Round 1: There is no player “Luc” in this game.",
        id="an unknown by",
    ),
    pytest.param(
        played(VOID | {"by": "Jean"}),
        "rounds[0].by",
        "Round 1: Nobody ended this round, so Jean cannot have.",
        id="by in a void round",
    ),
    pytest.param(
        gin_of(STOCK | {"by": "Ann"}),
        "rounds[0].by",
        "Round 1: Nobody ended this round, so Ann cannot have.",
        id="by when the stock ran out",
    ),
    pytest.param(
        played(VOID | {"hands": {"Jean": 5}}),
        "rounds[0].hands",
        "Round 1: This round scores nothing, so it takes no hands.",
        id="hands in a void round",
    ),
    pytest.param(
        gin_of(STOCK | {"hands": {"Ann": 5, "Bob": 6}}),
        "rounds[0].hands",
        "Round 1: This round scores nothing, so it takes no hands.",
        id="hands when the stock ran out in Gin",
    ),
    pytest.param(
        played(without(hands(), "hands")),
        "rounds[0].hands",
        "Round 1: Give every player's hand.",
        id="no hands",
    ),
    pytest.param(
        played(hands() | {"hands": {}}),
        "rounds[0].hands",
        "Round 1: Give every player's hand.",
        id="empty hands",
    ),
    pytest.param(
        played(hands() | {"hands": [21, 5, 28, 8]}),
        "rounds[0].hands",
        "Round 1: Give every player's hand by name.",
        id="hands as a list",
    ),
    pytest.param(
        played({"ending": "knock", "by": "Jean", "hands": {"Jean": 5, "Paul": 8, "Pierre": 9}}),
        "rounds[0].hands.Jacques",
        "Round 1: Jacques's hand is missing.",
        id="a missing hand",
    ),
    pytest.param(
        played({"ending": "knock", "by": "Jean", "hands": {"Jacques": 5, "Paul": 8, "Pierre": 9}}),
        "rounds[0].hands.Jean",
        "Round 1: Jean's hand is missing.",
        id="a knocker's missing hand",
    ),
    pytest.param(
        played(hands(Luc=3)),
        "rounds[0].hands.Luc",
        "Round 1: There is no player “Luc” in this game.",
        id="a stranger's hand",
    ),
    pytest.param(
        played(hands(**{" Paul ": 3})),
        "rounds[0].hands.Paul",
        "Round 1: Paul's hand is given twice.",
        id="a hand given twice",
    ),
    pytest.param(
        played(hands() | {"upcard": "6S"}),
        "rounds[0].upcard",
        "Round 1: No upcard counts in this game.",
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
        "Round 1: There is no player “Luc” in this game.",
        id="an unknown dealer of a round",
    ),
    pytest.param(
        played(hands() | {"knocker": "Jean"}),
        "rounds[0].knocker",
        "Round 1: “knocker” means nothing here.",
        id="an unknown key of a round",
    ),
    # Cards
    pytest.param(
        played(hands(Paul="8 1")),
        "rounds[0].hands.Paul",
        "Round 1: “1” in Paul's hand is not a card.",
        id="a card that cannot be read",
    ),
    pytest.param(
        played(hands(Paul=["8", "5 5"])),
        "rounds[0].hands.Paul",
        "Round 1: “5 5” in Paul's hand is not a card.",
        id="two cards in one place",
    ),
    pytest.param(
        played(hands(Paul=["8", 5])),
        "rounds[0].hands.Paul",
        "Round 1: Paul's hand must be cards or a whole number of points.",
        id="a list with a number",
    ),
    pytest.param(
        played(hands(Paul="x" * 100_000)),
        "rounds[0].hands.Paul",
        "Round 1: “" + "x" * 20 + "…” in Paul's hand is not a card.",
        id="a text of 100 kB",
    ),
    pytest.param(
        played(hands(Pierre="K K", Jacques="K K K")),
        "rounds[0].hands.Jacques",
        "Round 1: Jacques has one K too many: this game is played with 4 of it.",
        id="five kings over all hands",
    ),
    pytest.param(
        played(hands(Pierre="K K K K", Paul="KS")),
        "rounds[0].hands.Paul",
        "Round 1: Paul has one K too many: this game is played with 4 of it.",
        id="five kings, one with its suit",
    ),
    pytest.param(
        played(hands(Pierre="KS", Paul="KS")),
        "rounds[0].hands.Paul",
        "Round 1: KS is in Pierre's hand and in Paul's, and the deck has only one.",
        id="the same king twice",
    ),
    pytest.param(
        played(hands(Pierre="KS KS")),
        "rounds[0].hands.Pierre",
        "Round 1: Pierre has KS twice, and the deck has only one.",
        id="the same king twice in one hand",
    ),
    pytest.param(
        played(hands(Pierre="3 JK")),
        "rounds[0].hands.Pierre",
        "Round 1: Pierre cannot have a joker: none is played.",
        id="a joker where none is played",
    ),
    pytest.param(
        gin_of(knock("Ann", Ann=3, Bob="JK")),
        "rounds[0].hands.Bob",
        "Round 1: Bob cannot have a joker: none is played.",
        id="a joker in Gin",
    ),
    pytest.param(
        played(hands(Pierre="A A A 2 2 2 3 3")),
        "rounds[0].hands.Pierre",
        "Round 1: Pierre has 8 cards, but a hand holds 7 at the most.",
        id="more cards than a hand can hold",
    ),
    pytest.param(
        gin_of(knock("Ann", Ann=3, Bob="A A A 2 2 2 3 3 3 4 5")),
        "rounds[0].hands.Bob",
        "Round 1: Bob has 11 cards, but a hand holds 10 at the most.",
        id="eleven cards in Gin",
    ),
    # Counts
    pytest.param(
        played(hands(Paul=-1)),
        "rounds[0].hands.Paul",
        "Round 1: Paul's count must be a whole number from 0 to 70.",
        id="a count below 0",
    ),
    pytest.param(
        played(hands(Paul=71)),
        "rounds[0].hands.Paul",
        "Round 1: Paul's count must be a whole number from 0 to 70.",
        id="a count above seven tens",
    ),
    pytest.param(
        played(hands(Paul=8.0)),
        "rounds[0].hands.Paul",
        "Round 1: Paul's hand must be cards or a whole number of points.",
        id="a count that is not whole",
    ),
    pytest.param(
        played(hands(Paul=True)),
        "rounds[0].hands.Paul",
        "Round 1: Paul's hand must be cards or a whole number of points.",
        id="true is no count",
    ),
    pytest.param(
        played(hands(Paul=None)),
        "rounds[0].hands.Paul",
        "Round 1: Paul's hand must be cards or a whole number of points.",
        id="nothing is no count",
    ),
    # Who ended the round
    pytest.param(
        gin_of({"ending": "gin", "by": "Ann", "hands": {"Ann": 3, "Bob": 9}}),
        "rounds[0].hands.Ann",
        "Round 1: Ann ended the round, so Ann can have no card left.",
        id="gin with 3 left",
    ),
    pytest.param(
        gin_of({"ending": "big-gin", "by": "Ann", "hands": {"Ann": "A", "Bob": 9}}),
        "rounds[0].hands.Ann",
        "Round 1: Ann ended the round, so Ann can have no card left.",
        id="big gin with an ace left",
    ),
    pytest.param(
        played({"ending": "rum", "by": "Jean", "hands": hands()["hands"]}),
        "rounds[0].hands.Jean",
        "Round 1: Jean ended the round, so Jean can have no card left.",
        id="a run with 5 left",
    ),
    pytest.param(
        played({"ending": "out", "by": "Jean", "hands": hands()["hands"]}, variant="basic"),
        "rounds[0].hands.Jean",
        "Round 1: Jean ended the round, so Jean can have no card left.",
        id="out with 5 left",
    ),
    pytest.param(
        played({"ending": "rummy", "by": "Jean", "hands": hands()["hands"]}, variant="basic"),
        "rounds[0].hands.Jean",
        "Round 1: Jean ended the round, so Jean can have no card left.",
        id="rummy with 5 left",
    ),
    pytest.param(
        played(
            {"ending": "out", "by": "Jean", "hands": {"Pierre": 1, "Jacques": 2, "Paul": 0}},
            variant="basic",
        ),
        "rounds[0].hands.Paul",
        "Round 1: Paul must have a card left: Jean went out first.",
        id="another without cards in Basic",
    ),
    pytest.param(
        played(
            {"ending": "out", "by": "Jean", "hands": {"Pierre": 1, "Jacques": "", "Paul": 3}},
            variant="manipulation",
        ),
        "rounds[0].hands.Jacques",
        "Round 1: Jacques must have a card left: Jean went out first.",
        id="another without cards in Manipulation",
    ),
    pytest.param(
        gin_of(knock("Ann", Ann=11, Bob=30)),
        "rounds[0].hands.Ann",
        "Round 1: Ann's knock with 11 is above the limit of 10.",
        id="a knock above the limit",
    ),
    pytest.param(
        gin_of(knock("Ann", Ann="7 4", Bob=30) | {"allow": []}),
        "rounds[0].hands.Ann",
        "Round 1: Ann's knock with 11 is above the limit of 10.",
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
        "Round 1: There is no player “Luc” in this game.",
        id="an adjustment for a stranger",
    ),
    pytest.param(
        played(VOID | {"adjustments": [{"points": 5}]}),
        "rounds[0].adjustments[0].player",
        "Round 1: Give a player's name.",
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
        "Round 1: A note has 500 characters at the most.",
        id="an adjustment's note of 501 characters",
    ),
    pytest.param(
        played(VOID | {"note": "x" * 501}),
        "rounds[0].note",
        "Round 1: A note has 500 characters at the most.",
        id="a note of 501 characters",
    ),
    pytest.param(
        played(VOID | {"note": "a\x00b"}),
        "rounds[0].note",
        "Round 1: A note has 500 characters at the most.",
        id="a note with a control character",
    ),
    pytest.param(
        played(VOID | {"note": 5}),
        "rounds[0].note",
        "Round 1: This must be a text.",
        id="a note that is no text",
    ),
    # The end
    pytest.param(
        played(hands(), VOID, rules={"target": 42}),
        "rounds[1]",
        "Round 2: The game was over after round 1.",
        id="a round after the game was over",
    ),
]


@pytest.mark.parametrize(("written", "place", "sentence"), REFUSED)
def test_a_document_is_refused(written: object, place: str, sentence: str) -> None:
    error = refused(written)
    assert (error.place, error.text()) == (place, sentence)


@pytest.mark.parametrize(("written", "place", "sentence"), REFUSED)
def test_a_refusal_changes_nothing(written: object, place: str, sentence: str) -> None:
    before = copy.deepcopy(written)
    assert (refused(written).place, refused(written).text()) == (place, sentence)
    assert written == before


@pytest.mark.parametrize(
    ("hand", "counted"),
    [
        pytest.param("K 9 2", 21, id="cards without suits"),
        pytest.param("K♠, 9d 2C", 21, id="cards with suits, signs and commas"),
        pytest.param(["K", "9D", "2"], 21, id="a list of cards"),
        pytest.param("", 0, id="no card"),
        pytest.param([], 0, id="an empty list"),
        pytest.param(0, 0, id="a count of 0"),
        pytest.param(70, 70, id="the highest count"),
    ],
)
def test_a_hand_may_be_given_as(hand: str | int | list[str], counted: int) -> None:
    answered = score("knock", hands(Pierre=hand), players=PLAYERS)
    assert answered["rounds"][0]["deadwood"]["Pierre"] == counted


@pytest.mark.parametrize(
    ("variant", "ending"),
    [("gin", "gin"), ("gin", "big-gin"), ("knock", "rum"), ("basic", "out"), ("basic", "rummy")],
)
@pytest.mark.parametrize("own", [{}, {"Ann": 0}, {"Ann": ""}, {"Ann": []}])
def test_who_has_no_card_left_may_be_left_out(variant: str, ending: str, own: Document) -> None:
    round = {"ending": ending, "by": "Ann", "hands": {"Bob": 9} | own}
    assert score(variant, round)["rounds"][0]["deadwood"] == {"Ann": 0, "Bob": 9}


def test_a_crowd_is_refused_at_once() -> None:
    crowd = [str(number) for number in range(100_000)]
    started = process_time()
    assert refused(gin_of(VOID, players=crowd)).place == "players"
    assert process_time() - started < 1


def test_names_are_trimmed_wherever_they_stand() -> None:
    written = {
        "variant": "gin",
        "players": [" Ann", "Bob "],
        "dealer": " Bob ",
        "rounds": [
            {
                "ending": "knock",
                "by": "Ann ",
                "dealer": " Ann",
                "hands": {"Ann ": 3, " Bob": 9},
                "adjustments": [{"player": "Bob ", "points": 1}],
            }
        ],
    }
    game = read_game(written)
    round = game.rounds[0]
    assert (game.players, game.dealer, round.by, round.dealer, round.adjustments[0].seat) == (
        ("Ann", "Bob"),
        1,
        0,
        0,
        1,
    )


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("A" * 40, id="40 characters"),
        pytest.param("é", id="a letter with an accent"),
        pytest.param("Zoë 🂡", id="a picture"),
        pytest.param("{player}", id="braces"),
        pytest.param("O'Neil & <b>", id="signs of HTML"),
        pytest.param("x-ray", id="like an extra key"),
        pytest.param("म\u200dन", id="joined letters"),
    ],
)
def test_a_name_may_be(name: str) -> None:
    round = {"ending": "knock", "by": name, "hands": {name: 3, "Bob": 9}}
    answered = score("gin", round, players=[name, "Bob"])
    assert answered["rounds"][0]["why"][0]["text"] == f"Bob 9 less {name} 3"


@pytest.mark.parametrize("sign", ["\u200b", "\u202e", "\u2066", "\ufeff"])
def test_names_with_invisible_characters_are_refused(sign: str) -> None:
    error = refused({"variant": "gin", "players": ["Ann", f"Bo{sign}b"]})
    assert error.place == "players[1]"


def test_a_game_without_rounds_key_has_none_yet() -> None:
    game = read_game({"variant": "gin", "players": ["Ann", "Bob"]})
    assert (game.preset, game.rounds, game.called, game.dealer) == ("plain", (), False, 0)


WHOLE: Document = {
    "variant": "oklahoma",
    "preset": "modern",
    "rules": {"target": 200, "spades_double": False},
    "players": ["Ann", "Bob"],
    "dealer": "Bob",
    "rounds": [
        {
            "ending": "knock",
            "by": "Ann",
            "hands": {"Ann": "7S 4", "Bob": 40},
            "upcard": "TH",
            "dealer": "Ann",
            "allow": ["illegal-knock"],
            "adjustments": [
                {"player": "Bob", "points": -20, "note": "perfect\ncut", "x-by": ["Cem"]},
                {"player": "Ann", "points": 1},
            ],
            "note": "late\tat night",
            "x-table": {"number": 3},
            "x-nothing": None,
        },
        {"ending": "gin", "by": "Bob", "hands": {"Ann": "K"}, "upcard": "2D"},
        {"ending": "void"},
    ],
    "called": True,
    "x-where": None,
    "x-": [1, 2.5, "three"],
}


def test_a_document_is_read_into_facts() -> None:
    game = read_game(WHOLE)
    assert (game.variant.key, game.players, game.preset, game.dealer, game.called) == (
        "oklahoma",
        ("Ann", "Bob"),
        "modern",
        Seat(1),
        True,
    )
    assert game.overrides == (("target", 200), ("spades_double", False))
    assert game.rounds[0] == Round(
        ending=Ending.KNOCK,
        by=Seat(0),
        hands=(Unmatched((Card("7", "S"), Card("4"))), Count(40)),
        upcard=Card("T", "H"),
        dealer=Seat(0),
        allow=("illegal-knock",),
        adjustments=(
            Adjustment(Seat(1), -20, "perfect\ncut", (("x-by", '["Cem"]'),)),
            Adjustment(Seat(0), 1),
        ),
        note="late\tat night",
        extras=(("x-table", '{"number": 3}'), ("x-nothing", "null")),
    )
    assert game.rounds[1].hands == (Unmatched((Card("K"),)), None)


def test_a_document_is_written_as_it_was_read() -> None:
    assert write_game(read_game(WHOLE)) == WHOLE


def test_a_written_document_is_json() -> None:
    assert json.loads(json.dumps(write_game(read_game(WHOLE)))) == WHOLE


@pytest.mark.parametrize("points", [100_000, -100_000])
def test_an_adjustment_may_be_large(points: int) -> None:
    round = VOID | {"adjustments": [{"player": "Jean", "points": points}]}
    assert read_round(round, PLAYERS).adjustments == (Adjustment(Seat(1), points),)


def test_notes_may_have_500_characters() -> None:
    note = "é" * 500
    round = VOID | {"note": note, "adjustments": [{"player": "Jean", "points": 1, "note": note}]}
    read = read_round(round, PLAYERS)
    assert (read.note, read.adjustments[0].note) == (note, note)


def test_extra_keys_are_kept_and_change_nothing() -> None:
    bare = {key: value for key, value in WHOLE.items() if not key.startswith("x-")}
    rounds = [
        {
            key: [without(each, "x-by") for each in value] if key == "adjustments" else value
            for key, value in round.items()
            if not key.startswith("x-")
        }
        for round in WHOLE["rounds"]
    ]
    plain = read_game(bare | {"rounds": rounds})
    assert write_game(plain) == bare | {"rounds": rounds}
    assert plain.rounds[0].adjustments[0].points == read_game(WHOLE).rounds[0].adjustments[0].points


def test_extra_keys_among_the_rules_and_the_hands_are_kept_too() -> None:
    document = {
        "variant": "gin",
        "preset": "plain",
        "rules": {"target": 200, "x-agreed": "by all"},
        "players": ["x-ray", "Bob"],
        "dealer": "Bob",
        "rounds": [
            {
                "ending": "knock",
                "by": "Bob",
                "hands": {"x-ray": "K", "Bob": 3, "x-seen": [1]},
                "x-table": 2,
            },
            {"ending": "void", "hands": {"x-dropped": None}},
        ],
        "called": False,
    }
    game = read_game(document)
    assert write_game(game) == document
    assert game.overrides == (("target", 200),)
    assert game.rounds[0].hands == (Unmatched((Card("K"),)), Count(3))


def test_an_extra_that_nests_too_deep_is_refused() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    error = refused(played(VOID | {"x-deep": deep}))
    expected = "Round 1: This JSON nests too deep or holds too long a number."
    assert (error.place, error.text()) == ("rounds[0]", expected)


def test_what_was_read_in_another_spelling_is_written_in_one() -> None:
    round = {"ending": "knock", "by": "Ann", "hands": {"Bob": ["10♦", "k"], "Ann": "a, joker"}}
    assert write_round(read_round(round, ["Ann", "Bob"]), ["Ann", "Bob"]) == {
        "ending": "knock",
        "by": "Ann",
        "hands": {"Ann": "A JK", "Bob": "TD K"},
    }


def test_a_hand_without_cards_is_written_and_one_left_out_is_not() -> None:
    players = ["Ann", "Bob", "Cem"]
    round = {"ending": "out", "by": "Ann", "hands": {"Bob": "", "Cem": 0}}
    assert write_round(read_round(round, players), players) == round


@pytest.mark.parametrize(
    ("make", "where", "sentence"),
    [
        pytest.param(
            lambda: read_round({"ending": "void", "by": "Luc"}, ["Ann", "Bob"]),
            ("by",),
            "There is no player “Luc” in this game.",
            id="an unknown player",
        ),
        pytest.param(
            lambda: read_round(
                {"ending": "knock", "hands": {"Ann": "3", "Bob": "Y"}}, ["Ann", "Bob"]
            ),
            ("hands", Seat(1)),
            "“Y” in Bob's hand is not a card.",
            id="a card that cannot be read",
        ),
        pytest.param(
            lambda: read_round([], ["Ann", "Bob"]),
            (),
            "This must be an object with named parts.",
            id="no object",
        ),
    ],
)
def test_a_round_alone_is_refused_at_its_place(
    make: Callable[[], Round], where: tuple[Any, ...], sentence: str
) -> None:
    with pytest.raises(RuleError) as caught:
        make()
    assert (caught.value.where, caught.value.text()) == (where, sentence)


@pytest.mark.parametrize(
    ("where", "place"),
    [
        pytest.param((), "", id="the whole"),
        pytest.param(("players", 1), "players[1]", id="an index"),
        pytest.param(("rounds", 2, "hands", Seat(0)), "rounds[2].hands.Paul", id="a seat"),
        pytest.param(("rounds",), "rounds", id="the rounds"),
    ],
)
def test_a_place_is_written(where: tuple[Any, ...], place: str) -> None:
    assert RuleError(message("Too many."), *where, names=["Paul"]).place == place


def test_an_error_is_translated_with_its_round() -> None:
    french = {
        "Round {number}: {text}": "Manche {number} : {text}",
        "{player}'s hand is missing.": "Il manque la main de {player}.",
    }
    error = refused(played({"ending": "knock", "by": "Jean", "hands": {"Jean": 5}}))
    assert error.text(french.__getitem__) == "Manche 1 : Il manque la main de Pierre."


def test_an_error_shows_its_template_to_programmers() -> None:
    assert str(RuleError(message("{player} again.", player=Seat(0)))) == "{player} again."


def test_an_error_keeps_the_names_it_was_given_first() -> None:
    inner = RuleError(message("{player} again.", player=Seat(0)), "by", names=["Ann"])
    outer = inner.under("rounds", 3, names=["Bob"])
    assert (outer.place, outer.text()) == ("rounds[3].by", "Round 4: Ann again.")
