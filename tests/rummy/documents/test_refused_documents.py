"""Rejected game documents: faults of the game, its players and its end, and errors in general."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.variants import VARIANTS
from tests.support.documents import FOUR, VOID, refused
from tests.support.small_documents import check_refused, gin_of, hands, played
from tests.support.walks import walk

WHICH_GAME = f"Choose the game: {', '.join(variant.key for variant in VARIANTS)}."


@walk(
    ("written", "place", "sentence"),
    {
        # The frame
        "no object": ([], "", "This must be a JSON object."),
        "nothing": (None, "", "This must be a JSON object."),
        "no variant": ({"players": list(FOUR)}, "variant", WHICH_GAME),
        "an unknown variant": (played(variant="pinochle"), "variant", WHICH_GAME),
        "a variant that is no text": (played(variant=["gin"]), "variant", WHICH_GAME),
        "an unknown preset": (
            played(preset="hoyle"),
            "preset",
            "There is no preset “hoyle” here, only plain, bicycle, split.",
        ),
        "a preset that is no text": (played(preset=1), "preset", "This must be text."),
        "an unknown rule": (
            played(rules={"gin_bonus": 25}),
            "rules.gin_bonus",
            "There is no house rule “gin_bonus” in this game.",
        ),
        "an unknown value": (
            played(rules={"target": 1001}),
            "rules.target",
            "“Play to” must be a whole number from 0 to 1000.",
        ),
        "rules as a list": (played(rules=[]), "rules", "This must be a JSON object."),
        "an unknown key of the game": (played(round=[]), "round", "Unknown field “round”."),
        "a long unknown key is shortened": (
            played(**{"k" * 50: 1}),
            "k" * 40 + "…",
            "Unknown field “" + "k" * 40 + "…”.",
        ),
        "an unknown key of 40 characters is not": (
            played(**{"k" * 40: 1}),
            "k" * 40,
            "Unknown field “" + "k" * 40 + "”.",
        ),
        "called 1": (played(called=1), "called", "This must be true or false."),
        # Players
        "no players": ({"variant": "knock"}, "players", "Name the players in order of play."),
        "a text of names": (played(players="Ann"), "players", "Name the players in order of play."),
        "nobody, and a hand of nobody": (
            played({"ending": "void", "hands": {"x-note": 1}}, players=[]),
            "players",
            "Knock Rummy is for 2 to 5 players.",
        ),
        "one player": (played(players=["Ann"]), "players", "Knock Rummy is for 2 to 5 players."),
        "six players": (
            played(players=["A", "B", "C", "D", "E", "F"]),
            "players",
            "Knock Rummy is for 2 to 5 players.",
        ),
        "three at Gin": (
            gin_of(VOID, players=["Ann", "Bob", "Cem"]),
            "players",
            "Gin Rummy is for 2 players.",
        ),
        "a repeated name": (
            played(players=["Ann", "Bob", " Ann "]),
            "players[2]",
            "Two players cannot both be “Ann”.",
        ),
        "no name": (played(players=["Ann", "  "]), "players[1]", "A name has 1 to 40 characters."),
        "a name of 41 characters": (
            played(players=["Ann", "B" * 41]),
            "players[1]",
            "A name has 1 to 40 characters.",
        ),
        "a name that is no text": (
            played(players=["Ann", 7]),
            "players[1]",
            "A name has 1 to 40 characters.",
        ),
        "a name of two lines": (
            played(players=["Ann", "B\nb"]),
            "players[1]",
            "A name is one line without invisible characters.",
        ),
        "half a character": (
            played(players=["Ann", "\ud83d"]),
            "players[1]",
            "A name is one line without invisible characters.",
        ),
        "an unknown dealer": (
            played(dealer="Luc"),
            "dealer",
            "Nobody in this game is called “Luc”.",
        ),
        "no dealer's name": (played(dealer=None), "dealer", "Enter a player’s name."),
        # The end
        "a round after the game was over": (
            played(hands(), VOID, rules={"target": 42}),
            "rounds[1]",
            "Round 2: The game was over after round 1.",
        ),
    },
)
def test_a_game_is_refused(written: object, place: str, sentence: str) -> None:
    check_refused(written, place, sentence)


def test_a_crowd_is_refused_as_a_whole() -> None:
    crowd = [str(number) for number in range(100_000)]
    assert refused(gin_of(VOID, players=crowd)).place == "players"


def nested(depth: int) -> list[Any]:
    deep: list[Any] = []
    for _ in range(depth):
        deep = [deep]
    return deep


@walk("extra", {"too deep": nested(100_000), "too large": 1e999})
def test_an_extra_that_no_database_holds_is_refused(extra: object) -> None:
    error = refused(played(VOID | {"x-deep": extra}))
    expected = "Round 1: This JSON is nested too deeply or holds too long a number."
    assert (error.place, error.text()) == ("rounds[0]", expected)


@walk(
    ("make", "where", "sentence"),
    {
        "an unknown player": (
            lambda: read_round({"ending": "void", "by": "Luc"}, ["Ann", "Bob"]),
            ("by",),
            "Nobody in this game is called “Luc”.",
        ),
        "a card that cannot be read": (
            lambda: read_round(
                {"ending": "knock", "hands": {"Ann": "3", "Bob": "Y"}}, ["Ann", "Bob"]
            ),
            ("hands", Seat(1)),
            "“Y” in Bob’s hand is not a card.",
        ),
        "no object": (
            lambda: read_round([], ["Ann", "Bob"]),
            (),
            "This must be a JSON object.",
        ),
    },
)
def test_a_round_alone_is_refused_at_its_place(
    make: Callable[[], Round], where: tuple[Any, ...], sentence: str
) -> None:
    with pytest.raises(RuleError) as caught:
        make()
    assert (caught.value.where, caught.value.text()) == (where, sentence)


@walk(
    ("where", "place"),
    {
        "the whole": ((), ""),
        "an index": (("players", 1), "players[1]"),
        "a seat": (("rounds", 2, "hands", Seat(0)), "rounds[2].hands.Paul"),
        "the rounds": (("rounds",), "rounds"),
    },
)
def test_a_place_is_written(where: tuple[Any, ...], place: str) -> None:
    assert RuleError(message("Too many."), *where, names=["Paul"]).place == place


def test_an_error_is_translated_with_its_round() -> None:
    french = {
        "Round {number}: {text}": "Manche {number} : {text}",
        "{player}’s hand is missing.": "Il manque la main de {player}.",
    }
    error = refused(played({"ending": "knock", "by": "Jean", "hands": {"Jean": 5}}))
    assert error.text(french.__getitem__) == "Manche 1 : Il manque la main de Pierre."


@walk(
    ("error", "text"),
    [
        (RuleError(message("Too many.")), "Too many."),
        (
            RuleError(message("Too many."), "rounds", 2, "hands"),
            "rounds[2].hands: Round 3: Too many.",
        ),
        (
            RuleError(message("{player} again.", player=Seat(0)), "by", names=["Ann"]),
            "by: Ann again.",
        ),
        (RuleError(message("{player} again.", player=Seat(1))), "Player 2 again."),
    ],
)
def test_an_error_shows_its_place_and_its_sentence_to_programmers(
    error: RuleError, text: str
) -> None:
    assert str(error) == text


def test_an_error_keeps_the_names_it_was_given_first() -> None:
    inner = RuleError(message("{player} again.", player=Seat(0)), "by", names=["Ann"])
    outer = inner.under("rounds", 3, names=["Bob"])
    assert (outer.place, outer.text()) == ("rounds[3].by", "Round 4: Ann again.")
