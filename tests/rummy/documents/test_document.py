"""The game document: reading and writing it."""

from __future__ import annotations

import json

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.documents.round import read_round, write_round
from scorekeeper.rummy.hand import Count, Unmatched
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Adjustment, Ending, Round
from tests.support.documents import FOUR, VOID, Document, refused, score
from tests.support.small_documents import hands, without
from tests.support.walks import walk


@walk(
    ("hand", "counted"),
    {
        "cards without suits": ("K 9 2", 21),
        "cards with suits, signs and commas": ("K♠, 9d 2C", 21),
        "a list of cards": (["K", "9D", "2"], 21),
        "no card": ("", 0),
        "an empty list": ([], 0),
        "a count of 0": (0, 0),
        "the highest count": (70, 70),
    },
)
def test_a_hand_may_be_given_as(hand: str | int | list[str], counted: int) -> None:
    answered = score("knock", hands(Pierre=hand), players=FOUR)
    assert answered["rounds"][0]["deadwood"]["Pierre"] == counted


@walk(
    ("variant", "ending"),
    [("gin", "gin"), ("gin", "big-gin"), ("knock", "rum"), ("basic", "out"), ("basic", "rummy")],
)
@walk("own", [{}, {"Ann": 0}, {"Ann": ""}, {"Ann": []}])
def test_who_has_no_card_left_may_be_left_out(variant: str, ending: str, own: Document) -> None:
    round = {"ending": ending, "by": "Ann", "hands": {"Bob": 9} | own}
    assert score(variant, round)["rounds"][0]["deadwood"] == {"Ann": 0, "Bob": 9}


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


@walk(
    "name",
    {
        "40 characters": "A" * 40,
        "a letter with an accent": "é",
        "a picture": "Zoë 🂡",
        "braces": "{player}",
        "signs of HTML": "O'Neil & <b>",
        "like an extra key": "x-ray",
        "joined letters": "म\u200dन",
    },
)
def test_a_name_may_be(name: str) -> None:
    round = {"ending": "knock", "by": name, "hands": {name: 3, "Bob": 9}}
    answered = score("gin", round, players=[name, "Bob"])
    assert answered["rounds"][0]["why"][0]["text"] == f"Bob 9 − {name} 3"


@walk("sign", ["\u200b", "\u202e", "\u2066", "\ufeff"])
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
    assert game.rounds[1].hands == (Unmatched((Card("K"),)),)


def test_a_document_is_written_as_it_was_read() -> None:
    assert write_game(read_game(WHOLE)) == WHOLE


def test_a_written_document_is_json() -> None:
    assert json.loads(json.dumps(write_game(read_game(WHOLE)))) == WHOLE


@walk("points", [100_000, -100_000])
def test_an_adjustment_may_be_large(points: int) -> None:
    round = VOID | {"adjustments": [{"player": "Jean", "points": points}]}
    assert read_round(round, FOUR).adjustments == (Adjustment(Seat(1), points),)


def test_notes_may_have_500_characters() -> None:
    note = "é" * 500
    round = VOID | {"note": note, "adjustments": [{"player": "Jean", "points": 1, "note": note}]}
    read = read_round(round, FOUR)
    assert (read.note, read.adjustments[0].note) == (note, note)


def test_extra_keys_are_kept_and_change_nothing() -> None:
    bare = {key: value for key, value in WHOLE.items() if not key.startswith("x-")}
    rounds = [
        {
            key: [without(adjustment, "x-by") for adjustment in value]
            if key == "adjustments"
            else value
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
