"""The schemas made from the types of answers accept every answer, and reject all else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from scorekeeper.rummy import best_melds, score
from scorekeeper.rummy.documents.answer import Answer, described
from scorekeeper.rummy.documents.answer_schema import answer_schemas
from scorekeeper.rummy.documents.answers import BestMelds, ScoredGame
from tests.support.documents import adjust, document, joins, knock, leaves, out, rejoins
from tests.support.walks import walk

PLACE = "#/$defs/"
FOUR = ("Ann", "Bob", "Cem", "Dee")
ELIMINATES = {"end": "eliminate", "target": 101, "rejoin": "worst"}


def validator(kind: type[Answer]) -> Draft202012Validator:
    """Return a validator of answers of this type."""
    return Draft202012Validator(
        {"$ref": PLACE + kind.__name__, "$defs": answer_schemas(kind, PLACE)}
    )


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(slots=True, kw_only=True)
class Painted(Answer):
    """An answer with a choice of words."""

    colour: Colour


def test_a_word_of_a_few_is_one_of_them() -> None:
    checked = validator(Painted)
    checked.validate({"colour": "red"})
    with pytest.raises(ValidationError):
        checked.validate({"colour": "green"})


def answers() -> list[dict[str, Any]]:
    """Return games with every field that an answer can have."""
    games = [
        document("gin", knock("Ann", Ann="3", Bob="K 9")),
        document("hollywood", knock("Ann", Ann="3", Bob="K 9")),
        document("contract", out("Ann", Bob="5", Cem="6"), players=("Ann", "Bob", "Cem")),
        document("three-thirteen", out("Ann", Bob="5")),
        document("basic", leaves("Bob"), adjust(Ann=5), joins(Dee=3), players=FOUR),
        document("rami", adjust(Ann=120), rejoins("Ann"), players=FOUR, **ELIMINATES),
    ]
    return [score(game).as_json() for game in games]


def test_answers_of_games_are_taken() -> None:
    for answer in answers():
        validator(ScoredGame).validate(answer)


def test_answers_about_melds_are_taken() -> None:
    for question in (
        {"variant": "gin", "hand": "7S 7H 7D KC"},
        {"variant": "gin", "hand": "TS KC", "on": ["7S 8S 9S"]},
    ):
        validator(BestMelds).validate(best_melds(question).as_json())


@walk(
    "change",
    {
        "a word for points": {"totals": {"Ann": "many"}},
        "nothing for yes or no": {"over": None},
        "a round without its parts": {"rounds": [{}]},
    },
)
def test_what_is_no_answer_is_not(change: dict[str, Any]) -> None:
    [answer, *_others] = answers()
    with pytest.raises(ValidationError):
        validator(ScoredGame).validate(answer | change)


@dataclass(slots=True)
class _Both(Answer):
    """A game’s answer inside another, with its schema in another place."""

    game: Annotated[ScoredGame, "Game"]


def test_an_answer_in_an_answer_is_told_whole() -> None:
    game = score(document("gin", knock("Ann", Ann="3", Bob="K 9")))
    assert _Both(game).as_json() == {"game": game.as_json()}


def test_a_schema_of_somebody_else_is_referred_to_by_its_name() -> None:
    assert answer_schemas(_Both, PLACE)["_Both"]["properties"] == {"game": {"$ref": "#/$defs/Game"}}


@dataclass(slots=True)
class _Told(Answer):
    day: str = described("The day of the game.", format="date")


def test_a_field_says_in_its_schema_what_it_is() -> None:
    assert answer_schemas(_Told, PLACE)["_Told"]["properties"] == {
        "day": {"type": "string", "description": "The day of the game.", "format": "date"}
    }
